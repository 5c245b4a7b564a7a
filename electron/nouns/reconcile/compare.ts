import { dayNumber, dayOf, type IsoDate, type Period } from '../../../shared/calendar/calendar.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { foldedReference, isCutOf, isSameReference } from '../../../shared/reference-likeness.ts';
import type { JournalPayment } from '../../engines/submissions/journal/journal-payments.ts';
import type { BankRow } from './bank-row.ts';

/** Everything that the bank shows under one reference: its lists first, then its statements. */
export type BankGroup = {
  readonly reference: string;
  readonly listed: readonly BankRow[];
  readonly debits: readonly BankRow[];
};

/** A payment that both sides know. */
export type Pair = { readonly own: JournalPayment; readonly group: BankGroup };

export type Comparison = {
  readonly agreeing: readonly Pair[];
  /** Under one reference, but not the same payment. */
  readonly different: readonly Pair[];
  /** The journal has it as not sent, not found or refused, but the bank has it. */
  readonly corrected: readonly Pair[];
  /** Adopted before: the journal has it only because it was found at the bank. */
  readonly foundBefore: readonly Pair[];
  /** The journal lacks it. */
  readonly lacking: readonly BankGroup[];
  /** Of the period: the journal has it as sent, and the bank does not show it. */
  readonly notShown: readonly JournalPayment[];
  /** Debits without a reference that no listed payment explains. */
  readonly unexplained: readonly BankRow[];
};

/** The most days between an order and its booking. */
const bookingDaysMax = 3;

/** Compares the journal's payments with the bank's, by reference, account, amount and currency. */
export function compare(
  own: readonly JournalPayment[],
  rows: readonly BankRow[],
  period: Period,
): Comparison {
  const byReference = new Map(own.map((payment) => [foldedReference(payment.reference), payment]));
  const groups = joined(groupsOf(rows), own);
  const pairs: Pair[] = [];
  const lacking: BankGroup[] = [];
  for (const group of groups) {
    const known = byReference.get(foldedReference(group.reference));
    if (known) pairs.push({ own: known, group });
    else if (isInPeriod(group, period)) lacking.push(group);
  }
  const shown = new Set(pairs.map((pair) => pair.own.submissionId));
  const sent = pairs.filter((pair) => pair.own.origin === 'sent');
  const agreeing = sent.filter((pair) => differenceOf(pair) === null);
  return {
    agreeing: agreeing.filter(({ own: { state } }) => !cameToNothing.has(state)),
    corrected: agreeing.filter(
      ({ own: { state }, group }) => cameToNothing.has(state) && !hasFailed(group),
    ),
    different: sent.filter((pair) => differenceOf(pair) !== null),
    foundBefore: pairs.filter((pair) => pair.own.origin === 'found'),
    lacking,
    notShown: own.filter(
      ({ submissionId, origin, state, createdAt }) =>
        origin === 'sent' &&
        statesInFlight.has(state) &&
        dayOf(createdAt) >= period.from &&
        !shown.has(submissionId),
    ),
    unexplained: unexplainedOf(rows, groups),
  };
}

const cameToNothing: ReadonlySet<string> = new Set(['not-sent', 'not-found', 'refused']);
const statesInFlight: ReadonlySet<string> = new Set(['accepted', 'unknown', 'sending']);

/** Whether the bank itself lists it as come to nothing. */
export const hasFailed = ({ listed }: BankGroup): boolean =>
  listed.length > 0 && listed.every((row) => row.hasFailed);

/** The most informative row of a group. */
export const mainRowOf = ({ listed, debits }: BankGroup): BankRow => {
  const row =
    listed.find((one) => !one.hasFailed) ??
    listed[0] ??
    debits.find(({ isFee }) => !isFee) ??
    debits[0];
  if (!row) throw new RangeError('a group has a row at least');
  return row;
};

/** The account of a payment; where the bank's list has none, that of its booking. */
export const accountOf = ({ listed, debits }: BankGroup): string =>
  [...listed, ...debits].find(({ accountNumber }) => accountNumber !== '')?.accountNumber ?? '';

export const dayOfGroup = ({ listed, debits }: BankGroup): IsoDate | null =>
  [...listed, ...debits].find(({ day }) => day !== null)?.day ?? null;

/** Returns in one sentence why both cannot be the same payment; null when all fields that the bank gives agree. */
export function differenceOf({ own, group }: Pair): string | null {
  const row = mainRowOf(group);
  const account = accountOf(group);
  const twice = timesListed(group);
  if (twice !== null) return twice;
  if (hasFailed(group) && own.state === 'accepted')
    return `The bank lists it as ${row.status}, the journal has it as accepted.`;
  if (own.accountNumber !== '' && account !== '' && own.accountNumber !== account)
    return `The bank has it from ${account}, the journal from ${own.accountNumber}.`;
  // The trade has what a conversion sells; its statement shows both legs.
  if (own.operation === 'lockRate' || own.amount === null || row.amount === null) return null;
  const sameCurrency = row.currency === '' || own.currency === '' || row.currency === own.currency;
  if (sameCurrency && toUnits(row.amount) === toUnits(own.amount)) return null;
  return `The bank has ${row.amount} ${row.currency}, the journal ${own.amount} ${own.currency}.`;
}

