import { resolve } from 'node:path';

import { DeskFault } from '../../shared/errors.ts';
import { readBackup } from '../connections/local-copy/backup/restore-backup.ts';
import { argumentsOf } from './input/arguments.ts';
import { copyPorts } from './input/copy-access.ts';
import { credentialsOf, profileGiven } from './input/chosen-bank.ts';
import { WrongUse, type Command } from './input/command.ts';
import { passphraseIn } from './input/passphrase.ts';

/** Restores a backup. The local copy that is there is set aside, and sending is paused until it is reconciled. No network. */
export const restore: Command = {
  summary: 'Restores a backup. Sending stays paused until it is reconciled.',
  usage: 'restore FILE --passphrase-file FILE|-',
  run: async (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { 'passphrase-file': { type: 'string' } },
      { positionals: true },
    );
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new WrongUse('Name one backup to restore.');
    const passphrase = passphraseIn(values['passphrase-file'], global.io);
    const wanted = profileGiven(global);
    const backup = await readBackup(copyPorts(global), resolve(path), passphrase);
    try {
      const { profile, manifest } = backup;
      const { bankName, createdAt, journal } = manifest;
      if (wanted && wanted.folder.profileId !== profile.folder.profileId)
        throw new DeskFault(
          'input.invalid',
          `The backup is of ${bankName}, not of the bank that --bank names.`,
        );
      const setAside = await backup.putInPlace(await credentialsOf(global, profile));
      global.io.print(
        JSON.stringify({
          ...{ bankName, createdAt, sends: journal.sends, setAside },
          sending: 'closed',
          next: 'Compare it with the bank: “submissions --reconcile” shows both sides and enables sending.',
        }),
      );
      return 0;
    } finally {
      backup.discard();
    }
  },
};
