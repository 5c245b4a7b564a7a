import { shownDigits } from './currencies.ts';
import type { Money } from './money.ts';

/** The pieces of an amount as the window draws them: the minor digits are dimmed. */
export type AmountParts = {
  /** A real minus sign (U+2212) or nothing. */
  readonly sign: '−' | '';
  /** Grouped whole digits. */
  readonly whole: string;
  /** The decimal separator and the digits behind it, or nothing. */
  readonly minor: string;
  readonly currency: string;
};

/** Splits an amount for a locale. No digit is rounded, added beyond the currency's own, or left out. */
export function amountParts({ amount, currency }: Money, locale = 'en-GB'): AmountParts {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const digits = fraction.padEnd(shownDigits(currency), '0');
  const { grouped, separator } = figuresOf(locale);
  return {
    sign: negative ? '−' : '',
    whole: grouped.format(BigInt(whole)),
    minor: digits === '' ? '' : `${separator}${digits}`,
    currency,
  };
}

/** An amount as one text, currency code behind it. */
export function formatMoney(value: Money, locale?: string): string {
  const { sign, whole, minor, currency } = amountParts(value, locale);
  return `${sign}${whole}${minor} ${currency}`;
}

export function formatCount(count: number, locale = 'en-GB'): string {
  return figuresOf(locale).grouped.format(count);
}

type Figures = { readonly grouped: Intl.NumberFormat; readonly separator: string };

/** Made once a locale: to make one takes longer than to write a screen of amounts with it. */
const figures = new Map<string, Figures>();

function figuresOf(locale: string): Figures {
  const known = figures.get(locale);
  if (known) return known;
  const made = { grouped: new Intl.NumberFormat(locale), separator: separatorOf(locale) };
  figures.set(locale, made);
  return made;
}

const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value ?? '.';
