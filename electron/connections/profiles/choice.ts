import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { isProfileId } from './profiles.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';

/** The bank that the desk opens at its next start: the sandbox, a profile, or none. */
export type Choice = { readonly profileId: string } | null;

const fileOf = (dataDir: string): string => join(dataDir, 'choice.json');

export function readChoice(dataDir: string): Choice {
  const saved = readSmallJson(fileOf(dataDir)) as { profileId?: unknown } | null;
  const profileId = saved?.profileId;
  return typeof profileId === 'string' && isProfileId(profileId) ? { profileId } : null;
}

/** Saves the choice, but writes nothing if it is unchanged: a full disk must not prevent reading a bank. */
export function keepChoice(dataDir: string, choice: Choice): void {
  if (choice !== null && readChoice(dataDir)?.profileId === choice.profileId) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), JSON.stringify(choice));
}
