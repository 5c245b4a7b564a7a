import { expect, test } from 'vitest';

import { reviewAgain, sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { sendRemittance } from '../../electron/nouns/orders/remittances/remittances.ts';
import { ok } from '../../shared/result.ts';
import { Remittance } from '../../shared/bank/remittances.ts';
import { everythingSeen, script } from '../support/desks/approvals.ts';
import {
  accountOf,
  beginning,
  context,
  failed,
  openLoneDesk,
  paying,
  valueOf,
} from '../support/desks/lone-desk.ts';

const order = (reference: string) => ({
  ...{ accountNumber: paying, amount: '10.00', currency: 'USD', purpose: 'Rent', reference },
  ...{ senderName: 'Us', senderCountry: 'GBR', recipientName: 'Ada', recipientCountry: 'NGA' },
  ...{ recipientAccountNumber: '2', recipientBankBicOrCode: 'B' },
});

test('a remittance that never left names its twin before it is sent again', async () => {
  const desk = openLoneDesk();
  const { parts, bank } = desk;
  desk.cache.saveAccounts([accountOf()], beginning);
  const send = (reference: string) =>
    sendRemittance(parts, { order: order(reference), approval: script() }, context);
  bank.answers.initiateRemittance = () => failed('bank.busy');
  const held = valueOf(await send('M-1')).submission;
  bank.answers.initiateRemittance = ({ body }) =>
    ok({
      message: '',
      remittance: Remittance.decode({ id: body.reference, reference: body.reference }),
    });
  expect(valueOf(await send('M-2')).submission.state).toBe('accepted');

  const refused = { error: { code: 'confirmation.required', operation: 'initiateRemittance' } };
  expect(await sendAgain(parts, held, context)).toMatchObject(refused);
  expect(await sendAgain(parts, held, context, script())).toMatchObject(refused);
  const seen = valueOf(await reviewAgain(parts, held, context));
  expect(seen).toMatchObject([{ kind: 'duplicate', twins: [{ name: 'M-2' }] }]);
  const twin = submissionByReference(parts.journal, 'M-2')?.submissionId ?? '';
  expect(await sendAgain(parts, held, context, script([twin, 'M-9']))).toMatchObject({
    error: { code: 'input.invalid' },
  });
  expect(desk.asked('initiateRemittance')).toBe(2);
  expect(
    valueOf(await sendAgain(parts, held, context, everythingSeen(seen))).submission.state,
  ).toBe('accepted');
});
