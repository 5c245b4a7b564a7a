import { describe, expect, test } from 'vitest';

import { bankDetailsOf, fingerprintOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { reviewTransfer } from '../../electron/nouns/payments/review.ts';
import {
  intentOf,
  sendTransfer,
  type ApprovedTransfer,
} from '../../electron/nouns/payments/send.ts';
import { fundsOf } from '../../electron/engines/submissions/funds/funds.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import { ok } from '../../shared/result.ts';
import {
  accountOf,
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  paidTo,
  payeeOf,
  paying,
  refused,
  transferOf,
  written,
  type LoneDesk,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

const entered = {
  reference: 'R-1',
  accountNumber: paying,
  beneficiaryId: 'b-1',
  amount: '100',
  currency: 'USD',
  narration: 'Invoice 7',
};
const fingerprint = (payee: BeneficiaryRecord): string => fingerprintOf(bankDetailsOf(payee));
const byPerson = (given: Partial<ApprovedTransfer> = {}): ApprovedTransfer => ({
  ...entered,
  payeeFingerprint: fingerprint(payeeOf('b-1')),
  approval: { by: 'person', acknowledged: [], twins: [] },
  ...given,
});
const byScript = (
  given: { twins?: string[]; payeeChecked?: boolean; twinsUnchecked?: boolean } = {},
): ApprovedTransfer => ({
  ...entered,
  payeeFingerprint: null,
  approval: { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false, ...given },
});

/** A bank that returns its payees, takes payments and lists none. */
function openDesk(payee = payeeOf('b-1')): LoneDesk {
  const desk = openLoneDesk();
  desk.cache.saveAccounts([accountOf()], beginning);
  desk.bank.answers = {
    getBeneficiary: () => ok({ message: '', beneficiary: payee }),
    getTransferFee: () => ok({ message: '', fee: '1.50', currency: 'USD' }),
    findTransfers: () => ok({ message: '', transfers: onePage([]) }),
    createSingleTransfer: ({ body }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) }),
  };
  return desk;
}

const sent = ({ bank }: LoneDesk): string[] =>
  bank.asked.filter((line) => line.startsWith('createSingleTransfer'));

const asked = ({ bank }: LoneDesk): string =>
  bank.asked.filter((line) => line.startsWith('findTransfers')).join();

