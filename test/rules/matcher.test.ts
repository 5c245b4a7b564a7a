import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ruleContent } from '../../electron/nouns/rules/content.ts';
import { compileRules, type Facts } from '../../electron/nouns/rules/matcher.ts';
import type { RuleContent } from '../../shared/ipc/review/rules.ts';

const asking = (given: Partial<RuleContent>): RuleContent => ({
  words: '',
  direction: null,
  accountNumber: null,
  amount: null,
  tag: 'payroll',
  counterparty: '',
  ...given,
});
const facts = (given: Partial<Facts> = {}): Facts => ({
  accountNumber: '0690000031',
  direction: 'debit',
  amountE4: 12_500_000n,
  currency: 'USD',
  narration: 'Salaires novembre, Café Été SARL',
  reference: 'INV-77/2026',
  ...given,
});
const holds = (given: Partial<RuleContent>, entry: Partial<Facts> = {}): boolean =>
  compileRules([asking(given)])(facts(entry)).length === 1;
const saved = (given: Partial<RuleContent>) => () => ruleContent(asking(given));

test('words hold in any order, without accents or capitals, in narration or reference, and only as whole words', () => {
  expect(holds({ words: 'ete CAFE' })).toBe(true);
  expect(holds({ words: 'café inv-77' })).toBe(true);
  expect(holds({ words: 'INV 2026' })).toBe(true);
  expect(holds({ words: 'caf' })).toBe(false);
  expect(holds({ words: 'café bistro' })).toBe(false);
  // What stands beside each other in the rule stands beside each other in the entry.
  expect(holds({ words: '77-inv' })).toBe(false);
});

test('what looks like a pattern is a word like any other', () => {
  expect(holds({ words: '.*' }, { narration: 'anything' })).toBe(true);
  expect(saved({ words: '.*' })).toThrow('neither letter nor digit');
  expect(holds({ words: '(sal|caf).*' })).toBe(false);
  expect(holds({ words: '(a+)+$' }, { narration: 'a'.repeat(5_000) })).toBe(false);
  expect(holds({ words: 'a" OR "b' }, { narration: 'a or b' })).toBe(true);
});

test('direction, account and amount narrow; an amount is compared to the last digit, whatever its sign', () => {
  expect(holds({ direction: 'credit' })).toBe(false);
  expect(holds({ direction: 'debit', words: 'sarl' })).toBe(true);
  expect(holds({ accountNumber: '1' })).toBe(false);
  const amount = (from: string, to: string, currency = 'USD') => ({
    amount: { from, to, currency },
  });
  expect(holds(amount('1250', '1250'))).toBe(true);
  expect(holds(amount('1250', '1250'), { amountE4: -12_500_000n })).toBe(true);
  expect(holds(amount('1250.01', '9999'))).toBe(false);
  expect(holds(amount('1250', '1250', 'EUR'))).toBe(false);
  // Beyond what a double holds.
  expect(
    holds(amount('99999999999999.9999', '99999999999999.9999'), { amountE4: '999999999999999999' }),
  ).toBe(true);
  expect(
    holds(amount('99999999999999.9999', '99999999999999.9999'), { amountE4: '999999999999999998' }),
  ).toBe(false);
});

test('amounts of currencies with no and with three decimals are stored as they are written there', () => {
  const amountOf = (from: string, currency: string) =>
    ruleContent(asking({ amount: { from, to: from, currency } })).amount;
  expect(amountOf('1250', 'JPY')).toEqual({ from: '1250', to: '1250', currency: 'JPY' });
  expect(amountOf('1.5', 'bhd')).toEqual({ from: '1.500', to: '1.500', currency: 'BHD' });
  expect(saved({ amount: { from: '12.5', to: '13', currency: 'JPY' } })).toThrow(
    'more decimals than JPY has',
  );
  expect(saved({ amount: { from: '-1', to: '1', currency: 'USD' } })).toThrow('has a sign');
  expect(saved({ amount: { from: '2', to: '1', currency: 'USD' } })).toThrow('ends at 1');
});

test('a rule that would hold for everything, or says nothing, is not saved', () => {
  expect(saved({})).toThrow('it would hold for every entry');
  expect(saved({ words: '  \t ' })).toThrow('it would hold for every entry');
  expect(saved({ words: '-- // …' })).toThrow('neither letter nor digit');
  expect(saved({ words: 'acme --' })).toThrow('“--” has neither letter nor digit');
  expect(saved({ words: 'acme', tag: '' })).toThrow('A rule gives a tag or a counterparty');
  expect(
    ruleContent(asking({ words: '  Acme   Ltd ', tag: 'PayRoll', counterparty: ' Acme  Ltd ' })),
  ).toMatchObject({
    words: 'Acme Ltd',
    tag: 'payroll',
    counterparty: 'Acme Ltd',
  });
});

test('many rules compiled together say what each would say alone, in their order', () => {
  const word = fc.constantFrom('acme', 'Ácme', 'rent', 'inv-77', 'pay', 'roll', '77', '日本', 'ß');
  const rule = fc.record({
    words: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
    direction: fc.constantFrom('debit' as const, 'credit' as const, null),
  });
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 12 }), text, text, (given, narration, reference) => {
      const rules = given.map((one, id) => ({ ...asking(one), id }));
      const entry = facts({ narration, reference });
      const alone = rules.filter((one) => compileRules([one])(entry).length > 0);
      expect(compileRules(rules)(entry).map(({ id }) => id)).toEqual(alone.map(({ id }) => id));
    }),
  );
});
