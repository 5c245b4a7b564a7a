import type { RateLock, Trade } from '../../../shared/bank/conversions.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type {
  BookedLeg,
  FourWayMatch,
  MatchColumn,
} from '../../../shared/ipc/changes/conversions.ts';
import type { AgreedQuote } from '../../../shared/ipc/submissions.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { compare, sumByCurrency, type Money } from '../../../shared/money/money.ts';
import { disagreements, figuresOf, type Figures } from './trade-figures.ts';

export type MatchSources = {
  /** What was agreed at this desk; null when the deal was made elsewhere. */
  readonly agreed: AgreedQuote | null;
  /** The bank's answer to Lock Rate; null when none came. */
  readonly lock: RateLock | null;
  readonly trade: Trade;
  readonly legs: readonly BookedLeg[];
  /** When the statement of an account was last read to its end; null when never. */
  readonly statementAsOf: (accountNumber: string) => Timestamp | null;
};

const nothing: Figures = { sell: null, buy: null, rate: null, fee: null };
const figures = ['sell', 'buy', 'rate', 'fee'] as const;
const names: Readonly<Record<MatchColumn['source'], string>> = {
  quote: 'the quote',
  lock: 'the lock',
  trade: 'the trade',
  booked: 'the statement',
};

/** Compares quote, lock, trade and booked legs: a figure that two of them have must be the same. */
export function fourWayMatch(sources: MatchSources): FourWayMatch {
  const columns = columnsOf(sources);
  const differences = [...differencesOf(columns), ...strayBookings(sources)];
  const missing = missingOf(sources);
  return {
    state: differences.length > 0 ? 'differs' : missing.length > 0 ? 'open' : 'matched',
    columns,
    findings: [...differences, ...missing, ...lostAnswer(sources)],
  };
}

function columnsOf({ agreed, lock, trade, legs }: MatchSources): MatchColumn[] {
  return [
    column('quote', agreed, agreed?.quoteId),
    column('lock', lock && figuresOf(lock), lock?.lockId),
    column('trade', figuresOf(trade), trade.tradeId),
    column('booked', bookedFigures(legs), legs.map(({ entryId }) => entryId).join(' · ')),
  ];
}

const column = (
  source: MatchColumn['source'],
  given: Figures | null,
  record: string | undefined,
): MatchColumn => {
  const { sell, buy, rate, fee } = given ?? nothing;
  return { source, sell, buy, rate, fee, record: record === '' ? null : (record ?? null) };
};

const bookedFigures = (legs: readonly BookedLeg[]): Figures => ({
  sell: bookedSum(legs, 'sold'),
  buy: bookedSum(legs, 'bought'),
  rate: null,
  fee: bookedSum(legs, 'fee'),
});

/** Everything booked as one leg: booked twice, it is twice as much and differs. */
const bookedSum = (legs: readonly BookedLeg[], wanted: BookedLeg['leg']): Money | null =>
  sumByCurrency(legs.filter(({ leg }) => leg === wanted).map(({ amount }) => amount))[0] ?? null;

/** Compares each source with the first that has the same figure. */
function differencesOf(columns: readonly MatchColumn[]): string[] {
  return columns.flatMap((column) =>
    figures.flatMap((figure) => {
      const first = columns.find((other) => other[figure] !== null) ?? column;
      const own = { ...nothing, [figure]: column[figure] };
      return disagreements([names[column.source], own], [names[first.source], first]);
    }),
  );
}

/** A booked fee that no source announced. */
function strayBookings({ agreed, lock, trade, legs }: MatchSources): string[] {
  const fee = bookedSum(legs, 'fee');
  const wasAnnounced = [agreed?.fee, lock?.fee, trade.fee].some(
    (announced) => (announced ?? null) !== null,
  );
  return fee && !wasAnnounced
    ? [`A fee of ${formatMoney(fee)} is booked that was never announced.`]
    : [];
}

function missingOf(sources: MatchSources): string[] {
  const { agreed, trade, legs } = sources;
  const here =
    agreed === null
      ? ['The deal was not made at this desk: its quote and lock are not known.']
      : [];
  const unbooked = unbookedOf(sources);
  if (trade.settledAt === null && legs.length === 0) return [...here, unsettled(trade)];
  return [...here, ...unbooked];
}

const unsettled = ({ status, reason }: Trade): string =>
  `The bank has not settled the trade. Its status is “${status}”${reason === '' ? '.' : `: ${reason}.`}`;

/** The legs that the statements do not show, account by account. */
function unbookedOf({ agreed, trade, legs, statementAsOf }: MatchSources): string[] {
  const has = (wanted: BookedLeg['leg']): boolean => legs.some(({ leg }) => leg === wanted);
  const fee = agreed?.fee ?? figuresOf(trade).fee;
  const isFeeDue = fee !== null && compare(fee, { amount: '0', currency: fee.currency }) > 0;
  const sold = [...(has('sold') ? [] : ['sale']), ...(!isFeeDue || has('fee') ? [] : ['fee'])];
  const bought = has('bought') ? [] : ['purchase'];
  const since = trade.settledAt ?? trade.createdAt ?? '';
  const wasRead = (accountNumber: string): boolean => (statementAsOf(accountNumber) ?? '') > since;
  return [
    [sold, trade.sellAccountNumber] as const,
    [bought, trade.buyAccountNumber] as const,
  ].flatMap(([what, accountNumber]) =>
    what.length === 0 ? [] : [unbooked(what, accountNumber, wasRead(accountNumber))],
  );
}

function unbooked(what: readonly string[], accountNumber: string, wasRead: boolean): string {
  const subject = `The ${what.join(' and the ')} ${what.length > 1 ? 'are' : 'is'}`;
  return wasRead
    ? `${subject} not in the statement of ${accountNumber}, which was read since.`
    : `${subject} not booked in the local copy yet: a sync of ${accountNumber} brings it.`;
}

/** A finding that does not put the other three sources in doubt. */
const lostAnswer = ({ agreed, lock, trade }: MatchSources): string[] =>
  agreed && !lock
    ? [
        `No answer to the lock came; the trade was found by its reference${trade.lockId === '' ? '' : ` and names the lock ${trade.lockId}`}.`,
      ]
    : [];
