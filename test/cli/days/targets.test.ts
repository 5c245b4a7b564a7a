import { expect, test } from 'vitest';

import { expectError, atPaymentBank } from '../../support/programs/command-line.ts';

test('targets prints nothing where nothing is planned, asks the bank nothing, and takes no words', async () => {
  const { nostro, bank } = await atPaymentBank();
  const run = await nostro('targets');
  expect([run.code, run.out]).toEqual([0, '']);
  expect(bank.booked).toEqual([]);
  expectError(await nostro('targets', 'now'), 2, 'input.invalid');
});
