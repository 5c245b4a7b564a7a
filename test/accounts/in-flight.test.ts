import { expect, test } from 'vitest';

import { add, money, negate } from '../../shared/money/money.ts';
import { approve, openFundedDesk, payment } from '../support/transfers-desk.ts';

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
        amount: { amount: '42.50', currency: 'USD' },
        sent: [{ amount: { amount: '32.50' } }, { amount: { amount: '10.00' } }],
      },
      after: add(account.available, negate(money('42.5', 'USD'))),
    },
  ]);
  const dollars = currencies.find(({ currency }) => currency === 'USD');
  const left = dollars && add(dollars.total, negate(money('42.5', 'USD')));
  expect(sums).toEqual([{ amount: money('42.50', 'USD'), after: left }]);
});
