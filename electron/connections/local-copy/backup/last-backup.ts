import { join } from 'node:path';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { readSmallJson } from '../../../engines/machine/small-file.ts';

/** When a backup of this bank was last written on this machine; null when none was. */
export function lastBackupAt(folder: string): Timestamp | null {
  const noted = readSmallJson(noteOf(folder)) as { at?: unknown } | null;
  return typeof noted?.at === 'string' ? noted.at : null;
}

/** The file that stores the time of the last backup. */
export const noteOf = (folder: string): string => join(folder, 'last-backup.json');
