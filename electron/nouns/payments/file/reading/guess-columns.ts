import { isCurrency } from '../../../../../shared/money/currencies.ts';
import type { FileColumn } from '../../../../../shared/ipc/changes/payment-files.ts';
import type { Cell, FileRow } from '../../../../engines/files/table.ts';
import { fieldOf, type PaymentField } from './columns.ts';
import { decimalsOf, isAmountLike } from '../../../../engines/columns/decimals.ts';
import { namesOf } from '../../../../engines/columns/headings.ts';
import { guessedColumns, type Finding } from '../../../../engines/columns/match.ts';
import { isDateLike, type Outline } from '../../../../engines/columns/outline.ts';

/** The tests that recognise values. */
export type KnownValues = {
  /** By its shape and check digit. */
  readonly isIban: (text: string) => boolean;
  readonly isOurAccount: (text: string) => boolean;
  readonly isBeneficiaryId: (text: string) => boolean;
  readonly isBeneficiaryAccount: (text: string) => boolean;
  readonly isBeneficiaryName: (text: string) => boolean;
};

/** Describes the values of each column and guesses its meaning. A person confirms every guess before it is used. */
export const guessColumns = (
  rows: readonly FileRow[],
  outline: Outline,
  known: KnownValues,
): FileColumn[] =>
  guessedColumns(rows, outline, {
    fieldOf: (heading) => fieldOf(heading) ?? foreignField(heading, outline.headings),
    findingOf: (cells) => findingOf(cells, known),
  });

/**
 * Names of other languages and programs. Unlike our own names they are guesses: they leave open whose account a column names, and
 * which mark precedes the decimals. The names of days prevent a guess that a day is an amount.
 */
const foreignNames = namesOf<PaymentField>({
  ...{ account: [], beneficiaryId: [] },
  beneficiary: ['name'],
  beneficiaryAccount: ['otherAccount'],
  amount: ['amount'],
  currency: ['currency'],
  reference: ['reference', 'document'],
  narration: ['text'],
  executionDate: ['day', 'documentDay', 'valueDay'],
});

/** The field of a heading that has one meaning, and the only column with it. */
function foreignField(heading: string, headings: readonly string[]): PaymentField | undefined {
  const meant = (one: string): PaymentField | undefined => {
    const [named, another] = foreignNames.fieldsOf(one);
    return another === undefined && fieldOf(one) === undefined ? named?.field : fieldOf(one);
  };
  const field = meant(heading);
  if (field === undefined || field === 'executionDate') return undefined;
  return headings.filter((one) => meant(one) === field).length === 1 ? field : undefined;
}

function findingOf(cells: readonly Cell[], known: KnownValues): Finding<PaymentField> {
  const texts = cells.map(({ text }) => text.trim());
  const share = (is: (text: string) => boolean): boolean =>
    texts.length > 0 && texts.filter(is).length * 5 >= texts.length * 4;
  if (texts.length === 0) return { field: null, words: 'empty' };
  if (share(known.isOurAccount)) return { field: 'account', words: 'accounts of ours' };
  if (share(known.isBeneficiaryId)) return { field: 'beneficiaryId', words: 'ids of saved payees' };
  if (share(known.isIban)) return { field: 'beneficiaryAccount', words: 'IBANs, checked' };
  if (share(known.isBeneficiaryAccount))
    return { field: 'beneficiaryAccount', words: 'accounts of saved payees' };
  if (share(known.isBeneficiaryName))
    return { field: 'beneficiary', words: 'names of saved payees' };
  if (share((text) => isCurrency(text.toUpperCase())))
    return { field: 'currency', words: 'currencies' };
  if (share(isDateLike)) return { field: null, words: 'dates' };
  if (cells.filter(isAmountLike).length * 5 >= cells.length * 4) return amountFinding(cells);
  if (share(isReferenceLike) && new Set(texts).size === texts.length)
    return { field: 'reference', words: 'references, each once' };
  return share((text) => text.includes(' '))
    ? { field: 'narration', words: 'texts' }
    : { field: null, words: 'texts' };
}

const amountWords = {
  point: 'amounts, decimals behind a point',
  comma: 'amounts, decimals behind a comma',
  mixed: 'amounts, written both ways',
  ambiguous: 'amounts, point or comma unclear',
  whole: 'amounts or numbers',
} as const;

function amountFinding(cells: readonly Cell[]): Finding<PaymentField> {
  const words = amountWords[decimalsOf(cells)];
  const isMoney = cells.some(({ text, isNumber }) => isNumber === true || /[.,]/.test(text));
  return { field: isMoney ? 'amount' : null, words };
}

const isReferenceLike = (text: string): boolean => /^(?=.*\d)[A-Za-z0-9/.:+_-]{4,35}$/.test(text);
