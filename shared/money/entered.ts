import { err, ok, type Result } from '../result.ts';
import { isCurrency, minorDigits, type Currency } from './currencies.ts';
import { toUnits, type Decimal } from './decimal.ts';
import type { NumberStyle } from './format.ts';
import { moneyOfUnits } from './money.ts';
import { markWords } from './typed.ts';

/** Plain digits, or groups of three with commas as the window writes them; a point before the minor digits. */
const entered = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/** One comma before three digits: some mean thousands by it, others decimals. */
const hasOneGroup = /^\d{1,3},\d{3}$/;

/**
 * Reads an amount as a person types it, for money to be moved: above zero, no more decimals than the currency has, at most 14 digits before
 * the point. Nothing is guessed or rounded: ambiguous text is refused with the reason. It names the marks of `style`, which the person
 * typed before the text was made plain. The answer has the currency's minor digits.
 */
export function readAmount(
  text: string,
  currency: Currency,
  style: NumberStyle = 'point',
): Result<Decimal, string> {
  const typed = text.trim();
  if (currency === '') return err('choose a currency first');
  const isKnown: boolean = isCurrency(currency);
  if (!isKnown)
    return err(
      `${currency} is not a currency known here: how many decimals it has is not known, so nothing is sent in it; the bank file can add it, at currencies.${currency.slice(0, 10)}`,
    );
  const problem = amountProblem(typed, { digits: minorDigits(currency), currency, style });
  if (problem !== null) return err(problem);
  const plain = typed
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d{4})0+$/, '$1');
  return ok(moneyOfUnits(toUnits(plain), currency).amount);
}

/**
 * Reads an amount as a machine writes it: as {@link readAmount}, but one amount has one text. Grouping, spaces and leading zeros
 * are refused.
 */
export function readCanonicalAmount(text: string, currency: Currency): Result<Decimal, string> {
  const read = readAmount(text, currency);
  if (!read.ok || /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return read;
  return err('write it as digits with a point before the decimals, and nothing else: 1250.10');
}

type AmountContext = {
  readonly digits: number;
  readonly currency: Currency;
  readonly style: NumberStyle;
};

function amountProblem(typed: string, { digits, currency, style }: AmountContext): string | null {
  if (typed === '') return 'enter an amount';
  if (/^[-−–+]/.test(typed)) return 'must be above zero, without a sign';
  if (/[eE]/.test(typed)) return 'write the amount in full, without an exponent';
  const { decimal, group } = markWords(style);
  if (/[^\d.,]/u.test(typed))
    return `only the digits 0–9, ${decimal}, and ${group} between thousands`;
  if (!entered.test(typed))
    return `use ${decimal} before the decimals and ${group} only between thousands`;
  if (digits >= 3 && hasOneGroup.test(typed))
    return `may be thousands or decimals, of which ${currency} has ${digits}: leave the mark out, or write the decimals too`;
  const [whole = '', fraction = ''] = typed.replaceAll(',', '').split('.');
  if (fraction.length > digits)
    return digits === 0
      ? `${currency} has no decimals`
      : `${currency} has ${digits} decimals at most`;
  if (/[1-9]/.test(fraction.slice(4)))
    return 'has more decimals than any amount of the desk can hold, which is 4';
  if (whole.replace(/^0+/, '').length > 14) return 'is larger than any amount the desk can hold';
  return /[1-9]/.test(typed) ? null : 'must be above zero';
}
