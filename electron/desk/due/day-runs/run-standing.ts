import { clockText } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { DeskClock } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { Continuity } from '../../../engines/submissions/continuity.ts';
import { lastReconciliation } from '../../../engines/submissions/journal/reconciliations.ts';
import type { DayRun } from '../../../nouns/due-payments/day-runs/tables.ts';
import { dueDaysAt } from '../../../nouns/due-payments/due-days.ts';

/** now: it may be sent · wait: its day has not come, or the desk cannot send yet · over: it sends nothing any more. */
export type RunStanding =
  | { readonly is: 'now' | 'wait' }
  | { readonly is: 'over'; readonly reason: string };

type Parts = {
  readonly journal: Journal;
  readonly clock: DeskClock;
  readonly continuity: Continuity;
  readonly bank: { readonly session: { isSignedIn(): boolean } };
};

/**
 * Whether a run may be sent at this moment. It ends for good where its time is over by one of the two clocks, where the journal is not the
 * one in which it was planned, and where it was planned on another desk. Without the bank's time it waits.
 */
export function runStanding(
  { journal, clock, continuity, bank }: Parts,
  run: Pick<DayRun, 'day' | 'until' | 'reconciledAt' | 'plannedAt' | 'actor'>,
  deskId: string,
): RunStanding {
  const over = (reason: string): RunStanding => ({ is: 'over', reason });
  if (run.actor.desk !== deskId) return over('It was planned on another desk.');
  const allowed = continuity.allows({ correlationId: 'day-run' });
  if (!allowed.ok) return over(allowed.error.message);
  if ((lastReconciliation(journal)?.openedAt ?? null) !== run.reconciledAt)
    return over('The sent log was compared with the bank after the run was planned.');
  const now = clock.now();
  if (now < Date.parse(run.plannedAt))
    return over('The clock of this machine was set back to before the run was planned.');
  const { first, last } = dueDaysAt(clock);
  if (last > run.day) return over(`${fullDay(run.day, 'named')} was over before it was sent.`);
  const { bank: bankTime } = clock.moment();
  if (Math.max(now, bankTime?.mostMs ?? now) >= Date.parse(run.until))
    return over(`It was ${clockText(run.until)} before it was sent.`);
  const isReady = first === run.day && bankTime !== null && bank.session.isSignedIn();
  return { is: isReady ? 'now' : 'wait' };
}
