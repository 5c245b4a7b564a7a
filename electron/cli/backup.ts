import { resolve } from 'node:path';

import { version } from '../../shared/version.ts';
import { writeBackup } from '../connections/local-copy/backup/write-backup.ts';
import { storedFilesOfDesk } from '../desk/open-bank/stored-files.ts';
import { argumentsOf, required } from './input/arguments.ts';
import { withHeldCopy } from './input/copy-access.ts';
import type { Command, ExitCode } from './input/command.ts';
import { passphraseIn } from './input/passphrase.ts';

/** Writes what exists nowhere else into one file that a passphrase opens, and reads it back. No network. */
export const backup: Command = {
  summary: 'Writes the journal and the bank file to one encrypted file.',
  usage: 'backup --out FILE --passphrase-file FILE|- [--replace]',
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      out: { type: 'string' },
      'passphrase-file': { type: 'string' },
      replace: { type: 'boolean' },
    });
    const file = resolve(required(values.out, 'out'));
    const passphrase = passphraseIn(values['passphrase-file'], global.io);
    return withHeldCopy<ExitCode>(global, async (copy, profile) => {
      const parts = {
        copy,
        profile,
        clock: global.io.clock,
        version,
        listAttached: storedFilesOfDesk,
      };
      const replace = values.replace === true;
      const written = await writeBackup(parts, file, { passphrase, replace });
      global.io.print(JSON.stringify({ file, ...written }));
      return 0;
    });
  },
};
