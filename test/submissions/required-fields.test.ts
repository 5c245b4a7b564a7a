import { describe, expect, test } from 'vitest';

import { registeredById } from '../../electron/nouns/orders/tables.ts';
import { reviewTransfer } from '../../electron/nouns/payments/review.ts';
import { intentOf, sendTransfer } from '../../electron/nouns/payments/send.ts';
import { createReceivable } from '../../electron/nouns/orders/receivables/receivables.ts';
import { sendRemittance } from '../../electron/nouns/orders/remittances/remittances.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import type { RequiredField } from '../../shared/bank/required-fields.ts';
import { ok } from '../../shared/result.ts';
import {
  accountOf,
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  payeeOf,
  paying,
  transferOf,
  valueOf,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const purpose: RequiredField = {
  name: 'purposeCode',
  label: 'Purpose of payment',
  kind: 'choice',
  required: true,
  choices: [{ value: 'SALA', label: 'Salary' }],
  maxLength: 140,
};
const source: RequiredField = {
  ...purpose,
  name: 'source',
  label: 'Source',
  kind: 'text',
  choices: [],
};

/** A bank whose file asks for a purpose, and that takes everything. */
function openDesk(): LoneDesk {
  const desk = openLoneDesk();
  desk.cache.saveAccounts([accountOf()], beginning);
  desk.bank.fields = {
    createSingleTransfer: [purpose],
    initiateRemittance: [source],
    createReceivable: [source],
  };
  desk.bank.answers = {
    getBeneficiary: () => ok({ message: '', beneficiary: payeeOf('b-1') }),
    getTransferFee: () => ok({ message: '', fee: '1.50', currency: 'USD' }),
    findTransfers: () => ok({ message: '', transfers: onePage([]) }),
    createSingleTransfer: ({ body: { reference } }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', reference }) }),
    initiateRemittance: ({ body: { reference } }) =>
      ok({ message: '', remittance: { ...unreported, fee: null, ...party, id: 'M-1', reference } }),
    createReceivable: ({ body: { reference } }) =>
      ok({ message: '', receivable: { ...unreported, ...payer, id: 'V-1', reference } }),
  };
  return desk;
}

const unreported = {
  ...{ status: '', reason: '', accountNumber: '', amount: null, currency: '' },
  ...{ createdAt: null, updatedAt: null },
};
const party = {
  ...{ purpose: '', narration: '', senderName: '', senderCountry: '', recipientName: '' },
  ...{ recipientCountry: '', recipientAccountNumber: '', recipientBankBicOrCode: '' },
  recipientBankName: '',
};
const payer = {
  ...{ payerName: '', payerEmail: '', description: '', dueDate: '', fundingDetails: null },
  ...{ paidAmount: null, paidAt: null },
};

const money = { accountNumber: paying, amount: '100.00', currency: 'USD', reference: 'R-1' };
const entered = { ...money, beneficiaryId: 'b-1', narration: '' };
const byScript = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;
const remittance = {
  ...{ ...money, purpose: 'Invoice', senderName: 'Us', senderCountry: 'NLD' },
  ...{ recipientName: 'Oduya', recipientCountry: 'KEN', recipientAccountNumber: '1' },
  recipientBankBicOrCode: 'EQBLKENA',
};
const receivable = { ...money, payerName: 'Oduya' };

const pay = (desk: LoneDesk, more?: Record<string, string>) =>
  sendTransfer(
    desk.parts,
    { ...entered, more, payeeFingerprint: null, approval: byScript },
    context,
  );

const known = ({ parts }: LoneDesk) => submissionByReference(parts.journal, 'R-1');
const isMissing = (name: string) => ({
  ok: false,
  error: { code: 'input.invalid', fields: { [`more.${name}`]: 'is required' } },
});
const asked = ({ bank }: LoneDesk): string[] => bank.calls.map(({ name }) => name);

describe('what is missing', () => {
  test('is named by its field, before the bank is asked or anything is written down', async () => {
    const desk = openDesk();
    const order = { order: remittance, approval: byScript };
    expect(await pay(desk)).toMatchObject(isMissing('purposeCode'));
    expect(await reviewTransfer(desk.parts, entered, context)).toMatchObject(
      isMissing('purposeCode'),
    );
    expect(await sendRemittance(desk.parts, order, context)).toMatchObject(isMissing('source'));
    expect(await createReceivable(desk.parts, receivable, context)).toMatchObject(
      isMissing('source'),
    );
    const { reference, beneficiaryId } = entered;
    const intent = intentOf({ ...money, reference, beneficiaryId }, null);
    expect(await submit(desk.parts, intent, context)).toMatchObject(isMissing('purposeCode'));
    expect(asked(desk)).toEqual([]);
    expect(known(desk)).toBeNull();
  });
});

describe('what was filled in', () => {
  const more = { purposeCode: ' SALA ' };

  test('is reviewed in the words of the bank file', async () => {
    const reviewed = valueOf(await reviewTransfer(openDesk().parts, { ...entered, more }, context));
    expect(reviewed.more).toEqual([
      { name: 'purposeCode', label: 'Purpose of payment', value: 'SALA', shown: 'Salary' },
    ]);
  });

  test('is in the journal before it is sent, and stays there in the words that it had then', async () => {
    const desk = openDesk();
    const { createSingleTransfer } = desk.bank.answers;
    const written: unknown[] = [];
    desk.bank.answers.createSingleTransfer = (input, ...rest) => {
      written.push(JSON.parse(known(desk)?.payload ?? ''));
      return createSingleTransfer?.(input, ...rest) ?? failed('internal');
    };
    valueOf(await pay(desk, more));
    expect(written).toMatchObject([{ body: { more: { purposeCode: 'SALA' } } }]);
    desk.bank.fields = {};
    expect(known(desk)?.about?.more).toMatchObject([
      { label: 'Purpose of payment', shown: 'Salary' },
    ]);
  });

  test('stands beside the record of a remittance and a receivable, and is no part of what the bank reported', async () => {
    const desk = openDesk();
    const filled = { more: { source: 'Sales' } };
    const order = { order: { ...remittance, ...filled }, approval: byScript };
    valueOf(await sendRemittance(desk.parts, order, context));
    valueOf(
      await createReceivable(desk.parts, { ...receivable, reference: 'R-2', ...filled }, context),
    );
    for (const [kind, id] of [
      ['remittance', 'M-1'],
      ['receivable', 'V-1'],
    ] as const) {
      const row = registeredById(desk.parts.journal, kind, id);
      expect(row).toMatchObject({ more: [{ label: 'Source', shown: 'Sales' }] });
      expect(row?.record).not.toHaveProperty('more');
    }
  });

  test('is reported as it was sent, whatever the bank file asks for by now', async () => {
    const desk = openDesk();
    const filled = { ...money, beneficiaryId: 'b-1', more: { purposeCode: 'SALA' } };
    const intent = intentOf(filled, null);
    valueOf(await submit(desk.parts, intent, context));
    desk.bank.fields = { createSingleTransfer: [source] };
    expect(await submit(desk.parts, intent, context)).toMatchObject({
      ok: true,
      value: { submission: { state: 'accepted', attempts: [{}] }, answer: null },
    });
  });

  test('goes again as it went, when the same is sent again', async () => {
    const desk = openDesk();
    const { createSingleTransfer } = desk.bank.answers;
    desk.bank.answers.createSingleTransfer = () => failed('network.unreachable');
    const { submission } = valueOf(await pay(desk, more));
    expect(submission.state).toBe('not-sent');
    if (createSingleTransfer) desk.bank.answers = { ...desk.bank.answers, createSingleTransfer };
    valueOf(await sendAgain(desk.parts, submission, context, { ...byScript, payeeChecked: true }));
    const sent = desk.bank.calls.filter(({ name }) => name === 'createSingleTransfer');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.input).toEqual(sent[0]?.input);
    expect(sent[0]?.input).toMatchObject({ body: { more: { purposeCode: 'SALA' } } });
  });

  test('does not go again where the bank file asks for other fields by now, and the attempt is not counted', async () => {
    const desk = openDesk();
    desk.bank.answers.createSingleTransfer = () => failed('network.unreachable');
    const { submission } = valueOf(await pay(desk, more));
    desk.bank.fields = { createSingleTransfer: [source] };
    expect(await sendAgain(desk.parts, submission, context)).toMatchObject({
      ok: false,
      error: {
        code: 'input.invalid',
        message: expect.stringContaining('Make it anew') as string,
        fields: {
          'more.purposeCode': 'is not asked for by this bank’s file; it asks for source',
          'more.source': 'is required',
        },
      },
    });
    expect(known(desk)).toMatchObject({ state: 'not-sent', attempts: [{}] });
  });
});
