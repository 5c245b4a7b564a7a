import { describe, expect, test } from 'vitest';

import { submit } from '../../electron/engines/submissions/submissions.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { ChangingOperation, OperationInput } from '../../shared/bank/catalogue.ts';
import { ok } from '../../shared/result.ts';
import {
  context,
  failed,
  onePage,
  openLoneDesk,
  payeeOf,
  valueOf,
} from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

const over = () => failed('outcome.unknown', { bank: { status: 401, message: 'Session is over' } });

/** A desk whose bank answers 401 to every change, and what the change became. */
async function denied<N extends ChangingOperation>(
  operation: N,
  payload: OperationInput<N>,
  answers: Parameters<typeof openLoneDesk>[1] = {},
) {
  const desk = openLoneDesk({}, { ...answers, [operation]: over });
  const about = aboutOf(operation);
  const intent = { reference: 'R-1', operation, subject: 'b-1', payload, about };
  const { submission } = valueOf(await submit(desk.parts, intent, context));
  return { ...desk, submission, sent: desk.asked(operation) };
}

const order = { accountNumber: '1', reference: 'R-1', amount: '10.00', currency: 'USD' };
const recipient = { recipientName: 'Obi', recipientCountry: 'KEN', recipientAccountNumber: '2' };
const remittance = {
  ...order,
  ...recipient,
  purpose: 'Goods',
  senderName: 'Ada',
  senderCountry: 'KEN',
  recipientBankBicOrCode: 'EQBLKENA',
};

describe('a 401 to a change that no list shows', () => {
  test.each<[ChangingOperation, OperationInput<ChangingOperation>]>([
    ['initiateRemittance', { body: remittance }],
    ['createReceivable', { body: { ...order, payerName: 'Ada' } }],
    ['simulateInflow', { body: { accountNumber: '1', amount: '10.00', currency: 'USD' } }],
  ])('%s: unknown, sent once, and not to be repeated [P9]', async (operation, input) => {
    const { submission, sent, parts } = await denied(operation, input as never);
    expect(submission).toMatchObject({
      state: 'unknown',
      attempts: [{}],
      error: { code: 'outcome.unknown', bank: { status: 401 } },
    });
    expect(viewOf(submission, parts)).toMatchObject({ mayRepeat: false });
    expect(sent).toBe(1);
  });
});

describe('a 401 to a change of a record', () => {
  const update = { path: { entityId: 'b-1' }, body: { city: 'Nakuru' } };
  const reading = (record: BeneficiaryRecord) => ({
    getBeneficiary: () => ok({ message: '', beneficiary: record }),
    getAllBeneficiaries: () => ok({ message: '', beneficiaries: onePage([record]) }),
  });

  test('that the bank made: the record is read at once and shows it, and it is sent once [P9]', async () => {
    const record = payeeOf('b-1', { city: 'Nakuru' });
    const { submission, sent } = await denied('updateBeneficiary', update, reading(record));
    expect(submission).toMatchObject({ state: 'accepted', attempts: [{}] });
    expect(sent).toBe(1);
  });

  test('that the record does not show: unknown, and sent once [P9]', async () => {
    const record = payeeOf('b-1', { city: 'Kisumu' });
    const { submission, sent } = await denied('updateBeneficiary', update, reading(record));
    expect(submission).toMatchObject({ state: 'unknown', attempts: [{}] });
    expect(sent).toBe(1);
  });
});
