import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { submissionByReference } from '../../electron/store/submissions.ts';
import { lookUp } from '../../electron/sync/submissions/lookup.ts';
import { LookupRunner } from '../../electron/sync/submissions/lookup-runner.ts';
import { settleByPerson } from '../../electron/sync/submissions/settle-by-person.ts';
import { submit } from '../../electron/sync/submissions/submissions.ts';
import { DeskFault } from '../../shared/errors.ts';
import { newReference } from '../../shared/reference.ts';
import { startPaymentBank } from '../support/foreign-payments.ts';
import { context, intentOf, minutes, openPayingDesk } from './support/paying-desk.ts';

/** What nobody caught would end the program: here it is caught and counted. */
const uncaught: unknown[] = [];
const note = (cause: unknown): void => {
  uncaught.push(cause);
};
beforeEach(() => {
  uncaught.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

async function open() {
  const bank = await startPaymentBank('none');
  onTestFinished(() => bank.close());
  return { bank, ...(await openPayingDesk(bank.paymentFile())) };
}

test('a look that the disk does not take ends nothing: the next one finds the payment', async () => {
  const { bank, parts, clock, pay } = await open();
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const sent = await pay();
  expect(sent.state).toBe('unknown');
  clock.ms += minutes(2);
  parts.journal.connection.pragma('query_only = 1');
  const runner = new LookupRunner(parts);
  onTestFinished(() => runner.stop());
  const asked = bank.calls.length;
  runner.wake();
  await expect.poll(() => bank.calls.length).toBeGreaterThan(asked);
  await runner.pause();
  parts.journal.connection.pragma('query_only = 0');
  const known = () => submissionByReference(parts.journal, sent.reference)?.state;
  await expect.poll(known).toBe('accepted');
  expect(uncaught).toEqual([]);
});

test('a local copy that takes nothing more makes no failure of an accepted payment', async () => {
  const { bank, parts, announced } = await open();
  const full = { ...parts.cache, saveTransfers: () => Promise.reject(new DeskFault('store.full')) };
  const order = intentOf(newReference());
  const submitted = await submit({ ...parts, cache: full }, order, context);
  expect(submitted).toMatchObject({ ok: true, value: { submission: { state: 'accepted' } } });
  expect(announced.map(({ state }) => state)).toEqual(['sending', 'accepted']);
  expect(bank.booked).toHaveLength(1);
});

test('what was settled while the bank was asked stays settled, whatever it answers', async () => {
  const { bank, parts, clock, pay } = await open();
  bank.behave({ booksAfterMs: 0, answer: { wrongAmount: '99.99' } });
  const sent = await pay();
  expect(sent.state).toBe('unknown');
  bank.booked[0]!.amt = '99.99';
  clock.ms += minutes(11);
  const looking = lookUp(parts, sent, context);
  const word = { as: 'accepted', note: 'Booked, says Ms Mwangi', by: 'Ada' } as const;
  expect(settleByPerson(parts, sent, word, context).ok).toBe(true);
  expect(await looking).toMatchObject({ ok: true, value: { state: 'accepted', error: null } });
  expect(submissionByReference(parts.journal, sent.reference)?.state).toBe('accepted');
});
