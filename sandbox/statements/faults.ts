import type { Statement } from '../../shared/bank/statements.ts';
import { addDays, dayNumber } from '../../shared/calendar/calendar.ts';
import { JsonNumber } from '../../shared/json/exact-json.ts';
import { minorDigits } from '../../shared/money/currencies.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { applyChange, bookEntry } from '../ledger/changes.ts';
import { entryAt, type LedgerAccount } from '../ledger/ledger.ts';
import { createRandom } from '../seed/random.ts';
import { dayMs } from '../server/clock.ts';
import type { Fault, FaultKind, FaultOf } from '../server/faults/faults.ts';
import type { StatementQuestion } from './dialect.ts';
import type { StatementsBank } from './state.ts';
import { placeOf } from './statement.ts';

/** Applies faults that change the book or the question before a page is read; the answer then agrees with the book. */
export function disturb(
  bank: StatementsBank,
  account: LedgerAccount,
  question: StatementQuestion,
  faults: readonly Fault[],
): StatementQuestion {
  const has = (kind: FaultKind) => faults.some((fault) => fault.kind === kind);
  if (has('moving-page')) bookLateEntry(bank, account, question);
  if (has('rewritten-entry')) rewriteOldest(bank, account, question);
  if (has('withdrawn-entry')) withdrawOldest(bank, account, question);
  const offset = Math.max(0, question.offset - question.pageSize);
  return has('duplicate-page') ? { ...question, offset } : question;
}

function bookLateEntry(
  bank: StatementsBank,
  account: LedgerAccount,
  { to }: StatementQuestion,
): void {
  const endOfDayMs = dayNumber(addDays(to, 1)) * dayMs - 1;
  bookEntry(bank.ledger, {
    account: account.number,
    at: new Date(Math.min(endOfDayMs, bank.clock.now())).toISOString(),
    amount: '25',
    direction: 'credit',
    transactionType: 'transfer',
    narration: 'Inward payment booked while the statement was being read',
  });
}

function rewriteOldest(
  bank: StatementsBank,
  account: LedgerAccount,
  question: StatementQuestion,
): void {
  const id = oldestId(account, question);
  if (id === undefined) return;
  const narration = `Corrected by the bank, notice ${bank.ledger.changes.length + 1}`;
  applyChange(bank.ledger, { kind: 'rewrite', account: account.number, id, narration });
}

function withdrawOldest(
  bank: StatementsBank,
  account: LedgerAccount,
  question: StatementQuestion,
): void {
  const id = oldestId(account, question);
  if (id !== undefined) applyChange(bank.ledger, { kind: 'withdraw', account: account.number, id });
}

function oldestId(account: LedgerAccount, period: StatementQuestion): string | undefined {
  const { start, end } = placeOf(account.book, period);
  return start < end ? entryAt(account, start).id : undefined;
}

/** A statement as it goes over the wire: here anything may be written into it. */
type WireStatement = {
  closingBalance: unknown;
  statement: { data: Record<string, unknown>[]; totalItems: unknown; totalPages: unknown };
};

type Falsifiers = {
  readonly [K in FaultKind]?: (wire: WireStatement, fault: FaultOf<K>, answer: Statement) => void;
};

const falsifiers: Falsifiers = {
  'missing-page': ({ statement }) => {
    statement.data = [];
  },
  'shuffled-order': ({ statement }) => {
    statement.data = shuffled(statement.data);
  },
  'lying-total': ({ statement }, { by }, answer) => {
    lieAboutTotal(statement, answer, by ?? 1);
  },
  'lying-closing': (wire, _fault, answer) => {
    wire.closingBalance = number(nextDecimal(answer.closingBalance, currencyOf(answer)));
  },
  'entry-twice': ({ statement }, _fault, answer) => {
    const [first] = statement.data;
    if (first) statement.data.push({ ...first, amount: otherAmount(answer) });
  },
  'amount-text': (wire, { text }) => {
    writeFirst(wire, { amount: number(text ?? '12.123456789') });
  },
  'unknown-currency': (wire, { value }) => {
    writeFirst(wire, { currency: value ?? 'XQQ' });
  },
  'unknown-direction': (wire, { value }) => {
    writeFirst(wire, { direction: value ?? 'sideways' });
  },
  'impossible-date': (wire, { value }) => {
    writeFirst(wire, { transactionDate: value ?? '2026-02-30T09:00:00.000Z' });
  },
};

/** Applies faults that falsify the answer itself; `answer` is the statement, `wire` the same encoded. */
export function falsify(wire: unknown, answer: Statement, faults: readonly Fault[]): void {
  for (const fault of faults)
    falsifiers[fault.kind]?.(wire as WireStatement, fault as never, answer);
}

function writeFirst({ statement }: WireStatement, fields: Record<string, unknown>): void {
  const [first] = statement.data;
  if (first) Object.assign(first, fields);
}

function lieAboutTotal(page: WireStatement['statement'], { statement }: Statement, by: number) {
  const total = Math.max(0, statement.totalItems + by);
  page.totalItems = number(String(total));
  page.totalPages = number(String(Math.ceil(total / statement.pageSize)));
}

const currencyOf = ({ statement }: Statement): string => statement.data[0]?.currency ?? 'USD';

const otherAmount = (answer: Statement): JsonNumber =>
  number(nextDecimal(answer.statement.data[0]?.amount ?? '0', currencyOf(answer)));

/** The decimal one unit of the currency's last place above. */
function nextDecimal(decimal: string, currency: string): string {
  const digits = minorDigits(currency);
  return fromUnits(toUnits(decimal) + 10n ** BigInt(4 - digits), digits);
}

const number = (text: string): JsonNumber => new JsonNumber(text);

function shuffled<T>(list: readonly T[]): T[] {
  const random = createRandom(list.length);
  const keyed = list.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
