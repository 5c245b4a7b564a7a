import { statSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { moneyRecordById } from '../../electron/engines/store/records/money-lists.ts';
import { tradeList } from '../../electron/nouns/conversions/tables.ts';
import { transferList } from '../../electron/nouns/payments/tables.ts';
import { onDisk } from '../../electron/engines/store/opening/deferred-sync.ts';
import { asOfTopic } from '../../electron/engines/store/records/topics.ts';
import { Sequence } from '../../electron/engines/submissions/sequence.ts';
import { paidBeneficiary } from '../../electron/nouns/beneficiaries/fingerprints.ts';
import { bankDetailsOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { inputIn, readInput, sentAs } from '../../electron/engines/submissions/sent.ts';
import type { ListLook } from '../../electron/engines/submissions/change.ts';
import { changeOf } from '../support/desks/changes.ts';
import type { ChangingOperation } from '../../shared/bank/catalogue.ts';
import type { RateLock, Trade } from '../../shared/bank/conversions.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { money } from '../../shared/money/money.ts';
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
  sentOf,
  submissionOf,
  transferOf,
  type LoneDesk,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

/** What the bank's own list shows of a change. */
async function look<N extends ChangingOperation>(
  desk: LoneDesk,
  sent: ReturnType<typeof sentOf<N>>,
): Promise<ListLook<N>> {
  const { search } = desk.parts.registry[sent.operation];
  if (search.by !== 'list') expect.fail('it is looked for in a list');
  const found = await search.find(desk.parts, sent, context);
  if (!found.ok) expect.fail(found.error.message);
  return found.value;
}

describe('an account that was asked for', () => {
  const id = '01234567-89ab-4cde-8f01-23456789abcd';
  const body = { uniqueRequestId: id, currencyIso3Code: 'USD', accountName: 'Treasury' };
  const sent = sentOf('createVirtualAccount', { body }, { reference: id.replaceAll('-', '') });
  const account = (given: Parameters<typeof accountOf>[0]) =>
    accountOf({ accountId: 'A-1', accountName: 'Treasury', ...given });
  const open = (...accounts: ReturnType<typeof account>[]) => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllAccounts = () => ok({ message: '', accounts });
    return desk;
  };

  test('is found by the request that the bank echoes, with one question', async () => {
    const mine = account({ uniqueRequestId: id.toUpperCase() });
    const desk = open(account({ accountId: 'A-0', uniqueRequestId: 'x' }), mine);
    const { matches, resembling } = await look(desk, sent);
    expect(matches).toMatchObject([
      { recordId: 'A-1', mismatch: null, answer: { account: { accountId: 'A-1' } } },
    ]);
    expect(resembling).toEqual([]);
    expect(desk.bank.asked).toEqual(['getAllAccounts {}']);
  });

  test('that carries our request and another currency is reported with what contradicts it', async () => {
    const desk = open(account({ uniqueRequestId: id, currencyIso3Code: 'EUR' }));
    const { matches } = await look(desk, sent);
    expect(matches).toMatchObject([{ mismatch: expect.stringContaining('EUR') as string }]);
  });

  test('may be one of that name that echoes nothing; one in another currency or of another name is not', async () => {
    const desk = open(
      account({ accountId: 'A-2' }),
      account({ accountId: 'A-3', accountName: 'Other' }),
      account({ accountId: 'A-4', currencyIso3Code: 'EUR' }),
      account({ accountId: 'A-5', uniqueRequestId: 'of-somebody-else' }),
    );
    const { matches, resembling } = await look(desk, sent);
    expect(matches).toEqual([]);
    expect(resembling).toMatchObject([
      {
        recordId: 'A-2',
        reference: '',
        amount: null,
        currency: 'USD',
        accountNumber: 'A-2',
        counterparty: 'Treasury',
        at: null,
        narration: '',
      },
    ]);
  });

  test('is not known where the bank’s list fails', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllAccounts = () => failed('bank.unavailable');
    const { search } = changeOf('createVirtualAccount');
    if (search.by !== 'list') expect.fail();
    expect(await search.find(desk.parts, sent, context)).toMatchObject({
      error: { code: 'bank.unavailable' },
    });
  });
});

