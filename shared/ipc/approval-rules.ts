import { z } from 'zod';

import { ApprovalAmount, RulesDraft, type ApprovalRule } from '../team/approval-rules.ts';
import { IsoDateText } from '../calendar/calendar-schemas.ts';
import type { Timestamp } from '../calendar/calendar.ts';
import type { AppError } from '../errors.ts';
import type { Money } from '../money/money.ts';
import type { ApprovalSignature } from './approvals.ts';
import { answers } from './route.ts';

/** A rule in force. */
export type RuleInForce = ApprovalRule & {
  /** Persons who have what it needs now, stand-ins included. Amounts and makers are left out. */
  readonly givers: readonly string[];
  /** False where fewer pairs of eyes than it needs have it. */
  readonly canBeMet: boolean;
  /** Persons without whom it could not be met now. */
  readonly onlyWith: readonly string[];
};

/** A person of the team, as far as approvals ask. */
export type RulesPerson = {
  readonly name: string;
  readonly isOwn: boolean;
  readonly roles: readonly string[];
  /** Up to which amounts this person approves; empty for any. */
  readonly limits: readonly Money[];
  /** Persons for whom this one stands in now. */
  readonly standsInFor: readonly string[];
};

/** Rules, or a desk, that wait until enough administrators have signed. */
export type RulesProposal = {
  /** Digest of its act. */
  readonly proposal: string;
  readonly by: ApprovalSignature;
  readonly isOwn: boolean;
  /** Administrators that have signed. */
  readonly signed: readonly string[];
  /** How many must sign. */
  readonly needed: number;
  /** The rules; null for the enrolment of a desk. */
  readonly rules: RulesDraft | null;
  /** The name of the person whose desk is enrolled; empty otherwise. */
  readonly desk: string;
  /** What administrators decide together, such as to end the team; empty otherwise. */
  readonly decision: string;
};

/** coming, active, over: by its days · ended: taken back. */
export type DelegationState = 'coming' | 'active' | 'over' | 'ended';

export type DelegationRow = {
  /** Digest of its act. */
  readonly delegation: string;
  readonly from: string;
  readonly to: string;
  readonly begins: Timestamp;
  readonly ends: Timestamp;
  readonly limit: Money | null;
  readonly state: DelegationState;
  /** This person is one of the two, and may take it back. */
  readonly isOwn: boolean;
};

export type ApprovalRulesView = {
  /** Why the record could not be read now; what was read last is shown. */
  readonly problem: AppError | null;
  readonly isAdmin: boolean;
  /** The name of this desk's person. */
  readonly own: string;
  /** Null while the team has none. */
  readonly inForce:
    | (Omit<RulesDraft, 'rules'> & {
        readonly version: number;
        readonly rules: readonly RuleInForce[];
      })
    | null;
  readonly people: readonly RulesPerson[];
  readonly proposals: readonly RulesProposal[];
  /** Those that are not over first. */
  readonly delegations: readonly DelegationRow[];
};

/** What one rule would have asked of the payments of the time. */
export type RuleRehearsal = {
  readonly payments: number;
  /** Payments that no approvals of today's members would release. */
  readonly unmet: number;
  readonly canBeMet: boolean;
  /** Persons without whom it could not be met: at all, or for one of its payments. */
  readonly onlyWith: readonly string[];
  /** How many persons have the role that it needs. */
  readonly givers: number;
};

export type PersonRehearsal = {
  readonly person: string;
  readonly made: number;
  /** Payments that this person could have been asked to approve. */
  readonly payments: number;
  /** Payments that no one could have released without this person. */
  readonly onlyWith: number;
};

/** What rules would have asked of the payments that left. Nothing is proposed. */
export type RulesRehearsal = {
  /** Names this rehearsal: what is proposed is what it rehearsed. */
  readonly rehearsal: string;
  readonly since: Timestamp;
  readonly payments: number;
  /** Payments that no rule fits. */
  readonly free: number;
  /** Payments of colleagues of which the record does not say what was sent. */
  readonly unread: number;
  readonly rules: readonly RuleRehearsal[];
  readonly persons: readonly PersonRehearsal[];
};

const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const approvalRulesRoutes = {
  /** `isFresh`: reads on from the server first; a failure of that is the view's `problem`. */
  'approvalRules.view': answers<ApprovalRulesView>().to(z.strictObject({ isFresh: z.boolean() })),
  /** Applies rules to the payments of the last 90 days that this desk knows. Changes nothing. */
  'approvalRules.rehearse': answers<RulesRehearsal>().to(z.strictObject({ draft: RulesDraft })),
  /** Proposes what was rehearsed last, once a person has confirmed it outside the window. */
  'approvalRules.propose': answers<ApprovalRulesView>().to(z.strictObject({ rehearsal: z.uuid() })),
  /** Signs a colleague's proposal, once a person has confirmed it outside the window. */
  'approvalRules.sign': answers<ApprovalRulesView>().to(z.strictObject({ proposal: digest })),
  /** Refuses what a colleague proposed, which ends it, once a person has confirmed it outside the window. */
  'approvalRules.refuse': answers<ApprovalRulesView>().to(
    z.strictObject({
      proposal: digest,
      words: z.string().trim().min(1, 'is missing').max(2_000, 'is longer than 2,000 letters'),
    }),
  ),
  /** Takes back an own proposal, once a person has confirmed it outside the window. */
  'approvalRules.withdraw': answers<ApprovalRulesView>().to(z.strictObject({ proposal: digest })),
  /** Lets a colleague approve in this person's place on these days, once it is confirmed outside the window. */
  'approvalRules.delegate': answers<ApprovalRulesView>().to(
    z.strictObject({
      to: z.string().min(1).max(100),
      ...{ from: IsoDateText, until: IsoDateText },
      limit: ApprovalAmount.nullable(),
    }),
  ),
  /** Takes back a delegation, once it is confirmed outside the window. */
  'approvalRules.endDelegation': answers<ApprovalRulesView>().to(
    z.strictObject({ delegation: digest }),
  ),
};
