import type { VirtualAccountOrder } from '../../../shared/bank/accounts.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { mayAsk } from '../../engines/bank/may-ask.ts';
import type { ChangeParts } from '../../engines/submissions/change.ts';
import { accountLikeness } from '../../engines/submissions/intent/likeness.ts';
import { submit } from '../../engines/submissions/submissions.ts';

type VirtualAccountRequest = RouteInput<'accounts.createVirtual'>;

/**
 * Opens an account at the bank (Create Virtual Account, assumed). Sends our reference as `uniqueRequestId`, by which the account is
 * recognised when no answer comes. Without an owner the account is the client's own.
 */
export async function createVirtualAccount(
  parts: ChangeParts,
  request: VirtualAccountRequest,
  context: Context,
): Promise<Outcome<Submission>> {
  const allowed = mayAsk(parts.bank, 'createVirtualAccount', context);
  if (!allowed.ok) return allowed;
  const order = orderOf(request);
  const fields = problemsOf(request.reference, order);
  if (Object.keys(fields).length > 0)
    return fail('input.invalid', context.correlationId, { fields });
  const submitted = await submit(parts, intentOf(request.reference, order), context);
  return submitted.ok ? ok(submitted.value.submission) : submitted;
}

const orderOf = ({
  reference,
  currency,
  accountName,
  ownerEntityId,
}: VirtualAccountRequest): VirtualAccountOrder => ({
  uniqueRequestId: uuidOf(reference),
  currencyIso3Code: currency,
  accountName: accountName.trim(),
  ...(ownerEntityId !== undefined && { ownerEntityId }),
});

/** Adds the hyphens of a UUID to our reference. Any other text is returned unchanged and refused later. */
const uuidOf = (reference: string): string =>
  reference.replace(
    /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/,
    '$1-$2-$3-$4-$5',
  );

const problemsOf = (reference: string, order: VirtualAccountOrder): Record<string, string> => ({
  ...(isCurrency(order.currencyIso3Code) ? {} : { currency: 'is no currency of ISO 4217' }),
  ...(order.accountName === '' ? { accountName: 'is missing' } : {}),
  ...(order.uniqueRequestId !== reference ? {} : { reference: 'is not one that the desk made' }),
});

const intentOf = (reference: string, order: VirtualAccountOrder) => ({
  reference,
  operation: 'createVirtualAccount' as const,
  subject: `account:${reference}`,
  payload: { body: order },
  likeness: accountLikeness(order),
  about: {
    title: `New ${order.currencyIso3Code} account: ${order.accountName}`,
    amount: null,
    accountNumber: null,
    counterparty: order.accountName,
    counterpartyId: order.ownerEntityId ?? null,
  },
});
