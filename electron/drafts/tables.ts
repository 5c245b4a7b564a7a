import type { Timestamp } from '../../shared/calendar.ts';
import { row, rows, run, type Journal } from '../store/database.ts';

/** What was typed under that key and not sent yet; null where nothing was. */
export function readDraft(journal: Journal, key: string): string | null {
  return row<{ text: string }>(journal, 'SELECT text FROM draft WHERE key = ?', key)?.text ?? null;
}

/** More than anybody begins; a window that wrote more is not read to its end. */
const begunMax = 1_000;

/** Every form that was begun: their keys have a beginning of their own. */
export const begunDrafts = (journal: Journal): { key: string; text: string }[] =>
  rows<{ key: string; text: string }>(
    journal,
    `SELECT key, text FROM draft WHERE key >= 'begun ' AND key < 'begun!' ORDER BY key LIMIT ?`,
    begunMax,
  );

export function keepDraft(journal: Journal, key: string, text: string, savedAt: Timestamp): void {
  run(
    journal,
    `INSERT INTO draft (key, text, saved_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at`,
    key,
    text,
    savedAt,
  );
}

export function forgetDraft(journal: Journal, key: string): void {
  run(journal, 'DELETE FROM draft WHERE key = ?', key);
}
