import { fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { TwinCheck } from '../../engines/submissions/change.ts';
import type { Sent } from '../../engines/submissions/sent.ts';
import { askTransfers } from './list-transfers.ts';
import { listedTransfers, twinPeriod } from './listed-transfers.ts';
import type { PaymentParts } from './tables.ts';
import { twinsOf, twinsUnread, twinWarnings, type Twin } from './twins.ts';
import { confirmedTwins } from './warnings.ts';

type SentTransfer = Sent<'createSingleTransfer'>;
type FoundTwins = { readonly warnings: readonly PaymentWarning[]; readonly twins: readonly Twin[] };

/** Looks for the twins of a payment that is sent again: from its first sending on, and for at least a day. */
export const transferTwins = (cache: PaymentParts['cache']): TwinCheck<'createSingleTransfer'> => ({
  review: async (parts, sent, context) => {
    const found = await findTwins({ ...parts, cache }, sent, context);
    return found.ok ? ok(found.value.warnings) : found;
  },
  confirm: async (parts, sent, approval, context) => {
    const paying = { ...parts, cache };
    const found = await findTwins(paying, sent, context);
    return found.ok
      ? confirmedTwins(paying, sent.input.body, found.value, approval, context)
      : found;
  },
});

async function findTwins(
  parts: PaymentParts,
  { input: { body: order }, submission }: SentTransfer,
  context: Context,
): Promise<Outcome<FoundTwins>> {
  // Without a session the bank's list is not read.
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const { beneficiaryId, reference } = order;
  const period = twinPeriod(parts, submission.createdAt);
  const { since } = period;
  const { nearReference, unread } = await askTransfers(
    parts,
    { beneficiaryId, reference },
    context,
    since,
  );
  const listed = listedTransfers(parts, since);
  const unlisted = unread ?? (listed.isWhole ? null : tooMany);
  const twins = twinsOf(parts, order, listed, nearReference);
  return ok({
    twins,
    warnings: [
      ...twinWarnings(twins, submission.about?.counterparty ?? beneficiaryId, period),
      ...(unlisted === null ? [] : [twinsUnread(unlisted)]),
    ],
  });
}

const tooMany = 'too many payments since its first sending';
