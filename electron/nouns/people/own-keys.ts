import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { MemberKeys } from '../../engines/acts/member-keys.ts';
import { syncPath } from '../../engines/machine/durable.ts';
import { forgetDatabaseKey, type DatabaseKeyOptions } from '../../engines/vault/database-key.ts';
import { keyInfoFileName, readKeyInfo, removeKeyInfo } from '../../engines/vault/key-info.ts';
import { memberIn } from './open-team.ts';

/** The vault for the secret of this desk's keys. */
export type OwnVault = Omit<DatabaseKeyOptions, 'hasData'>;

const inFolder = (vault: OwnVault, name: 'next' | 'former'): OwnVault => ({
  ...vault,
  profileDir: join(vault.profileDir, name),
});

/** The keys that will replace this desk's. They are made once, before any part of them is sent. */
export const nextMember = (vault: OwnVault): Promise<MemberKeys> =>
  memberIn({ ...inFolder(vault, 'next'), hasData: false });

/** Replaces this desk's keys by the next ones, atomically. The former ones stay until {@link forgetFormer}. */
export async function takeNext(vault: OwnVault): Promise<void> {
  const [former, next] = [inFolder(vault, 'former'), inFolder(vault, 'next')];
  const [here, there] = [vault, former].map(({ profileDir }) => join(profileDir, keyInfoFileName));
  await mkdir(former.profileDir, { recursive: true, mode: 0o700 });
  await copyFile(here ?? '', there ?? '');
  syncPath(there ?? '');
  await rename(join(next.profileDir, keyInfoFileName), here ?? '');
  syncPath(vault.profileDir);
}

/**
 * The keys that the present ones replaced, as long as the login may still have their password. Null where there are none, also where a
 * crash left the next keys unused.
 */
export async function formerMember(vault: OwnVault, own: MemberKeys): Promise<MemberKeys | null> {
  const former = inFolder(vault, 'former');
  if ((await readKeyInfo(former.profileDir)) === 'missing') return null;
  const member = await memberIn({ ...former, hasData: true });
  if (member.key !== own.key) return member;
  await removeKeyInfo(former.profileDir);
  return null;
}

/** Removes the former keys for good. */
export async function forgetFormer(vault: OwnVault): Promise<void> {
  await forgetDatabaseKey(inFolder(vault, 'former'));
}

/** Removes all keys of this desk for good, also next and former ones: a key is enrolled only once. */
export async function forgetKeys(vault: Parameters<typeof forgetDatabaseKey>[0]): Promise<void> {
  for (const name of ['next', 'former'])
    await forgetDatabaseKey({ ...vault, profileDir: join(vault.profileDir, name) });
  await forgetDatabaseKey(vault);
}
