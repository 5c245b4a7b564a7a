import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { judge, type Verdict } from '../../../nouns/approvals/judge/judge.ts';
import { candidateAt } from '../../../nouns/approvals/judge/standing.ts';
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

/**
 * Why a payment that is due may not be sent by the approval rules of the team, in sentences; null where it may. By the acts that this
 * desk has read, and by what approvers read of the payee; the claim at the sending judges it anew.
 */
export const unapprovedIn =
  ({ team, reader, now }: Parts): ((payment: { readonly order: PaymentOrder }) => string | null) =>
  ({ order }) => {
    if (team === null) return null;
    if (team.approvals === null) return 'The approvals of the team cannot be read now.';
    const {
      may,
      missing,
      void: discounted,
    } = verdictOf(openApprovals(team), order, {
      ...{ reader, now: now() },
    });
    return may ? null : [...missing, ...discounted].join(' ');
  };

/** By the newest open request under its reference, or as a payment that nobody requested. */
function verdictOf(
  { team, approvals, bank }: OpenApprovals,
  { reference, accountNumber, beneficiaryId, amount, currency }: PaymentOrder,
  { reader, now }: { readonly reader: CacheReader; readonly now: Timestamp },
): Verdict {
  const { state } = approvals;
  const request = state.requests.withReference(reference).findLast(({ ended }) => ended === null);
  const line = request?.lines.findIndex((one) => one.reference === reference) ?? -1;
  const order = {
    ...{ operation: 'createSingleTransfer', account: accountNumber, payee: beneficiaryId },
    money: { amount, currency },
  };
  if (request !== undefined && line >= 0)
    return judge(
      state,
      { ...candidateAt(request, line), order, bank },
      { premise: lastPremise(request, line), now },
    );
  const maker = team.people.nameOf(team.record.key);
  const candidate = { request: null, line: 0, order, maker };
  return judge(state, candidate, { premise: cachedPremise(reader, beneficiaryId), now });
}
