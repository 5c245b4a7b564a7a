import { toUnits } from '../../../../../shared/money/decimal.ts';
import { isCurrency } from '../../../../../shared/money/currencies.ts';
import type { Decimals } from '../../../../../shared/ipc/changes/payment-files.ts';
import type { Cell, FileRow } from '../../../../engines/files/table.ts';
import type { FieldColumns } from './columns.ts';
import { plainAmount } from '../../../../engines/columns/decimals.ts';
import { cellAt } from '../../../../engines/columns/outline.ts';

/** Words for totals, in lower case, without punctuation and currency codes. */
const totalWords: ReadonlySet<string> = new Set(
  (
    'total totals grandtotal subtotal totalamount sumtotal sum sumoftotal summe gesamt gesamtsumme gesamtbetrag zwischensumme endsumme ' +
    'somme soustotal totalgénéral totalgeneral montanttotal totale totalegenerale totalgeral subtotale suma sumatotal importetotal soma ' +
    'totaal subtotaal summa totalt yhteensä toplam razem celkem összesen итого всего المجموع الإجمالي 合計 总计 合计'
  ).split(' '),
);

type Reading = { readonly columns: FieldColumns; readonly decimals: Decimals | null };

/**
 * Leaves out lines of totals, each with a note, also where the total differs from the lines above. A line is a total where a whole
 * cell is a word for it and no cell names a payment, or where its only cell is the sum of the lines above.
 */
export function withoutTotals(
  rows: readonly FileRow[],
  reading: Reading,
): { rows: FileRow[]; notes: string[] } {
  const notes: string[] = [];
  const payments: FileRow[] = [];
  let sum = 0n;
  let sinceLast = 0n;
  for (const row of rows) {
    const units = unitsIn(row, reading);
    const label = totalLabel(row, reading.columns);
    const agrees = units !== null && (units === sum || units === sinceLast);
    if (label !== null || (agrees && payments.length > 1 && isAmountAlone(row, reading.columns))) {
      notes.push(noteOf(row, label, reading, agrees || units === null));
      sinceLast = 0n;
    } else {
      payments.push(row);
      sum += units ?? 0n;
      sinceLast += units ?? 0n;
    }
  }
  return { rows: payments, notes };
}

const noteOf = (
  row: FileRow,
  label: string | null,
  { columns }: Reading,
  agrees: boolean,
): string => {
  const amount = cellAt(row, columns.amount ?? -1).text.trim();
  const called = [label ?? '', amount].filter((text) => text !== '').join(' ');
  const differs = agrees ? '' : ' It is not what the lines over it add up to: look at them.';
  return `Line ${row.line}, “${called}”, is a line of totals and was left out.${differs}`;
};

/** The word that marks the line as a total, as it is written; null where it is no total. */
function totalLabel({ cells }: FileRow, columns: FieldColumns): string | null {
  const at = cells.findIndex(({ text }) => totalWords.has(bare(text)));
  const found = cells[at];
  if (!found) return null;
  const naming = [columns.beneficiaryId, columns.beneficiaryAccount, columns.reference];
  const names = naming.some((column) => column !== at && isFilled(cells[column ?? -1]));
  const others = cells.filter((_, other) => other !== at && other !== columns.account);
  return !names && others.every(({ text }) => isNumeric(text)) ? found.text.trim() : null;
}

const isAmountAlone = ({ cells }: FileRow, { amount }: FieldColumns): boolean =>
  cells.every((cell, at) => at === amount || !isFilled(cell));

const isFilled = (cell: Cell | undefined): boolean => (cell?.text.trim() ?? '') !== '';

const isNumeric = (text: string): boolean =>
  /^[-\d.,'’ \u00A0\u202F]*$/.test(text.trim()) || isCurrency(text.trim().toUpperCase());

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((label) => label !== '' && !(label === label.toUpperCase() && isCurrency(label)))
    .join('')
    .toLowerCase();

/** In units of 10^-4; null where it is no such amount. */
function unitsIn(row: FileRow, { columns, decimals }: Reading): bigint | null {
  const plain = plainAmount(cellAt(row, columns.amount ?? -1), decimals ?? 'point');
  return plain !== null && /^\d{1,14}(\.\d{1,4})?$/.test(plain) ? toUnits(plain) : null;
}
