import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import type { Ratio } from '../../../../shared/money/rate.ts';

/** An account with a plan. All amounts are units of 10^-4 of its currency. */
export type PlannedAccount = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly floor: bigint | null;
  readonly ceiling: bigint | null;
  readonly target: bigint | null;
  /** After what is in flight; null where none is known. */
  readonly balance: bigint | null;
  /** Its movements in the days ahead, by day, without what is in flight from it; money out is negative. */
  readonly lines: readonly { readonly day: IsoDate; readonly units: bigint }[];
};

/** A crossed plan: the first day, and the most by which it is crossed. */
export type CrossedPlan = {
  readonly accountNumber: string;
  readonly side: 'floor' | 'ceiling';
  readonly by: bigint;
  readonly day: IsoDate;
};

/** A move between two own accounts. */
export type ProposedMove = {
  readonly kind: 'transfer' | 'conversion';
  readonly from: string;
  readonly to: string;
  /** The side whose amount is exact: what is sold, also by a transfer, or what is bought. */
  readonly side: 'sell' | 'buy';
  /** Units of the currency of that side, a whole number of its minor digits. */
  readonly amount: bigint;
  /** The amount of the other side at the known rate; null for a transfer. */
  readonly other: bigint | null;
  readonly because: CrossedPlan;
};

/** A plan that no move restores. */
export type UnmetPlan = {
  readonly because: CrossedPlan | null;
  readonly accountNumber: string;
  /** Units that are missing, or too many; null where no balance is known. */
  readonly missing: bigint | null;
  readonly why: 'no-balance' | 'no-source' | 'no-room' | 'no-rate';
};

export type Proposed = {
  readonly moves: readonly ProposedMove[];
  readonly unmet: readonly UnmetPlan[];
};

/** How much of one currency a unit of another is; null where no rate is known. */
type RateOf = (from: string, to: string) => Ratio | null;

/** By how many percent the bank's price may be worse than the known rate before a source would fall under its own target. */
const marginPercent = 2n;

/** The largest amount that the desk can hold, with 14 digits before the point. */
const unitsMax = 10n ** 18n - 1n;

/**
 * Returns the moves that bring each account under its floor back to its target (else its floor), and each account over its ceiling down
 * to its target (else its ceiling). Transfers come before conversions. An account gives only what it has now, less all that leaves it in
 * the days ahead, and never under its own target, floor or, with no other bound, ceiling. An account that needs money gives none, one
 * that is given money gives none, and what is proposed once is not proposed again.
 */
export function proposeMoves(
  accounts: readonly PlannedAccount[],
  { today, rateOf }: { readonly today: IsoDate; readonly rateOf: RateOf },
): Proposed {
  const unmet: UnmetPlan[] = [];
  const positions = accounts.flatMap((account): Position[] => {
    const { accountNumber, balance, floor, ceiling } = account;
    if (balance !== null) return [positionOf({ ...account, balance }, today)];
    if (floor !== null || ceiling !== null)
      unmet.push({ accountNumber, because: null, missing: null, why: 'no-balance' });
    return [];
  });
  const moves: ProposedMove[] = [];
  const short = positions.filter(({ need }) => need > 0n);
  for (const one of short.toSorted((a, b) => compareDays(a.crossed?.day, b.crossed?.day))) {
    coverShort(one, { positions, moves, rateOf });
    if (one.crossed && one.need > 0n)
      unmet.push({
        ...{ accountNumber: one.accountNumber, because: one.crossed, missing: one.need },
        why: lacksRate(one, positions, ({ spare }) => spare, rateOf) ? 'no-rate' : 'no-source',
      });
  }
  for (const one of positions.filter(isOver)) {
    spreadExcess(one, { positions, moves, rateOf });
    if (one.crossed && isOver(one))
      unmet.push({
        ...{ accountNumber: one.accountNumber, because: one.crossed, missing: one.excess },
        why: lacksRate(one, positions, ({ room }) => room, rateOf) ? 'no-rate' : 'no-room',
      });
  }
  return { moves, unmet };
}

