import type { PaymentParts } from './tables.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../shared/limits.ts';
import { add, money, type Money } from '../../../shared/money/money.ts';
import { withPatience, type Context } from '../../engines/machine/context.ts';

/** The bank's fee for an order. */
export type TransferCost = {
  /** Null where the fee is not known. */
  readonly fee: Money | null;
  /** The amount with the fee, where the fee is known and in the same currency. */
  readonly debitTotal: Money;
  readonly warnings: readonly PaymentWarning[];
};

/**
 * Reads the bank's fee (Get Transfer Fee, assumed; its POST form where the GET form is closed). Where it cannot be read, the fee is
 * null and a warning gives the reason.
 */
export async function askCost(
  { bank }: PaymentParts,
  order: PaymentOrder,
  context: Context,
): Promise<TransferCost> {
  const amount = money(order.amount, order.currency);
  const form = forms.find((name) => bank.isOpen(name));
  if (form === undefined) return without(amount, 'This bank’s fee cannot be asked beforehand.');
  if (!bank.session.isSignedIn())
    return without(amount, 'The fee is not known: you are not signed in.');
  const { accountNumber, beneficiaryId, currency } = order;
  const question = { accountNumber, beneficiaryId, amount: order.amount, currency };
  const patient = withPatience(context, limits.beforePaymentWaitMs);
  const answer =
    form === 'getTransferFee'
      ? await bank.call(form, { query: question }, patient)
      : await bank.call(form, { body: question }, patient);
  if (patient.signal.aborted)
    return without(amount, 'The fee is not known: the bank did not answer in time.');
  if (!answer.ok) return without(amount, `The fee is not known. ${answer.error.message}`);
  if (answer.value.currency === '')
    return without(amount, 'The fee is not known: the bank gave it without a currency.');
  const fee = money(answer.value.fee, answer.value.currency);
  if (fee.currency === amount.currency) return { fee, debitTotal: add(amount, fee), warnings: [] };
  return { fee, debitTotal: amount, warnings: [] };
}

const forms = ['getTransferFee', 'postTransferFee'] as const;

const without = (amount: Money, message: string): TransferCost => ({
  fee: null,
  debitTotal: amount,
  warnings: [{ kind: 'fee-unknown', weight: 'notice', message }],
});
