import { basename } from 'node:path';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import { ok } from '../../../shared/result.ts';
import { storedFilesOfDesk } from '../open-bank/stored-files.ts';
import type { DeskSession } from '../session/desk-session.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { SaveAs } from '../../engines/exports/whole-file.ts';

type Ports = {
  readonly saveAs: SaveAs;
  readonly openFile: () => Promise<string | undefined>;
  readonly version: string;
};

export const backupHandlers = (
  session: DeskSession,
  { saveAs, openFile, version }: Ports,
): Pick<Handlers, 'backup.write' | 'backup.restore'> => ({
  'backup.write': async ({ passphrase }) => {
    const { copy, profile, clock } = session.open();
    const name = profile.bankFile.name.replace(/[^A-Za-z0-9-]+/g, '-');
    const path = await saveAs(`${todayAt(clock.now())}_${name}.nostro-backup`);
    if (path === undefined) return ok({ saved: false });
    // The dialog asked before it returned the path of an existing file.
    const parts = { copy, profile, clock, version, listAttached: storedFilesOfDesk };
    const options = { passphrase, replace: true };
    // The code that writes it is loaded on first use.
    const { writeBackup } = await import('../../connections/local-copy/backup/write-backup.ts');
    const { at, files, filesMissing } = await writeBackup(parts, path, options);
    return ok({ saved: true, fileName: basename(path), at, files, filesMissing });
  },
  'backup.restore': async ({ passphrase }, context) => {
    session.open();
    const path = await openFile();
    if (path === undefined) return ok({ restored: false });
    const restored = await session.restoreBackup({ path, passphrase }, context);
    return restored.ok ? ok({ restored: true }) : restored;
  },
});
