import { describe, expect, test } from 'vitest';

import type { Trade } from '../../shared/bank/conversions.ts';
import { comparingDesk, founded, knowPayee, minute, paying, transfer } from './comparing-desk.ts';

describe('a claim', () => {
  test.each(['not-sent', 'not-found', 'refused'] as const)(
    'that ended as %s does not account for what the bank lists, also where it ended afterwards',
    async (outcome) => {
      const desk = comparingDesk();
      desk.claim('ref-1', { outcome });
      desk.claim('ref-2', { outcome: null });
      desk.list([transfer('1'), transfer('2')]);
      expect(await desk.compare()).toEqual(['1 released']);
      desk.settle('ref-2', outcome);
      expect(await desk.compare()).toEqual(['1 released', '2 released']);
      desk.settle('ref-1', 'accepted');
      expect(await desk.compare()).toEqual(['2 released']);
    },
  );

  test('of this desk that ended without a payment is left to the journal, which opens it again', async () => {
    const desk = comparingDesk();
    for (const [reference, by] of [
      ['ref-1', 'ada'],
      ['ref-2', 'ben'],
      ['ref-3', 'ada'],
    ] as const)
      desk.claim(reference, { by, outcome: 'not-sent' });
    for (const reference of ['ref-1', 'ref-2']) desk.adopt(reference);
    desk.list([transfer('1'), transfer('2'), transfer('3')]);
    // Ben's desk may have adopted it, and Ada's journal may have lost it: then it is found.
    expect(await desk.compare()).toEqual(['2 released', '3 released']);
  });

  test('accounts for one transfer: a second one under its reference is found once', async () => {
    const desk = comparingDesk();
    desk.claim('ref-1');
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual([]);
    const second = transfer('2', { reference: 'REF-1', createdAt: minute(-50) });
    desk.list([transfer('1'), second]);
    expect(await desk.compare()).toEqual(['2 repeated']);
    desk.list([transfer('1', { status: 'FAILED' }), second]);
    desk.act();
    expect(await desk.compare()).toEqual([]);
  });

  test('of two that are there from the beginning one is found', async () => {
    const desk = comparingDesk();
    desk.claim('ref-1');
    desk.list([transfer('1'), transfer('2', { reference: 'ref-1' })]);
    expect(await desk.compare()).toHaveLength(1);
  });

  test.each([
    ['another amount', { amount: '1000.01' }, paying('1000.00'), ['1 different']],
    ['another payee', {}, paying('1000.00', 'B-2'), ['1 different']],
    ['the same with a minus and more digits', { amount: '-1000.0000' }, paying('1000.00'), []],
    ['the account number of the payee', { beneficiaryId: 'NL91' }, paying('1000.00'), []],
    [
      'the account number of another payee',
      { beneficiaryId: 'NL91' },
      paying('1000.00', 'B-2'),
      ['1 different'],
    ],
    ['a payee that is not known here', { beneficiaryId: '?' }, paying('999.00'), []],
    ['no amount', { amount: null }, paying('999.00'), []],
  ])('that is listed with %s', async (_, given, pays, expected) => {
    const desk = comparingDesk();
    knowPayee(desk);
    desk.claim('ref-1', { pays });
    desk.list([transfer('1', given)]);
    expect(await desk.compare()).toEqual(expected);
  });

  test.each([
    ['createReceivable', ['1 different']],
    ['createSingleTransfer', []],
    ['initiateRemittance', []],
  ])('of %s accounts for a transfer or does not', async (sends, expected) => {
    const desk = comparingDesk();
    desk.claim('ref-1', { sends });
    desk.list([transfer('1')]);
    expect(await desk.compare()).toEqual(expected);
  });

  test('made after the transfer was found does not settle it, unless its person joined later', async () => {
    const desk = comparingDesk();
    desk.list([transfer('1')]);
    await desk.compare();
    desk.claim('ref-1', { by: 'ben' });
    expect(await desk.compare()).toEqual(['1 claimed-later']);
    const late = { key: 'cleo', name: 'Cleo', since: minute(60) };
    const other = comparingDesk({ members: () => [late] });
    other.list([transfer('1')]);
    expect(await other.compare()).toEqual(['1 unclaimed']);
    other.claim('ref-1', { by: 'cleo' });
    expect(await other.compare()).toEqual([]);
  });

  test('of a person who took a new key, or a second desk, counts as made by the old member', async () => {
    const members = [
      { key: 'ben', name: 'Ben', since: minute(1) },
      { key: 'ben renewed', name: 'Ben', since: minute(60) },
    ];
    const desk = comparingDesk({ members: () => members });
    desk.list([transfer('1')]);
    await desk.compare();
    desk.claim('ref-1', { by: 'ben renewed' });
    expect(await desk.compare()).toEqual(['1 claimed-later']);
  });
});

