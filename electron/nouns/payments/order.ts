import { filledMore, type More } from '../../../shared/bank/required-fields.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { accountByNumber } from '../accounts/tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';

/** Characters, as payment messages allow. */
const narrationMax = 140;

/** A payment as it is entered. */
export type EnteredTransfer = {
  /** Created with the form; the payment's identity at the bank. */
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  /** As typed. */
  readonly amount: string;
  readonly currency: string;
  readonly narration: string;
  /** The fields that the bank file requires beyond the catalogue. */
  readonly more?: More | undefined;
};

/**
 * Converts an entered payment to an order, with the amount in the currency's minor digits. Fails with `input.invalid` and the
 * field: an ambiguous amount, a narration that is too long, a currency that is not the account's. Without a reader, as for a
 * payment that was sent before, the currency is not checked.
 */
export function readOrder(
  reader: CacheReader | null,
  entered: EnteredTransfer,
  { correlationId }: Context,
): Outcome<PaymentOrder> {
  const { amount, currency, narration, accountNumber, ...rest } = entered;
  const refused = (field: string, reason: string) =>
    fail('input.invalid', correlationId, { fields: { [field]: reason } });
  const read = readAmount(amount, currency);
  if (!read.ok) return refused('amount', read.error);
  const words = narration.trim();
  if (words.length > narrationMax)
    return refused('narration', `is longer than ${narrationMax} characters`);
  const held = (reader && accountByNumber(reader, accountNumber)?.currency) ?? '';
  if (held !== '' && held !== currency)
    return refused('currency', `the account is kept in ${held}: convert first`);
  return ok({
    accountNumber,
    beneficiaryId: rest.beneficiaryId,
    amount: read.value,
    currency,
    reference: rest.reference,
    ...(words === '' ? {} : { narration: words }),
    ...moreOf(entered),
  });
}

/** The filled fields. Omits `more` where no field is filled, so that such an order stays equal to older ones. */
function moreOf({ more = {} }: EnteredTransfer): Pick<PaymentOrder, 'more'> {
  const filled = filledMore(more);
  return filled ? { more: filled } : {};
}