describe('a rate that was locked', () => {
  const exchange = {
    sellCurrency: 'USD',
    buyCurrency: 'EUR',
    sellAmount: '100.00',
    buyAmount: '90.00',
    rate: '0.9',
    fee: null,
  };
  const quote = {
    quoteId: 'Q-1',
    sell: money('100', 'USD'),
    buy: money('90', 'EUR'),
    rate: '0.9',
    fee: null,
    expiresAt: beginning,
  };
  const about = aboutOf('Conversion', { accountNumber: paying });
  const body = {
    quoteId: 'Q-1',
    sellAccountNumber: paying,
    buyAccountNumber: '222',
    reference: 'R-1',
  };
  const sent = sentOf('lockRate', { body }, { about: { ...about, quote } });
  const plain = sentOf('lockRate', { body }, { about });
  const lock: RateLock = {
    ...exchange,
    lockId: 'L-1',
    quoteId: '',
    tradeId: 'D-1',
    reference: '',
    status: 'LOCKED',
    expiresAt: '2026-11-20T10:05:00.000Z',
  };
  const trade: Trade = {
    ...exchange,
    tradeId: 'D-1',
    lockId: 'L-1',
    quoteId: 'Q-1',
    reference: 'R-1',
    status: 'SETTLED',
    reason: '',
    sellAccountNumber: paying,
    buyAccountNumber: '222',
    createdAt: beginning,
    settledAt: null,
    expiresAt: null,
  };
  const change = changeOf('lockRate');
  const hold = (given: Partial<RateLock>, of = sent) =>
    change.echo(of, { message: '', lock: { ...lock, ...given } });

  test('is ours by our reference, or by its quote', () => {
    expect(hold({ reference: 'R-1' })).toEqual({
      mismatch: null,
      isOurs: true,
      status: 'LOCKED',
      reason: '',
    });
    expect(hold({ quoteId: 'Q-1' })).toMatchObject({ mismatch: null, isOurs: true });
    expect(hold({})).toMatchObject({ mismatch: null, isOurs: false });
  });

  test('is not ours under another reference, of another quote, or at other figures', () => {
    expect(hold({ reference: 'OTHER' }).mismatch).toContain('the reference OTHER');
    expect(hold({ quoteId: 'Q-2' }).mismatch).toContain('the quote Q-2 instead of Q-1.');
    expect(hold({ rate: '0.8' }).mismatch).toContain('Rate: the bank’s answer says 0.8');
    expect(hold({ rate: '0.8' }, plain).mismatch).toBeNull();
    expect(hold({ rate: '0.8' }, sentOf('lockRate', { body })).mismatch).toBeNull();
  });

  test('is booked out of the account that sells, whatever the amount, and is made once', () => {
    expect(change.booking?.({ body })).toEqual({
      accountNumber: paying,
      direction: 'debit',
      amount: null,
      currency: null,
    });
    expect(change.isOnce).toBe(true);
    const idOf = (given: Partial<RateLock>) =>
      change.recordId !== 'none' && change.recordId({ message: '', lock: { ...lock, ...given } });
    expect([idOf({}), idOf({ tradeId: '' })]).toEqual(['D-1', 'L-1']);
  });

  describe('is stored', () => {
    const known = ({ reader }: LoneDesk, tradeId = 'D-1') =>
      moneyRecordById<Trade>(reader, tradeList, tradeId)?.record ?? null;
    const keeps = async (desk: LoneDesk, answer: object) => {
      const { keep } = desk.parts.registry.lockRate;
      if (keep === 'not kept') expect.fail('a trade is kept');
      await keep(desk.parts, { message: '', lock, ...answer }, sent);
    };

    test('as the trade that it makes, filled in from what was sent', async () => {
      const desk = openLoneDesk();
      await keeps(desk, {});
      expect(known(desk)).toMatchObject({
        tradeId: 'D-1',
        reference: 'R-1',
        quoteId: 'Q-1',
        reason: '',
        sellAccountNumber: paying,
        buyAccountNumber: '222',
        createdAt: beginning,
        settledAt: null,
        sellAmount: '100.00',
      });
      expect(asOfTopic(desk.reader, 'trades')).toBeNull();
    });

    test('with what the bank itself reported of it', async () => {
      const desk = openLoneDesk();
      await keeps(desk, { lock: { ...lock, reference: 'THEIRS', quoteId: 'Q-THEIRS' } });
      expect(known(desk)).toMatchObject({ reference: 'THEIRS', quoteId: 'Q-THEIRS' });
    });

    test('not over what is known of the trade already, and not without a trade', async () => {
      const desk = openLoneDesk();
      desk.cache.saveTrades([trade], beginning, { complete: false });
      await keeps(desk, {});
      expect(known(desk)).toMatchObject({ status: 'SETTLED' });
      await keeps(desk, { lock: { ...lock, tradeId: '' } });
      expect(known(desk, '')).toBeNull();
    });

    test('as the trade itself where that was found', async () => {
      const desk = openLoneDesk();
      desk.cache.saveTrades([trade], beginning, { complete: false });
      await keeps(desk, { trade: { ...trade, status: 'RETURNED' } });
      expect(known(desk)).toMatchObject({ status: 'RETURNED' });
      expect(asOfTopic(desk.reader, 'trades')).toBeNull();
    });
  });

  describe('has of the bank’s records', () => {
    const holds = (...trades: readonly Trade[]) => {
      const desk = openLoneDesk();
      desk.bank.words = { failed: [], rejected: [], done: ['SETTLED'] };
      desk.cache.saveTrades(trades, beginning, { complete: false });
      return desk;
    };

    test('the trade by the bank’s number, whatever its reference, else by ours', () => {
      const other = { ...trade, tradeId: 'D-2', sellAmount: '7.00' };
      const named = { ...trade, reference: 'THEIRS' };
      const sold = (recordId: string | null) =>
        change.recorded?.(holds(other, named).parts, { reference: 'R-1', recordId })?.amount;
      expect(sold('D-1')).toEqual(money('100.00', 'USD'));
      expect(sold(null)).toEqual(money('7.00', 'USD'));
      expect(sold('D-9')).toEqual(money('7.00', 'USD'));
    });

    test('each trade that names the account that sells, and that is not over without a time', () => {
      const since = '2026-11-01T00:00:00.000Z';
      const listed = (given: Partial<Trade>) =>
        change.listed?.(holds({ ...trade, status: 'OPEN', ...given }).parts, since);
      expect(listed({ createdAt: '2026-11-02T00:00:00.000Z' })).toMatchObject([
        {
          ...{ operation: 'lockRate', recordId: 'D-1', reference: 'R-1', accountNumber: paying },
          ...{ createdAt: '2026-11-02T00:00:00.000Z', title: 'Sold for 90.00 EUR' },
          ...{ amount: money('100.00', 'USD'), fee: null, recorded: { settledAt: null } },
        },
      ]);
      expect(listed({ createdAt: null })).toMatchObject([{ createdAt: beginning }]);
      expect(listed({ status: 'SETTLED', settledAt: beginning })).toMatchObject([
        { recorded: { settledAt: beginning, isVoid: false } },
      ]);
      expect(listed({ status: 'SETTLED' })).toEqual([]);
      expect(listed({ sellAccountNumber: '' })).toEqual([]);
      expect(listed({ createdAt: '2026-10-31T00:00:00.000Z' })).toEqual([]);
    });
  });

  const lists = (...trades: readonly Trade[]) => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllTrades = () => ok({ message: '', trades: onePage(trades) });
    return desk;
  };

  test('is found by our reference as the lock that it was', async () => {
    const desk = lists({ ...trade, reason: 'why' });
    const { matches } = await look(desk, sent);
    expect(matches).toMatchObject([
      {
        recordId: 'D-1',
        mismatch: null,
        status: 'SETTLED',
        reason: 'why',
        answer: {
          trade: { tradeId: 'D-1' },
          lock: {
            ...exchange,
            lockId: 'L-1',
            quoteId: 'Q-1',
            tradeId: 'D-1',
            reference: 'R-1',
            status: 'SETTLED',
            expiresAt: beginning,
          },
        },
      },
    ]);
    expect(desk.bank.asked).toEqual([
      'getAllTrades {"query":{"pageNumber":"1","pageSize":"200","reference":"R-1"}}',
    ]);
  });

  test('expires as the trade says, else counts from when it was made, else is silent', async () => {
    const expiry = async (given: Partial<Trade>) =>
      (await look(lists({ ...trade, lockId: '', ...given }), sent)).matches[0]?.answer.lock;
    expect(await expiry({ expiresAt: '2026-11-20T10:05:00.000Z' })).toMatchObject({
      expiresAt: '2026-11-20T10:05:00.000Z',
      lockId: 'D-1',
    });
    expect(await expiry({ createdAt: null })).toMatchObject({ expiresAt: '' });
  });

  test.each<[Partial<Trade>, string | null]>([
    [{ quoteId: 'Q-2' }, 'is of Q-2 instead of Q-1.'],
    [{ sellAccountNumber: '1' }, `is of 1 instead of ${paying}.`],
    [{ buyAccountNumber: '1' }, 'trade D-1 is of 1 instead of 222.'],
    [{ buyAmount: '91.00' }, 'Bought: the trade says'],
    [{ quoteId: '', sellAccountNumber: '', buyAccountNumber: '' }, null],
  ])('under our reference with %j is reported with what contradicts it', async (given, words) => {
    const { matches } = await look(lists({ ...trade, ...given }), sent);
    const mismatch = words === null ? null : (expect.stringContaining(words) as string);
    expect(matches).toMatchObject([{ mismatch }]);
  });

  test('without agreed figures is held to its quote and its accounts alone', async () => {
    for (const change of [plain, sentOf('lockRate', { body })]) {
      const { matches } = await look(lists({ ...trade, buyAmount: '91.00' }), change);
      expect(matches).toMatchObject([{ mismatch: null }]);
    }
  });

  test('may be a trade of our quote under another reference', async () => {
    const { matches, resembling } = await look(
      lists(
        { ...trade, reference: 'X' },
        { ...trade, tradeId: 'D-2', quoteId: 'Q-9', reference: 'Y' },
      ),
      sent,
    );
    expect(matches).toEqual([]);
    expect(resembling).toMatchObject([
      {
        recordId: 'D-1',
        reference: 'X',
        amount: '100.00',
        currency: 'USD',
        accountNumber: paying,
        counterparty: '',
        at: beginning,
        narration: '',
      },
    ]);
  });

  test('is not known where the bank’s list fails', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllTrades = () => failed('bank.unavailable');
    const { search } = change;
    if (search.by !== 'list') expect.fail();
    expect(await search.find(desk.parts, sent, context)).toMatchObject({
      error: { code: 'bank.unavailable' },
    });
  });
});

