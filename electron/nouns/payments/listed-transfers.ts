import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { PaymentOrder, Transfer } from '../../../shared/bank/transfers.ts';
import { clockText, type Timestamp } from '../../../shared/calendar/calendar.ts';
import { limits } from '../../../shared/limits.ts';
import { isCurrency, shownDigits } from '../../../shared/money/currencies.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { isCurrentBeneficiary } from '../beneficiaries/tables.ts';
import {
  findMoneyRecords,
  moneyRecordById,
  type DatedRecord,
} from '../../engines/store/records/money-lists.ts';
import { isOther } from '../../engines/submissions/echo.ts';
import { knownBeneficiary } from './beneficiary.ts';
import type { PaymentParts } from './tables.ts';
import { transferList } from './tables.ts';

/** More than a day's payments of a busy desk. */
const recentMax = 2_000;

type Order = Pick<PaymentOrder, 'beneficiaryId' | 'amount' | 'currency'>;

/**
 * Two values compared: `unknown` where the bank leaves out what is needed to compare them.
 */
export type Comparison = 'same' | 'different' | 'unknown';

/** The transfers of a period in the local copy, indexed for comparison with many orders. */
export type ListedTransfers = {
  /** The start of the period in which a like payment counts as a twin. */
  readonly since: Timestamp;
  /** False where the local copy has more than were read: a twin may be among the older ones. */
  readonly isWhole: boolean;
  /** By {@link amountKey}. */
  readonly byAmount: ReadonlyMap<string, readonly DatedRecord<Transfer>[]>;
  /** Those without an amount or a currency that can be compared. */
  readonly withoutAmount: readonly DatedRecord<Transfer>[];
};

/**
 * The start of the period in which a like payment counts as a twin: a day before the earlier of this machine's clock and the bank's, so
 * that a clock that is set ahead hides no twin.
 */
export function twinsSince({ bank, clock }: Pick<PaymentParts, 'bank' | 'clock'>): Timestamp {
  const earliestMs = clock.now() + Math.min(0, bank.clockOffsetMs() ?? 0);
  return new Date(earliestMs - limits.duplicateWindowMs).toISOString();
}

/** The period in which a like payment counts as a twin. */
export type TwinPeriod = {
  readonly since: Timestamp;
  /** `within a day`, or since when. */
  readonly words: string;
};

/** The twin period of a payment: from its first sending on, and for at least a day. `firstSentAt` is null where it was never sent. */
export function twinPeriod(
  parts: Pick<PaymentParts, 'bank' | 'clock'>,
  firstSentAt: Timestamp | null,
): TwinPeriod {
  const dayAgo = twinsSince(parts);
  return firstSentAt === null || firstSentAt >= dayAgo
    ? { since: dayAgo, words: 'within a day' }
    : { since: firstSentAt, words: `since ${clockText(firstSentAt)}` };
}

/**
 * Reads the newest `recentMax` transfers of the local copy since a time, once for many orders; by default since {@link twinsSince}. A
 * transfer without a time from the bank counts from when it was first seen.
 */
export function listedTransfers(
  parts: PaymentParts,
  since: Timestamp = twinsSince(parts),
): ListedTransfers {
  const byAmount = new Map<string, DatedRecord<Transfer>[]>();
  const withoutAmount: DatedRecord<Transfer>[] = [];
  const recent = { since, limit: recentMax };
  const all = findMoneyRecords<Transfer>(parts.reader, transferList, recent);
  for (const listed of all) {
    const key = amountKey(listed.record);
    const group = key === null ? withoutAmount : (byAmount.get(key) ?? []);
    group.push(listed);
    if (key !== null) byAmount.set(key, group);
  }
  return { since, isWhole: all.length < recentMax, byAmount, withoutAmount };
}

/** A listed transfer that may be the same payment as an order. */
export type ListedAlike = {
  readonly listed: DatedRecord<Transfer>;
  /** False where the bank leaves out fields that would distinguish the two. */
  readonly isSame: boolean;
};

/**
 * The listed transfers that pay what the order pays, or may: at least the amount or the beneficiary agrees. Those whose reference
 * resembles the order's count whatever their age.
 */
