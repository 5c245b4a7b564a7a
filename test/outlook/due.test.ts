import { describe, expect, test } from 'vitest';

import { saveMatch } from '../../electron/nouns/orders/receivables/matches-table.ts';
import { money } from '../../shared/money/money.ts';
import { usd } from '../conversions/deals.ts';
import { accountOf, beginning, paying, readStatement } from '../support/desks/lone-desk.ts';
import {
  addReceivable,
  arrivingOn,
  creditOf,
  earlier,
  later,
  linesAhead,
  openTradeDesk,
} from './trade-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

describe('a receivable', () => {
  test('that is due, or was within two weeks, is on its way; one of tomorrow or of long ago is not', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'TODAY', {});
    addReceivable(lone, 'LATE', { dueDate: '2026-11-06', amount: '0.01' });
    addReceivable(lone, 'TOMORROW', { dueDate: '2026-11-21' });
    addReceivable(lone, 'LONG-AGO', { dueDate: '2026-11-05' });
    addReceivable(lone, 'UNDATED', { dueDate: null });
    expect(await arrivingOn(lone)).toMatchObject({
      rows: [
        {
          accountNumber: paying,
          amount: usd('100.01'),
          lines: [
            { id: 'LATE', due: '2026-11-06' },
            { id: 'TODAY', due: '2026-11-20' },
          ],
        },
      ],
    });
  });

  test('that was paid in part is on its way with what is left, to the last digit, and says so', async () => {
    const lone = openTradeDesk();
    lone.cache.saveAccounts([accountOf({ accountId: '7', currencyIso3Code: 'KWD' })], beginning);
    addReceivable(lone, 'R', {
      ...{ accountNumber: '7', currency: '', amount: '99999999999999.999', paidAmount: '0.001' },
    });
    expect((await arrivingOn(lone)).rows).toMatchObject([
      {
        amount: { amount: '99999999999999.998', currency: 'KWD' },
        lines: [
          {
            paid: {
              part: money('0.001', 'KWD'),
              whole: money('99999999999999.999', 'KWD'),
            },
          },
        ],
      },
    ]);
  });

  test('is not counted twice: what is booked under its reference is subtracted, whether the bank reports it or not', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'PART', { paidAmount: '40.00' });
    addReceivable(lone, 'WHOLE', {});
    readStatement(lone, [
      creditOf('E-1', 'INV-PART', 900_000n),
      creditOf('E-2', 'INV-WHOLE', 1_000_000n),
    ]);
    expect((await arrivingOn(lone)).rows).toMatchObject([
      {
        amount: usd('10.00'),
        lines: [{ id: 'PART', paid: { part: usd('90.00'), whole: usd('100.00') } }],
      },
    ]);
  });

  test('that a credit with its payer’s name may have paid says so; a person’s word ends it', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'R', {});
    const entry = { ...creditOf('E-1', '', 1_000_000n), narration: 'From Harmattan Foods Ltd' };
    readStatement(lone, [entry]);
    const [line] = (await arrivingOn(lone)).rows[0]?.lines ?? [];
    expect(line).toMatchObject({
      amount: usd('100.00'),
      mayBePaid: 'The amount is the same, and Harmattan Foods is named in the narration.',
    });
    saveMatch(lone.parts.journal, 'R', {
      ...{ accountNumber: paying, entryId: 'E-1', day: '2026-11-20', amount: usd('100.00') },
      ...{ narration: '', customReference: '', strength: 'likely', reason: '' },
      ...{ at: later, actor: actorNamed('Ada') },
    });
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('that is over is none, and one that states no amount is named and added to nothing', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'PAID', { paidAt: earlier });
    for (const status of ['paid', 'Settled', 'cancelled', 'EXPIRED', 'rejected'])
      addReceivable(lone, status, { status });
    addReceivable(lone, 'BLANK', { amount: null });
    expect((await arrivingOn(lone)).rows).toMatchObject([
      { amount: usd('0.00'), lines: [{ id: 'BLANK', amount: null }] },
    ]);
  });

  test('in a currency that its account does not have, or to an account that is not here, stands elsewhere', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'FRANCS', { currency: 'CHF' });
    addReceivable(lone, 'NOBODYS', { accountNumber: '404', currency: '' });
    const { rows, elsewhere } = await arrivingOn(lone);
    expect(rows).toEqual([]);
    expect(elsewhere).toMatchObject([
      { id: 'FRANCS', accountNumber: paying, amount: money('100.00', 'CHF') },
      { id: 'NOBODYS', accountNumber: '404', amount: null },
    ]);
  });

  test('in the outlook has what is left of it, and says where a credit may have paid it', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'PART', {});
    addReceivable(lone, 'NAMED', { amount: '7.00', payerName: 'Oduya' });
    const named = { ...creditOf('E-2', '', 70_000n), narration: 'From Oduya' };
    readStatement(lone, [creditOf('E-1', 'INV-PART', 900_000n), named]);
    expect(await linesAhead(lone, paying, 'USD')).toMatchObject([
      { units: 70_000n, reason: 'due 20 Nov, may have come already' },
      { units: 100_000n, reason: 'due 20 Nov' },
    ]);
  });

  test('is due on the day of a time that the bank names', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'R', { dueDate: '2026-11-19T23:59:59.000Z' });
    expect((await arrivingOn(lone)).rows).toMatchObject([{ lines: [{ due: '2026-11-19' }] }]);
  });

  test('is paid by each of its parts, also where there are more than are suggested', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'R');
    const parts = Array.from({ length: 9 }, (_, at) => creditOf(`E-${at}`, 'INV-R', 100_000n));
    readStatement(lone, parts);
    expect((await arrivingOn(lone)).rows).toMatchObject([{ amount: usd('10.00') }]);
    readStatement(lone, [...parts, creditOf('E-9', 'INV-R', 100_000n)]);
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('is paid in part by every credit under its reference, and over with the last one', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'R');
    readStatement(lone, [creditOf('E-1', 'INV-R', 400_000n), creditOf('E-2', 'INV-R', 300_000n)]);
    expect((await arrivingOn(lone)).rows).toMatchObject([
      { amount: usd('30.00'), lines: [{ paid: { part: usd('70.00'), whole: usd('100.00') } }] },
    ]);
    readStatement(lone, [
      creditOf('E-1', 'INV-R', 400_000n),
      creditOf('E-2', 'INV-R', 300_000n),
      creditOf('E-3', 'INV-R', 300_000n),
    ]);
    expect((await arrivingOn(lone)).rows).toEqual([]);
  });

  test('of which nothing is paid names no part, nor does one without an amount', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'BLANK', { amount: null, paidAmount: '5.00' });
    addReceivable(lone, 'WHOLE');
    expect((await arrivingOn(lone)).rows[0]?.lines).toMatchObject([
      { id: 'BLANK', paid: null, amount: null },
      { id: 'WHOLE', paid: null, amount: usd('100.00') },
    ]);
  });

  test('is not paid by a credit of its amount that names neither its reference nor its payer', async () => {
    const lone = openTradeDesk();
    addReceivable(lone, 'R');
    readStatement(lone, [creditOf('E-1', 'OTHER', 1_000_000n)]);
    expect((await arrivingOn(lone)).rows).toMatchObject([
      { amount: usd('100.00'), lines: [{ mayBePaid: null, paid: null }] },
    ]);
  });

  test.each(['unpaid', 'partially_paid', 'paid_in_part', 'unsettled', 'settled_in_part'])(
    'is still expected while the bank has it as %s',
    async (status) => {
      const lone = openTradeDesk();
      addReceivable(lone, 'R', { status });
      expect((await arrivingOn(lone)).rows).toHaveLength(1);
    },
  );
});
