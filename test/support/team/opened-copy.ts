import { expect } from 'vitest';

import { profileOf } from '../../../electron/connections/profiles/profiles.ts';
import { openDeskCopy, type DeskCopy } from '../../../electron/desk/open-bank/copy.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import { programs } from '../programs/programs.ts';
import { memoryKeychain } from '../setup/memory-keychain.ts';
import type { TeamScene } from './team-scene.ts';

/** The local copy of a data folder as an open window has it. */
export async function openedCopy(
  { bank, at }: TeamScene,
  dataDir: string,
  clock: Clock = systemClock,
): Promise<DeskCopy> {
  const bankFile = parseBankFile(bank.bankFile);
  if (!bankFile.ok) expect.fail(bankFile.error.message);
  const profile = profileOf(dataDir, bankFile.value, bank.bankFile);
  return openDeskCopy(
    {
      ...{ dataDir, stateDir: at('state'), storeWorker: programs.storeWorker },
      ...{ keychain: memoryKeychain(), clock, version: '0.0.0-test', program: 'window' },
    },
    profile.folder,
    bank.credentials,
  );
}
