import type { ApprovalRule } from '../../../../shared/team/approval-rules.ts';

type Amount = { readonly amount: string; readonly currency: string };

/** A rule template for a small team. */
export type RuleTemplate = {
  readonly name: string;
  /** Its purpose, in one sentence. */
  readonly words: string;
  /** The template needs an amount. */
  readonly hasAmount: boolean;
  readonly rulesOf: (amount: Amount) => readonly ApprovalRule[];
};

const one: ApprovalRule['need'] = { role: 'any', count: 1 };
const two: ApprovalRule['need'] = { role: 'any', count: 2 };

export const ruleTemplates: readonly RuleTemplate[] = [
  {
    name: 'Two for everything over…',
    words: 'Two colleagues approve what is over an amount. Under it nothing changes.',
    hasAmount: true,
    rulesOf: (over) => [{ when: { over }, need: two }],
  },
  {
    name: 'One for every payment, two over…',
    words: 'A colleague approves every payment, and a second one what is over an amount.',
    hasAmount: true,
    rulesOf: (over) => [
      { when: { over: { ...over, amount: '0' } }, need: one },
      { when: { over }, need: two },
    ],
  },
  {
    name: 'One for new payees',
    words: 'A colleague approves the first payment to a payee with these bank details.',
    hasAmount: false,
    rulesOf: () => [{ when: { newPayee: true }, need: one }],
  },
  {
    name: 'Two for everything',
    words: 'Two colleagues approve every operation that a team claims.',
    hasAmount: false,
    rulesOf: () => [{ when: {}, need: two }],
  },
];