/** Returns a sentence where the bank has several payments under one reference; else null. */
export function timesListed({ listed, debits }: BankGroup): string | null {
  const booked = debits.filter(({ isFee }) => !isFee);
  const active = listed.filter(({ hasFailed: isOver }) => !isOver);
  const times = Math.max(active.length, booked.length);
  const isTrade = listed[0]?.source === 'trades';
  return times < 2 || isTrade ? null : `The bank shows it ${String(times)} times.`;
}

function groupsOf(rows: readonly BankRow[]): BankGroup[] {
  const groups = new Map<string, { reference: string; listed: BankRow[]; debits: BankRow[] }>();
  for (const row of rows) {
    if (row.reference === '') continue;
    const key = foldedReference(row.reference);
    const group = groups.get(key) ?? { reference: row.reference, listed: [], debits: [] };
    groups.set(key, group);
    (row.source === 'statement' ? group.debits : group.listed).push(row);
  }
  return [...groups.values()];
}

/** Assigns a debit whose reference was cut to the only payment that fits the cut reference, account, amount and currency. */
function joined(groups: readonly BankGroup[], own: readonly JournalPayment[]): BankGroup[] {
  const owners = new Map(groups.map((group) => [group.reference, [...group.debits]]));
  const left = groups
    .filter((group) => !isListed(group))
    .flatMap((group): BankGroup[] => {
      const { listed, journal } = fittingOf(group, groups, own);
      if (listed) {
        owners.get(listed.reference)?.push(...group.debits);
        return [];
      }
      return [journal ? { ...group, reference: journal.reference } : group];
    });
  const listedGroups = groups
    .filter(isListed)
    .map((group) => ({ ...group, debits: owners.get(group.reference) ?? [] }));
  return [...listedGroups, ...left];
}

const isListed = ({ listed }: BankGroup): boolean => listed.length > 0;

function fittingOf(
  group: BankGroup,
  groups: readonly BankGroup[],
  own: readonly JournalPayment[],
): { listed: BankGroup | null; journal: JournalPayment | null } {
  const debit = mainRowOf(group);
  const fits = (payment: { amount: string | null; currency: string; accountNumber: string }) =>
    payment.amount !== null &&
    debit.amount !== null &&
    toUnits(payment.amount) === toUnits(debit.amount) &&
    (payment.currency === '' || payment.currency === debit.currency) &&
    (payment.accountNumber === '' || payment.accountNumber === debit.accountNumber);
  const listed = groups.filter(
    (other) => isCutOf(other.reference, group.reference) && other.listed.some(fits),
  );
  const isShown = ({ reference }: JournalPayment) =>
    groups.some((other) => isSameReference(other.reference, reference));
  const journal = own.filter(
    (payment) => isCutOf(payment.reference, group.reference) && fits(payment) && !isShown(payment),
  );
  return {
    listed: listed.length === 1 ? (listed[0] ?? null) : null,
    journal: listed.length === 0 && journal.length === 1 ? (journal[0] ?? null) : null,
  };
}

/** Whether a group belongs to the period: not if the bank dates it before; one without a date may be new. */
function isInPeriod(group: BankGroup, { from }: Period): boolean {
  const day = dayOfGroup(group);
  return day === null || day >= from;
}

function unexplainedOf(rows: readonly BankRow[], groups: readonly BankGroup[]): BankRow[] {
  const waiting = groups
    .filter(({ debits }) => debits.length === 0)
    .flatMap(({ listed }) => listed.filter((row) => !row.hasFailed));
  const free = new Set(waiting);
  return rows.filter((debit) => {
    if (debit.source !== 'statement' || debit.reference !== '' || debit.isFee) return false;
    const payment = waiting.find((row) => free.has(row) && explains(row, debit));
    if (payment) free.delete(payment);
    return payment === undefined;
  });
}

/** Whether this debit could be the booking of a listed payment. Its amount may include the fee. */
function explains(payment: BankRow, debit: BankRow): boolean {
  const { amount, fee, currency, accountNumber, day } = payment;
  if (amount === null || debit.amount === null || debit.day === null) return false;
  if (currency !== '' && currency !== debit.currency) return false;
  if (accountNumber !== '' && accountNumber !== debit.accountNumber) return false;
  if (day !== null) {
    const after = dayNumber(debit.day) - dayNumber(day);
    if (after < 0 || after > bookingDaysMax) return false;
  }
  const units = toUnits(debit.amount);
  return units === toUnits(amount) || (fee !== null && units === toUnits(amount) + toUnits(fee));
}