describe('a payment that is reviewed', () => {
  const review = async (desk: LoneDesk, given: Partial<typeof entered> = {}) => {
    const reviewed = await reviewTransfer(desk.parts, { ...entered, ...given }, context);
    expect(sent(desk)).toEqual([]);
    return reviewed;
  };

  test('is shown as it would be sent: payee, fee, balance, and nothing to look at', async () => {
    expect(await review(openDesk())).toEqual(
      ok({
        reference: 'R-1',
        accountNumber: paying,
        accountName: 'Operations',
        beneficiaryId: 'b-1',
        payee: {
          name: 'Ada Obi',
          accountName: 'Ada Obi Ltd',
          accountNumber: '0123456789',
          bankName: 'Access Bank',
          bankBicOrCode: 'ABNGNGLA',
          country: 'NGA',
          currency: 'USD',
        },
        payeeFingerprint: fingerprint(payeeOf('b-1')),
        payeeAsOf: beginning,
        payeeIsCurrent: true,
        amount: { amount: '100.00', currency: 'USD' },
        narration: 'Invoice 7',
        more: [],
        fee: { amount: '1.50', currency: 'USD' },
        debitTotal: { amount: '101.50', currency: 'USD' },
        arrival: null,
        inFlight: null,
        balance: {
          before: { amount: '500.00', currency: 'USD' },
          after: { amount: '398.50', currency: 'USD' },
        },
        balanceAsOf: beginning,
        warnings: [],
      }),
    );
  });

  test('takes what is in flight off what is left, and warns where the account does not cover both', async () => {
    const desk = openDesk();
    written(desk, 'OTHER', { amount: '300.00', payee: 'b-9', state: 'accepted', error: null });
    expect(await review(desk)).toMatchObject({
      ok: true,
      value: {
        inFlight: {
          amount: { amount: '300.00', currency: 'USD' },
          sent: [{ reference: 'OTHER', amount: { amount: '300.00' } }],
        },
        balance: { before: { amount: '500.00' }, after: { amount: '98.50' } },
        warnings: [],
      },
    });
    written(desk, 'OPEN', { amount: '100.00', payee: 'b-9', state: 'unknown', error: null });
    expect(await review(desk)).toMatchObject({
      ok: true,
      value: { balance: { after: { amount: '-1.50' } }, warnings: [{ kind: 'insufficient' }] },
    });
  });

  test('asks the bank for what it has to that payee, before anything is compared', async () => {
    const desk = openDesk();
    desk.bank.answers.findTransfers = () =>
      ok({ message: '', transfers: onePage([transferOf({ id: 'T-9', reference: 'ELSEWHERE' })]) });
    expect(await review(desk)).toMatchObject({
      ok: true,
      value: { warnings: [{ kind: 'duplicate', twins: [{ name: 'ELSEWHERE' }] }] },
    });
    expect(asked(desk)).toContain('"beneficiaryId":"b-1"');
  });

  test('is blocked where the bank has a payment under its reference that the journal does not know', async () => {
    const desk = openDesk();
    const lists = (createdAt: string | null) => {
      const listed = transferOf({ id: 'T-9', reference: 'R-1', amount: '7.00', createdAt });
      desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage([listed]) });
    };
    const words = 'The bank has a payment under the reference R-1 already';
    lists(beginning);
    expect(await review(desk)).toMatchObject({
      value: {
        warnings: [
          {
            kind: 'at-bank',
            weight: 'blocks',
            message: `${words}, since 2026-11-20 10:00 UTC: transfer T-9. Nothing more is sent.`,
          },
        ],
      },
    });
    lists(null);
    expect(await review(desk)).toMatchObject({
      value: { warnings: [{ message: `${words}: transfer T-9. Nothing more is sent.` }] },
    });
    written(desk, 'R-1', { amount: '7.00', state: 'accepted' });
    expect(await review(desk)).toMatchObject({ ok: true, value: { warnings: [] } });
  });

  test('shows a payee without a name by its account’s, and no narration and account name where there is none', async () => {
    const desk = openDesk(payeeOf('b-1', { name: '' }));
    const reviewed = await review(desk, { narration: '', accountNumber: 'unknown' });
    expect(reviewed).toMatchObject({
      ok: true,
      value: {
        payee: { name: 'Ada Obi Ltd' },
        narration: '',
        accountName: '',
        balance: { before: null, after: null },
      },
    });
  });

  test('says what was not learnt, and who looks alike, behind what must be confirmed', async () => {
    const desk = openDesk();
    desk.bank.answers.getTransferFee = () => failed('bank.unavailable');
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    desk.cache.saveBeneficiary(payeeOf('b-9'), beginning);
    written(desk, 'R-0', { state: 'unknown' });
    const reviewed = await review(desk);
    expect(reviewed).toMatchObject({
      ok: true,
      value: {
        fee: null,
        debitTotal: { amount: '100.00' },
        warnings: [
          { kind: 'open-twin', weight: 'confirm' },
          { kind: 'twins-unread', weight: 'confirm' },
          { kind: 'fee-unknown', weight: 'notice' },
          { kind: 'look-alike', weight: 'notice', message: expect.stringMatching(/./) as string },
        ],
      },
    });
  });

  test('is refused where what was entered is, or where the bank has no such payee', async () => {
    const desk = openDesk();
    expect(await review(desk, { amount: '1,0' })).toMatchObject({
      ok: false,
      error: { code: 'input.invalid' },
    });
    desk.bank.answers.getBeneficiary = () => refused(404);
    expect(await review(desk)).toMatchObject({ ok: false, error: { code: 'bank.refused' } });
  });

  test('of a payee that the bank does not return now is not current, and somebody must answer for it', async () => {
    const desk = openDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    desk.bank.answers.getBeneficiary = () => failed('network.timeout');
    expect(await review(desk)).toMatchObject({
      ok: true,
      value: { payeeIsCurrent: false, warnings: [{ kind: 'payee-unread' }] },
    });
  });
});