type Position = {
  readonly accountNumber: string;
  readonly currency: string;
  /** One minor unit of the currency. */
  readonly step: bigint;
  readonly crossed: CrossedPlan | null;
  /** Missing to the target. */
  need: bigint;
  /** What it can give. */
  spare: bigint;
  /** What it can receive up to its target. */
  room: bigint;
  /** The amount above its target (else its ceiling); 0 where it is not over its ceiling. */
  excess: bigint;
  /** The part of the excess above the ceiling itself. */
  beyond: bigint;
};

function positionOf(
  {
    accountNumber,
    currency,
    floor,
    ceiling,
    target,
    balance,
    lines,
  }: PlannedAccount & { readonly balance: bigint },
  today: IsoDate,
): Position {
  const step = 10n ** BigInt(4 - shownDigits(currency));
  const ends = dayEnds(balance, lines, today);
  const balances = ends.map(({ units }) => units);
  const lowest = balances.reduce(lesser);
  const highest = balances.reduce(greater);
  const leaving = lines.reduce((sum, { units }) => (units < 0n ? sum + units : sum), 0n);
  const sure = balance + leaving;
  const common = { accountNumber, currency, step, need: 0n, spare: 0n, room: 0n };
  const level = { excess: 0n, beyond: 0n };
  if (floor !== null && lowest < floor) {
    const day = ends.find(({ units }) => units < floor)?.day ?? today;
    const crossed = { accountNumber, side: 'floor', by: floor - lowest, day } as const;
    const need = roundedUp((target ?? floor) - lowest, step);
    return { ...common, ...level, crossed, need };
  }
  const least = target ?? floor ?? ceiling;
  const spare = least === null ? 0n : roundedDown(sure - least, step);
  if (ceiling !== null && sure > ceiling) {
    const beyond = sure - ceiling;
    const crossed = { accountNumber, side: 'ceiling', by: beyond, day: today } as const;
    const excess = roundedDown(sure - (target ?? ceiling), step);
    return { ...common, crossed, spare, excess, beyond };
  }
  const room = target === null ? 0n : roundedDown(target - highest, step);
  return { ...common, ...level, crossed: null, spare, room };
}

/** Returns the balance now and after each day ahead. */
function dayEnds(
  balance: bigint,
  lines: PlannedAccount['lines'],
  today: IsoDate,
): { readonly day: IsoDate; readonly units: bigint }[] {
  const ends = [{ day: today, units: balance }];
  const byDay = Map.groupBy(lines, ({ day }) => (day < today ? today : day));
  let units = balance;
  for (const day of [...byDay.keys()].toSorted(compareDays)) {
    units = (byDay.get(day) ?? []).reduce((sum, line) => sum + line.units, units);
    if (day === today) ends[0] = { day, units };
    else ends.push({ day, units });
  }
  return ends;
}

type Moving = {
  readonly positions: readonly Position[];
  readonly moves: ProposedMove[];
  readonly rateOf: RateOf;
};

const isOver = ({ excess, beyond }: Position): boolean => excess > 0n && beyond > 0n;

/** Takes first from accounts over their ceiling, then from one that covers the whole, then from the one with most. */
function coverShort(short: Position, { positions, moves, rateOf }: Moving): void {
  const because = short.crossed;
  if (because === null) return;
  const sources = positions.filter(({ spare }) => spare > 0n);
  const alike = sources.filter(({ currency }) => currency === short.currency);
  for (const source of alike.toSorted(
    (a, b) =>
      first(isOver(a), isOver(b)) ||
      first(a.spare >= short.need, b.spare >= short.need) ||
      most(a.spare, b.spare),
  )) {
    const amount = lesser(source.spare, short.need);
    if (amount <= 0n) break;
    give(source, amount);
    short.need -= amount;
    moves.push({
      ...{ kind: 'transfer', side: 'sell', amount, other: null, because },
      ...{ from: source.accountNumber, to: short.accountNumber },
    });
  }
  const others = sources.flatMap((source) => {
    const rate =
      source.currency === short.currency ? null : rateOf(source.currency, short.currency);
    if (rate === null) return [];
    return [{ source, rate, worth: roundedDown(atRatio(source.spare, rate), short.step) }];
  });
  const covers = (worth: bigint): boolean => worth * 100n >= short.need * (100n + marginPercent);
  for (const { source, rate, worth } of others.toSorted(
    (a, b) =>
      first(covers(a.worth), covers(b.worth)) ||
      first(isOver(a.source), isOver(b.source)) ||
      most(a.worth, b.worth),
  )) {
    if (short.need <= 0n) break;
    if (worth <= 0n || worth > unitsMax) continue;
    const places = { from: source.accountNumber, to: short.accountNumber };
    if (covers(worth)) {
      const cost = roundedUp(atRatioUp(short.need, inverse(rate)), source.step);
      const held = roundedUp((cost * (100n + marginPercent) + 99n) / 100n, source.step);
      moves.push({
        ...{ ...places, kind: 'conversion', because },
        ...{ side: 'buy', amount: short.need, other: cost },
      });
      give(source, lesser(held, source.spare));
      short.need = 0n;
    } else {
      // The source cannot cover all: the sold amount is the exact one, so that no price takes more of the source.
      moves.push({
        ...{ ...places, kind: 'conversion', because },
        ...{ side: 'sell', amount: source.spare, other: worth },
      });
      give(source, source.spare);
      short.need = greater(0n, short.need - worth);
    }
  }
}

