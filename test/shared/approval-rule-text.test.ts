import { expect, test } from 'vitest';

import { ruleParts, ruleSentence } from '../../shared/team/approval-rule-text.ts';
import type { ApprovalRule, RuleCondition } from '../../shared/team/approval-rules.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const one: ApprovalRule['need'] = { role: 'checker', count: 1 };
const of = (when: RuleCondition, need = one): string => ruleSentence({ when, need });

test('a rule reads as one sentence, whatever it asks for', () => {
  expect(of({}, { role: 'any', count: 2 })).toBe('Everything needs 2 other persons.');
  expect(of({ over: eur('10000') })).toBe('A payment over 10,000.00 EUR needs 1 checker.');
  expect(of({ newPayee: true, accounts: ['30026712'] }, { role: 'lead', count: 2 })).toBe(
    'A payment to a new payee from account ··6712 needs 2 leads.',
  );
  expect(of({ linesOver: 100, currencies: ['EUR', 'USD'] })).toBe(
    'A payment file with more than 100 lines in EUR or USD needs 1 checker.',
  );
  expect(of({ sumOver: { ...eur('250000'), per: 'account', days: 1 } })).toBe(
    'A payment with which one account comes to more than 250,000.00 EUR in a day needs 1 checker.',
  );
  expect(of({ outside: { from: '07:00', to: '18:00', days: [5, 1, 2, 3, 4] } })).toBe(
    'A payment outside 07:00 to 18:00, Monday to Friday needs 1 checker.',
  );
  expect(of({ outside: { from: '07:00', to: '18:00', days: [1, 3] } })).toContain(
    'Monday and Wednesday',
  );
  expect(of({ outside: { from: '07:00', to: '18:00', days: [1, 2, 3, 4, 5, 6, 7] } })).toContain(
    'outside 07:00 to 18:00 needs',
  );
});

test('a condition that only the command line sets is in the sentence too', () => {
  const when: RuleCondition = {
    ...{ operations: ['createBeneficiary', 'later'], countries: ['NLD', 'DEU'], linesOver: 1 },
    ...{ over: eur('5'), newPayee: true, currencies: ['EUR'], accounts: ['12'] },
    sumOver: { ...eur('9'), per: 'payee', days: 7 },
  };
  const sentence = of(when, { role: 'admin', count: 2 });
  for (const text of ['Create Beneficiary', 'later', 'NLD or DEU', '1 line', '5.00 EUR', '7 days'])
    expect(sentence).toContain(text);
  expect(sentence).toMatch(/ needs 2 administrators\.$/);
  expect(ruleParts({ when, need: one }).filter(({ isChosen }) => isChosen)).toHaveLength(9);
});