describe('a payment that was approved', () => {
  const send = (desk: LoneDesk, approved = byPerson()) =>
    sendTransfer(desk.parts, approved, context);

  test('has the fee with it as it was reviewed: the account covers both, and the next one sees both gone', async () => {
    const desk = openDesk();
    desk.cache.saveAccounts([accountOf({ availableBalance: '101.49' })], beginning);
    const fee = { amount: '1.50', currency: 'USD' };
    expect(await send(desk, byPerson({ fee }))).toMatchObject({
      error: {
        code: 'confirmation.required',
        fields: { insufficient: expect.any(String) as string },
      },
    });
    expect(sent(desk)).toEqual([]);
    desk.cache.saveAccounts([accountOf({ availableBalance: '101.50' })], beginning);
    expect(await send(desk, byPerson({ fee }))).toMatchObject({
      value: { submission: { about: { fee } } },
    });
    expect(fundsOf(desk.parts, paying, 'USD').after).toEqual({ amount: '0.00', currency: 'USD' });
  });

  test('is sent once, and written down with what it is about and where the money goes', async () => {
    const desk = openDesk();
    const order: PaymentOrder = {
      reference: 'R-1',
      ...hundredToPayee,
      narration: 'Invoice 7',
    };
    expect(await send(desk)).toMatchObject({
      ok: true,
      value: {
        submission: {
          reference: 'R-1',
          operation: 'createSingleTransfer',
          subject: 'transfer:R-1',
          state: 'accepted',
          likeness: 'transfer|b-1|100.00|USD',
          about: aboutOf('Transfer to Ada Obi', {
            amount: { amount: '100.00', currency: 'USD' },
            accountNumber: paying,
            counterparty: 'Ada Obi',
            counterpartyId: 'b-1',
            bankDetails: bankDetailsOf(payeeOf('b-1')),
          }),
        },
      },
    });
    expect(JSON.parse(sent(desk)[0]?.replace('createSingleTransfer ', '') ?? '')).toEqual({
      body: order,
    });
    expect(asked(desk)).toContain('"beneficiaryId":"b-1"');
    expect(asked(desk)).toContain('"reference":"R-1"');
  });

  test('a second time under its reference is reported, without a question to the bank', async () => {
    const desk = openDesk();
    expect((await send(desk)).ok).toBe(true);
    const asked = desk.bank.asked.length;
    expect(await send(desk)).toMatchObject({
      ok: true,
      value: { submission: { state: 'accepted' }, answer: null },
    });
    expect(desk.bank.asked).toHaveLength(asked);
    await expect(send(desk, byPerson({ amount: '200' }))).rejects.toMatchObject({
      code: 'input.invalid',
    });
    expect(sent(desk)).toHaveLength(1);
  });

  test('is not sent where its amount could be meant otherwise, or without a session', async () => {
    const desk = openDesk();
    expect(await send(desk, byPerson({ amount: '1,0' }))).toMatchObject({
      error: { code: 'input.invalid' },
    });
    desk.bank.signedInAt = null;
    expect(await send(desk)).toMatchObject({ error: { code: 'session.required' } });
    expect(desk.bank.asked).toEqual([]);
  });

  test('is not sent to other bank details than were approved', async () => {
    const desk = openDesk(payeeOf('b-1', { accountNumber: '999' }));
    expect(await send(desk)).toMatchObject({
      error: { code: 'payee.changed', operation: 'createSingleTransfer' },
    });
    expect(sent(desk)).toEqual([]);
    expect((await send(desk, byScript())).ok).toBe(true);
  });

  test('is not sent to a payee that the bank says it does not have, whoever answers for it', async () => {
    const desk = openDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    desk.bank.answers.getBeneficiary = () => refused(404);
    const approvals = [byScript({ payeeChecked: true }), byPerson()];
    for (const approved of approvals)
      expect(await send(desk, approved)).toMatchObject({ error: { code: 'bank.refused' } });
    expect(sent(desk)).toEqual([]);
  });

  describe('to a payee that the bank leaves unread', () => {
    function openUnread(): LoneDesk {
      const desk = openDesk();
      desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
      desk.bank.answers.getBeneficiary = () => failed('network.timeout');
      return desk;
    }
    const seen = { by: 'person', acknowledged: ['payee-unread'], twins: [] } as const;

    test('waits for a person who has seen that, and is sent to what they saw', async () => {
      const desk = openUnread();
      expect(await send(desk)).toMatchObject({ error: { code: 'payee.unread' } });
      const other = { by: 'person', acknowledged: ['currency'], twins: [] } as const;
      expect(await send(desk, byPerson({ approval: other }))).toMatchObject({
        error: { code: 'payee.unread' },
      });
      expect(sent(desk)).toEqual([]);
      expect(await send(desk, byPerson({ approval: seen }))).toMatchObject({
        ok: true,
        value: { submission: { about: { counterparty: 'Ada Obi' } } },
      });
    });

    test('waits for that before anything else is reported of it', async () => {
      const desk = openUnread();
      desk.cache.saveBeneficiary(payeeOf('b-1', { accountNumber: '999' }), beginning);
      written(desk, 'R-0', { state: 'unknown' });
      expect(await send(desk)).toMatchObject({ error: { code: 'payee.unread' } });
    });

    test('is not sent where what is known of it is not what was approved, or nothing is known', async () => {
      const desk = openUnread();
      desk.cache.saveBeneficiary(payeeOf('b-1', { accountNumber: '999' }), beginning);
      expect(await send(desk, byPerson({ approval: seen }))).toMatchObject({
        error: { code: 'payee.changed' },
      });
      const unknown = byPerson({ approval: seen, beneficiaryId: 'b-7' });
      expect(await send(desk, unknown)).toMatchObject({ error: { code: 'payee.changed' } });
      expect(sent(desk)).toEqual([]);
    });

    test('is sent by a script that answers for it, also by its identifier alone', async () => {
      const desk = openUnread();
      expect(await send(desk, byScript())).toMatchObject({ error: { code: 'payee.unread' } });
      expect(sent(desk)).toEqual([]);
      const unknown = { ...byScript({ payeeChecked: true }), beneficiaryId: 'b-7' };
      expect(await send(desk, unknown)).toMatchObject({
        ok: true,
        value: {
          submission: {
            about: { title: 'Transfer to b-7', counterparty: null, counterpartyId: 'b-7' },
          },
        },
      });
      const { about } = intentOf({ ...entered, beneficiaryId: 'b-7' }, null);
      expect(about).not.toHaveProperty('bankDetails');
    });
  });

  test('is not sent over what no one confirmed: a twin, a held payee, an account that does not cover it', async () => {
    const desk = openDesk(payeeOf('b-1', { accountNumber: '999' }));
    const { payeeFingerprint } = byScript();
    paidTo(desk, payeeOf('b-1'));
    written(desk, 'R-0', { state: 'unknown' });
    desk.cache.saveAccounts([accountOf({ availableBalance: '99.99' })], beginning);
    const error = { code: 'confirmation.required', fields: {} };
    const held = await send(desk, byPerson({ payeeFingerprint }));
    expect(held).toMatchObject({ error });
    expect(Object.keys(held.ok ? {} : (held.error.fields ?? {}))).toEqual([
      'quarantine',
      'open-twin',
      'insufficient',
    ]);
    expect(held).toMatchObject({
      error: { message: expect.stringContaining('2026-11-20 10:00 UTC. The bank') as string },
    });
    expect(sent(desk)).toEqual([]);
  });

  test('is sent by a script beside a twin that it names, and not where it names a stranger', async () => {
    const desk = openDesk();
    const twin = written(desk, 'R-0', { state: 'unknown' });
    const strange = written(desk, 'R-00', { amount: '7.00', state: 'accepted' });
    const twins = [twin.submissionId];
    const named = await send(desk, byScript({ twins: [...twins, strange.submissionId] }));
    expect(named).toMatchObject({
      error: { code: 'input.invalid', operation: 'createSingleTransfer' },
    });
    expect(!named.ok && named.error.message).toContain(
      `${strange.submissionId} is no payment of the same amount to the same payee.`,
    );
    expect(sent(desk)).toEqual([]);
    expect((await send(desk, byScript({ twins }))).ok).toBe(true);
  });

  test('is sent by a person who saw its twin, and their twins are not checked for strangers', async () => {
    const desk = openDesk();
    written(desk, 'R-0', { state: 'unknown' });
    const approval = {
      by: 'person',
      acknowledged: ['open-twin'],
      twins: ['R-0', 'SETTLED-SINCE'],
    } as const;
    expect((await send(desk, byPerson({ approval }))).ok).toBe(true);
  });
});
