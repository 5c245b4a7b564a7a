import type { OperationInput } from '../../../../shared/bank/catalogue.ts';
import { timestampNow } from '../../../context.ts';
import { registerRecord } from '../../../store/register.ts';
import { filledIn } from '../../register/register-record.ts';
import type { ChangesOf } from './change.ts';
import { echoMismatch } from './echo.ts';

type Sent<N extends 'initiateRemittance' | 'createReceivable'> = OperationInput<N>['body'];

/**
 * Remittances and receivables: the bank has no list of them, so what it answers goes into our register at once; what it
 * left out is filled in from what was sent.
 */
export const orderChanges: ChangesOf<'initiateRemittance' | 'createReceivable'> = {
  initiateRemittance: {
    mismatch: ({ body }, { remittance }) => echoMismatch(body, remittance),
    recordId: ({ remittance }) => remittance.id,
    keep: ({ journal, clock }, { remittance }, { payload }) => {
      const { body } = JSON.parse(payload) as { body: Sent<'initiateRemittance'> };
      const record = filledIn(remittance, body);
      registerRecord(journal, 'remittance', record, { origin: 'made', asOf: timestampNow(clock) });
      return Promise.resolve();
    },
    booking: ({ body }) => ({
      accountNumber: body.accountNumber,
      direction: 'debit',
      amount: body.amount,
    }),
  },
  createReceivable: {
    mismatch: ({ body }, { receivable }) => echoMismatch(body, receivable),
    recordId: ({ receivable }) => receivable.id,
    keep: ({ journal, clock }, { receivable }, { payload }) => {
      const { body } = JSON.parse(payload) as { body: Sent<'createReceivable'> };
      const record = filledIn(receivable, body);
      registerRecord(journal, 'receivable', record, { origin: 'made', asOf: timestampNow(clock) });
      return Promise.resolve();
    },
  },
};
