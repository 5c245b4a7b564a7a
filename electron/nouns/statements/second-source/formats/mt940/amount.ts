import { tabledDigits } from '../../../../../../shared/money/currencies.ts';
import { isDecimal } from '../../../../../../shared/money/decimal.ts';

/**
 * An amount of MT940 as decimal text. `doubt` states when to reject it: `balances` unless the statement's balances follow with it,
 * `hundredth` if they follow with a hundredth of it. `reason`: why there is no amount.
 */
export type AmountReading =
  | { readonly amount: string; readonly doubt: 'none' | 'balances' | 'hundredth' }
  | { readonly reason: string };

/**
 * Reads an amount as banks write it: with a decimal comma as in the format, with a decimal point and at most two digits, or as a whole
 * number without a mark. Three digits after the comma may be thousands if the currency has fewer, and a zero-padded whole number may be
 * in hundredths: only balances prove either.
 */
export function readAmount(written: string, currency: string | undefined): AmountReading {
  const [, whole = '', mark = '', fraction = ''] = /^(\d+)([.,]?)(\d*)$/.exec(written) ?? [];
  if (whole === '') return { reason: `“${written}” is no amount` };
  if (mark === '.' && fraction.length > 2) return twoReadings(written);
  const bare = whole.replace(/^0+(?=\d)/, '');
  const amount = fraction === '' ? bare : `${bare}.${fraction}`;
  if (!isDecimal(amount.replace(/(\.\d{4})0+$/, '$1')))
    return { reason: `the amount ${written} cannot be kept exactly` };
  if (mark === '') return { amount, doubt: bare === whole ? 'hundredth' : 'balances' };
  const isThousands = fraction.length === 3 && bare !== '0' && digitsOf(currency) < 3;
  return { amount, doubt: isThousands ? 'balances' : 'none' };
}

const digitsOf = (currency: string | undefined): number =>
  currency === undefined ? 0 : (tabledDigits(currency) ?? 0);

export const twoReadings = (written: string) => ({
  reason: `the amount ${written} can be read in two ways`,
});
