import { shownDigits } from './currencies.ts';
import type { Decimal } from './decimal.ts';
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
  return {
    sign: negative ? '−' : '',
    whole: groupedWhole(whole, locale),
    minor: digits === '' ? '' : `${separatorOf(locale)}${digits}`,
    currency,
  };
}

/** An amount as one text, currency code behind it. */
export function formatMoney(value: Money, locale?: string): string {
  const { sign, whole, minor, currency } = amountParts(value, locale);
  return `${sign}${whole}${minor} ${currency}`;
}

export function formatCount(count: number, locale = 'en-GB'): string {
  return new Intl.NumberFormat(locale).format(count);
}

const groupers = new Map<string, Intl.NumberFormat>();

function grouperOf(locale: string): Intl.NumberFormat {
  const known = groupers.get(locale);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { useGrouping: true, maximumFractionDigits: 0 });
  groupers.set(locale, made);
  return made;
}

const groupedWhole = (whole: Decimal, locale: string): string =>
  grouperOf(locale).format(BigInt(whole));

const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value ?? '.';
