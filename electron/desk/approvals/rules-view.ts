import type {
  ApprovalRulesView,
  DelegationRow,
  DelegationState,
  RulesPerson,
  RulesProposal,
} from '../../../shared/ipc/approval-rules.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { adminsNeeded, decisionText, signersOf } from '../../nouns/approvals/decisions.ts';
import { giversOf, standsInFor } from '../../nouns/approvals/judge/givers.ts';
import type { ApprovalState, Delegation, Proposal } from '../../nouns/approvals/state.ts';
import { draftOf } from './proposals.ts';
import type { OpenApprovals } from './requests.ts';

/** The rules of the team, who can give the required approvals at an instant, and what waits for administrators. */
export function approvalRulesView(
  { team, approvals }: OpenApprovals,
  now: Timestamp,
): Omit<ApprovalRulesView, 'problem'> {
  const { state } = approvals;
  const { rules } = state;
  const own = team.people.nameOf(team.record.key);
  return {
    ...{ isAdmin: team.people.isAdmin(team.record.key), own },
    inForce: rules && {
      ...draftOf(rules),
      version: rules.version,
      rules: rules.rules.map((rule) => ({ ...rule, ...giversOf(state, rules, rule.need, now) })),
    },
    people: peopleOf(state, own, now),
    proposals: [...state.proposals].map(([digest, proposal]) =>
      proposalView(digest, proposal, { state, own, personOf: personOfLogin(state) }),
    ),
    delegations: [...state.delegations]
      .map((entry) => delegationRow(entry, own, now))
      .toSorted((one, other) => rank(one) - rank(other) || (one.begins < other.begins ? 1 : -1)),
  };
}

function peopleOf(state: ApprovalState, own: string, now: Timestamp): RulesPerson[] {
  const desks = [...state.desks.values()].filter(({ counts }) => counts);
  const names = [...new Set(desks.map(({ person }) => person))];
  return names.map((name) => ({
    ...{ name, isOwn: name === own },
    roles: [...new Set(desks.flatMap(({ person, roles }) => (person === name ? roles : [])))],
    limits: (state.rules?.limits ?? [])
      .filter(({ person }) => person === name)
      .map(({ amount, currency }) => ({ amount, currency })),
    standsInFor: standsInFor(state, name, now),
  }));
}

const personOfLogin =
  ({ desks }: ApprovalState) =>
  (login: string): string =>
    [...desks.values()].find((desk) => desk.login === login)?.person ?? login;

function proposalView(
  proposal: string,
  { author, signers, proposes }: Proposal,
  {
    state,
    own,
    personOf,
  }: {
    readonly state: ApprovalState;
    readonly own: string;
    readonly personOf: (login: string) => string;
  },
): RulesProposal {
  const { person, at, n } = author;
  return {
    ...{ proposal, by: { person, at, n }, isOwn: person === own },
    signed: signersOf(state, { signers }),
    needed: adminsNeeded(state),
    rules: 'rules' in proposes ? draftOf(proposes.rules) : null,
    desk: 'login' in proposes ? personOf(proposes.login) : '',
    decision: 'ends' in proposes || 'takesOver' in proposes ? decisionText(proposes) : '',
  };
}

function delegationRow(
  [delegation, { from, to, begins, ends, limit, ...rest }]: readonly [string, Delegation],
  own: string,
  now: Timestamp,
): DelegationRow {
  return {
    ...{ delegation, from, to, begins, ends, limit, isOwn: from === own || to === own },
    state: stateOf({ begins, ends, ...rest }, now),
  };
}

function stateOf(
  { begins, ends, withdrawnAt }: Pick<Delegation, 'begins' | 'ends' | 'withdrawnAt'>,
  now: Timestamp,
): DelegationState {
  if (withdrawnAt !== null) return 'ended';
  if (now > ends) return 'over';
  return now < begins ? 'coming' : 'active';
}

const rank = ({ state }: DelegationRow): number =>
  ['active', 'coming', 'over', 'ended'].indexOf(state);
