import type { RuleContent } from '../../../shared/ipc/review/rules.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { searchWords } from '../../engines/store/search/search-text.ts';
import { spacedTokens, tokensOf } from '../../engines/store/search/tokens.ts';

/** The fields of an entry that a rule may check. */
export type Facts = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  /** In units of 10^-4, as sent; text where it was read as text. */
  readonly amountE4: bigint | string;
  readonly currency: string;
  readonly narration: string;
  readonly reference: string;
};

type Conditions = Omit<RuleContent, 'tag' | 'counterparty'>;

/** The rules that hold for an entry, in their order. */
export type Matcher<Rule> = (facts: Facts) => readonly Rule[];

type Compiled<Rule> = {
  readonly rule: Rule;
  readonly place: number;
  readonly conditions: Conditions;
  /** Each word as its tokens, a space before and behind. */
  readonly phrases: readonly string[];
  readonly fromE4: bigint;
  readonly toE4: bigint;
};

/** Returns the phrases of a rule's words; a word without letters and digits is none. */
export const phrasesOf = (words: string): string[] =>
  [...new Set(searchWords(words).map(spacedTokens))].filter((phrase) => phrase.trim() !== '');

/**
 * Compiles rules for many entries. A rule with words is checked only where an entry has the longest token of its words: the cost of an
 * entry does not grow with the number of rules.
 */
export function compileRules<Rule extends Conditions>(rules: readonly Rule[]): Matcher<Rule> {
  const byToken = new Map<string, Compiled<Rule>[]>();
  const wordless: Compiled<Rule>[] = [];
  for (const [place, rule] of rules.entries()) {
    const { amount } = rule;
    const compiled: Compiled<Rule> = {
      ...{ rule, place, conditions: rule, phrases: phrasesOf(rule.words) },
      fromE4: amount === null ? 0n : toUnits(amount.from),
      toE4: amount === null ? 0n : toUnits(amount.to),
    };
    const token = longestOf(tokensOf(rule.words));
    if (token === undefined) wordless.push(compiled);
    else byToken.set(token, [...(byToken.get(token) ?? []), compiled]);
  }
  return (facts) => {
    const texts = [spacedTokens(facts.narration), spacedTokens(facts.reference)];
    const found = wordless.filter((one) => holds(one, facts, texts));
    if (byToken.size > 0)
      for (const token of new Set(texts.join('').split(' ')))
        for (const one of byToken.get(token) ?? []) if (holds(one, facts, texts)) found.push(one);
    return found.length < 2
      ? found.map(({ rule }) => rule)
      : found.sort((a, b) => a.place - b.place).map(({ rule }) => rule);
  };
}

const longestOf = (tokens: readonly string[]): string | undefined =>
  tokens.reduce<string | undefined>(
    (longest, token) => (token.length > (longest?.length ?? 0) ? token : longest),
    undefined,
  );

function holds(
  { conditions, phrases, fromE4, toE4 }: Compiled<unknown>,
  facts: Facts,
  texts: readonly string[],
): boolean {
  if (conditions.direction !== null && conditions.direction !== facts.direction) return false;
  if (conditions.accountNumber !== null && conditions.accountNumber !== facts.accountNumber)
    return false;
  if (!phrases.every((phrase) => texts.some((text) => text.includes(phrase)))) return false;
  if (conditions.amount === null) return true;
  if (conditions.amount.currency !== facts.currency) return false;
  const units = BigInt(facts.amountE4);
  const size = units < 0n ? -units : units;
  return size >= fromE4 && size <= toE4;
}
