import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { DueApprovals } from '../../../../shared/ipc/changes/due-payments.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { attemptSync } from '../../../engines/store/local-faults.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import type { Candidate, Moment } from '../../../nouns/approvals/judge/case.ts';
import { judge } from '../../../nouns/approvals/judge/judge.ts';
import { candidateAt } from '../../../nouns/approvals/judge/standing.ts';
import { personsWhoMay } from '../../../nouns/approvals/judge/who-may.ts';
import { intentOf } from '../../../nouns/payments/send.ts';
import type { DeskTeam } from '../../open-bank/desk-team.ts';
import { cachedPremise } from '../payment-needs.ts';
import { openApprovals, type OpenApprovals } from '../requests.ts';
import { lastPremise } from '../row-parts.ts';

type Parts = {
  /** Null for a desk without a team. */
  readonly team: DeskTeam | null;
  readonly reader: CacheReader;
  readonly now: () => Timestamp;
};

type Due = { readonly order: PaymentOrder };

/**
 * Why the team's approval rules do not allow a due payment, in sentences; null where they do. Uses the acts that this desk has read, and
 * the approvers' reading of the payee; the claim at the sending decides again.
 */
export const unapprovedIn =
  ({ team, reader, now }: Parts): ((payment: Due) => string | null) =>
  ({ order }) => {
    if (team === null) return null;
    if (team.approvals === null) return unreadable;
    const open = openApprovals(team);
    const { candidate, moment } = caseOf(open, order, { reader, now: now() });
    const { may, missing, void: discounted } = judge(open.approvals.state, candidate, moment);
    return may ? null : [...missing, ...discounted].join(' ');
  };

const unreadable = 'The approvals of the team cannot be read now.';

/**
 * The approvals that due payments need and have; null where the team has no rules, or none fits. The record is opened once for all. Never
 * throws: where the record cannot be opened, that is listed as missing.
 */
export function dueApprovalsIn({
  team,
  reader,
  now,
}: Parts): (payment: Due) => DueApprovals | null {
  if (team === null) return () => null;
  const opened = attemptSync(() => openApprovals(team));
  if (!opened.ok) return () => ({ has: 0, count: 0, isRequested: false, missing: [unreadable] });
  const open = opened.value;
  if (open.approvals.state.rules === null) return () => null;
  const at = now();
  return ({ order }) => {
    const { candidate, moment } = caseOf(open, order, { reader, now: at });
    const { needs, missing, void: discounted } = judge(open.approvals.state, candidate, moment);
    if (needs.length === 0 && missing.length === 0) return null;
    return {
      has: needs.reduce((sum, need) => sum + Math.min(need.has, need.count), 0),
      count: needs.reduce((sum, need) => sum + need.count, 0),
      isRequested: candidate.request !== null,
      missing: [...missing, ...discounted],
    };
  };
}

/** The names of the persons whose approval would count for a due payment now; empty where none is missing. */
export function whoMayApprove(
  { team, reader, now }: Parts,
  order: PaymentOrder,
): readonly string[] {
  if (team === null) return [];
  const opened = attemptSync(() => openApprovals(team));
  if (!opened.ok || opened.value.approvals.state.rules === null) return [];
  const { candidate, moment } = caseOf(opened.value, order, { reader, now: now() });
  return personsWhoMay(opened.value.approvals.state, candidate, moment);
}

/** The case of a due payment: its newest open request with exactly this payment, else a payment without a request. */
function caseOf(
  { team, approvals, bank }: OpenApprovals,
  paid: PaymentOrder,
  { reader, now }: { readonly reader: CacheReader; readonly now: Timestamp },
): { readonly candidate: Candidate; readonly moment: Moment } {
  const { reference, accountNumber, beneficiaryId, amount, currency } = paid;
  // An approval of another amount does not count for this payment.
  const { payload } = payloadOf(intentOf(paid, null));
  const isThis = (one: { readonly reference: string; readonly payload: string }): boolean =>
    one.reference === reference && one.payload === payload;
  const request = approvals.state.requests
    .withReference(reference)
    .findLast(({ ended, lines }) => ended === null && lines.some(isThis));
  const order = {
    ...{ operation: 'createSingleTransfer', account: accountNumber, payee: beneficiaryId },
    money: { amount, currency },
  };
  if (request !== undefined) {
    const line = request.lines.findIndex(isThis);
    return {
      candidate: { ...candidateAt(request, line), order, bank },
      moment: { premise: lastPremise(request, line), now },
    };
  }
  const maker = team.people.nameOf(team.record.key);
  return {
    candidate: { request: null, line: 0, order, maker },
    moment: { premise: cachedPremise(reader, beneficiaryId), now },
  };
}
