import { fail } from '../../../shared/errors.ts';
import type { Rule, RuleContent, RuleCount } from '../../../shared/ipc/review/rules.ts';
import { ok } from '../../../shared/result.ts';
import { fakeHistory, fakeQueue } from '../review/review-records.ts';
import type { Answers } from '../support/fake-bridge.ts';

const content = (given: Partial<RuleContent>): RuleContent => ({
  ...{ words: '', direction: null, accountNumber: null, amount: null, tag: '', counterparty: '' },
  ...given,
});

const written = { writtenAt: '2026-11-20T09:00:00.000Z', writtenBy: 'Ada Marsh' };

export const someRules: readonly Rule[] = [
  { id: 'r-1', ...written, ...content({ words: 'salary', direction: 'debit', tag: 'payroll' }) },
  {
    id: 'r-2',
    ...written,
    ...content({
      words: 'kestrel shipping',
      tag: 'freight',
      counterparty: 'Kestrel Shipping and Forwarding International Ltd',
    }),
  },
  {
    id: 'r-3',
    ...written,
    ...content({
      words: 'monthly account fee',
      amount: { from: '10.00', to: '25.00', currency: 'EUR' },
      tag: 'bank-fee',
    }),
  },
];

export const someCount: RuleCount = {
  entries: 34,
  sums: [
    {
      currency: 'EUR',
      entries: 30,
      debits: { amount: '1204500.10', currency: 'EUR' },
      credits: { amount: '0.00', currency: 'EUR' },
    },
    {
      currency: 'JPY',
      entries: 4,
      debits: { amount: '0', currency: 'JPY' },
      credits: { amount: '5000000', currency: 'JPY' },
    },
  ],
  examples: [
    {
      accountNumber: '0690000031',
      entryId: 'F-000017',
      day: '2026-11-19',
      amount: { amount: '42150.00', currency: 'EUR' },
      direction: 'debit',
      narration: 'Salary November, branch offices and field staff',
      customReference: 'PAYROLL-2026-11',
    },
  ],
};

/** A desk with rules that are saved, changed and restored as the main process does it. */
export function ruleAnswers(given: readonly Rule[] = someRules): Answers {
  let rules = given;
  const removed = new Map<string, Rule>();
  let refused: readonly string[] = [];
  const proposed = content({ words: 'Northwind Traders', counterparty: 'Northwind Traders' });
  const missing = () => fail('input.invalid', 'rules', { message: 'There is no such rule.' });
  return {
    'rules.list': () => ok({ rules, applying: null }),
    'rules.count': () => ok(someCount),
    'rules.save': ({ id, rule }) => {
      const saved = { id: id ?? `r-${String(rules.length + 10)}`, ...written, ...rule };
      rules =
        id === undefined ? [...rules, saved] : rules.map((one) => (one.id === id ? saved : one));
      return ok(saved);
    },
    'rules.remove': ({ id }) => {
      const rule = rules.find((one) => one.id === id);
      if (!rule) return missing();
      rules = rules.filter((one) => one.id !== id);
      removed.set(id, rule);
      return ok(rule);
    },
    'rules.restore': ({ id }) => {
      const rule = removed.get(id);
      if (!rule) return missing();
      rules = [...rules, rule].sort((a, b) => a.id.localeCompare(b.id));
      return ok(rule);
    },
    'rules.move': ({ id, by }) => {
      const at = rules.findIndex((one) => one.id === id);
      const rule = rules[at];
      if (!rule) return missing();
      rules = rules.toSpliced(at, 1).toSpliced(at + by, 0, rule);
      return ok(rule);
    },
    'rules.proposals': () =>
      ok({
        proposals: refused.includes(proposed.words)
          ? []
          : [{ rule: proposed, entries: 12, because: 'beneficiary' }],
      }),
    'rules.refuse': (input) => {
      refused = input.refused
        ? [...refused, input.words]
        : refused.filter((one) => one !== input.words);
      return ok({ refused: input.refused });
    },
    'rules.labels': () => ok({ labels: [] }),
    'rules.nameCounterparty': () => ok({ before: null }),
    'rules.tagEntry': () => ok({ before: null }),
  };
}

/** A queue whose first entry has a tag and a counterparty by a rule. */
export function labelledQueue(): Answers {
  const { answers } = fakeQueue(5, 4);
  let hands: readonly (readonly [tag: string, is: boolean])[] = [];
  let named: string | null = null;
  const labels = () => [
    ...(named === ''
      ? []
      : [
          {
            kind: 'counterparty' as const,
            name: named ?? 'Kestrel Shipping Ltd',
            ruleId: named === null ? 'r-2' : null,
          },
        ]),
    ...(hands.some(([tag]) => tag === 'payroll')
      ? []
      : [{ kind: 'tag' as const, name: 'payroll', ruleId: 'r-1' }]),
    ...hands.filter(([, is]) => is).map(([name]) => ({ kind: 'tag' as const, name, ruleId: null })),
  ];
  return {
    ...answers,
    ...ruleAnswers(),
    'review.page': async (input) => {
      const found = await answers['review.page']?.(input);
      if (!found?.ok) return found ?? fail('internal', 'rules');
      const [first, ...others] = found.value.rows;
      const tagged = { tags: ['payroll'], counterparty: 'Kestrel Shipping Ltd' };
      return ok({ ...found.value, rows: first ? [{ ...first, labels: tagged }, ...others] : [] });
    },
    'statements.history': async (input) => {
      const detail = await answers['statements.entry']?.(input);
      if (!detail?.ok) return fail('offline.not-cached', 'rules');
      const { accountNumber } = input;
      const name = named ?? 'Kestrel Shipping Ltd';
      return ok({ history: fakeHistory({ ...detail.value, accountNumber }, name) });
    },
    'rules.labels': () => ok({ labels: labels() }),
    'rules.nameCounterparty': ({ name }) => {
      const before = named;
      named = name;
      return ok({ before });
    },
    'rules.tagEntry': ({ tag, is }) => {
      const before = hands.find(([name]) => name === tag)?.[1] ?? null;
      hands = hands.filter(([name]) => name !== tag);
      if (is !== null) hands = [...hands, [tag, is]];
      return ok({ before });
    },
  };
}
