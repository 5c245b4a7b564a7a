import type { Receivable, ReceivableOrder } from '../../../shared/bank/receivables.ts';
import type { Remittance, RemittanceOrder } from '../../../shared/bank/remittances.ts';
import { money } from '../../../shared/money/money.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { isFailureStatus } from '../../engines/bank/mapping/status-terms.ts';
import { registeredById, registerRecord } from './tables.ts';
import { filledIn } from './record.ts';
import type { ChangesOf } from '../../engines/submissions/change.ts';
import { echoOf, type Echo } from '../../engines/submissions/echo.ts';

export const remittanceEcho = (order: RemittanceOrder, told: Remittance): Echo =>
  echoOf(
    { ...order, beneficiary: order.recipientAccountNumber },
    { ...told, beneficiary: told.recipientAccountNumber },
    told,
  );

export const receivableEcho = (order: ReceivableOrder, told: Receivable): Echo =>
  echoOf({ ...order, beneficiary: '' }, { ...told, beneficiary: '' }, told);

/**
 * Remittances and receivables: the bank has no list of them, so what it answers goes into our register at once; what it
 * left out is filled in from what was sent.
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
    // Nothing is booked by it, and whoever has its id imports it.
    search: { by: 'person' },
  },
};
