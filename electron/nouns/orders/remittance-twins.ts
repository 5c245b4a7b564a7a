import type { RemittanceOrder } from '../../../shared/bank/remittances.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import type { ChangeParts, TwinCheck } from '../../engines/submissions/change.ts';
import { remittanceLikeness } from '../../engines/submissions/intent/likeness.ts';
import { submissionById } from '../../engines/submissions/journal/submission-table.ts';
import type { Sent } from '../../engines/submissions/sent.ts';
import { twinPeriod } from '../payments/listed-transfers.ts';
import { isTeamTwin, ownTwins, twinWarnings, type Twin } from '../payments/twins.ts';
import { blockingWarnings, notConfirmed } from '../payments/warnings.ts';

type FoundTwins = { readonly warnings: readonly PaymentWarning[]; readonly twins: readonly Twin[] };

/**
 * The references of a remittance's twins, where all warnings are confirmed. Fails with `confirmation.required` where one is not, and
 * with `input.invalid` where a script names a remittance that is no twin.
 */
export function confirmedTwins(
  parts: ChangeParts,
  order: RemittanceOrder,
  { warnings, twins }: FoundTwins,
  approval: Approval,
  context: Context,
): Outcome<readonly string[]> {
  const open = blockingWarnings(warnings, approval);
  if (open.length > 0) return notConfirmed(open, approval, context, 'initiateRemittance');
  const likeness = remittanceLikeness(order);
  const stranger =
    approval.by === 'script' &&
    approval.twins.find(
      (id) =>
        submissionById(parts.journal, id)?.likeness !== likeness &&
        !isTeamTwin(parts, { ...order, likeness }, id),
    );
  if (typeof stranger !== 'string') return ok(twins.map(({ name }) => name));
  return fail('input.invalid', context.correlationId, {
    operation: 'initiateRemittance',
    message: `${stranger} is no remittance of the same amount to the same recipient.`,
  });
}

/**
 * Looks for the twins of a remittance that is sent again. The bank has no list of remittances: the journal and the team's record are
 * asked.
 */
export const remittanceTwins: TwinCheck<'initiateRemittance'> = {
  review: (parts, sent) => Promise.resolve(ok(findTwins(parts, sent).warnings)),
  confirm: (parts, sent, approval, context) =>
    Promise.resolve(
      confirmedTwins(parts, sent.input.body, findTwins(parts, sent), approval, context),
    ),
};

function findTwins(
  parts: ChangeParts,
  { input: { body: order }, submission }: Sent<'initiateRemittance'>,
): FoundTwins {
  const period = twinPeriod(parts, submission.createdAt);
  const twins = ownTwins(parts, { ...order, likeness: remittanceLikeness(order) }, period.since);
  return { twins, warnings: twinWarnings(twins, order.recipientName, period) };
}
