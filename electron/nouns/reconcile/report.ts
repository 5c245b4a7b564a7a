import {
  dayOf,
  type IsoDate,
  type Period,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import type {
  ReconcileAnswer,
  ReconcileKind,
  ReconcileReport,
  ReconcileRow,
  ReconcileVerdict,
} from '../../../shared/ipc/review/reconcile.ts';
import type { JournalPayment } from '../../engines/submissions/journal/journal-payments.ts';
import { moneyIn, moneyOrNull } from './amounts.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import {
  accountOf,
  dayOfGroup,
  differenceOf,
  hasFailed,
  mainRowOf,
  timesListed,
  type BankGroup,
  type Comparison,
  type Pair,
} from './compare.ts';
import { daysOf } from './days.ts';
import type { Obstacles } from './obstacles.ts';

type Compared = {
  readonly comparedAt: Timestamp;
  readonly period: Period;
  readonly journalStatus: JournalStatus;
  readonly answers: readonly ReconcileAnswer[];
  readonly comparison: Comparison;
  /** Sent and without an answer, also after they were looked up. */
  readonly open: readonly JournalPayment[];
  readonly verdict: ReconcileVerdict;
  readonly obstacles: Obstacles;
};

/** Returns the report of a comparison, for persons and programs. */
export function reportOf(compared: Compared): ReconcileReport {
  const { comparedAt, period, journalStatus, answers, comparison, open, verdict, obstacles } =
    compared;
  const today = period.to;
  const lists = listsOf(comparison, open, today);
  return {
    comparedAt,
    from: period.from,
    to: period.to,
    journalStatus,
    verdict,
    reasons: obstacles.closes.length > 0 ? obstacles.closes : obstacles.looks,
    next: nextOf[verdict],
    answers,
    counts: {
      found: lists.found.length,
      corrected: lists.corrected.length,
      different: lists.different.length,
      notShown: lists.notShown.length,
      open: lists.open.length,
      unexplained: lists.unexplained.length,
    },
    days: daysOf(comparison, today),
    agreeing: comparison.agreeing.length,
    newlyFound: comparison.lacking.length,
    ...lists,
  };
}

function listsOf(
  comparison: Comparison,
  open: readonly JournalPayment[],
  today: IsoDate,
): Pick<ReconcileReport, ReconcileKind> {
  const { lacking, foundBefore, corrected, different, notShown, unexplained } = comparison;
  return {
    found: newestFirst([
      ...lacking.map((group) => rowOfGroup(group, null, today)),
      ...foundBefore.map(({ own, group }) => rowOfGroup(group, own, today)),
    ]),
    corrected: newestFirst(corrected.map(({ group }) => rowOfGroup(group, null, today))),
    different: newestFirst(different.map((pair) => rowOfPair(pair, today))),
    notShown: newestFirst(notShown.map(rowOfOwn)),
    open: newestFirst(open.map(rowOfOwn)),
    unexplained: newestFirst(
      unexplained.map(({ accountNumber, id, day, amount, currency, narration }) => ({
        accountNumber,
        entryId: id,
        date: day ?? today,
        amount: moneyIn(amount === null ? 0n : toUnits(amount), currency),
        narration,
      })),
    ),
  };
}

const newestFirst = <T extends { readonly date: IsoDate }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.date.localeCompare(a.date, 'en'));

const nextOf: Readonly<Record<ReconcileVerdict, string>> = {
  open: 'Sending enabled: there is nothing to do.',
  confirm: 'Look at the figures. If they are right, enable sending with your name.',
  look: 'Look at what is named above in the bank’s own records, then enable sending with your name, saying that you did.',
  closed: 'Sending stays paused. Correct what is named above, then compare with the bank again.',
};

function rowOfGroup(group: BankGroup, own: JournalPayment | null, today: IsoDate): ReconcileRow {
  const row = mainRowOf(group);
  const rows = [...group.listed, ...group.debits];
  return {
    reference: group.reference,
    date: dayOfGroup(group) ?? today,
    accountNumber: accountOf(group),
    counterparty: row.beneficiaryName || row.beneficiaryId,
    amount: moneyOrNull(row.amount, row.currency),
    status: row.status,
    sources: [...new Set(rows.map(({ source }) => source))],
    recordIds: rows.map(({ id }) => id),
    state: own?.state ?? (hasFailed(group) ? 'refused' : 'accepted'),
    remark: timesListed(group) ?? debitOfFailed(group),
  };
}

/** Describes a debit of a failed payment, which only a person can clear up with the bank. */
function debitOfFailed(group: BankGroup): string | null {
  const debit = group.debits.find(({ isFee }) => !isFee);
  return debit && hasFailed(group)
    ? `The bank lists it as ${mainRowOf(group).status}, and its statement shows the debit ${debit.id}.`
    : null;
}

const rowOfPair = (pair: Pair, today: IsoDate): ReconcileRow => ({
  ...rowOfGroup(pair.group, pair.own, today),
  remark: differenceOf(pair),
});

const rowOfOwn = (own: JournalPayment): ReconcileRow => ({
  reference: own.reference,
  date: dayOf(own.createdAt),
  accountNumber: own.accountNumber,
  counterparty: own.counterparty,
  amount: moneyOrNull(own.amount, own.currency),
  status: '',
  sources: [],
  recordIds: [],
  state: own.state,
  remark: null,
});
