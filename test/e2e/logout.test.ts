import { existsSync } from 'node:fs';

import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { go, startDesk, type Desk } from './support/desk.ts';
import {
  askToPay,
  beginPayment,
  goToPayments,
  lookAgain,
  payeeInDollars,
} from './support/payments.ts';
import { signedIn, startSyncedDesk } from './support/synced.ts';

/** The session ends; a bank that hangs would be waited for as long as three quarters of a minute. */
async function endedByLogout({ pid }: Desk): Promise<void> {
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => existsSync(`/proc/${pid}/exe`), { timeout: 30_000 }).toBe(false);
}

test('a logout is not held up by a sign-in that hangs [I3]', async () => {
  const { place, desk } = await startSyncedDesk();
  await answerOf(desk.page, 'desk.lock', {});
  const before = (await place.bank.calls('getToken')).length;
  await place.bank.setFaults({
    operation: 'getToken',
    fault: { kind: 'slow-drip', bytes: 1, everyMs: 10_000 },
  });
  const unlocking = answerOf(desk.page, 'desk.unlock', {}).catch(() => null);
  await expect.poll(async () => (await place.bank.calls('getToken')).length).toBe(before + 1);
  await endedByLogout(desk);
  await unlocking;
});

test('a logout is not held up by a bank that hangs: the payment is unknown at the next start, and not sent again [I3]', async () => {
  const { place, desk } = await startSyncedDesk();
  await place.bank.setFaults({
    operation: 'createSingleTransfer',
    fault: { kind: 'never-answer' },
  });
  await goToPayments(desk);
  await beginPayment(desk, await payeeInDollars(place));
  await lookAgain(desk, '120.45');
  await askToPay(desk);
  await desk.hand.press('Enter');
  const sent = () => place.bank.calls('createSingleTransfer');
  await expect.poll(sent).toHaveLength(1);

  await endedByLogout(desk);

  const next = await startDesk(place);
  await signedIn(next);
  await go(next, 'Payments');
  await next.page.getByRole('gridcell', { name: '120.45 USD' }).waitFor();
  await next.page.getByRole('gridcell', { name: 'no answer' }).waitFor();
  expect(await sent()).toHaveLength(1);
});
