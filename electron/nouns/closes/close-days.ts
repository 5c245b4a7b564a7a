import type { Actor } from '../../../shared/actor.ts';
import { dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type {
  CloseAccount,
  ClosedDays,
  CloseProof,
  ClosePeriod,
  DaysReview,
  DayToClose,
} from '../../../shared/ipc/review/closes.ts';
import { edgeDay } from '../accounts/days.ts';
import { listAccounts } from '../accounts/tables.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import { closeDraftOf, todayOf, type CloseDraft, type CloseParts } from './close-draft.ts';
import { close, type RunExports } from './closing.ts';
import { openDaysUntil, type OpenDay } from './covered.ts';
import type { LateParts } from './late.ts';
import { newestOver } from './periods.ts';

/** Lists the open days that are over. Where nothing is closed yet, they start no earlier than the first day of the local copy. */
export const openDays = ({ journal, reader }: LateParts, today: IsoDate): OpenDay[] =>
  openDaysUntil(journal, newestOver('day', today), ({ from, to }) => {
    const days = { from: dayNumber(from), to: dayNumber(to), edge: 'first' } as const;
    return (
      listAccounts(reader)
        .flatMap(({ accountNumber }) => edgeDay(reader, accountNumber, days)?.date ?? [])
        .toSorted()[0] ?? null
    );
  });

/** Reads the open days that are over, oldest first, up to the first that cannot be closed without a reason. */
export async function reviewDays(
  parts: CloseParts,
): Promise<Pick<DaysReview, 'days' | 'accounts' | 'stop'>> {
  // Exceptions are those of now, for any day: they are read once.
  const items = parts.exceptions();
  const once: CloseParts = { ...parts, exceptions: () => items };
  const days: DayToClose[] = [];
  let accounts: readonly CloseAccount[] = [];
  for (const { period, from, to } of openDays(parts, todayOf(parts))) {
    const draft = await closeDraftOf(once, period, { days: { from, to } });
    const { obstacle, points } = draft;
    if (obstacle !== null || points.length > 0)
      return { days, accounts, stop: { period, obstacle, points } };
    days.push(dayOf(draft));
    ({ accounts } = draft);
  }
  return { days, accounts, stop: null };
}

const dayOf = ({ period, from, to, digest, accounts }: CloseDraft): DayToClose => ({
  ...{ period, from, to, digest },
  entries: accounts.reduce((sum, { entries }) => sum + entries, 0),
});

type DaysRequest = {
  /** In this order; each with the digest of the figures that the person reviewed. */
  readonly days: readonly { readonly period: ClosePeriod; readonly digest: string }[];
  readonly actor: Actor;
};

/**
 * Closes days one after the other. Stops at the first that has an open point, has changed since its review, or whose exports cannot be
 * written. The days before it stay closed. Throws where it is the first.
 */
export async function closeDays(
  parts: CloseParts,
  { days, actor }: DaysRequest,
  runExports: RunExports,
): Promise<ClosedDays> {
  const proofs: CloseProof[] = [];
  let stop: ClosedDays['stop'] = null;
  for (const { period, digest } of days) {
    const outcome = await attempt(() =>
      close(parts, { period, digest, reasons: {}, actor }, runExports),
    );
    if (outcome.ok) {
      proofs.push(outcome.value);
      continue;
    }
    if (proofs.length === 0) throw outcome.error;
    stop = { period, why: outcome.error.message };
    break;
  }
  return {
    closed: proofs.map(({ period, closedAt }) => ({ period, closedAt })),
    closedBy: actor.name,
    exports: proofs.reduce((sum, { exports }) => sum + exports.length, 0),
    stop,
  };
}
