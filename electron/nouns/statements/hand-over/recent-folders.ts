import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** More profiles than anyone has. Beyond this the oldest is deleted. */
const foldersMax = 100;

/** Returns the saved folders by profile; the empty name stands for no profile. They stay in the main process. */
export const savedFolders = (journal: Journal): { profile: string; path: string }[] =>
  rows(journal, 'SELECT profile, path FROM hand_over_folder ORDER BY profile LIMIT ?', foldersMax);

export function saveFolder(journal: Journal, profile: string, path: string): void {
  writeJournal(journal, 'hand_over_folder', () => {
    run(
      journal,
      `INSERT INTO hand_over_folder (profile, path) VALUES (?, ?)
     ON CONFLICT (profile) DO UPDATE SET path = excluded.path`,
      profile,
      path,
    );
    run(
      journal,
      `DELETE FROM hand_over_folder WHERE rowid NOT IN
     (SELECT rowid FROM hand_over_folder ORDER BY rowid DESC LIMIT ?)`,
      foldersMax,
    );
  });
}

export function forgetFolder(journal: Journal, profile: string): void {
  writeJournal(journal, 'hand_over_folder', () =>
    run(journal, 'DELETE FROM hand_over_folder WHERE profile = ?', profile),
  );
}

/** Returns the folder of a profile. Throws `file.unwritable` if none is saved or it no longer exists. */
export async function folderOf(journal: Journal, profile: string): Promise<string> {
  const sql = 'SELECT path FROM hand_over_folder WHERE profile = ?';
  const saved = row<{ path: string }>(journal, sql, profile);
  if (saved === null) throw new DeskFault('file.unwritable', 'No folder is kept for it yet.');
  const { path } = saved;
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory() === true) return path;
  throw new DeskFault('file.unwritable', `The folder ${folderName(path)} is not there any more.`);
}

/** The folder's name in the window: without its path. */
export const folderName = (path: string): string => basename(path) || path;
