import type {
  SecondSource,
  SecondSourceKind,
  SecondSourceVerdict,
  SourceDifference,
} from '../../../../shared/ipc/accounts/second-sources.ts';
import { isDecimal } from '../../../../shared/money/decimal.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';

/** A way to get a period a second time. */
export type SourceKind = {
  readonly value: string;
  readonly label: string;
  readonly kind: Exclude<SecondSourceKind, 'givenFile'>;
  readonly format?: 'csv' | 'json' | 'pdf';
};

export const sourceKinds: readonly [SourceKind, ...SourceKind[]] = [
  { value: 'v1-csv', label: 'Statement file, CSV', kind: 'downloadStatement', format: 'csv' },
  { value: 'v1-json', label: 'Statement file, JSON', kind: 'downloadStatement', format: 'json' },
  { value: 'v1-pdf', label: 'Statement file, PDF', kind: 'downloadStatement', format: 'pdf' },
  { value: 'v1-own', label: 'Statement file, bank format', kind: 'downloadStatement' },
  {
    value: 'v2-csv',
    label: 'Second generation, CSV',
    kind: 'downloadStatementV2',
    format: 'csv',
  },
  {
    value: 'v2-json',
    label: 'Second generation, JSON',
    kind: 'downloadStatementV2',
    format: 'json',
  },
  { value: 'v2-pages', label: 'Second generation, page by page', kind: 'getStatementV2' },
];

export const kindWords: Readonly<Record<SecondSourceKind, string>> = {
  downloadStatement: 'Statement file',
  downloadStatementV2: 'Second generation, file',
  getStatementV2: 'Second generation, pages',
  givenFile: 'File of the bank',
};

/** `CSV`: the extension of the name that the desk gave the file. */
export const formatWords = ({ fileName, kind }: SecondSource): string =>
  kind === 'getStatementV2' ? '' : (fileName.split('.').at(-1) ?? '').toUpperCase();

export const verdictTone: Readonly<Record<SecondSourceVerdict, 'good' | 'bad' | 'warn' | 'plain'>> =
  { agrees: 'good', differs: 'bad', partial: 'warn', unreadable: 'plain' };

export const differenceWords: Readonly<Record<SourceDifference['kind'], string>> = {
  'only-here': 'local copy only',
  'only-there': 'source only',
  differs: 'differs',
  balance: 'balance',
  statement: 'statement',
};

/** Bytes, in words. */
export const sizeWords = (bytes: number): string =>
  bytes < 10_000 ? `${formatCount(bytes)} bytes` : `${formatCount(Math.round(bytes / 1_000))} kB`;

/** A value in our format: amounts grouped, with the account's currency; empty for an empty value. */
export function valueWords(field: string, value: string, currency: string): string {
  if (value === '') return '–';
  const isAmount = /^(amount|(.* )?balance)$/i.test(field) && isDecimal(value);
  return isAmount && currency !== '' ? formatMoney({ amount: value, currency }) : value;
}
