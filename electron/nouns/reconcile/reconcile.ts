import {
  addDays,
  earliest,
  latest,
  todayAt,
  type Period,
} from '../../../shared/calendar/calendar.ts';
import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { isLockedState, type JournalStatus } from '../../../shared/ipc/submissions.ts';
import type { ReconcileAnswer, ReconcileReport } from '../../../shared/ipc/review/reconcile.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { listAccounts, type AccountWrites } from '../accounts/tables.ts';
import { coverage } from '../statements/proof/coverage.ts';
import {
  accountsInJournal,
  journalPayments,
} from '../../engines/submissions/journal/journal-payments.ts';
import { unreadableCount, debitsOf } from '../statements/statement-debits.ts';
import { refreshAccounts } from '../accounts/refresh.ts';
import type { SyncRunner } from '../statements/sync/sync-runner.ts';
import type { AccountResult } from '../statements/sync/sync-accounts.ts';
import type { LookupRunner } from '../../engines/submissions/lookup/lookup-runner.ts';
import { adopt } from './adopt.ts';
import { askTrades, askTransfers, type RequestedList } from './read-lists.ts';
import type { BankRow } from './bank-row.ts';
import { compare, type Comparison } from './compare.ts';
import { obstaclesOf, verdictOf } from './obstacles.ts';
import { reportOf } from './report.ts';
import type { TradeWrites } from '../conversions/tables.ts';
import type { TransferWrites } from '../payments/tables.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';

export type ReconcileParts = {
  readonly changes: WritingParts<AccountWrites & TransferWrites & TradeWrites>;
  readonly runner: Pick<SyncRunner, 'start' | 'stop' | 'ended' | 'results'>;
  readonly lookups: Pick<LookupRunner, 'tick'>;
};

export type ReconcileQuestion = {
  /** In addition to the known accounts. */
  readonly accountNumbers?: readonly string[];
  /** Called with what the bank is asked for, in words. */
  readonly onStep?: (words: string) => void;
};

/** The days that are requested where it is unknown since when the journal may have gaps. */
const unknownDays = 365;

/**
 * Compares the journal with the bank: its lists to their end, and the statements from the last moment that both sides know. Adopts what the
 * journal lacks, and looks up again what has no answer. Only reads at the bank, and does not open sending. What could not be read is
 * reported, and nothing is concluded from it.
 */
export async function reconcile(
  parts: ReconcileParts,
  { accountNumbers = [], onStep = () => undefined }: ReconcileQuestion,
  context: Context,
): Promise<Outcome<ReconcileReport>> {
  const { bank, journal, clock, continuity } = parts.changes;
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const comparedAt = timestampNow(clock);
  const journalStatus = continuity.status();
  const period = periodOf(parts, journalStatus);
  onStep('the lists of payments and conversions');
  const transfers = await askTransfers(parts.changes, context);
  const lists = [
    transfers,
    await askTrades(parts.changes, context),
    ...(await askAccounts(parts, context)),
  ];
  const isUnreachable = lists.some(({ error }) => error !== null && cutsOff(error));
  const accounts = accountsKnown(parts, lists, accountNumbers);
  onStep('the statements');
  const statements = isUnreachable
    ? accounts.map((account) => ({ answer: notRequested(account), error: null }))
    : await askStatements(parts, accounts, period, context);
  if (context.signal?.aborted) return fail('cancelled', context.correlationId);
  const rows = [
    ...lists.flatMap((list) => list.rows),
    ...accounts.flatMap((account) => statementRows(parts, account, period)),
  ];
  const comparison = compare(journalPayments(journal), rows, period);
  const hasLearnt = adopt(parts.changes, comparison);
  if (hasLearnt && !isLockedState(journalStatus.state)) {
    const witnessed = await continuity.adopted(context);
    if (!witnessed.ok) return witnessed;
  }
  onStep('what has no answer yet');
  await parts.lookups.tick({ all: true });
  const answers = {
    lists: lists.map(({ answer }) => answer),
    statements: statements.map(({ answer }) => answer),
  };
  const obstacles = obstaclesOf({
    journalStatus,
    nowMs: clock.now(),
    bankOffsetMs: bank.clockOffsetMs(),
    ...answers,
    hasList: transfers.answer.state === 'whole',
    isCutOff: isUnreachable || statements.some(({ error }) => error !== null && cutsOff(error)),
    found: foundCount(comparison, journalStatus),
    notShown: comparison.notShown.length,
    unexplained: comparison.unexplained.length,
  });
  return ok(
    reportOf({
      comparedAt,
      period,
      journalStatus,
      answers: [...answers.lists, ...answers.statements],
      comparison,
      open: journalPayments(journal).filter(
        ({ state }) => state === 'unknown' || state === 'sending',
      ),
      verdict: verdictOf(journalStatus, obstacles),
      obstacles,
    }),
  );
}

/** Starts at the last moment that both sides know, less the settle window and one more day, as banks date in their own zone. */
function periodOf({ changes: { clock, bank } }: ReconcileParts, { knownUntil }: JournalStatus) {
  const nowMs = clock.now();
  const today = todayAt(Math.max(nowMs, nowMs + (bank.clockOffsetMs() ?? 0)));
  const since =
    knownUntil === null
      ? addDays(today, -unknownDays)
      : addDays(todayAt(Date.parse(knownUntil) - limits.settleWindowMs), -1);
  return {
    from: latest(earliest(since, today), addDays(today, 1 - limits.periodDaysMax)),
    to: today,
  };
}