describe('a transfer that was sent', () => {
  const body = {
    ...hundredToPayee,
    reference: 'R-1',
    narration: 'Invoice 7',
  };
  const about = aboutOf('Transfer', { accountNumber: paying, counterpartyId: 'b-1' });
  const bankDetails = bankDetailsOf(payeeOf('b-1'));
  const sent = sentOf('createSingleTransfer', { body }, { about: { ...about, bankDetails } });
  const change = changeOf('createSingleTransfer');
  const lists = (...transfers: readonly Transfer[]) => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(transfers) });
    return desk;
  };

  test('is booked out of its account, to the cent, and known by the bank’s identifier', () => {
    expect(change.booking?.({ body })).toEqual({
      accountNumber: paying,
      direction: 'debit',
      amount: '100.00',
      currency: 'USD',
    });
    const answer = { message: '', transfer: transferOf({ id: 'T-1' }) };
    expect(change.recordId !== 'none' && change.recordId(answer)).toBe('T-1');
    expect(change.isOnce).toBeUndefined();
  });

  test('is ours as far as the answer shows: reference, amount, currency, account and payee', () => {
    const hold = (given: Partial<Transfer>) =>
      change.echo(sent, { message: '', transfer: transferOf({ id: 'T-1', ...given }) });
    expect(hold({ status: 'NEW', reason: 'why' })).toEqual({
      mismatch: null,
      isOurs: true,
      status: 'NEW',
      reason: 'why',
    });
    expect(hold({ beneficiaryId: 'b-9' }).mismatch).toContain('b-9 instead of b-1');
    expect(hold({ amount: '1' }).mismatch).toContain('the amount 1');
    expect(hold({ accountNumber: '1' }).mismatch).toContain('the account 1');
  });

  describe('is stored', () => {
    const keeps = (desk: Pick<LoneDesk, 'parts'>, given: Partial<Transfer>, of = sent) => {
      const { keep } = desk.parts.registry.createSingleTransfer;
      if (keep === 'not kept') expect.fail('a transfer is kept');
      const transfer = transferOf({ id: 'T-1', ...given });
      return keep(desk.parts, { message: '', transfer }, of);
    };
    const known = ({ reader }: LoneDesk) =>
      moneyRecordById<Transfer>(reader, transferList, 'T-1')?.record;
    const silence = {
      reference: '',
      accountNumber: '',
      beneficiaryId: '',
      amount: null,
      currency: '',
      narration: '',
    };

    test('filled in from what was sent where the bank gives hardly more than an identifier', async () => {
      const desk = openLoneDesk();
      await keeps(desk, silence);
      expect(known(desk)).toMatchObject(body);
      expect(asOfTopic(desk.reader, 'transfers')).toBeNull();
      const { narration: _unsaid, ...order } = body;
      await keeps(desk, silence, sentOf('createSingleTransfer', { body: order }));
      expect(known(desk)).toMatchObject({ narration: '' });
    });

    test('with the bank’s own values where it gives them', async () => {
      const desk = openLoneDesk();
      const reported = {
        reference: 'r-1',
        accountNumber: '99****55',
        beneficiaryId: 'B-1',
        amount: '100',
        currency: 'usd',
        narration: 'INVOICE',
      };
      await keeps(desk, reported);
      expect(known(desk)).toMatchObject(reported);
    });

    test('together with the bank details that it was paid to, where they were written down', async () => {
      const desk = openLoneDesk();
      await keeps(desk, {});
      expect(paidBeneficiary(desk.parts.journal, 'b-1')).toMatchObject({
        details: bankDetails,
        paidAt: beginning,
      });
      const toOther = sentOf('createSingleTransfer', { body: { ...body, beneficiaryId: 'b-2' } });
      await keeps(desk, {}, toOther);
      await keeps(desk, {}, { ...toOther, submission: submissionOf({ about }) });
      expect(paidBeneficiary(desk.parts.journal, 'b-2')).toBeNull();
    });

    test('and on the disk at once, or with the next payment where others are sent behind it', async () => {
      for (const isAlone of [true, false]) {
        const desk = openLoneDesk();
        const { journal } = desk.parts;
        const isOnDisk = () => statSync(`${journal.file}-wal`).size === 0;
        const parts = { ...desk.parts, ...(!isAlone && { sequence: new Sequence() }) };
        await keeps({ parts }, {});
        expect(isOnDisk()).toBe(isAlone);
        await onDisk(journal);
        expect(isOnDisk()).toBe(true);
        expect(paidBeneficiary(journal, 'b-1')).not.toBeNull();
      }
    });

    test('each for itself: what the journal cannot store is reported after the copy stored its part', async () => {
      const desk = openLoneDesk();
      const { journal } = desk.parts;
      journal.connection.exec('DROP TABLE beneficiary_paid');
      await expect(keeps(desk, {})).rejects.toThrow();
      expect(known(desk)).toMatchObject({ id: 'T-1' });
    });
  });

  describe('has of the bank’s records', () => {
    const recorded = (...transfers: readonly Transfer[]) => {
      const desk = openLoneDesk();
      desk.cache.saveTransfers(transfers, beginning, { complete: false });
      const { reference, recordId } = sent.submission;
      return change.recorded?.(desk.parts, { reference, recordId });
    };
    const ours = (id: string, given: Partial<Transfer>) =>
      transferOf({ id, reference: 'R-1', ...given });
    const usd = (amount: string) => money(amount, 'USD');

    test('the one that has not left yet, else one that left, else one that came to nothing', () => {
      const nothing = ours('T-1', { status: 'FAILED', amount: '1.00' });
      const left = ours('T-2', { settledAt: beginning, amount: '2.00' });
      const later = ours('T-3', { settledAt: null, amount: '3.00' });
      const leaves = { isVoid: false, settledAt: null, amount: usd('3.00') };
      expect(recorded(nothing, left, later)).toMatchObject(leaves);
      expect(recorded(left, later)).toMatchObject(leaves);
      const gone = { isVoid: false, settledAt: beginning, amount: usd('2.00') };
      expect(recorded(nothing, left)).toMatchObject(gone);
      expect(recorded(nothing)).toMatchObject({ isVoid: true, amount: usd('1.00') });
      expect(recorded()).toBeNull();
    });

    test('amount and fee in its currency, and neither where the bank does not name it', () => {
      const charged = ours('T-1', { fee: '2.50' });
      expect(recorded(charged)).toMatchObject({ amount: usd('100.00'), fee: usd('2.50') });
      expect(recorded({ ...charged, currency: '' })).toMatchObject({ amount: null, fee: null });
      expect(recorded({ ...charged, amount: null })).toMatchObject({
        ...{ amount: null, fee: usd('2.50') },
      });
      expect(recorded({ ...charged, fee: null })).toMatchObject({ fee: null });
    });
  });

  describe('is looked for in the bank’s list', () => {
    test('and found by our reference, with what of it disagrees', async () => {
      const desk = lists(
        transferOf({ id: 'T-1', reference: 'R-1', status: 'NEW', reason: 'why' }),
        transferOf({ id: 'T-2', reference: 'R-1', amount: '7.00' }),
      );
      const { matches } = await look(desk, sent);
      expect(matches).toMatchObject([
        { recordId: 'T-1', mismatch: null, status: 'NEW', reason: 'why' },
        { recordId: 'T-2', mismatch: expect.stringContaining('7.00') as string },
      ]);
      expect(matches[0]?.answer.transfer.id).toBe('T-1');
      expect(desk.bank.asked[0]).toBe(
        'findTransfers {"query":{"pageNumber":"1","pageSize":"200","reference":"R-1"}}',
      );
    });

    test('where one of the same amount to the same payee may be it, under any reference', async () => {
      const other = (id: string, given: Partial<Transfer>) =>
        transferOf({ id, reference: id, ...given });
      const desk = lists(
        other('same', { amount: '100', narration: 'words' }),
        other('unnamed', { beneficiaryId: '', beneficiaryName: '' }),
        other('less', { amount: '99.99' }),
        other('euro', { currency: 'EUR' }),
        other('other', { beneficiaryId: 'b-2' }),
        other('silent', { amount: null }),
      );
      const { matches, resembling } = await look(desk, sent);
      expect(matches).toEqual([]);
      expect(resembling).toMatchObject([
        {
          recordId: 'same',
          reference: 'same',
          amount: '100',
          currency: 'USD',
          accountNumber: paying,
          counterparty: 'Ada Obi',
          at: beginning,
          narration: 'words',
        },
        { recordId: 'unnamed', counterparty: '' },
      ]);
    });

    test('where a payee without a name stands by its identifier, and an amount may be missing', async () => {
      const bare = transferOf({ id: 'T-1', reference: 'R 1', beneficiaryName: '', amount: null });
      const { resembling } = await look(lists(bare), sent);
      expect(resembling).toMatchObject([{ counterparty: 'b-1', amount: null }]);
    });

    test('which may fail', async () => {
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = () => failed('bank.unavailable');
      const { search } = change;
      if (search.by !== 'list') expect.fail();
      expect(await search.find(desk.parts, sent, context)).toMatchObject({
        error: { code: 'bank.unavailable' },
      });
    });
  });

  describe('is checked once more before it is sent again', () => {
    const again = (desk: LoneDesk, { of = sent, payeeChecked = false } = {}) =>
      desk.parts.registry.createSingleTransfer.recheck?.(desk.parts, of, { payeeChecked, context });
    const openReporting = (payee = payeeOf('b-1')) => {
      const desk = openLoneDesk();
      desk.bank.answers.getBeneficiary = () => ok({ message: '', beneficiary: payee });
      return desk;
    };
    const changed = payeeOf('b-1', { accountNumber: '999' });
    const isChanged = { error: { code: 'payee.changed', operation: 'createSingleTransfer' } };

    test('by the bank details to which it was approved', async () => {
      expect(await again(openReporting())).toMatchObject({ ok: true });
      expect(await again(openReporting(changed))).toMatchObject(isChanged);
    });

    test('or by those to which the payee was last paid', async () => {
      const unseen = sentOf('createSingleTransfer', { body }, { about });
      const older = sentOf('createSingleTransfer', { body });
      for (const change of [unseen, older]) {
        const desk = openReporting(changed);
        expect(await again(desk, { of: change })).toMatchObject({ ok: true });
        paidTo(desk, payeeOf('b-1'));
        expect(await again(desk, { of: change })).toMatchObject(isChanged);
      }
    });

    test('and waits where the payee cannot be read, until somebody answers for it', async () => {
      const desk = openLoneDesk();
      desk.bank.answers.getBeneficiary = () => failed('network.timeout');
      expect(await again(desk)).toMatchObject({ error: { code: 'payee.unread' } });
      expect(await again(desk, { payeeChecked: true })).toMatchObject({ ok: true });
      desk.bank.answers.getBeneficiary = () => refused(404);
      expect(await again(desk, { payeeChecked: true })).toMatchObject({
        error: { code: 'bank.refused' },
      });
    });
  });
});

