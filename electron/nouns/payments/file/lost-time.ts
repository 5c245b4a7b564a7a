import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import { clockText, type Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { LineOrder } from './reading/line-check.ts';
import type { Journal } from '../../../engines/store/database.ts';
import {
  foundDebits,
  foundOrders,
  isFoundOrder,
  nearFound,
  type FoundDebit,
  type FoundOrder,
} from '../../../engines/submissions/journal/found-at-bank.ts';
import { isAnyLine } from './tables/line-tables.ts';
import { isReleased } from './tables/releases.ts';
import { lastReconciliation } from '../../../engines/submissions/journal/reconciliations.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';

type Held = (order: LineOrder) => readonly PaymentWarning[];

/**
 * Returns the warnings that block a line because the bank has it or may have it: the bank uses its reference for another payment
 * or in another form; or the file arrived near the period that the journal lost, and the line resembles a payment found in that
 * period, or the bank could not report the whole period. Read once for a whole file; `addedAt` is when the file arrived.
 */
export function openLostTime(journal: Journal, addedAt: Timestamp): Held {
  const maybe = openMaybe(journal, addedAt);
  return (order) => {
    const atBank = atBankWords(journal, order);
    return atBank === null
      ? maybe(order)
      : [{ kind: 'at-bank', weight: 'blocks', message: `${atBank} Leave this line out.` }];
  };
}

/** Describes the bank's other payment under the reference; null where the reference is free or belongs to this order at the bank. */
function atBankWords(journal: Journal, order: LineOrder): string | null {
  const known = submissionUnder(journal, order.reference);
  if (known === null) return nearFound(journal, order.reference);
  if (known.origin === 'sent') return null;
  if (!isFoundOrder(known.payload, payloadOf(order)))
    return `The bank has something else under this reference, of ${clockText(known.createdAt)}.`;
  return known.reference === order.reference
    ? null
    : `The bank has this payment under the reference ${known.reference}, of ${clockText(known.createdAt)}.`;
}

function openMaybe(journal: Journal, addedAt: Timestamp): Held {
  const last = lastReconciliation(journal);
  const isNear =
    last !== null && Date.parse(addedAt) <= Date.parse(last.openedAt) + limits.reconcileHoldMs;
  if (!isNear) return () => [];
  // A found payment with the reference of a line is that line's.
  const orders = byAmount(
    foundOrders(journal).filter(({ reference }) => !isAnyLine(journal, reference)),
  );
  const debits = byAmount(foundDebits(journal));
  const isUnproven = !last.isComplete && addedAt <= last.openedAt;
  return (order) => {
    const words =
      likeOrder(order, orders.get(amountKey(order.amount))) ??
      likeDebit(order, debits.get(amountKey(order.amount))) ??
      (isUnproven ? unproven : null);
    if (words === null || isReleased(journal, order.reference)) return [];
    if (submissionUnder(journal, order.reference) !== null) return [];
    return [{ kind: 'maybe-at-bank', weight: 'blocks', message: words }];
  };
}

const unproven =
  'This line may have been sent in the time that the sent log had lost, and the bank could not be asked for all of it. Look for it at the bank, then release it or leave it out.';

function likeOrder(order: LineOrder, found: readonly FoundOrder[] | undefined): string | null {
  const like = found?.find(({ payload }) => isFoundOrder(payload, payloadOf(order)));
  return like
    ? `The bank has a payment like this one of ${clockText(like.createdAt)} under the reference ${like.reference}, which the sent log had lost. Release the line if it is another one, or leave it out.`
    : null;
}

function likeDebit(
  { accountNumber }: LineOrder,
  found: readonly FoundDebit[] | undefined,
): string | null {
  const like = found?.find((debit) => debit.accountNumber === accountNumber);
  return like
    ? `The statement shows a debit of the same amount on ${like.day} without a reference (entry ${like.entryId}), from the time that the sent log had lost. Release the line if it is another one, or leave it out.`
    : null;
}

const payloadOf = ({ amount: { amount, currency }, ...rest }: LineOrder): string =>
  JSON.stringify({ body: { ...rest, amount, currency } });

const amountKey = ({ amount, currency }: { amount: string; currency: string }): string =>
  `${String(toUnits(amount))} ${currency}`;

function byAmount<T extends { readonly amount: string; readonly currency: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const known = found.get(amountKey(row));
    if (known) known.push(row);
    else found.set(amountKey(row), [row]);
  }
  return found;
}
