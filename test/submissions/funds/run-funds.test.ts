import { expect, test } from 'vitest';

import { RunFunds } from '../../../electron/engines/submissions/funds/run-funds.ts';
import { money } from '../../../shared/money/money.ts';
import { accountWith, openBatchDesk } from '../../payments/file/batch-desk.ts';
import { aboutOf } from '../../support/about.ts';
import { beginning, written } from '../../support/desks/lone-desk.ts';

const usd = (amount: string) => money(amount, 'USD');
const eur = (amount: string) => money(amount, 'EUR');

/** The funds of a run that pays from two accounts in dollars and one in euros. */
function openFunds() {
  const desk = openBatchDesk();
  desk.cache.saveAccounts(
    [accountWith('1', '100.00'), accountWith('2', '200.00'), accountWith('3', '300.00', 'EUR')],
    beginning,
  );
  const accounts = [
    { accountNumber: '1', currency: 'USD' },
    { accountNumber: '2', currency: 'USD' },
    { accountNumber: '3', currency: 'EUR' },
  ];
  return { ...desk, funds: new RunFunds(desk.parts, accounts) };
}

test('what is being sent is taken from its own account alone', () => {
  const { funds } = openFunds();
  funds.addSending('R-1', '1', usd('5.00'));
  funds.addSending('R-2', '1', usd('7.00'));
  funds.addSending('R-3', '3', eur('9.00'));
  expect(funds.at('1', 'USD')).toEqual({
    ...{ balance: usd('100.00'), after: usd('88.00') },
    inFlight: { amount: usd('12.00') },
  });
  expect(funds.at('2', 'USD')).toMatchObject({ after: usd('200.00'), inFlight: null });
  expect(funds.at('3', 'EUR')).toMatchObject({ after: eur('291.00') });
});

test('a fee in another currency is not taken from the amount', () => {
  const desk = openFunds();
  const sent = written(desk, 'R-1', { state: 'accepted' });
  const of = (fee: ReturnType<typeof money>) => ({
    ...sent,
    about: { ...aboutOf('Transfer', { accountNumber: '1', amount: usd('5.00') }), fee },
  });
  desk.funds.settle('R-1', of(eur('1.00')));
  expect(desk.funds.at('1', 'USD').after).toEqual(usd('95.00'));
  desk.funds.settle('R-1', of(usd('1.00')));
  expect(desk.funds.at('1', 'USD').after).toEqual(usd('94.00'));
});

test('an account that the run does not pay from has no funds here', () => {
  const { funds } = openFunds();
  expect(() => funds.at('1', 'EUR')).toThrow(RangeError);
});