describe('what was sent', () => {
  const body = {
    accountNumber: paying,
    beneficiaryId: 'b-1',
    amount: '90071992547409.93',
    currency: 'USD',
    reference: 'R-1',
  };
  const held = (payload: string) => submissionOf({ payload });

  test('is read back to the last digit', () => {
    const payload = JSON.stringify({ body });
    expect(sentAs('createSingleTransfer', held(payload))).toMatchObject({
      ok: true,
      value: { operation: 'createSingleTransfer', input: { body }, submission: { payload } },
    });
    expect(inputIn('updateBeneficiary', held(payload))).toBeNull();
    const path = JSON.stringify({ path: { clientId: 'c-1', id: 's-1' } });
    const submitted = submissionOf({ operation: 'submitSubclient', payload: path });
    expect(inputIn('submitSubclient', submitted)).not.toBeNull();
    expect(inputIn('deleteSubclient', submitted)).toBeNull();
  });

  test.each([
    '{',
    '{"body":{"reference":"R"}}',
    JSON.stringify({ body: { ...body, amount: '1e3' } }),
  ])('is reported as unreadable where the journal has %s', (payload) => {
    const read = sentAs('createSingleTransfer', held(payload));
    expect(read).toMatchObject({
      ok: false,
      error: {
        code: 'submission.unreadable',
        correlationId: 's-1',
        operation: 'createSingleTransfer',
      },
    });
    expect(!read.ok && read.error.message).toContain('under the reference R-1 cannot be read');
  });

  test('is refused with what is wrong where it does not fit the catalogue', () => {
    expect(readInput('createSingleTransfer', { body })).toMatchObject({ ok: true });
    const wrong = readInput('createSingleTransfer', { body: { ...body, amount: '-1' } });
    expect(wrong.ok ? [] : wrong.error.issues.map(({ path }) => path.join('.'))).toContain(
      'body.amount',
    );
  });
});

