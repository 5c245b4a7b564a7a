import { limits } from '../../../shared/limits.ts';
import type { RequiredFields } from '../../../shared/bank/required-fields.ts';
import { createHash } from 'node:crypto';

import { expect, onTestFinished } from 'vitest';

import type { CacheReader } from '../../../electron/engines/store/database.ts';
import type { Submission } from '../../../electron/engines/submissions/journal/submission-table.ts';
import {
  createSubmission,
  settleSubmission,
  type Settlement,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import { intentOf as transferIntent } from '../../../electron/nouns/payments/send.ts';
import type { Account } from '../../../shared/bank/accounts.ts';
import { type WriterMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import type { DayVerdict } from '../../../electron/nouns/accounts/days.ts';
import type {
  UnreadableEntry,
  IncomingEntry,
} from '../../../electron/nouns/statements/entries/incoming.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { createBankClient, type BankClient } from '../../../electron/engines/bank/client.ts';
import type { CallContext } from '../../../electron/engines/bank/plan.ts';
import { noWords, type StatusWords } from '../../../electron/engines/bank/mapping/status-terms.ts';
import {
  deskClock,
  timestampNow,
  type Context,
} from '../../../electron/engines/machine/context.ts';
import type { Continuity } from '../../../electron/engines/submissions/continuity.ts';
import { notePaid } from '../../../electron/nouns/beneficiaries/fingerprints.ts';
import { bankDetailsOf, fingerprintOf } from '../../../electron/nouns/beneficiaries/fingerprint.ts';
import type { Sent } from '../../../electron/engines/submissions/sent.ts';
import type {
  ChangingOperation,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../shared/bank/catalogue.ts';
import { Beneficiary, type BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import { dayNumber } from '../../../shared/calendar/calendar.ts';
import type { Moment } from '../../../shared/calendar/moment.ts';
import { fail, type AppError, type ErrorCode, type Outcome } from '../../../shared/errors.ts';
import { openSending } from './open-sending.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import type { DeskParts } from '../../../electron/desk/open-bank/changes.ts';
import { partsIn } from './desk-parts.ts';

export const context: Context = { correlationId: 'test' };
/** A Friday, ten in the morning. */
export const beginning = '2026-11-20T10:00:00.000Z';
export const paying = '9988776655';
/** A payment of the tests, but for its reference. */
export const hundredToPayee = {
  ...{ accountNumber: paying, beneficiaryId: 'b-1', amount: '100.00', currency: 'USD' },
};

type Answer<N extends OperationName> = (
  input: OperationInput<N>,
  context: CallContext,
) => Outcome<OperationOutput<N>> | Promise<Outcome<OperationOutput<N>>>;

/** What the bank says to each operation. */
type Answers = { [N in OperationName]?: Answer<N> };

/** The bank as a test scripts it; everything may be changed while it is used. */
type LoneBank = {
  answers: Answers;
  /** Every question, in order. */
  readonly calls: { readonly name: OperationName; readonly input: unknown }[];
  /** The same, each as `operation {input}`. */
  readonly asked: string[];
  /** Operations that its bank file does not name. */
  readonly closed: Set<OperationName>;
  /** When a person signed in; null before. */
  signedInAt: string | null;
  words: StatusWords;
  /** Extra fields that its bank file asks for. */
  fields: RequiredFields;
  /** How far its clock is ahead of ours; null while it answered none. Milliseconds. */
  clockAheadMs: number | null;
  /** Payments of a file that may be on their way at once. */
  paymentsAtOnce: number;
  lastDate: ReturnType<BankClient['bankDate']>;
};

export type LoneDesk = {
  readonly parts: DeskParts;
  readonly bank: LoneBank;
  readonly cache: WriterMethods;
  readonly reader: CacheReader;
  readonly announced: Submission[];
  /** What went wrong here behind an acceptance. */
  readonly faults: AppError[];
  readonly continuity: { -readonly [Name in keyof Continuity]: Continuity[Name] };
  /** How often the bank was asked so. */
  readonly asked: (name: OperationName) => number;
  /** Time passes by every clock of this machine. Milliseconds. */
  readonly passes: (ms: number) => void;
  /** Somebody sets the wall clock; no time passes. Milliseconds. */
  readonly setsWall: (ms: number) => void;
};

/**
 * A desk by itself: a real journal and a real local copy, clocks that stand until a test moves them, and a bank inside this
 * process that answers what the test says. For what is not about HTTP. What has no answer is closed, or, where `answers` are
 * given at once, open: to ask it then fails the test.
 */
export function openLoneDesk(given: Partial<Continuity> = {}, answers?: Answers): LoneDesk {
  const time = { wall: Date.parse(beginning), monotonic: 0 };
  const script: LoneBank = {
    answers: answers ?? {},
    calls: [],
    asked: [],
    closed: new Set(),
    signedInAt: beginning,
    words: noWords,
    fields: {},
    clockAheadMs: null,
    paymentsAtOnce: limits.paymentsAtOnceMax,
    lastDate: null,
  };
  const isOpen = (name: OperationName): boolean =>
    !script.closed.has(name) && (answers !== undefined || script.answers[name] !== undefined);
  const unanswered: Unanswered = (name, { correlationId }) =>
    answers === undefined
      ? fail('operation.closed', correlationId, { operation: name })
      : expect.fail(`the bank was asked for ${name}`);
  const wall = { now: () => time.wall, monotonicMs: () => time.monotonic };
  const clock = deskClock(wall, () => script.lastDate);
  const bank = scriptedClient(script, wall, { isOpen, unanswered });
  const continuity = { ...openSending, ...given };
  const open = partsIn(tempFolder(), { bank, clock, continuity });
  const { parts, copy: cache, announced, faults } = open;
  onTestFinished(async () => {
    await bank.close();
    open.close();
  });
  return {
    parts,
    bank: script,
    cache,
    reader: parts.reader,
    announced,
    faults,
    continuity,
    asked: (name) => script.calls.filter((call) => call.name === name).length,
    passes: (ms) => {
      time.wall += ms;
      time.monotonic += ms;
    },
    setsWall: (ms) => {
      time.wall += ms;
    },
  };
}

type Unanswered = (name: OperationName, context: Context) => Outcome<never>;

/** A client that never gets as far as a connection. */
function scriptedClient(
  script: LoneBank,
  clock: Parameters<typeof createBankClient>[0]['clock'],
  { isOpen, unanswered }: { isOpen: (name: OperationName) => boolean; unanswered: Unanswered },
): BankClient {
  const bankFile = parseBankFile(
    JSON.stringify({ name: 'Scripted', environment: 'uat', baseUrl: 'https://bank.invalid' }),
  );
  if (!bankFile.ok) expect.fail(bankFile.error.message);
  const client = createBankClient({ bankFile: bankFile.value, clock });
  return {
    ...client,
    call: async <N extends OperationName>(
      name: N,
      input: OperationInput<N>,
      callContext: CallContext,
    ): Promise<Outcome<OperationOutput<N>>> => {
      script.calls.push({ name, input });
      script.asked.push(`${name} ${JSON.stringify(input)}`);
      const answer: Answers[N] = script.answers[name];
      return answer ? answer(input, callContext) : unanswered(name, callContext);
    },
    isOpen,
    requiredFields: (name) => script.fields[name] ?? [],
    whyClosed: (name, { correlationId }) =>
      isOpen(name) ? null : fail('operation.closed', correlationId, { operation: name }).error,
    session: {
      ...client.session,
      isSignedIn: () => script.signedInAt !== null,
      signedInAt: () => script.signedInAt,
    },
    get statusWords() {
      return script.words;
    },
    get paymentsAtOnce() {
      return script.paymentsAtOnce;
    },
    clockOffsetMs: () => script.clockAheadMs,
    bankDate: () => script.lastDate,
  };
}

/** What was asked for; a failure fails the test. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) expect.fail(`${outcome.error.code} ${outcome.error.message}`);
  return outcome.value;
}

/** A failure as the client returns it. */
export const failed = (code: ErrorCode, more: Partial<AppError> = {}) => fail(code, 'test', more);

/** The bank's own no, with an HTTP status. */
export const refused = (status: number, message = 'no') =>
  failed('bank.refused', { bank: { status, message } });

/** A list that fits on one page. */
export const onePage = <T>(data: readonly T[]) => ({
  data: [...data],
  page: 1,
  pageSize: Math.max(200, data.length),
  totalItems: data.length,
  totalPages: 1,
});

/** A transfer as the bank answers it: a hundred dollars to b-1, made at the beginning. */
export const transferOf = (given: Partial<Transfer> & { readonly id: string }): Transfer => ({
  reference: '',
  status: 'BOOKED',
  reason: '',
  accountNumber: paying,
  beneficiaryId: 'b-1',
  beneficiaryName: 'Ada Obi',
  amount: '100.00',
  currency: 'USD',
  fee: null,
  narration: '',
  createdAt: beginning,
  settledAt: null,
  ...given,
});

/** A beneficiary as the bank answers it. */
export const payeeOf = (
  entityId: string,
  given: Partial<BeneficiaryRecord> = {},
): BeneficiaryRecord => ({
  ...Beneficiary.decode({
    name: 'Ada Obi',
    accountName: 'Ada Obi Ltd',
    accountNumber: '0123456789',
    bankBicOrCode: 'ABNGNGLA',
    bankName: 'Access Bank',
    country: 'NGA',
    currencyIso3Code: 'USD',
  }),
  entityId,
  ...given,
});

/** A payment that was accepted to these bank details, at the beginning. */
export function paidTo({ parts: { journal } }: LoneDesk, payee: BeneficiaryRecord): void {
  const details = bankDetailsOf(payee);
  const fingerprint = fingerprintOf(details);
  notePaid(journal, payee.entityId, { details, fingerprint, paidAt: beginning });
}

/** An account of the local copy with this balance. */
export const accountOf = (given: Partial<Account> = {}): Account => ({
  accountId: paying,
  clientId: '',
  entityId: '',
  uniqueRequestId: '',
  currencyIso3Code: 'USD',
  accountName: 'Operations',
  status: '',
  availableBalance: '500.00',
  accountType: '',
  fundingDetails: null,
  ...given,
});

/** A payment of a hundred dollars to b-1 in the journal, in any state; on its way unless one is given. */
export function written(
  { parts: { journal, clock } }: Pick<LoneDesk, 'parts'>,
  reference: string,
  {
    amount = '100.00',
    payee = 'b-1',
    currency = 'USD',
    ...settlement
  }: { amount?: string; payee?: string; currency?: string } & Partial<Omit<Settlement, 'at'>> = {},
): Submission {
  const order = { accountNumber: paying, beneficiaryId: payee, amount, currency, reference };
  const { payload: input, likeness = null, ...intent } = transferIntent(order, null);
  const payload = JSON.stringify(input);
  const payloadHash = createHash('sha256').update(payload).digest('hex');
  const at = timestampNow(clock);
  const { submission } = createSubmission(
    journal,
    { ...intent, likeness, payload, payloadHash },
    { at, correlationId: 'test', clocks: clock.moment() },
  );
  const { state } = settlement;
  if (state === undefined) return submission;
  return settleSubmission(journal, submission.submissionId, { ...settlement, state, at });
}

/** A change as the journal has it, sent at the beginning and without an answer; by value, for what needs no journal. */
export const submissionOf = (given: Partial<Submission> = {}): Submission => ({
  submissionId: 's-1',
  origin: 'sent',
  reference: 'R-1',
  operation: 'createSingleTransfer',
  subject: 'transfer:R-1',
  payload: '{}',
  payloadHash: '',
  about: null,
  likeness: null,
  state: 'unknown',
  createdAt: beginning,
  settledAt: null,
  error: null,
  answer: null,
  recordId: null,
  confirmed: null,
  attempts: [],
  lookups: [],
  ...given,
});

/** The same with what was sent. */
export const sentOf = <N extends ChangingOperation>(
  operation: N,
  input: OperationInput<N>,
  given: Partial<Submission> = {},
): Sent<N> => ({ operation, input, submission: submissionOf({ operation, ...given }) });

/** The day of the beginning. */
export const firstDay = dayNumber(beginning.slice(0, 10));

/** A debit of a hundred dollars in the statement of the account that pays, an hour into the first day's business. */
export const debitOf = (id: string, given: Partial<IncomingEntry> = {}): IncomingEntry => ({
  id,
  amountE4: 1_000_000n,
  currency: 'USD',
  direction: 'debit',
  transactionType: 'transfer',
  at: '2026-11-20T11:00:00.000Z',
  day: firstDay,
  narration: 'Payment',
  customReference: '',
  balanceE4: 0n,
  ordinal: 0,
  ...given,
});

/** The statement of some days as it was read: of the first day unless others are given, begun now and proven. */
export function readStatement(
  { cache, parts: { clock } }: LoneDesk,
  entries: readonly IncomingEntry[],
  {
    account = paying,
    from = firstDay,
    to = from,
    begun = clock.moment(),
    state = 'proven',
    aside = [],
    closing = null,
  }: {
    account?: string;
    from?: number;
    to?: number;
    begun?: Moment | null;
    state?: DayVerdict['state'];
    aside?: readonly UnreadableEntry[];
    /** What every day of it ends with, in 10^-4. */
    closing?: bigint | null;
  } = {},
): void {
  cache.ensureAccount(account, 'USD');
  const { rangeId } = cache.beginRange({ accountNumber: account, from, to });
  const numbered = entries.map((entry, ordinal) => ({ ...entry, ordinal }));
  const now = timestampNow(clock);
  cache.savePage({ rangeId, cursor: '{}', entries: numbered, unreadable: aside, seenAt: now });
  const nothing = { entries: 0, openingE4: null, closingE4: closing, broken: null };
  const days = Array.from({ length: to - from + 1 }, (_, index) => ({
    day: from + index,
    state,
    ...nothing,
  }));
  cache.finishRange({ rangeId, asOf: now, begun, days, withdraw: true });
}
