import { ruleTemplates } from '../../renderer/features/approvals/rules/rule-templates.ts';
import type { RulesDraft } from '../../shared/team/approval-rules.ts';
import { currency, limit } from './plan/amounts.ts';

/** Rules under which the drill is played. */
export type RuleSet = {
  /** As `--rules` names it. */
  readonly name: string;
  readonly title: string;
  /** Null for a team without rules. */
  readonly draft: RulesDraft | null;
};

const plain: Omit<RulesDraft, 'rules'> = { admins: 1, zone: 'UTC', limits: [], rates: [] };

const templateNames = ['two-over', 'one-two-over', 'new-payees', 'two-for-all'] as const;

/** The templates of the window, with the limit of the drill where they have an amount. */
const templates = ruleTemplates.map(({ name, rulesOf }, place): RuleSet => ({
  name: templateNames[place] ?? `template-${String(place + 1)}`,
  title: `template “${name.replace('over…', `over ${limit} ${currency}`)}”`,
  draft: { ...plain, rules: [...rulesOf({ amount: limit, currency })] },
}));

/** What a team can ask of three persons: each payment, new payees, sums, conversions and changes of payees. */
const tight: RulesDraft = {
  ...plain,
  rules: [
    { when: { over: { amount: '0', currency } }, need: { role: 'any', count: 1 } },
    { when: { over: { amount: limit, currency } }, need: { role: 'lead', count: 1 } },
    { when: { newPayee: true }, need: { role: 'lead', count: 1 } },
    {
      when: { sumOver: { amount: limit, currency, per: 'payee', days: 7 } },
      need: { role: 'lead', count: 1 },
    },
    {
      when: { operations: ['createBeneficiary', 'updateBeneficiary', 'lockRate'] },
      need: { role: 'lead', count: 1 },
    },
  ],
  payeeRelease: 'second-person',
};

export const ruleSets: readonly RuleSet[] = [
  { name: 'none', title: 'no rules', draft: null },
  ...templates,
  { name: 'tight', title: 'a tight set', draft: tight },
];
