import { tabledDigits } from '../../../../../../shared/money/currencies.ts';
import { isDecimal } from '../../../../../../shared/money/decimal.ts';

/**
 * An amount of MT940 as decimal text. `doubt`: when it is rejected; `balances` if the statement's balances do not follow with it,
 * `hundredth` if they follow with a hundredth of it. `reason`: why there is no amount.
 */
export type AmountReading =
  | { readonly amount: string; readonly doubt: 'none' | 'balances' | 'hundredth' }
  | { readonly reason: string };

/**
 * Reads what banks write for an amount: a decimal comma as the format has it, a decimal point with at most two digits, or no mark at all
 * behind a whole number. Three digits behind the comma in a currency of fewer may be thousands, a whole number filled with zeros may be
 * hundredths: only balances prove either.
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