export function alikeAmong(
  parts: PaymentParts,
  order: Order,
  { byAmount, withoutAmount }: ListedTransfers,
  nearReference: readonly DatedRecord<Transfer>[],
): ListedAlike[] {
  const beneficiary = beneficiaryMatch(parts, order.beneficiaryId);
  const recent = [...(byAmount.get(amountKey(order) ?? '') ?? []), ...withoutAmount];
  const compared = recent.flatMap((listed) => {
    const comparison = compareWith(order, listed.record, beneficiary);
    return comparison === 'different' ? [] : [{ listed, isSame: comparison === 'same' }];
  });
  const known = new Set(compared.map(({ listed: { record } }) => record.id));
  const near = nearReference.filter(
    ({ record }) =>
      !known.has(record.id) && compareWith(order, record, beneficiary) !== 'different',
  );
  return [...compared, ...near.map((listed) => ({ listed, isSame: false }))];
}

/** Does the bank's transfer of this id pay something else than the order, or is no such transfer known? */
export function isStranger(parts: PaymentParts, order: Order, transferId: string): boolean {
  const listed = moneyRecordById<Transfer>(parts.reader, transferList, transferId);
  const beneficiary = beneficiaryMatch(parts, order.beneficiaryId);
  return listed === null || compareWith(order, listed.record, beneficiary) === 'different';
}

/**
 * Compares a listed transfer with an order by amount, currency and beneficiary. Returns `different` where neither amount nor beneficiary is
 * known to agree: such a row could match any order.
 */
function compareWith(
  order: Order,
  transfer: Transfer,
  beneficiary: (transfer: Transfer) => Comparison,
): Comparison {
  const amount = compareAmount(order, transfer);
  if (amount === 'different') return 'different';
  const payee = beneficiary(transfer);
  if (payee === 'different') return 'different';
  if (amount === 'same' && payee === 'same') return 'same';
  return amount === 'same' || payee === 'same' ? 'unknown' : 'different';
}

/** Compares magnitudes in the currency's minor units: a bank may list a debit with a minus, or with more digits than count. */
export function compareAmount(
  order: Pick<Order, 'amount' | 'currency'>,
  { amount, currency }: Pick<Transfer, 'amount' | 'currency'>,
): Comparison {
  if (currency !== '' && currency !== order.currency) return 'different';
  if (typeof amount !== 'string') return 'unknown';
  const isSame = minorUnits(amount, order.currency) === minorUnits(order.amount, order.currency);
  if (!isSame) return 'different';
  return currency === '' ? 'unknown' : 'same';
}

/** Magnitude in minor units of the currency, rounded half up; in units of 10^-4 where the currency is not known here. */
function minorUnits(amount: string, currency: string): bigint {
  const units = toUnits(amount);
  const magnitude = units < 0n ? -units : units;
  if (!isCurrency(currency)) return magnitude;
  const step = 10n ** BigInt(4 - shownDigits(currency));
  return (magnitude + step / 2n) / step;
}

/** Equal for amounts that {@link compareAmount} finds the same; null where the amount or its currency is missing. */
const amountKey = ({ amount, currency }: Pick<Transfer, 'amount' | 'currency'>): string | null =>
  typeof amount === 'string' && currency !== ''
    ? `${String(minorUnits(amount, currency))} ${currency}`
    : null;

/**
 * Compares the beneficiary of listed transfers with one of ours, which a bank may name by its identifier or by its account
 * number. A text without a letter or a digit names none. Another text is `different` where it names another known beneficiary
 * or is written like ours, else `unknown`.
 */
export function beneficiaryMatch(
  parts: PaymentParts,
  beneficiaryId: string,
): (transfer: Pick<Transfer, 'beneficiaryId'>) => Comparison {
  const record: BeneficiaryRecord | null = knownBeneficiary(parts, beneficiaryId)?.record ?? null;
  const names = [beneficiaryId, record?.accountNumber ?? ''].filter((name) => name !== '');
  const shapes = new Set(names.map(shapeOf));
  const compared = new Map<string, Comparison>();
  const compareText = (text: string): Comparison => {
    if (!/[\p{L}\p{N}]/u.test(text)) return 'unknown';
    if (names.some((name) => !isOther(name, text))) return 'same';
    const isAnother = shapes.has(shapeOf(text)) || isCurrentBeneficiary(parts.reader, text);
    return isAnother ? 'different' : 'unknown';
  };
  return ({ beneficiaryId: text }) => {
    const known = compared.get(text) ?? compareText(text);
    compared.set(text, known);
    return known;
  };
}

/** Equal for identifiers of one kind: `b-7` and `b-12`, two IBANs of a country, two UUIDs. */
function shapeOf(identifier: string): string {
  if (/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(identifier)) return 'uuid';
  if (/^[A-Z]{2}\d{2}[\dA-Z]{11,30}$/i.test(identifier)) return `iban ${identifier.slice(0, 2)}`;
  return identifier.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '9');
}
