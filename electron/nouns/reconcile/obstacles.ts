import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { type JournalStatus, isLockedState } from '../../../shared/ipc/submissions.ts';
import type { ReconcileAnswer, ReconcileVerdict } from '../../../shared/ipc/review/reconcile.ts';
import { limits } from '../../../shared/limits.ts';

/** The facts that decide whether sending may be opened. */
export type ReconcileFacts = {
  readonly journalStatus: JournalStatus;
  readonly nowMs: number;
  /** How far the bank's clock is ahead of ours; null when the bank gives no time. */
  readonly bankOffsetMs: number | null;
  readonly lists: readonly ReconcileAnswer[];
  /** The list of payments is among them, and was read to its end. */
  readonly hasList: boolean;
  readonly statements: readonly ReconcileAnswer[];
  /** Some statements could not be read now and may be readable later, for example without a connection. */
  readonly isCutOff: boolean;
  /** Payments at the bank that are no send of the journal. */
  readonly found: number;
  readonly notShown: number;
  readonly unexplained: number;
};

/** closes: sending stays closed · looks: a person must look first, in the bank's own records. */
export type Obstacles = { readonly closes: readonly string[]; readonly looks: readonly string[] };

/** The most that the two clocks may differ; beyond it nothing is concluded from times. */
const clocksApartMaxMs = 60_000;

/** Returns what keeps sending closed after the comparison. Each obstacle ends only as its text says. */
export function obstaclesOf(facts: ReconcileFacts): Obstacles {
  const { lists, statements, hasList } = facts;
  const failedLists = lists.filter(({ state }) => state === 'failed');
  const unread = statements.filter(({ state }) => state === 'failed');
  const closes = [
    ...failedLists.map(({ what, why }) => `The bank did not show ${what} to its end. ${why ?? ''}`),
    ...(facts.isCutOff ? unreadWords(unread) : []),
    ...(statements.length === 0
      ? ['No account of this bank is known here, so that no statement could be asked: name one.']
      : []),
    ...settling(facts),
  ];
  const isBlind =
    !hasList && !facts.isCutOff && statements.every(({ state }) => state === 'failed');
  const looks = [
    ...(isBlind
      ? ['This bank has neither a list of payments nor a statement that can be read.']
      : []),
    ...(facts.isCutOff || isBlind ? [] : unreadWords(unread)),
    ...statements
      .filter(({ state }) => state === 'doubtful')
      .map(({ what, why }) => `${capital(what)} was read and is not proven. ${why ?? ''}`),
    ...(facts.notShown > 0
      ? [
          `The bank does not show ${counted(facts.notShown, 'payment')} that the journal has: what lacks these may lack others.`,
        ]
      : []),
    ...(facts.unexplained > 0 && (!hasList || !isAccounted(facts))
      ? [`${counted(facts.unexplained, 'debit')} without a reference may be payments of this desk.`]
      : []),
  ];
  return { closes: closes.map(trimmed), looks: looks.map(trimmed) };
}

export function verdictOf(
  journalStatus: JournalStatus,
  { closes, looks }: Obstacles,
): ReconcileVerdict {
  if (!isLockedState(journalStatus.state)) return 'open';
  if (closes.length > 0) return 'closed';
  return looks.length > 0 ? 'look' : 'confirm';
}

/** Whether the known payments reach the highest count of sends of any witness. Then no send is still on its way unseen. */
const isAccounted = ({ journalStatus, found }: ReconcileFacts): boolean =>
  journalStatus.expectedSends > 0 && journalStatus.sends + found >= journalStatus.expectedSends;

/** The bank may not yet show a recent send: the settle window must pass, by clocks that agree. */
function settling(facts: ReconcileFacts): string[] {
  const { journalStatus, nowMs, bankOffsetMs } = facts;
  if (!isLockedState(journalStatus.state) || isAccounted(facts)) return [];
  const last = journalStatus.lastSentAt ?? journalStatus.since;
  if (last === null) return [];
  if (bankOffsetMs !== null && Math.abs(bankOffsetMs) > clocksApartMaxMs)
    return [
      'This machine’s clock and the bank’s are more than a minute apart: set the clock, then ask again.',
    ];
  const earliestMs = Date.parse(last) + limits.settleWindowMs;
  if (nowMs >= earliestMs) return [];
  return [
    `A payment may have left at ${clockOf(last)}, and the bank may take ten minutes to show it: ask again after ${clockOf(new Date(earliestMs).toISOString())}.`,
  ];
}

const clockOf = (at: Timestamp): string => `${at.slice(11, 16)} UTC`;
/** Writes one sentence for all that failed for the same reason. */
function unreadWords(unread: readonly ReconcileAnswer[]): string[] {
  const reasons = [...new Set(unread.map(({ why }) => why ?? ''))];
  return reasons.map((reason) => {
    const failed = unread.filter(({ why }) => (why ?? '') === reason);
    const [only] = failed;
    return failed.length === 1 && only
      ? `${capital(only.what)} could not be read. ${reason}`
      : `The statements of ${String(failed.length)} accounts could not be read. ${reason}`;
  });
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const counted = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
const trimmed = (text: string): string => text.trim();