describe('a reference that only resembles a claim’s', () => {
  const reference = '20261120-payment-of-ada-17';

  test.each([
    ['cut', { reference: reference.slice(0, 16) }],
    ['without signs', { reference: reference.replaceAll('-', '') }],
    ['left out, and named in the text', { reference: '', narration: `rent ${reference} nov` }],
    ['left out', { reference: '' }],
  ])('counts where it is %s and the same is paid', async (_, given) => {
    const desk = comparingDesk();
    knowPayee(desk);
    desk.claim(reference, { pays: paying('1000.00') });
    desk.claim('another');
    const listed = transfer('0', { reference: 'another' });
    desk.list([listed, transfer('1', given)]);
    expect(await desk.compare()).toEqual([]);
    // A claim counts for one of them.
    desk.list([listed, transfer('1', given), transfer('2', given)]);
    expect(await desk.compare()).toEqual(['2 unclaimed']);
  });

  test('counts where it is cut and the bank names no payee that is known here', async () => {
    const desk = comparingDesk();
    desk.claim(reference, { pays: paying('1000.00') });
    desk.list([transfer('1', { reference: reference.slice(0, 16).toUpperCase() })]);
    expect(await desk.compare()).toEqual([]);
    desk.list([transfer('2', { reference: reference.slice(0, 15) })]);
    expect(await desk.compare()).toEqual(['2 unclaimed']);
  });

  test('does not count where another amount is paid', async () => {
    const desk = comparingDesk();
    knowPayee(desk);
    desk.claim(reference, { pays: paying('999.00') });
    desk.list([transfer('1', { reference: reference.slice(0, 16) })]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
  });

  test('does not count where the bank lists the claim’s own reference, or the claim ended', async () => {
    const desk = comparingDesk();
    knowPayee(desk);
    desk.claim(reference, { pays: paying('1000.00') });
    desk.list([transfer('0', { reference }), transfer('1', { reference: reference.slice(0, 16) })]);
    expect(await desk.compare()).toEqual(['1 unclaimed']);
    const other = comparingDesk();
    knowPayee(other);
    other.claim(reference, { pays: paying('1000.00'), outcome: 'not-sent' });
    other.list([transfer('1', { reference: reference.slice(0, 16) })]);
    expect(await other.compare()).toEqual(['1 unclaimed']);
  });

  test('is missed at a bank that lists no reference at all', async () => {
    const desk = comparingDesk();
    desk.list([transfer('1', { reference: '' }), transfer('2', { reference: '' })]);
    expect(await desk.compare()).toEqual([]);
  });
});

describe('conversions', () => {
  const trade = (tradeId: string, given: Partial<Trade> = {}): Trade => ({
    ...{ tradeId, lockId: '', quoteId: '', reference: `ref-${tradeId}`, status: 'BOOKED' },
    ...{ reason: '', sellAccountNumber: '700000', buyAccountNumber: '700001' },
    ...{ sellAmount: '10', sellCurrency: 'EUR', buyAmount: '11', buyCurrency: 'USD', rate: '1.1' },
    ...{ createdAt: minute(10), settledAt: null, expiresAt: null },
    ...given,
  });

  test('that no claim names are found; of one price claimed and another dealt too', async () => {
    const desk = comparingDesk();
    desk.claim('ref-1', { pays: 'trade|Q-1' });
    desk.claim('ref-2', { pays: 'trade|Q-2' });
    desk.cache.writer.saveTrades(
      [
        trade('1', { quoteId: 'Q-1' }),
        trade('2', { quoteId: 'Q-9' }),
        trade('3'),
        trade('4', { status: 'EXPIRED' }),
        trade('5', { createdAt: minute(-5) }),
      ],
      founded,
      { complete: true },
    );
    expect(await desk.compare()).toEqual(['2 different', '3 unclaimed']);
    expect(desk.unclaimed()[0]?.facts).toMatchObject({
      ...{ amount: { amount: '10.00', currency: 'EUR' }, payee: 'USD', accountNumber: '700000' },
    });
  });
});
