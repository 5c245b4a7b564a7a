import type { PaymentOrder, transfers as operations } from '../../shared/bank/transfers.ts';
import { dayOf, isIsoDate } from '../../shared/calendar/calendar.ts';
import { magicBeneficiaries } from '../beneficiaries/magic.ts';
import { takeOrder } from '../orders/agenda.ts';
import { coveredPayment, pricedPayment, refuseBlocked } from '../orders/checks.ts';
import { saveOrder, newOrder, seenOrders } from '../orders/register.ts';
import { magicOutcome } from '../server/faults/magic.ts';
import type { HandlersOf } from '../server/noun.ts';
import { listPage, recordIn } from '../server/records.ts';
import { invalid } from '../server/refusal.ts';
import { bankDetailsOf } from './bank-directory.ts';
import { steps } from './life.ts';
import type { PaymentsBank, TransferRecord } from './state.ts';

export const handlers: HandlersOf<typeof operations, PaymentsBank> = {
  getBankDetails: ({ query }) => ({
    message: 'PaymentsBank details retrieved',
    bank: bankDetailsOf(query),
  }),

  getTransferFee: ({ query }, { bank }) => feeOf(bank, query),
  postTransferFee: ({ body }, { bank }) => feeOf(bank, body),

  createSingleTransfer: ({ body }, { bank, faults }) => {
    const transfer = acceptedTransfer(bank, body);
    saveOrder(bank.transfers, transfer);
    takeOrder(bank, { id: transfer.id, steps, first: 'transfer-booked' }, faults);
    return { message: 'Transfer accepted', transfer };
  },

  findTransfers: ({ query = {} }, { bank }) => {
    const { reference, accountNumber, beneficiaryId, status } = query;
    const filters = Object.entries({ accountNumber, beneficiaryId, status });
    const isInside = periodOf(query);
    const wanted = seenOrders(bank.transfers, reference).filter(
      (transfer) =>
        filters.every(
          ([name, value]) => value === undefined || Reflect.get(transfer, name) === value,
        ) && isInside(transfer),
    );
    return { message: 'Transfers retrieved', transfers: listPage(wanted, query) };
  },
};

type FeeQuestion = Pick<PaymentOrder, 'accountNumber' | 'amount' | 'currency'> & {
  beneficiaryId?: string | undefined;
};

function feeOf(bank: PaymentsBank, { beneficiaryId, ...order }: FeeQuestion) {
  if (beneficiaryId !== undefined) recordIn(bank.beneficiaries, beneficiaryId, 'Beneficiary');
  const { fee, total } = pricedPayment(bank, order);
  return { message: 'Fee retrieved', fee, currency: order.currency, total };
}

/** The transfer that an order becomes. Throws Refusal 400, 404 and 422. */
function acceptedTransfer(bank: PaymentsBank, order: PaymentOrder): TransferRecord {
  const { entityId, accountName } = recordIn(
    bank.beneficiaries,
    order.beneficiaryId,
    'Beneficiary',
  );
  const { amount, fee } = coveredPayment(bank, order);
  refuseBlocked(magicOutcome(magicBeneficiaries, entityId));
  return {
    ...order,
    ...newOrder(bank, bank.transfers, order.reference),
    status: 'processing',
    amount,
    fee,
    narration: order.narration ?? '',
    beneficiaryName: accountName,
    settledAt: null,
  };
}

/** Whether a transfer was created on a day from `from` to `to`, both included. Throws Refusal 400. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && !isIsoDate(day))
      throw invalid({ field, message: 'must be a day that exists, YYYY-MM-DD' });
  return ({ createdAt }: Pick<TransferRecord, 'createdAt'>): boolean => {
    const day = dayOf(createdAt);
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}
