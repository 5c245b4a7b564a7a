import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { FormatRow } from '../../../engines/formats/format.ts';
import { dayOfKey } from '../entries/entry-keys.ts';
import { directionOf, effectsOf } from '../entries/entry-rows.ts';
import { notedOf, type Noted } from '../export/export-format.ts';
import { exportedMeanings, figureOf, type ExportRow } from '../export/export-rows.ts';
import type { Meanings } from '../entries/meanings.ts';

/**
 * Computes each entry's effect on the balance, in sequence from the opening balance. A debit of -5 takes 5 out at one bank and puts 5
 * in at another: the running balance decides. If it matches neither, a debit reduces the balance.
 */
export class Effects {
  #balanceE4: bigint;

  constructor(openingE4: bigint) {
    this.#balanceE4 = openingE4;
  }

  of(row: ExportRow): bigint {
    const effect = effectOf(row, this.#balanceE4);
    this.#balanceE4 = BigInt(row[8]);
    return effect;
  }
}

/** Returns the effect of an entry on the balance before it. */
export function effectOf(
  [, , direction, amount, , , , , balance]: ExportRow,
  beforeE4: bigint,
): bigint {
  const units = BigInt(amount);
  const { unsigned, signed } = effectsOf(units, direction);
  const moved = BigInt(balance) - beforeE4;
  if (moved === unsigned || moved === signed) return moved;
  return direction === 1 ? units : units < 0n ? units : -units;
}

/** Returns an entry in the shape of the format engine. `noted` is null if marks are not wanted. */
export function entryRow(
  row: ExportRow,
  effectE4: bigint,
  { meanings, noted }: { meanings: Meanings; noted: Noted | null },
): FormatRow {
  const [id, at, direction, , currency, type, narration, reference, balance, digits, , key] = row;
  const { valueDate, bookingDate, counterparty, remittanceInformation } = exportedMeanings(
    row,
    meanings,
  );
  const bookingDay = bookingDate ?? dateOfDayNumber(dayOfKey(key));
  const effect = effectE4 < 0n || (effectE4 === 0n && direction === 0) ? 'debit' : 'credit';
  return {
    id,
    at,
    bookingDay,
    valueDay: valueDate ?? bookingDay,
    amount: withoutSign(figureOf(effectE4.toString(), currency, digits)),
    effect,
    isReversal: effect !== directionOf(direction),
    currency,
    type,
    narration,
    reference,
    counterparty: counterparty ?? '',
    remittance: remittanceInformation ?? '',
    balance: figureOf(balance, currency, digits),
    mark: noted === null ? null : notedOf(row, noted),
  };
}

const withoutSign = (amount: Decimal): Decimal =>
  amount.startsWith('-') ? amount.slice(1) : amount;
