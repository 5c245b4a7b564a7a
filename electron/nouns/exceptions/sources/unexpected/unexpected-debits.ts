import { dateOfDayNumber, dayNumber, todayAt } from '../../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../../shared/calendar/day-labels.ts';
import { toUnits } from '../../../../../shared/money/decimal.ts';
import { formatCount, formatMoney } from '../../../../../shared/money/format.ts';
import { moneyOfUnits } from '../../../../../shared/money/money.ts';
import type { Journal } from '../../../../engines/store/database.ts';
import { ownOrders, type OrderParts } from '../../../../engines/submissions/orders/own-orders.ts';
import { moneyRecordsByReference } from '../../../../engines/store/records/money-lists.ts';
import { accountByNumber } from '../../../accounts/tables.ts';
import { tradeList } from '../../../conversions/tables.ts';
import { transferList } from '../../../payments/tables.ts';
import { exceptionId, type ExceptionParts, type Finding, type Source } from '../exception.ts';
import { isCharge, type ArrivedDebit } from './arrived-debit.ts';
import { withoutOrder } from './without-order.ts';
import { withoutUnanswered } from './without-unanswered.ts';

/** The days of debits that are checked; older ones were handled elsewhere. */
const watchedDays = 30;
/** The most debits of an account with an exception each; more share one. */
const shownMax = 10;

/** The days for which the other leg of an own transfer is still searched. */
const legDays = 7;
/** The most cached debits; more clear the cache. */
const lookedMax = 50_000;

/** The cache of a desk's debits. */
type Looked = {
  /** Whether a rhythm or an own transfer excuses a debit. */
  readonly excused: Map<string, boolean>;
  /** The joined names of all debits under a reference that an accepted order explains; a further debit changes the name. */
  readonly ordered: Set<string>;
};

const lookedAt = new WeakMap<Journal, Looked>();

function lookedIn(journal: Journal): Looked {
  const known = lookedAt.get(journal) ?? { excused: new Map(), ordered: new Set() };
  if (known.excused.size > lookedMax) known.excused.clear();
  if (known.ordered.size > lookedMax) known.ordered.clear();
  lookedAt.set(journal, known);
  return known;
}

/**
 * Finds debits that arrived since the first sync of their account and that nothing explains: not an own order or its fee, an own transfer,
 * a known rhythm, a rule's label on a charge, or an order without an answer.
 */
export const unexpectedDebits: Source = async (parts) => {
  const { debits } = parts;
  if (debits === undefined) return [];
  const since = dayNumber(todayAt(parts.clock.now())) - watchedDays;
  const arrived = await parts.questions.ask('arrivedDebits', [{ since, places: debits.places }]);
  const open = (await unordered(debits.orders, arrived)).filter(
    (debit) => !(isCharge(debit) && debit.isLabelled) && !isOfTeam(parts, debit),
  );
  const unexplained = withoutUnanswered(parts.journal, await withoutExcuse(parts, open));
  const accounts = Map.groupBy(unexplained, ({ accountNumber }) => accountNumber);
  return [...accounts.values()].flatMap((own) => findingsOf(parts, own));
};

/** Returns the debits that no own order explains. Reads the journal once for a payment file of thousands. */
async function unordered(
  orders: OrderParts,
  arrived: readonly ArrivedDebit[],
): Promise<readonly ArrivedDebit[]> {
  const { ordered } = lookedIn(orders.journal);
  const groups = [...Map.groupBy(arrived, ({ reference }) => reference)].map(
    ([reference, own]) => ({ reference, name: own.map(nameOf).join(' ') }),
  );
  const waiting = groups.filter(({ name }) => !ordered.has(name));
  const references = new Set(waiting.map(({ reference }) => reference));
  const own = await ownOrders(orders, [...references].filter(Boolean));
  const open = withoutOrder(
    arrived.filter(({ reference }) => references.has(reference)),
    own,
  );
  const unexplained = new Set(open.map(({ reference }) => reference));
  const accepted = new Set(
    own.filter(({ state }) => state === 'accepted').map(({ reference }) => reference),
  );
  for (const { reference, name } of waiting)
    if (accepted.has(reference) && !unexplained.has(reference)) ordered.add(name);
  return open;
}

