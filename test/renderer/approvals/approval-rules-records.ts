import type { ApprovalRule } from '../../../shared/team/approval-rules.ts';
import type {
  ApprovalRulesView,
  RuleInForce,
  RulesRehearsal,
} from '../../../shared/ipc/approval-rules.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { approvalAnswers } from './approval-records.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const checker = (count: number): ApprovalRule['need'] => ({ role: 'checker', count });
const lead = (count: number): ApprovalRule['need'] => ({ role: 'lead', count });

const ruleNow = (rule: ApprovalRule, given: Partial<RuleInForce> = {}): RuleInForce => ({
  ...{ ...rule, givers: ['Ben Osei', 'Chidi Adeyemi', 'Nadia Petrova'], canBeMet: true },
  ...{ onlyWith: [], ...given },
});

const over = { when: { over: eur('10000') }, need: checker(2) };
const newPayee = { when: { newPayee: true } as const, need: lead(1) };
/** The form cannot show it. */
const abroad = {
  when: { countries: ['KEN', 'NGA'], currencies: ['USD'], over: eur('250000') },
  need: lead(1),
};

export const rulesInForce: readonly RuleInForce[] = [
  ruleNow({ when: {}, need: checker(1) }),
  ruleNow(over),
  ruleNow(newPayee, { givers: ['Nadia Petrova'], onlyWith: ['Nadia Petrova'] }),
  ruleNow(abroad, { givers: ['Nadia Petrova'], onlyWith: ['Nadia Petrova'] }),
];

export const rulesView = (given: Partial<ApprovalRulesView> = {}): ApprovalRulesView => ({
  ...{ problem: null, isAdmin: true, own: 'Ada Merlin' },
  inForce: {
    ...{ version: 3, admins: 2, zone: 'Europe/Berlin', rules: rulesInForce },
    limits: [
      { person: 'Ben Osei', ...eur('50000.00') },
      { person: 'Chidi Adeyemi', ...eur('100000.00') },
    ],
    rates: [{ base: 'EUR', counter: 'USD', rate: '1.0825' }],
  },
  people: [
    { name: 'Ada Merlin', isOwn: true, roles: ['maker', 'admin'], limits: [], standsInFor: [] },
    {
      ...{ name: 'Ben Osei', isOwn: false, roles: ['maker', 'checker', 'admin'] },
      ...{ limits: [eur('50000.00')], standsInFor: [] },
    },
    {
      ...{ name: 'Chidi Adeyemi', isOwn: false, roles: ['checker'] },
      ...{ limits: [eur('100000.00')], standsInFor: ['Nadia Petrova'] },
    },
    {
      ...{ name: 'Nadia Petrova', isOwn: false, roles: ['lead', 'checker'] },
      ...{ limits: [], standsInFor: [] },
    },
  ],
  proposals: [
    {
      ...{ proposal: 'e'.repeat(64), isOwn: false, signed: ['Ben Osei'], needed: 2, desk: '' },
      decision: '',
      by: { person: 'Ben Osei', at: '2026-11-20T08:12:00.000Z', n: 4_074 },
      rules: {
        ...{ admins: 2, zone: 'Europe/Berlin', rates: [], rules: [over, newPayee] },
        limits: [{ person: 'Ben Osei', ...eur('75000.00') }],
      },
    },
  ],
  delegations: [
    {
      ...{ delegation: 'd'.repeat(64), from: 'Nadia Petrova', to: 'Chidi Adeyemi' },
      ...{ begins: '2026-11-19T23:00:00.000Z', ends: '2026-11-27T22:59:59.999Z' },
      ...{ limit: eur('25000.00'), state: 'active', isOwn: false },
    },
    {
      ...{ delegation: 'c'.repeat(64), from: 'Ada Merlin', to: 'Ben Osei' },
      ...{ begins: '2026-12-20T23:00:00.000Z', ends: '2027-01-03T22:59:59.999Z' },
      ...{ limit: null, state: 'coming', isOwn: true },
    },
  ],
  ...given,
});

export const noRulesView = rulesView({ inForce: null, proposals: [], delegations: [] });

/** A rehearsal of these rules: rules for more than two leads cannot be met. */
function rehearsalOf(rules: readonly ApprovalRule[]): RulesRehearsal {
  return {
    ...{ rehearsal: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e2', since: '2026-08-22T09:44:00.000Z' },
    ...{ payments: 1_284, free: rules.length === 0 ? 1_284 : 41, unread: 12 },
    rules: rules.map(({ need }, place) => {
      const canBeMet = need.role !== 'lead' || need.count < 2;
      return {
        ...{ payments: [1_243, 186, 58, 22][place] ?? 6, unmet: canBeMet ? 0 : 6, canBeMet },
        onlyWith: need.role === 'lead' && canBeMet ? ['Nadia Petrova'] : [],
        givers: need.role === 'lead' ? 1 : 3,
      };
    }),
    persons: [
      { person: 'Ada Merlin', made: 812, payments: 0, onlyWith: 0 },
      { person: 'Ben Osei', made: 301, payments: 924, onlyWith: 0 },
      { person: 'Chidi Adeyemi', made: 171, payments: 1_074, onlyWith: 58 },
      { person: 'Nadia Petrova', made: 0, payments: 1_243, onlyWith: 163 },
    ],
  };
}

/** A desk of a team with these rules. */
export const rulesAnswers = (
  view: ApprovalRulesView = rulesView(),
  more: Answers = {},
): Answers => ({
  ...approvalAnswers(),
  'approvalRules.view': () => ok(view),
  'approvalRules.rehearse': ({ draft }) => ok(rehearsalOf(draft.rules)),
  'approvalRules.propose': () => ok(view),
  'approvalRules.sign': () => ok({ ...view, proposals: [] }),
  'approvalRules.refuse': () => ok({ ...view, proposals: [] }),
  'approvalRules.withdraw': () => ok({ ...view, proposals: [] }),
  'approvalRules.delegate': () => ok(view),
  'approvalRules.endDelegation': () => ok({ ...view, delegations: [] }),
  ...more,
});
