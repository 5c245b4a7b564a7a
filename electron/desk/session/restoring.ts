import { fail, type Outcome } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type { ReadBackup } from '../../connections/local-copy/backup/restore-backup.ts';
import type { Context } from '../../engines/machine/context.ts';
import { restoreQuestion } from '../../connections/session/questions.ts';
import type { BankEntry } from './bank-entry.ts';
import { copyPortsOf, type SessionParts } from './session-parts.ts';
import type { SigningIn } from './signing-in.ts';

type Parts = SessionParts & { readonly entry: BankEntry; readonly signing: SigningIn };

/** Reads a backup, asks about it outside the window, puts it in place and opens its bank. */
export async function restoreBackup(
  parts: Parts,
  { path, passphrase }: { path: string; passphrase: string },
  context: Context,
): Promise<Outcome<DeskState>> {
  const { ports, status, verbs } = parts;
  const asking = status.open;
  // The code that reads it is loaded on first use.
  const { readBackup } = await import('../../connections/local-copy/backup/restore-backup.ts');
  const backup = await readBackup(copyPortsOf(ports), path, passphrase);
  try {
    const { profile, manifest } = backup;
    const question = restoreQuestion(profile.bankFile, manifest.createdAt);
    if (!(await ports.confirm(question))) return fail('declined', context.correlationId);
    return await verbs.run(async () => {
      if (status.phase === 'locked' || status.open !== asking)
        return fail('session.required', context.correlationId);
      return putInPlace(parts, backup, context);
    });
  } finally {
    backup.discard();
  }
}

/** Restores the backup. On failure, the former bank is opened again. */
async function putInPlace(
  { status, held, entry, signing }: Parts,
  backup: ReadBackup,
  context: Context,
): Promise<Outcome<DeskState>> {
  const before = status.profile;
  const { profileId } = backup.profile.folder;
  const typed = before?.folder.profileId === profileId ? held.typed : null;
  const credentials = (await held.storedFor(backup.profile)) ?? typed;
  await signing.leave();
  try {
    await backup.putInPlace(credentials);
  } catch (cause) {
    const again = before
      ? await entry.enter(before, context, 'sign in later')
      : status.announceState();
    if (!again.ok) return again;
    throw cause;
  }
  if (backup.profile.bankFile.builtIn) return entry.enterSandbox(context, 'sign in soon');
  return entry.enter(backup.profile, context, 'sign in soon', {
    held: { credentials: credentials ?? {}, maySignIn: false },
  });
}
