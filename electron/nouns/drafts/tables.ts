import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** What lies under a key, and the reference under which it is to be sent; null where it has none. */
type Draft = {
  readonly key: string;
  readonly text: string;
  readonly savedAt: Timestamp;
  readonly reference: string | null;
};

/** A text that is no JSON has no reference. */
const columns = `key, text, saved_at AS savedAt,
  CASE WHEN json_valid(text) THEN CAST(json_extract(text, '$.reference') AS TEXT) END AS reference`;

/** What was typed under that key and not sent yet; null where nothing was. */
export function readDraft(journal: Journal, key: string): string | null {
  return row<{ text: string }>(journal, 'SELECT text FROM draft WHERE key = ?', key)?.text ?? null;
}

/** More than anybody begins; a window that wrote more is not read to its end. */
const begunMax = 1_000;

/** Every form that was begun: their keys have a beginning of their own. */
export const begunDrafts = (journal: Journal): Draft[] =>
  rows<Draft>(
    journal,
    `SELECT ${columns} FROM draft WHERE key >= 'begun ' AND key < 'begun!' ORDER BY key LIMIT ?`,
    begunMax,
  );

/** So many are listed. */
const listedMax = 200;

/** Whatever is kept, the one touched last first. */
export const listDrafts = (journal: Journal): Draft[] =>
  rows<Draft>(
    journal,
    `SELECT ${columns} FROM draft ORDER BY saved_at DESC, key LIMIT ?`,
    listedMax,
  );

export function keepDraft(journal: Journal, key: string, text: string, savedAt: Timestamp): void {
  writeJournal(journal, 'draft', () =>
    run(
      journal,
      `INSERT INTO draft (key, text, saved_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at`,
      key,
      text,
      savedAt,
    ),
  );
}

export function forgetDraft(journal: Journal, key: string): void {
  writeJournal(journal, 'draft', () => run(journal, 'DELETE FROM draft WHERE key = ?', key));
}