/** Whether a colleague ordered it. Claims are compared with the bank's lists; an order without one is an exception of its own. */
function isOfTeam({ reader, unclaimed }: ExceptionParts, debit: ArrivedDebit): boolean {
  if (unclaimed === undefined || debit.reference === '') return false;
  const { accountNumber, reference } = debit;
  return (
    moneyRecordsByReference(reader, transferList, reference).some(
      ({ record }) =>
        record.accountNumber === accountNumber &&
        (isCharge(debit) || isAmount(record.amount, debit.units)),
    ) ||
    moneyRecordsByReference(reader, tradeList, reference).some(
      ({ record }) =>
        record.sellAccountNumber === accountNumber &&
        (isCharge(debit) || isAmount(record.sellAmount, debit.units)),
    )
  );
}

const isAmount = (amount: string | null | undefined, units: bigint): boolean =>
  typeof amount === 'string' && toUnits(amount) === units;

const nameOf = ({ accountNumber, entryId, version }: ArrivedDebit): string =>
  JSON.stringify([accountNumber, entryId, version]);

/** Compares each debit with the rhythms of its account once, and with own transfers as long as the other leg may come. */
async function withoutExcuse(
  { journal, questions, debits, clock }: ExceptionParts,
  open: readonly ArrivedDebit[],
): Promise<ArrivedDebit[]> {
  const { excused } = lookedIn(journal);
  const unexcused = open.filter((debit) => excused.get(nameOf(debit)) !== true);
  const unread = new Set(
    unexcused.filter((debit) => !excused.has(nameOf(debit))).map(({ key }) => key),
  );
  const since = dayNumber(todayAt(clock.now())) - legDays;
  const wanted = unexcused.filter(({ key, day }) => day >= since || unread.has(key));
  if (wanted.length === 0 || debits === undefined) return unexcused;
  const question = { debits: wanted, unread: [...unread], places: debits.places };
  const keys = new Set(await questions.ask('excusedDebits', [question], { urgency: 'soon' }));
  for (const debit of wanted) excused.set(nameOf(debit), keys.has(debit.key));
  return unexcused.filter(({ key }) => !keys.has(key));
}

/** Lists the newest debits one by one, and the others of the account together. */
function findingsOf(parts: ExceptionParts, debits: readonly ArrivedDebit[]): Finding[] {
  const newest = debits.toReversed();
  const others = newest.slice(shownMax);
  const single = newest.slice(0, shownMax).map((debit) => findingOf(parts, debit));
  const [first] = others;
  return first === undefined ? single : [...single, togetherOf(parts, first, others)];
}

function accountText({ reader }: ExceptionParts, accountNumber: string): string {
  const name = accountByNumber(reader, accountNumber)?.accountName ?? '';
  return name === '' ? accountNumber : name;
}

function findingOf(parts: ExceptionParts, debit: ArrivedDebit): Finding {
  const { accountNumber, entryId, version, units, currency, counterparty, narration } = debit;
  const amount = moneyOfUnits(units, currency);
  const day = dateOfDayNumber(debit.day);
  const name = counterparty ?? narration;
  return {
    exceptionId: exceptionId('unexpected-debit', JSON.stringify([accountNumber, entryId, version])),
    kind: 'unexpected-debit',
    title: `${formatMoney(amount)} left ${accountText(parts, accountNumber)}${name === '' ? '' : `: ${name}`}`,
    detail: [
      `Booked on ${fullDay(day)}`,
      counterparty === null || narration === '' ? '' : `, “${narration}”`,
      debit.reference === '' ? '' : `, reference ${debit.reference}`,
      '. No order of this desk, no known rhythm and no known fee explains it.',
    ].join(''),
    status: null,
    amount,
    since: debit.transactionDate,
    next: 'Open the entry',
    place: { view: 'statements', accountNumber, from: day, to: day, entryId },
    submissionId: null,
  };
}

function togetherOf(
  parts: ExceptionParts,
  newest: ArrivedDebit,
  others: readonly ArrivedDebit[],
): Finding {
  const { accountNumber, currency } = newest;
  const alike = others.filter((debit) => debit.currency === currency);
  const sum = alike.reduce((total, { units }) => total + units, 0n);
  const from = dateOfDayNumber(others.at(-1)?.day ?? newest.day);
  const to = dateOfDayNumber(newest.day);
  return {
    exceptionId: exceptionId('unexpected-debit', `${accountNumber} others`, nameOf(newest)),
    kind: 'unexpected-debit',
    title: `${formatCount(others.length)} more debits of ${accountText(parts, accountNumber)}`,
    detail: `Booked from ${fullDay(from)} to ${fullDay(to)}. No order of this desk, no known rhythm and no known fee explains them.`,
    status: null,
    amount: alike.length === others.length ? moneyOfUnits(sum, currency) : null,
    since: newest.transactionDate,
    next: 'Open the statement',
    place: { view: 'statements', accountNumber, from, to },
    submissionId: null,
  };
}
