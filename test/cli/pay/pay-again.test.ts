import { expect, test, vi } from 'vitest';

import type { Behaviour } from '../../support/simple-banks/foreign-payments.ts';
import { payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const busy: Behaviour = { booksAfterMs: null, answer: { status: 429, text: '{}' } };
const closed = { status: 500, text: '{"error":{"message":"Maintenance"}}' };

/** A payment that the bank put off, and the command that sends it again. */
async function openHeld() {
  const scene = await payingScene();
  const { bank, nostro } = scene;
  // The bank's list shows this one: it would show INV-1 too.
  expect((await nostro(...payment({ reference: 'FIRST', amount: '1.00' }))).code).toBe(0);
  bank.behave(busy);
  const { submissionId } = (await nostro(...payment({ reference: 'INV-1' }))).json<Paid>();
  const again = (...options: string[]) =>
    nostro('submissions', '--send-again', submissionId, ...options);
  return { ...scene, again };
}

test('a twin that another data folder sent is named before the payment is sent again [P23]', async () => {
  const { bank, otherDesk, again } = await openHeld();
  const twin = (await otherDesk(...payment({ reference: 'LEDGER-5' }))).json<Paid>();
  const transferId = String(twin.transferId);
  const refused = await again();
  expect(refused.out).toBe('');
  expectError(
    refused,
    1,
    'confirmation.required',
    new RegExp(`transfer ${transferId}, reference LEDGER-5, .*--twin-of ${transferId}\\. Nothing`),
  );
  const stranger = await again('--twin-of', transferId, '--twin-of', 'P-0');
  expectError(stranger, 1, 'input.invalid', 'P-0 is no payment of the same amount');
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST', 'LEDGER-5']);
  const meant = await again('--twin-of', transferId);
  expect([meant.code, meant.err]).toEqual([0, '']);
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST', 'LEDGER-5', 'INV-1']);
});

test('a restored data folder does not send again what it paid under another reference since [P23]', async () => {
  const { bank, nostro, again, snapshot } = await openHeld();
  const putBack = snapshot();
  expect((await nostro(...payment({ reference: 'LEDGER-5' }))).code).toBe(0);
  putBack();
  expectError(await again(), 1, 'confirmation.required', 'reference LEDGER-5');
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST', 'LEDGER-5']);
});

test('a list that cannot be read to its end keeps it from being sent, until that is accepted [P23]', async () => {
  const { bank, again } = await openHeld();
  bank.findFault = closed;
  expectError(
    await again(),
    1,
    'confirmation.required',
    'add --twins-unchecked. Nothing was sent.',
  );
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST']);
  expect((await again('--twins-unchecked')).code).toBe(0);
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST', 'INV-1']);
});

test('the options of a confirmation belong to what is sent again', async () => {
  const { nostro } = await payingScene();
  for (const option of [['--twin-of', 'P-1'], ['--payee-checked'], ['--twins-unchecked']])
    expectError(
      await nostro('submissions', ...option),
      2,
      'input.invalid',
      `${option[0]} belongs to --send-again.`,
    );
});
