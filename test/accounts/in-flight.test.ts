import { expect, test } from 'vitest';

import { toUnits } from '../../shared/money/decimal.ts';
import { add, money, negate } from '../../shared/money/money.ts';
import { newReference } from '../../shared/reference.ts';
import { euros } from '../support/desks/order-desk.ts';
import {
  approve,
  openFundedDesk,
  payment,
  type PayingDesk,
} from '../support/desks/transfers-desk.ts';

test('what was paid and is not booked is in flight from its account alone, with what is left after it', async () => {
  const desk = await openFundedDesk();
  expect(await desk.get('accounts.inFlight', {})).toEqual({
    rows: [],
    currencies: [],
    crossed: [],
  });
  const { currencies } = await desk.get('accounts.position', {});
  const account = currencies
    .flatMap(({ accounts }) => accounts)
    .find(({ accountNumber }) => accountNumber === desk.usd);
  if (!account?.available) expect.fail('the account has no balance');

  for (const amount of ['10', '32.5'])
    await desk.get('payments.send', await approve(desk, payment(desk, { amount })));
  const { rows, currencies: sums } = await desk.get('accounts.inFlight', {});
  expect(rows).toMatchObject([
    {
      accountNumber: desk.usd,
      inFlight: {
        amount: { amount: '47.50', currency: 'USD' },
        sent: [
          { amount: { amount: '35.00' }, fee: { amount: '2.50' } },
          { amount: { amount: '12.50' }, fee: { amount: '2.50' } },
        ],
      },
      after: add(account.available, negate(money('47.5', 'USD'))),
    },
  ]);
  const dollars = currencies.find(({ currency }) => currency === 'USD');
  const left = dollars && add(dollars.total, negate(money('47.5', 'USD')));
  expect(sums).toEqual([{ amount: money('47.50', 'USD'), after: left }]);
});

const unitsOf = (amount: { readonly amount: string } | null | undefined): bigint =>
  toUnits(amount?.amount ?? '');

/** What the desk shows as left in dollars after all that was sent: on the position, in the pay form and in the outlook. */
async function leftIn(desk: PayingDesk): Promise<bigint[]> {
  const { rows } = await desk.get('accounts.inFlight', {});
  const row = rows.find(({ accountNumber }) => accountNumber === desk.usd);
  const review = await desk.get('payments.review', payment(desk, { amount: '1' }));
  const { balance, lines } = await desk.get('outlook.ahead', { accountNumber: desk.usd });
  const leaving = lines.filter(({ source }) => ['in-flight', 'trade'].includes(source.kind));
  return [
    unitsOf(row?.after ?? balance),
    unitsOf(review.balance.after) + unitsOf(review.debitTotal),
    leaving.reduce((sum, { amount }) => sum + unitsOf(amount), unitsOf(balance)),
  ];
}

const thrice = (units: bigint): bigint[] => [units, units, units];

test('the sold leg of a dealt trade is off at once, also when the bank shows it settled behind the balance', async () => {
  const desk = await openFundedDesk();
  const [before = 0n] = await leftIn(desk);
  const quote = await desk.get('conversions.quote', {
    ...{ sellAccountNumber: desk.usd, buyAccountNumber: euros, sellAmount: '2500' },
  });
  const { quoteId } = quote;
  await desk.get('conversions.lock', { reference: newReference(), quoteId });
  const left = before - unitsOf(quote.debitTotal);
  expect(await leftIn(desk)).toEqual(thrice(left));
  // The trades are read anew, and settled by now; the balance is the old one.
  await desk.get('conversions.refresh', {});
  const { rows: trades } = await desk.get('conversions.list', {});
  expect(trades).toMatchObject([{ settledAt: expect.any(String) as string }]);
  expect(await leftIn(desk)).toEqual(thrice(left));
  // A sync brings balance and bookings: it is counted once.
  await desk.sync();
  expect((await desk.get('accounts.inFlight', {})).rows).toEqual([]);
  expect(await leftIn(desk)).toEqual(thrice(left));
});

test('the fee of a sent payment is off at once', async () => {
  const desk = await openFundedDesk();
  const [before = 0n] = await leftIn(desk);
  const entered = payment(desk, { amount: '100' });
  const { debitTotal } = await desk.get('payments.review', entered);
  expect(unitsOf(debitTotal)).toBeGreaterThan(toUnits('100'));
  await desk.get('payments.send', await approve(desk, entered));
  expect(await leftIn(desk)).toEqual(thrice(before - unitsOf(debitTotal)));
  await desk.sync();
  expect(await leftIn(desk)).toEqual(thrice(before - unitsOf(debitTotal)));
});