/** Failures after which the bank may well answer later. */
const cutsOff = ({ code }: AppError): boolean =>
  code.startsWith('network.') ||
  code.startsWith('session.') ||
  code.startsWith('store.') ||
  code === 'bank.busy' ||
  code === 'bank.unavailable' ||
  code === 'cancelled';

async function askAccounts(
  { changes }: ReconcileParts,
  context: Context,
): Promise<RequestedList[]> {
  if (!changes.bank.isOpen('getAllAccounts')) return [];
  const read = await refreshAccounts(changes, context);
  const what = 'the list of accounts';
  return [
    read.ok
      ? {
          answer: { what, state: 'whole', rows: read.value.count, why: null },
          rows: [],
          error: null,
        }
      : {
          answer: { what, state: 'failed', rows: 0, why: read.error.message },
          rows: [],
          error: read.error,
        },
  ];
}

/** Returns the accounts of the local copy (which now has the bank's list), those of the journal and of the lists, and the named ones. */
const accountsKnown = (
  { changes: { reader, journal } }: ReconcileParts,
  lists: readonly RequestedList[],
  named: readonly string[],
): string[] => [
  ...new Set([
    ...named,
    ...listAccounts(reader).map(({ accountNumber }) => accountNumber),
    ...accountsInJournal(journal),
    ...lists
      .flatMap(({ rows }) => rows)
      .flatMap(({ accountNumber }) => (accountNumber === '' ? [] : [accountNumber])),
  ]),
];

type RequestedStatement = { readonly answer: ReconcileAnswer; readonly error: AppError | null };

const statementOf = (accountNumber: string): string => `the statement of ${accountNumber}`;

const notRequested = (accountNumber: string): ReconcileAnswer => ({
  what: statementOf(accountNumber),
  state: 'failed',
  rows: 0,
  why: 'Not asked, as the bank did not answer before.',
});

async function askStatements(
  parts: ReconcileParts,
  accounts: readonly string[],
  period: Period,
  context: Context,
): Promise<RequestedStatement[]> {
  if (accounts.length === 0) return [];
  const { runner } = parts;
  await runner.stop();
  const stop = (): void => void runner.stop();
  context.signal?.addEventListener('abort', stop);
  runner.start({ accountNumbers: accounts, ...period }, context);
  await runner.ended();
  context.signal?.removeEventListener('abort', stop);
  const results = new Map(runner.results.map((result) => [result.accountNumber, result]));
  return accounts.map((account) =>
    statementResult(parts, results.get(account), { account, period }),
  );
}

/** A statement counts as whole when every day of the period is proven and nothing of it was set aside. */
function statementResult(
  { changes: { reader } }: ReconcileParts,
  result: AccountResult | undefined,
  { account, period }: { account: string; period: Period },
): RequestedStatement {
  const what = statementOf(account);
  if (!result) return { answer: notRequested(account), error: null };
  if (!result.outcome.ok) {
    const { error } = result.outcome;
    return { answer: { what, state: 'failed', rows: 0, why: error.message }, error };
  }
  const { problem, summary } = result.outcome.value;
  const days = coverage(reader, account, period.from, period.to);
  const unproven = days.find(({ state }) => state !== 'proven');
  const unreadable = unreadableCount(reader, account, period);
  const why =
    problem?.message ??
    (unreadable > 0
      ? `${String(unreadable)} of its entries could not be read and were set aside.`
      : null) ??
    (unproven ? `${unproven.date} is not proven.` : null);
  return {
    answer: { what, state: why === null ? 'whole' : 'doubtful', rows: summary.received, why },
    error: null,
  };
}

const statementRows = (
  { changes: { reader } }: ReconcileParts,
  accountNumber: string,
  period: Period,
): BankRow[] =>
  debitsOf(reader, accountNumber, period).map((debit) => ({
    source: 'statement',
    id: debit.id,
    reference: debit.reference.trim(),
    accountNumber,
    beneficiaryId: '',
    beneficiaryName: '',
    amount: debit.amount,
    fee: null,
    currency: debit.currency,
    at: debit.at,
    day: debit.day,
    status: '',
    narration: debit.narration,
    hasFailed: false,
    isFee: debit.transactionType.toLowerCase() === 'fee',
  }));

/** The most that the bank's and this machine's times of one moment may differ, in milliseconds. */
const sameMomentMs = 60_000;

/**
 * Counts payments of the bank that may be sends of the journal's lost part. Counts none before the newest of those sends is among them:
 * else sends that are still on their way would be taken for found.
 */
function foundCount(
  { lacking, foundBefore }: Comparison,
  { knownUntil, lastSentAt }: JournalStatus,
): number {
  const times = [...lacking, ...foundBefore.map(({ group }) => group)].map(({ listed }) => {
    const at = listed[0]?.at ?? null;
    return at === null ? null : Date.parse(at);
  });
  const since = knownUntil === null ? -Infinity : Date.parse(knownUntil) - sameMomentMs;
  const last = lastSentAt === null ? Infinity : Date.parse(lastSentAt) - sameMomentMs;
  if (!times.some((at) => at !== null && at >= last)) return 0;
  return times.filter((at) => at !== null && at >= since).length;
}
