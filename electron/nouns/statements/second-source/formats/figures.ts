import { isDecimal, toUnits } from '../../../../../shared/money/decimal.ts';

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
const groupedByDots = /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/;
const decimalComma = /^\d+,\d+$/;

/**
 * A figure of a file in units of 10^-4, exactly; null when it cannot be kept exactly. Separators of thousands, a decimal
 * comma, brackets or a minus behind for what goes out, are read as banks write them. What could be read in two ways is
 * read in one of them: then it differs from the local copy and a person sees it; it never agrees by chance.
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

/** Is it written as money that goes out? */
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
