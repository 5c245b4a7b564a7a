import { isCurrency } from '../../../shared/money/currencies.ts';
import { isDecimal, toUnits } from '../../../shared/money/decimal.ts';

/** A range of amounts regardless of sign, in units of 10^-4, both ends included; null where an end is open. */
export type AmountRange = { readonly low: bigint | null; readonly high: bigint | null };

/** The amounts that a text can mean. */
export type ReadAmount = {
  /** Several where the text is ambiguous: any of them may be meant. */
  readonly ranges: readonly AmountRange[];
  readonly currency: string | null;
  /** Digits and nothing else: it may as well be a part of a reference. */
  readonly isBare: boolean;
};

const symbols: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', $: 'USD', '₦': 'NGN' };

const shape =
  /^(?<compare>[<>]=?|≥|≤)?(?<front>[€£$₦]|[a-z]{3}(?=[-+−\d]))?(?<sign>[-+−])?(?<digits>\d[\d.,'’]*?)(?<scale>k|m|mn|mio|bn)?(?<back>[€£$₦]|[a-z]{3})?$/iu;

const scales: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, mio: 6, bn: 9 };

/** Reads `6,030.81`, `6030.81`, `6.030,81`, `12.5k`, `>10000`, `<=1m`, `€500`, `500eur`; null for other text. */
export function readAmountTyped(text: string): ReadAmount | null {
  const found = shape.exec(text)?.groups;
  if (found === undefined) return null;
  const { compare, front, sign, digits = '', scale = '', back } = found;
  const currency = currencyOf(front ?? back);
  if (currency === undefined || (front !== undefined && back !== undefined)) return null;
  const figures = figuresOf(digits, scales[scale.toLowerCase()] ?? 0);
  if (figures.length === 0) return null;
  return {
    ranges: figures.map((units) => rangeOf(units, compare)),
    currency,
    isBare: /^\d+$/.test(text) && compare === undefined && sign === undefined,
  };
}

/** The currency that was written; null without one, undefined for three letters that are no currency. */
function currencyOf(written: string | undefined): string | null | undefined {
  if (written === undefined) return null;
  const code = symbols[written] ?? written.toUpperCase();
  return isCurrency(code) ? code : undefined;
}

function rangeOf(units: bigint, compare: string | undefined): AmountRange {
  if (compare === '>') return { low: units + 1n, high: null };
  if (compare === '>=' || compare === '≥') return { low: units, high: null };
  if (compare === '<') return { low: null, high: units - 1n };
  if (compare === '<=' || compare === '≤') return { low: null, high: units };
  return { low: units, high: units };
}

/** The possible values of the digits times ten to the `scale`, in units of 10^-4. The most usual reading comes first. */
function figuresOf(digits: string, scale: number): bigint[] {
  const readings = readingsOf(digits.replaceAll(/['’]/g, ','));
  return [...new Set(readings.flatMap((plain) => scaled(plain, scale)))];
}

/** The possible readings of the digits, with a decimal point. */
function readingsOf(digits: string): string[] {
  if (/^\d+$/.test(digits)) return [digits];
  const groupsWith = (mark: string) => new RegExp(`^\\d{1,3}(?:\\${mark}\\d{3})+$`);
  const last = digits[Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))] ?? '';
  const other = last === '.' ? ',' : '.';
  const cut = digits.lastIndexOf(last);
  const whole = digits.slice(0, cut);
  const decimals = digits.slice(cut + 1);
  // One kind of mark between groups of three separates thousands; a single point may also precede three decimals.
  if (groupsWith(last).test(digits)) {
    const thousands = digits.replaceAll(last, '');
    return last === '.' && !whole.includes('.') ? [thousands, digits] : [thousands];
  }
  const isWhole = /^\d+$/.test(whole) || groupsWith(other).test(whole);
  return isWhole && /^\d{1,10}$/.test(decimals)
    ? [`${whole.replaceAll(other, '')}.${decimals}`]
    : [];
}

/** Moves the point by so many places; nothing is rounded. */
function scaled(plain: string, scale: number): bigint[] {
  const [whole = '', fraction = ''] = plain.split('.');
  const moved = fraction.padEnd(scale, '0');
  const digits = `${whole}${moved.slice(0, scale)}`.replace(/^0+(?=\d)/, '');
  const rest = moved.slice(scale).replace(/0+$/, '');
  const decimal = rest === '' ? digits : `${digits}.${rest}`;
  return isDecimal(decimal) ? [toUnits(decimal)] : [];
}
