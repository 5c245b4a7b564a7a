import type { IsoDate } from '../../../../../../shared/calendar/calendar.ts';
import { readAmount } from './amount.ts';
import type { Field } from './fields.ts';
import { dayOf, shownText } from './line.ts';

export type Balance = {
  readonly amount: string;
  readonly currency: string;
  readonly date: IsoDate;
};

/** The first opening and the last closing balance of a statement, with notes on what is missing. */
export type Balances = {
  readonly opening: Balance | undefined;
  readonly closing: Balance | undefined;
  readonly currency: string | undefined;
  readonly notes: readonly string[];
};

export function balancesIn(fields: readonly Field[]): Balances {
  const first = fields.find(({ tag }) => /^60[FM]$/.test(tag));
  const lastField = fields.findLast(({ tag }) => /^62[FM]$/.test(tag));
  const opening = balanceIn(first);
  const last = balanceIn(lastField);
  const currency = opening?.currency ?? last?.currency;
  const closing = last?.currency === currency ? last : undefined;
  return {
    ...{ opening, closing, currency },
    notes: [
      ...(first && !opening ? [unreadable('opening', first)] : []),
      ...(lastField && !last ? [unreadable('closing', lastField)] : []),
      ...(last && !closing ? [`Its closing balance is in ${last.currency} and is left out.`] : []),
      ...(first && !lastField ? ['It has no closing balance: its end may be missing.'] : []),
    ],
  };
}

const unreadable = (which: string, { value }: Field): string =>
  `Its ${which} balance cannot be read: “${shownText(value)}”.`;

/** Parses a balance such as `C261119USD1234,50`; undefined if it is missing or unreadable. */
function balanceIn(field: Field | undefined): Balance | undefined {
  const [, mark, digits = '', currency = '', written = ''] =
    /^([CD])(\d{6})([A-Z]{3})\s*([\d.,]+)\s*$/.exec(field?.value.split('\n')[0] ?? '') ?? [];
  const date = dayOf(digits);
  const reading = readAmount(written, currency);
  if (mark === undefined || date === null || 'reason' in reading) return undefined;
  return { amount: `${mark === 'D' ? '-' : ''}${reading.amount}`, currency, date };
}
