import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** The text stored under a key, and the reference under which it is to be sent; null where it has none. */
type Draft = {
  readonly key: string;
  readonly text: string;
  readonly savedAt: Timestamp;
  readonly reference: string | null;
};

/** A text that is no JSON has no reference. */
const columns = `key, text, saved_at AS savedAt,
  CASE WHEN json_valid(text) THEN CAST(json_extract(text, '$.reference') AS TEXT) END AS reference`;

/** Returns the text that was typed under a key and not sent yet; null where there is none. */
export function readDraft(journal: Journal, key: string): string | null {
  return row<{ text: string }>(journal, 'SELECT text FROM draft WHERE key = ?', key)?.text ?? null;
}

/** More than a person begins; a window that wrote more is not read to its end. */
const begunMax = 1_000;

/** Returns every form that was begun: their keys share a prefix. */
export const begunDrafts = (journal: Journal): Draft[] =>
  rows<Draft>(
    journal,
    `SELECT ${columns} FROM draft WHERE key >= 'begun ' AND key < 'begun!' ORDER BY key LIMIT ?`,
    begunMax,
  );

/** The number of drafts listed. */
const listedMax = 200;

/** Lists drafts, the last saved first. */
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
