import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { OwnTransferLeg } from '../../../../shared/ipc/accounts/statements.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import { entriesByKey, type KeyedEntry } from '../entries/entries-by-key.ts';
import { dayOfKey } from '../entries/entry-keys.ts';
import { keysUnder } from './entries-under.ts';

/** How many entries with a reference are examined. */
const underMax = 20;
/** The maximum number of days between the two legs of an own transfer. */
const legsApartMax = 5;

/** An entry whose other leg is wanted. */
export type TransferLeg = {
  readonly accountNumber: string;
  /** Days since 1970. */
  readonly day: number;
  readonly direction: 'debit' | 'credit';
  readonly amount: KeyedEntry['amount'];
  readonly customReference: string;
};

/**
 * Returns the entries of other own accounts that can be the other leg of a transfer or a conversion: with the same reference, in the
 * other direction, at most `legsApartMax` days apart, and with the same amount if in the same currency. No fees or withdrawn entries.
 */
export function otherLegs(reader: CacheReader, leg: TransferLeg): KeyedEntry[] {
  if (leg.customReference === '') return [];
  const keys = keysUnder(reader, leg.customReference, underMax).filter(
    (key) => Math.abs(dayOfKey(key) - leg.day) <= legsApartMax,
  );
  return entriesByKey(reader, keys).filter(
    (other) =>
      other.withdrawnAt === null &&
      other.transactionType !== 'fee' &&
      other.accountNumber !== leg.accountNumber &&
      sideOf(other) !== sideOf(leg) &&
      (other.amount.currency !== leg.amount.currency || unitsOf(other) === unitsOf(leg)),
  );
}

type Sided = Pick<TransferLeg, 'direction' | 'amount'>;

/** A negative amount is a debit whatever its direction. */
const sideOf = ({ direction, amount }: Sided): 'debit' | 'credit' =>
  amount.amount.startsWith('-') ? 'debit' : direction;

const unitsOf = ({ amount }: Sided): bigint => {
  const units = toUnits(amount.amount);
  return units < 0n ? -units : units;
};

type ShownLeg = Omit<TransferLeg, 'accountNumber' | 'day'> & {
  readonly day: IsoDate;
  readonly transactionType: string;
};

/** Returns the other leg for the window; null if there is none, or more than one. */
export function ownTransferOf(
  reader: CacheReader,
  accountNumber: string,
  entry: ShownLeg,
): OwnTransferLeg | null {
  if (entry.transactionType === 'fee') return null;
  const found = otherLegs(reader, { ...entry, accountNumber, day: dayNumber(entry.day) });
  const [other] = found;
  if (other === undefined || found.length > 1) return null;
  const { id: entryId, direction, amount, day } = other;
  return {
    ...{ accountNumber: other.accountNumber, entryId, direction, amount, day },
    accountName: accountByNumber(reader, other.accountNumber)?.accountName ?? '',
  };
}
