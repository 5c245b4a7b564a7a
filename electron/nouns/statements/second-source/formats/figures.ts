import { isDecimal, toUnits } from '../../../../../shared/money/decimal.ts';

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
const groupedByDots = /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/;
const decimalComma = /^\d+,\d+$/;

/**
 * Returns a figure of a file in units of 10^-4; null if it cannot be represented exactly. Reads thousands separators, a decimal
 * comma, and brackets or a trailing minus for outgoing amounts, as banks write them. An ambiguous figure is read in one of its two
 * ways: if wrong, it differs from the local copy and a person sees it; it never agrees by chance.
 */
export function unitsOf(text: string): bigint | null {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s'’]/g, '')
    .replace(/−/g, '-');
  const isOut = isNegative(bare);
  const digits = plain(bare.replace(/^\((.*)\)$/, '$1').replace(/^[+-]|[+-]$/g, ''));
  if (!isDecimal(digits) || digits.startsWith('-')) return null;
  return isOut ? -toUnits(digits) : toUnits(digits);
}

/** Is the figure written as an outgoing amount? */
export const isNegative = (text: string): boolean => /^[-−(]|[-−]$/.test(text.trim());

function plain(text: string): string {
  const pointed = grouped.test(text)
    ? text.replaceAll(',', '')
    : groupedByDots.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : decimalComma.test(text)
        ? text.replace(',', '.')
        : text;
  // 0100.50 and .50 are figures too, and zeros after the fourth decimal do not count.
  return pointed
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/(\.\d{4})0+$/, '$1');
}