test('what takes money looks for its twins before it is sent again, or is sent once', () => {
  const { registry } = openLoneDesk().parts;
  const debits = Object.entries(registry).filter(([, { isDebit }]) => isDebit);
  expect(debits.length).toBeGreaterThan(0);
  for (const [operation, { twins, isOnce }] of debits)
    expect([operation, twins !== undefined || isOnce === true]).toEqual([operation, true]);
});

describe('what came of it is read anew', () => {
  test.each<[ChangingOperation, string, string]>([
    ['updateBeneficiary', 'getAllBeneficiaries', '"query"'],
    ['createBeneficiary', 'getAllBeneficiaries', '"query"'],
    ['createSubclient', 'getAllSubclients', '"clientId":"c-1"'],
    ['updateSubclient', 'getSubclient', '"id":"s-1"'],
    ['createSubclientShareholder', 'getSubclientShareholders', '"id":"s-1"'],
    ['addANewClientConfiguration', 'getClientConfiguration', '"clientId":"c-1"'],
  ])('%s by %s', async (operation, reading, input) => {
    const desk = openLoneDesk();
    const { search } = desk.parts.registry[operation];
    if (search.by !== 'reading') expect.fail('it is read anew');
    const path = { clientId: 'c-1', id: 's-1' };
    const sent = { operation, input: { path, body: {} }, submission: submissionOf() };
    const read = await (search.read as (...given: unknown[]) => Promise<{ ok: boolean }>)(
      desk.parts,
      sent,
      context,
    );
    expect(read.ok).toBe(false);
    expect(desk.bank.asked).toHaveLength(1);
    expect(desk.bank.asked[0]).toContain(`${reading} `);
    expect(desk.bank.asked[0]).toContain(input);
  });
});
