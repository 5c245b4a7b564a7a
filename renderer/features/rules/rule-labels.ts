import type { RuleContent } from '../../../shared/ipc/review/rules.ts';
import { formatMoney } from '../../../shared/money/format.ts';

/** The conditions of a rule, as a sentence: `holds “acme ltd”, money out, 10.00 to 20.00 EUR`. */
export function ruleWords(
  { words, direction, accountNumber, amount }: RuleContent,
  nameOf: (accountNumber: string) => string,
): string {
  const money = (end: string) => formatMoney({ amount: end, currency: amount?.currency ?? '' });
  return [
    words && `“${words}”`,
    direction && (direction === 'debit' ? 'money out' : 'money in'),
    amount &&
      (amount.from === amount.to
        ? money(amount.from)
        : `${money(amount.from)} to ${money(amount.to)}`),
    accountNumber && nameOf(accountNumber),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The results of a rule: `tag payroll, counterparty Acme Ltd`. */
export const givenWords = ({ tag, counterparty }: RuleContent): string =>
  [tag && `tag ${tag}`, counterparty && `counterparty ${counterparty}`].filter(Boolean).join(', ');
