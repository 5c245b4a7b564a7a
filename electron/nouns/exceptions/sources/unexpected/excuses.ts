import { toUnits } from '../../../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../../../shared/money/money.ts';
import type { CacheReader } from '../../../../engines/store/database.ts';
import type { Sliced } from '../../../../engines/store/threads/turns.ts';
import { expectedAmong } from '../../../../engines/recurring/expected.ts';
import { moneyRecordsByReference } from '../../../../engines/store/records/money-lists.ts';
import { accountByNumber } from '../../../accounts/tables.ts';
import { tradeList } from '../../../conversions/tables.ts';
import { historyOf, type HistoryQuestion } from '../../../outlook/history.ts';
import { newDebitsSince, type NewDebit } from '../../../statements/entries/entry-facts.ts';
import { dayOfKey } from '../../../statements/entries/entry-keys.ts';
import { meaningsAt, type Places } from '../../../statements/entries/meanings.ts';
import { otherLegs } from '../../../statements/search/own-transfer.ts';
import { isCharge, type ArrivedDebit } from './arrived-debit.ts';

/** The number of newest debits that are checked, over all accounts. */
const debitsMax = 5_000;

export type DebitsQuestion = { readonly since: number; readonly places: Places };

/** The debits that arrived since a day, oldest first. */
export function* arrivedDebits(
  reader: CacheReader,
  { since, places }: DebitsQuestion,
): Sliced<ArrivedDebit[]> {
  const found = newDebitsSince(reader, since, debitsMax);
  yield;
  const meanings = meaningsAt(places);
  return found.map((debit) => debitOf(debit, meanings.of(debit).counterparty ?? null));
}

function debitOf(stored: NewDebit, counterparty: string | null): ArrivedDebit {
  const { key, accountNumber, id, version, currency, narration, orderedPayee, isLabelled } = stored;
  const amount = BigInt(stored.amountE4);
  return {
    ...{ key, accountNumber, entryId: id, version, day: dayOfKey(key), currency, narration },
    units: amount < 0n ? -amount : amount,
    transactionType: stored.transactionType,
    transactionDate: stored.transactionDate,
    reference: stored.customReference,
    counterparty,
    isOrdered: orderedPayee !== null,
    isLabelled: isLabelled === 1,
  };
}

export type ExcuseQuestion = {
  readonly debits: readonly ArrivedDebit[];
  /** The keys of debits that were not compared with the rhythms of their account yet; that reads a year of entries. */
  readonly unread: readonly number[];
  readonly places: Places;
};

/** Returns the keys of debits that are own transfers, or that a rhythm of the account expects. */
export function* excusedDebits(
  reader: CacheReader,
  { debits, unread, places }: ExcuseQuestion,
): Sliced<number[]> {
  const excused: number[] = [];
  for (const debit of debits) {
    if (isOwnTransfer(reader, debit)) excused.push(debit.key);
    yield;
  }
  const transfers = new Set(excused);
  const wanted = new Set(unread);
  const open = debits.filter(({ key }) => wanted.has(key) && !transfers.has(key));
  for (const [accountNumber, own] of Map.groupBy(open, (debit) => debit.accountNumber)) {
    const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
    const arrived = own.filter((debit) => debit.currency === currency);
    excused.push(...(yield* inRhythm(reader, { accountNumber, currency, places }, arrived)));
  }
  return excused;
}

/**
 * Whether it is a transfer between own accounts, or the sold side of a trade that the bank lists. A credit in another currency alone
 * excuses nothing: anybody could send a small one under the same reference.
 */
function isOwnTransfer(reader: CacheReader, debit: ArrivedDebit): boolean {
  if (isCharge(debit)) return false;
  const { accountNumber, day, reference, units, currency } = debit;
  const amount = moneyOfUnits(units, currency);
  return otherLegs(reader, {
    ...{ accountNumber, day, amount, customReference: reference },
    direction: 'debit',
  }).some(
    (other) =>
      other.amount.currency === currency ||
      moneyRecordsByReference(reader, tradeList, reference).some(
        ({ record }) =>
          record.sellAccountNumber === accountNumber &&
          record.buyAccountNumber === other.accountNumber &&
          toUnits(record.sellAmount) === units,
      ),
  );
}

/** The days of debits that are compared at once with the rhythms of everything before them. */
const daysAtOnce = 7;

/** Returns the keys of debits that a rhythm expects. Movements that settle own orders form no rhythm: a debit next to them has no order. */
function* inRhythm(
  reader: CacheReader,
  account: Omit<HistoryQuestion, 'today'>,
  arrived: readonly ArrivedDebit[],
): Sliced<number[]> {
  const [first, last] = [arrived[0]?.day, arrived.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const history = yield* historyOf(reader, { ...account, today: last });
  if (history === null) return [];
  const movements = history.movements.filter(({ key }) => !history.ordered.has(key));
  const keys = new Set(arrived.map(({ key }) => key));
  const expected: number[] = [];
  for (let from = first; from <= last; from += daysAtOnce) {
    const ofTurn = movements
      .filter(({ day }) => day >= from && day < from + daysAtOnce)
      .toSorted((a, b) => a.key - b.key);
    const wanted = ofTurn.filter(({ key }) => keys.has(key));
    if (wanted.length === 0) continue;
    // Earlier arrivals take their due day first.
    const others = ofTurn.filter(({ key }) => !keys.has(key));
    const before = movements.filter(({ day }) => day < from);
    const question = { before, arrived: [...others, ...wanted], knownTo: from - 1 };
    for (const key of yield* expectedAmong(question)) if (keys.has(key)) expected.push(key);
  }
  return expected;
}
