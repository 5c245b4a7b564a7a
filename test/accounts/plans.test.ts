import { expect, test } from 'vitest';

import { add, money, moneyOfUnits, negate, type Money } from '../../shared/money/money.ts';
import {
  approve,
  openFundedDesk,
  payment,
  type PayingDesk,
} from '../support/desks/transfers-desk.ts';

const none = { floor: '', ceiling: '', target: '', group: '' };

async function accountOf(desk: PayingDesk) {
  const { currencies } = await desk.get('accounts.position', {});
  const found = currencies
    .flatMap(({ accounts }) => accounts)
    .find(({ accountNumber }) => accountNumber === desk.usd);
  if (!found?.available) expect.fail('the account has no balance');
  return { ...found, available: found.available };
}

const crossings = async (desk: PayingDesk) =>
  (await desk.get('exceptions.list', {})).items.filter(({ kind }) => /floor|ceiling/.test(kind));

const typed = ({ amount }: Money): string => amount;

test('a floor, a ceiling, a target and a group are stored as typed, in the account’s own minor digits, and can be removed', async () => {
  const desk = await openFundedDesk();
  const accountNumber = desk.usd;
  const entered = {
    accountNumber,
    floor: '1,500,000',
    ceiling: '9000000.5',
    target: '2,000,000',
    group: '  West   Africa ',
  };
  const plan = {
    floor: money('1500000.00', 'USD'),
    ceiling: money('9000000.50', 'USD'),
    target: money('2000000.00', 'USD'),
    group: 'West Africa',
  };
  expect(await desk.get('accounts.savePlan', entered)).toEqual(plan);
  expect((await accountOf(desk)).plan).toEqual(plan);
  await desk.get('accounts.savePlan', { accountNumber, ...none });
  expect((await accountOf(desk)).plan).toEqual({
    floor: null,
    ceiling: null,
    target: null,
    group: '',
  });
  expect(
    (await desk.get('accounts.savePlan', { accountNumber, ...none, floor: '0' })).floor,
  ).toEqual(money('0.00', 'USD'));
  expect(
    (await desk.get('accounts.savePlan', { accountNumber, ...none, target: '0' })).target,
  ).toEqual(money('0.00', 'USD'));
});

test.each([
  [{ floor: '-1' }, 'The floor: must be above zero, without a sign.'],
  [{ ceiling: '1.005' }, 'The ceiling: USD has 2 decimals at most.'],
  [{ floor: '1e6' }, 'The floor: write the amount in full, without an exponent.'],
  [{ floor: '10', ceiling: '10.00' }, 'The ceiling must be above the floor.'],
  [{ floor: '10', target: '9.99' }, 'The target must not be below the floor.'],
  [{ ceiling: '10', target: '10.01' }, 'The target must not be above the ceiling.'],
  [{ target: '-1' }, 'The target: must be above zero, without a sign.'],
])(
  'what cannot be a bound is refused with the reason, and nothing is stored: %o',
  async (wrong, why) => {
    const desk = await openFundedDesk();
    const input = { accountNumber: desk.usd, ...none, ...wrong };
    const { code, message } = await desk.refused('accounts.savePlan', input);
    expect(code).toBe('input.invalid');
    expect(message).toContain(why);
    expect((await accountOf(desk)).plan).toEqual({
      floor: null,
      ceiling: null,
      target: null,
      group: '',
    });
  },
);

test('a balance under its floor needs a person, to the last minor unit, and one at it does not', async () => {
  const desk = await openFundedDesk();
  const { available } = await accountOf(desk);
  const accountNumber = desk.usd;
  await desk.get('accounts.savePlan', { accountNumber, ...none, floor: typed(available) });
  expect(await crossings(desk)).toEqual([]);
  const above = add(available, moneyOfUnits(100n, 'USD'));
  await desk.get('accounts.savePlan', { accountNumber, ...none, floor: typed(above) });
  expect(await crossings(desk)).toMatchObject([
    {
      kind: 'under-floor',
      amount: money('0.01', 'USD'),
      place: { view: 'position', accountNumber },
    },
  ]);
  const under = add(available, negate(moneyOfUnits(100n, 'USD')));
  await desk.get('accounts.savePlan', { accountNumber, ...none, ceiling: typed(under) });
  expect(await crossings(desk)).toMatchObject([
    { kind: 'over-ceiling', amount: money('0.01', 'USD') },
  ]);
});

test('what is in flight counts: a floor that a sent payment will cross needs a person before it is booked', async () => {
  const desk = await openFundedDesk();
  const { available } = await accountOf(desk);
  const floor = add(available, negate(money('20', 'USD')));
  await desk.get('accounts.savePlan', { accountNumber: desk.usd, ...none, floor: typed(floor) });
  expect(await crossings(desk)).toEqual([]);
  await desk.get('payments.send', await approve(desk, payment(desk, { amount: '32.5' })));
  const [crossing] = await crossings(desk);
  expect(crossing).toMatchObject({ kind: 'under-floor', amount: money('15.00', 'USD') });
  expect(crossing?.detail).toMatch(
    /^The floor is .* USD; available after what is in flight is .* USD\.$/,
  );
  await desk.get('exceptions.close', { exceptionIds: [crossing?.exceptionId ?? ''] });
  expect(await crossings(desk)).toEqual([]);
});
