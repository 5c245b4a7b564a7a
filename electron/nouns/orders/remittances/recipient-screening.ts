import type { RemittanceOrder } from '../../../../shared/bank/remittances.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { nothingConfirmed } from '../../../engines/submissions/approval.ts';
import type { ChangeParts } from '../../../engines/submissions/change.ts';
import type { PartyNames } from '../../../engines/submissions/intent/name-screening.ts';
import { notConfirmed } from '../../payments/warnings.ts';

/** The recipient of a remittance as it is screened. */
export const recipientOf = ({
  recipientName,
  recipientCountry,
}: Pick<RemittanceOrder, 'recipientName' | 'recipientCountry'>): PartyNames => ({
  names: [recipientName],
  country: recipientCountry,
});

/** The warning about the recipient; none where no list is stored. */
export async function recipientWarnings(
  { screening }: Pick<ChangeParts, 'screening'>,
  order: RemittanceOrder,
): Promise<readonly PaymentWarning[]> {
  const party = recipientOf(order);
  await screening?.prepare(party);
  return screening?.warningsOf(party) ?? [];
}

/** Screens the recipient of a remittance that is sent again. Fails with `confirmation.required` where a match was not cleared. */
export async function screenRecipient(
  parts: ChangeParts,
  order: RemittanceOrder,
  context: Context,
): Promise<Outcome<null>> {
  const warnings = await recipientWarnings(parts, order);
  const open = warnings.filter(({ weight }) => weight === 'blocks');
  return open.length === 0
    ? ok(null)
    : notConfirmed(open, nothingConfirmed, context, 'initiateRemittance');
}
