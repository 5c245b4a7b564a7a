import type {
  DelegationState,
  RulesPerson,
  RulesProposal,
} from '../../../../shared/ipc/approval-rules.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';

export const andText = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format(names);

/** `maker, checker, to 50,000.00 EUR`. */
export const personText = ({ roles, limits, standsInFor }: RulesPerson): string =>
  [
    roles.join(', '),
    ...limits.map((limit) => `to ${formatMoney(limit)}`),
    ...(standsInFor.length === 0 ? [] : [`stands in for ${andText(standsInFor)}`]),
  ]
    .filter((text) => text !== '')
    .join(', ');

/** The effect of a person's absence on the past payments. */
export const awayText = (onlyWith: number): string =>
  onlyWith === 0
    ? 'nothing waits'
    : `${formatCount(onlyWith)} ${onlyWith === 1 ? 'payment waits' : 'payments wait'}`;

/** Why a rule waits while a person is away; null where none of them does. */
export const absenceText = (onlyWith: readonly string[]): string | null =>
  onlyWith.length === 0
    ? null
    : `Cannot be met while ${onlyWith.length === 1 ? (onlyWith[0] ?? '') : `one of ${andText(onlyWith)}`} is away.`;

export const proposalText = ({ rules, desk, decision }: RulesProposal): string => {
  if (rules !== null) return rulesCountText(rules.rules.length);
  return decision === '' ? `Enrolment of a desk of ${desk}` : `Decision ${decision}`;
};

export const delegationTones: Readonly<Record<DelegationState, 'good' | 'plain'>> = {
  ...{ active: 'good', coming: 'plain', over: 'plain', ended: 'plain' },
};

export const delegationLabels: Readonly<Record<DelegationState, string>> = {
  ...{ active: 'now', coming: 'coming', over: 'over', ended: 'taken back' },
};

/** `1 rule` … `7 rules`. */
export const rulesCountText = (count: number): string =>
  count === 1 ? '1 rule' : `${formatCount(count)} rules`;
