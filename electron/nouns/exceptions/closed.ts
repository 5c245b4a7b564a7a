import { actorText, type Stamp } from '../../../shared/actor.ts';
import type { DoneAct, ManyChanged } from '../../../shared/ipc/route.ts';
import { RecentActs } from '../../engines/machine/recent-acts.ts';
import { prepared, rows, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** Returns those of the given exceptions that a person dismissed. */
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

/** An exception of an act; `at` counts in its request. */
type Named = { readonly at: number; readonly exceptionId: string };
type Act = { readonly closed: readonly Named[]; readonly stamp: Stamp };

const acts = new RecentActs<Act>();

/** Dismisses exceptions in one transaction; the first person to dismiss one stays recorded. Durable before it returns. */
export function closeExceptions(
  journal: Journal,
  named: readonly Named[],
  stamp: Stamp,
): Omit<DoneAct, 'skipped'> {
  const closed = writeJournal(journal, 'exception_closed', () =>
    named.filter(
      ({ exceptionId }) =>
        prepared(
          journal,
          'INSERT OR IGNORE INTO exception_closed (exception_id, closed_at, actor) VALUES (?, ?, ?)',
        ).run(exceptionId, stamp.at, actorText(stamp.actor)).changes === 1,
    ),
  );
  return { act: acts.add(journal, { closed, stamp }), changed: closed.length };
}

/** Restores the exceptions that an act dismissed and that were not restored since, in one transaction. Durable before it returns. */
export function putBackExceptions(journal: Journal, act: number): ManyChanged {
  const { closed, stamp } = acts.find(journal, act);
  const skipped = writeJournal(journal, 'exception_closed', () =>
    closed.filter(
      ({ exceptionId }) =>
        prepared(
          journal,
          'DELETE FROM exception_closed WHERE exception_id = ? AND closed_at = ? AND actor = ?',
        ).run(exceptionId, stamp.at, actorText(stamp.actor)).changes === 0,
    ),
  );
  acts.remove(journal, act);
  return {
    changed: closed.length - skipped.length,
    skipped: skipped.map(({ at }) => ({ at, reason: 'changed' })),
  };
}
