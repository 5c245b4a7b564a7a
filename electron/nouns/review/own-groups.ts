import type { OwnGroup, OwnSum } from '../../../shared/ipc/review/review.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import type { FileOfPayment } from '../payments/file/tables/files-by-reference.ts';
import type { OwnOrder } from '../../engines/submissions/orders/own-orders.ts';
import { isName } from '../../engines/submissions/orders/payee-names.ts';
import { bookedAsOrdered, type BookedLeg, type OrderEntry } from './as-ordered.ts';

/** An order that is booked as ordered, and the entries of it that are unread. */
type Matched = { readonly order: OwnOrder; readonly unread: readonly BookedLeg[] };

/** How many of the largest payments are shown. */
const largestMax = 4;

/**
 * Groups the unread entries that equal own orders: by payment file, else by operation and day; the newest first. `entries` has
 * every entry with a reference of these orders; `only` restricts the groups, not the comparison, to one account.
 */
export function groupsOf(
  orders: readonly OwnOrder[],
  entries: readonly OrderEntry[],
  files: ReadonlyMap<string, FileOfPayment>,
  only?: string,
): Omit<OwnGroup, 'others'>[] {
  const isShown = ({ entry }: BookedLeg): boolean =>
    !entry.read && (only === undefined || entry.accountNumber === only);
  const under = Map.groupBy(entries, ({ customReference }) => customReference);
  const matched = orders.flatMap((order): Matched[] => {
    const booked = bookedAsOrdered(order, under.get(order.reference) ?? []) ?? [];
    const unread = booked.filter(isShown);
    return unread.length === 0 ? [] : [{ order, unread }];
  });
  const groups = Map.groupBy(matched, (one) => groupId(one, files));
  return [...groups]
    .map(([id, group]) => groupOf(id, group, files))
    .toSorted((a, b) => b.bookedAt.localeCompare(a.bookedAt) || a.id.localeCompare(b.id));
}

function groupId({ order, unread }: Matched, files: ReadonlyMap<string, FileOfPayment>): string {
  const file = files.get(order.reference);
  return file ? `file ${file.fileId}` : `${order.operation} ${unread[0]?.entry.day ?? ''}`;
}

function groupOf(
  id: string,
  group: readonly Matched[],
  files: ReadonlyMap<string, FileOfPayment>,
): Omit<OwnGroup, 'others'> {
  const booked = group.flatMap(({ unread }) => unread);
  const newest = booked
    .map(({ entry }) => entry)
    .reduce((last, entry) => (entry.transactionDate > last.transactionDate ? entry : last));
  const [first] = group;
  const file = first && files.get(first.order.reference);
  return {
    id,
    operation: first?.order.operation ?? 'createSingleTransfer',
    file: file ? { fileId: file.fileId, fileName: file.fileName, addedAt: file.addedAt } : null,
    day: newest.day,
    bookedAt: newest.transactionDate,
    sentAt: group.map(({ order }) => order.sentAt).toSorted()[0] ?? '',
    orders: group.length,
    fees: booked.filter(({ leg }) => leg.isFee).length,
    arePayeesNamed: booked.every(({ leg, entry }) => leg.isFee || isName(entry.counterparty)),
    sums: sumsOf(booked),
    largest: largestOf(group),
    entries: booked.map(({ entry: { accountNumber, id: entryId, version } }) => ({
      ...{ accountNumber, id: entryId, version },
    })),
  };
}

/** Sums separately what was ordered and what is booked. */
function sumsOf(booked: readonly BookedLeg[]): OwnSum[] {
  const alike = Map.groupBy(booked, ({ leg }) =>
    JSON.stringify([leg.accountNumber, leg.isFee, leg.direction, leg.amount.currency]),
  );
  return [...alike.values()]
    .flatMap((legs) => (legs[0] ? [sumOf(legs[0], legs)] : []))
    .toSorted(
      (a, b) => a.accountNumber.localeCompare(b.accountNumber) || Number(a.isFee) - Number(b.isFee),
    );
}

function sumOf({ leg }: BookedLeg, legs: readonly BookedLeg[]): OwnSum {
  const { accountNumber, direction, isFee } = leg;
  const { currency } = leg.amount;
  const ordered = legs.reduce((sum, one) => sum + toUnits(one.leg.amount.amount), 0n);
  const bookedUnits = legs.reduce((sum, one) => sum + magnitude(one.entry), 0n);
  const isEach = legs.every((one) => toUnits(one.leg.amount.amount) === toUnits(leg.amount.amount));
  return {
    ...{ accountNumber, direction, isFee, entries: legs.length },
    ordered: moneyOfUnits(ordered, currency),
    booked: moneyOfUnits(bookedUnits, currency),
    difference: moneyOfUnits(bookedUnits - ordered, currency),
    each: isEach ? leg.amount : null,
  };
}

const magnitude = ({ amount }: OrderEntry): bigint => {
  const units = toUnits(amount.amount);
  return units < 0n ? -units : units;
};

/** The largest first; amounts of several currencies are compared as figures. */
const largestOf = (group: readonly Matched[]): OwnGroup['largest'] =>
  group
    .flatMap(({ order: { payees, legs } }) =>
      payees[0] !== undefined && legs[0] ? [{ payee: payees[0], amount: legs[0].amount }] : [],
    )
    .toSorted((a, b) => {
      const difference = toUnits(b.amount.amount) - toUnits(a.amount.amount);
      return difference > 0n ? 1 : difference < 0n ? -1 : 0;
    })
    .slice(0, largestMax);
