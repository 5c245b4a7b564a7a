import type { Receivable, ReceivableOrder } from '../../../shared/bank/receivables.ts';
import type { Remittance, RemittanceOrder } from '../../../shared/bank/remittances.ts';
import { money } from '../../../shared/money/money.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { isFailureStatus } from '../../engines/bank/mapping/status-terms.ts';
import { registeredById, registerRecord } from './tables.ts';
import { filledIn } from './record.ts';
import { screenRecipient } from './remittances/recipient-screening.ts';
import { remittanceTwins } from './remittance-twins.ts';
import type { ChangesOf } from '../../engines/submissions/change.ts';
import { echoOf, type Echo } from '../../engines/submissions/echo.ts';

export const remittanceEcho = (order: RemittanceOrder, record: Remittance): Echo =>
  echoOf(
    { ...order, beneficiary: order.recipientAccountNumber },
    { ...record, beneficiary: record.recipientAccountNumber },
    record,
  );

export const receivableEcho = (order: ReceivableOrder, record: Receivable): Echo =>
  echoOf({ ...order, beneficiary: '' }, { ...record, beneficiary: '' }, record);

/**
 * Remittances and receivables. The bank has no list of them: its answer is saved in our register at once, with the
 * blank fields filled in from the order that was sent.
 */
export const orderChanges: ChangesOf<'initiateRemittance' | 'createReceivable'> = {
  initiateRemittance: {
    isDebit: true,
    echo: ({ input: { body } }, { remittance }) => remittanceEcho(body, remittance),
    recordId: ({ remittance }) => remittance.id,
    keep: ({ journal, clock }, { remittance }, { input: { body } }) => {
      const record = filledIn(remittance, body);
      registerRecord(journal, 'remittance', record, { origin: 'made', asOf: timestampNow(clock) });
      return Promise.resolve();
    },
    search: { by: 'statement' },
    twins: remittanceTwins,
    recheck: (parts, { input: { body } }, { context }) => screenRecipient(parts, body, context),
    // Its record has no time of settlement: the statement alone shows that the money left.
    recorded: ({ journal, bank }, { recordId }) => {
      const known = recordId === null ? null : registeredById(journal, 'remittance', recordId);
      if (known === null) return null;
      const { amount, currency, fee, status } = known.record;
      const inItsCurrency = (text: string | null | undefined) =>
        typeof text === 'string' && currency !== '' ? money(text, currency) : null;
      return {
        amount: inItsCurrency(amount),
        fee: inItsCurrency(fee),
        isVoid: isFailureStatus(status, bank.statusWords),
        settledAt: null,
      };
    },
    booking: ({ body }) => ({
      accountNumber: body.accountNumber,
      direction: 'debit',
      amount: body.amount,
      currency: body.currency,
    }),
  },
  createReceivable: {
    echo: ({ input: { body } }, { receivable }) => receivableEcho(body, receivable),
    recordId: ({ receivable }) => receivable.id,
    keep: ({ journal, clock }, { receivable }, { input: { body } }) => {
      const record = filledIn(receivable, body);
      registerRecord(journal, 'receivable', record, { origin: 'made', asOf: timestampNow(clock) });
      return Promise.resolve();
    },
    // No entry is booked for a receivable: a person with its id imports it.
    search: { by: 'person' },
  },
};
