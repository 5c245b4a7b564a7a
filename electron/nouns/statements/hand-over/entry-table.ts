import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import type { FormatRow } from '../../../engines/formats/format.ts';
import { dayOfKey } from '../entries/entry-keys.ts';
import { directionOf, effectsOf } from '../entries/entry-rows.ts';
import { notedOf, type Noted } from '../export/export-format.ts';
import { figureOf, exportedEntry, type ExportRow } from '../export/export-rows.ts';
import type { Meanings } from '../entries/meanings.ts';

/**
 * Tells what each entry did to the balance, one behind the other from the opening balance on. What the bank calls a debit of -5 took 5 out at
 * one bank and put 5 in at another: the running balance says which, and where it follows neither way a debit takes out.
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

/** What an entry did to the balance that stood before it. */
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

/** An entry as the engine of formats takes it. `noted` is null where it was not asked for. */
export function entryRow(
  row: ExportRow,
  effectE4: bigint,
  { meanings, noted }: { meanings: Meanings; noted: Noted | null },
): FormatRow {
  const [id, at, direction, , currency, type, narration, reference, balance, digits, , key] = row;
  const { valueDate, bookingDate, counterparty, remittanceInformation } = meanings.of(
    exportedEntry(row),
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
