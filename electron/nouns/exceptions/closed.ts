import { actorText, type Stamp } from '../../../shared/actor.ts';
import { rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** Those of the given exceptions that a person laid aside. */
export const closedAmong = (
  journal: Journal,
  exceptionIds: readonly string[],
): ReadonlySet<string> =>
  new Set(
    rows<{ id: string }>(
      journal,
      'SELECT exception_id AS id FROM exception_closed WHERE exception_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(exceptionIds),
    ).map(({ id }) => id),
  );

/** It was laid aside by mistake. Durable before it returns. */
export function putBackException(journal: Journal, exceptionId: string): void {
  writeJournal(journal, 'exception_closed', () =>
    run(journal, 'DELETE FROM exception_closed WHERE exception_id = ?', exceptionId),
  );
}

/** A person laid it aside; the first one to do so is kept. Durable before it returns. */
export function closeException(journal: Journal, exceptionId: string, { at, actor }: Stamp): void {
  writeJournal(journal, 'exception_closed', () =>
    run(
      journal,
      'INSERT OR IGNORE INTO exception_closed (exception_id, closed_at, actor) VALUES (?, ?, ?)',
      exceptionId,
      at,
      actorText(actor),
    ),
  );
}
