import { DeskFault } from '../../../shared/errors.ts';
import type { RuleContent } from '../../../shared/ipc/review/rules.ts';
import { isCurrency, minorDigits } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { phrasesOf } from './matcher.ts';

/** Puts one space between words. */
export const spaced = (text: string): string => text.split(/\s+/u).filter(Boolean).join(' ');

/** Returns the rule as it is stored: trimmed, its tag in small letters. Throws with a sentence where the rule can have no meaning. */
export function ruleContent(typed: RuleContent): RuleContent {
  const rule = {
    ...typed,
    words: spaced(typed.words),
    tag: typed.tag.toLowerCase(),
    counterparty: spaced(typed.counterparty),
    amount: typed.amount && amountOf(typed.amount),
  };
  const problem = problemOf(rule);
  if (problem !== null) throw new DeskFault('input.invalid', `${problem} Nothing was saved.`);
  return rule;
}

function problemOf({ words, tag, counterparty, ...conditions }: RuleContent): string | null {
  if (tag === '' && counterparty === '') return 'A rule gives a tag or a counterparty, or both.';
  const signs = words.split(' ').filter((word) => word !== '' && phrasesOf(word).length === 0);
  if (signs.length > 0)
    return `“${signs.join(' ')}” has neither letter nor digit, so no entry could be known by it.`;
  const isUnconditional =
    words === '' && Object.values(conditions).every((value) => value === null);
  return isUnconditional
    ? 'A rule needs words, an amount, a direction or an account: it would hold for every entry.'
    : null;
}

function amountOf({ from, to, currency }: NonNullable<RuleContent['amount']>) {
  const code = currency.toUpperCase();
  for (const end of [from, to]) {
    const problem = endProblem(end, code);
    if (problem !== null) throw new DeskFault('input.invalid', `${problem} Nothing was saved.`);
  }
  if (toUnits(from) > toUnits(to))
    throw new DeskFault(
      'input.invalid',
      `The amount ends at ${to}, below ${from}, where it begins. Nothing was saved.`,
    );
  const digits = isCurrency(code) ? minorDigits(code) : 0;
  const written = (end: Decimal) => fromUnits(toUnits(end), Math.min(digits, 4));
  return { from: written(from), to: written(to), currency: code };
}

function endProblem(end: Decimal, currency: string): string | null {
  if (end.startsWith('-'))
    return `The amount ${end} has a sign: a rule asks for the direction beside it.`;
  if (!isCurrency(currency)) return null;
  const decimals = end.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return decimals > minorDigits(currency) ? `${end} has more decimals than ${currency} has.` : null;
}
