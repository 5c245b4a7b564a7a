import { shownDigits } from './currencies.ts';
import type { Money } from './money.ts';

/** The pieces of an amount as the window draws them: the minor digits are dimmed. */
export type AmountParts = {
  /** A real minus sign (U+2212) or nothing. */
  readonly sign: '−' | '';
  /** Grouped whole digits. */
  readonly whole: string;
  /** The decimal separator and the digits after it, or nothing. */
  readonly minor: string;
  readonly currency: string;
};

/** How numbers are written: `1,234.56`, `1.234,56`, `1 234,56`, `1’234.56`. */
export type NumberStyle = 'point' | 'comma' | 'space' | 'apostrophe';

/** The separators of thousands and of decimals. Space and apostrophe are those of print: they break no line. */
const marks: Readonly<Record<NumberStyle, readonly [group: string, decimal: string]>> = {
  point: [',', '.'],
  comma: ['.', ','],
  space: ['\u202f', ','],
  apostrophe: ['’', '.'],
};

let shownStyle: NumberStyle = 'point';

/** Sets the default style of shown amounts and counts. Output for machines never uses it. */
export function showNumbersAs(style: NumberStyle): void {
  shownStyle = style;
}

export const numberStyle = (): NumberStyle => shownStyle;

/** The decimal mark of shown amounts. */
export const decimalMark = (): string => marks[shownStyle][1];

/** Splits an amount. No digit is rounded, added beyond the currency's own, or left out. */
export function amountParts({ amount, currency }: Money, style = shownStyle): AmountParts {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const digits = fraction.padEnd(shownDigits(currency), '0');
  return {
    sign: negative ? '−' : '',
    whole: grouped(BigInt(whole), style),
    minor: digits === '' ? '' : `${marks[style][1]}${digits}`,
    currency,
  };
}

/** An amount as one text, followed by its currency code. */
export function formatMoney(value: Money, style?: NumberStyle): string {
  const { sign, whole, minor, currency } = amountParts(value, style);
  return `${sign}${whole}${minor} ${currency}`;
}

export const formatCount = (count: number, style = shownStyle): string => grouped(count, style);

/** `1 payment`, `1,204 payments`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Created once: creating one takes longer than writing a screen of amounts with it. */
const inThousands = new Intl.NumberFormat('en-GB');

function grouped(whole: bigint | number, style: NumberStyle): string {
  const text = inThousands.format(whole);
  return style === 'point' ? text : text.replaceAll(',', marks[style][0]);
}