/** Moves the excess to accounts under their target: the same currency first, and those with room for all before others. */
function spreadExcess(over: Position, { positions, moves, rateOf }: Moving): void {
  const because = over.crossed;
  if (because === null) return;
  const receivers = positions.filter(({ room }) => room > 0n);
  const alike = receivers.filter(({ currency }) => currency === over.currency);
  for (const receiver of alike.toSorted(
    (a, b) => first(a.room >= over.excess, b.room >= over.excess) || most(a.room, b.room),
  )) {
    if (!isOver(over)) return;
    const amount = lesser(receiver.room, over.excess);
    give(over, amount);
    receiver.room -= amount;
    moves.push({
      ...{ kind: 'transfer', side: 'sell', amount, other: null, because },
      ...{ from: over.accountNumber, to: receiver.accountNumber },
    });
  }
  const others = receivers.flatMap((receiver) => {
    const rate =
      receiver.currency === over.currency ? null : rateOf(over.currency, receiver.currency);
    if (rate === null) return [];
    return [
      { receiver, rate, room: roundedDown(atRatio(receiver.room, inverse(rate)), over.step) },
    ];
  });
  for (const { receiver, rate, room } of others.toSorted((a, b) => most(a.room, b.room))) {
    if (!isOver(over)) return;
    const amount = lesser(room, over.excess);
    const other = roundedDown(atRatio(amount, rate), receiver.step);
    if (amount <= 0n || other <= 0n) continue;
    give(over, amount);
    receiver.room = greater(0n, receiver.room - other);
    moves.push({
      ...{ kind: 'conversion', side: 'sell', amount, other, because },
      ...{ from: over.accountNumber, to: receiver.accountNumber },
    });
  }
}

function give(source: Position, amount: bigint): void {
  source.spare -= amount;
  source.excess = greater(0n, source.excess - amount);
  source.beyond -= amount;
}

/** Whether an account in another currency would do, if a rate were known. */
const lacksRate = (
  { currency }: Position,
  positions: readonly Position[],
  unitsOf: (position: Position) => bigint,
  rateOf: RateOf,
): boolean =>
  positions.some(
    (other) =>
      other.currency !== currency &&
      unitsOf(other) > 0n &&
      rateOf(other.currency, currency) === null,
  );

const inverse = ({ times, by }: Ratio): Ratio => ({ times: by, by: times });
const atRatio = (units: bigint, { times, by }: Ratio): bigint => (units * times) / by;
const atRatioUp = (units: bigint, { times, by }: Ratio): bigint => (units * times + by - 1n) / by;

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Rounds down to whole steps; 0 where less than one. */
const roundedDown = (units: bigint, step: bigint): bigint =>
  units <= 0n ? 0n : units - (units % step);
const roundedUp = (units: bigint, step: bigint): bigint => roundedDown(units + step - 1n, step);

const first = (a: boolean, b: boolean): number => Number(b) - Number(a);
const most = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0);
const compareDays = (a: IsoDate = '', b: IsoDate = ''): number => (a < b ? -1 : Number(a > b));
