import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { moneyRecordsByReference } from '../../electron/engines/store/records/money-lists.ts';
import { transferList } from '../../electron/nouns/payments/tables.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { settleByPerson } from '../../electron/engines/submissions/settle-by-person.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { DeskFault } from '../../shared/errors.ts';
import { newReference } from '../../shared/reference.ts';
import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { context, intentOf, minutes, openPayingDesk } from '../support/desks/paying-desk.ts';
import { registryOver } from '../support/desks/changes.ts';
import { actorNamed } from '../support/desks/actors.ts';

/** An error that is not caught would end the program: here it is caught and counted. */
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
  const { bank, parts, time, pay } = await open();
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const sent = await pay();
  expect(sent.state).toBe('unknown');
  time.passes(minutes(2));
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

const faults: readonly [string, () => never][] = [
  [
    'is full',
    () => {
      throw new DeskFault('store.full');
    },
  ],
  [
    'is damaged',
    () => {
      throw new DeskFault('store.damaged');
    },
  ],
  [
    'is gone',
    () => {
      throw new DeskFault('store.gone');
    },
  ],
  [
    'is locked by another',
    () => {
      throw new DeskFault('store.locked');
    },
  ],
  [
    'has lost its thread',
    () => {
      throw new DeskFault('internal', 'The thread of the local copy has ended.');
    },
  ],
  [
    'fails in a way that no one foresaw',
    () => {
      throw new TypeError('x is not a function');
    },
  ],
];

test.each(faults)(
  'a local copy that %s does not make an accepted payment fail; its fault is reported beside it',
  async (_what, fail) => {
    const { bank, parts, announced, faults: localFaults } = await open();
    const order = intentOf(newReference());
    const cache = { ...parts.cache, saveTransfers: async () => Promise.resolve().then(fail) };
    const submitted = await submit({ ...parts, registry: registryOver(cache) }, order, context);
    expect(submitted).toMatchObject({
      ok: true,
      value: {
        submission: { state: 'accepted', confirmed: true },
        localFault: { code: 'local.not-kept' },
      },
    });
    expect(localFaults.map(({ message }) => message)).toEqual([
      expect.stringContaining('Do not send it again.') as string,
    ]);
    expect(announced.map(({ state }) => state)).toEqual(['sending', 'accepted']);
    expect(bank.booked).toHaveLength(1);
    expect(uncaught).toEqual([]);
  },
);

test('a listener that throws does not make a payment fail, before or after', async () => {
  const { bank, parts } = await open();
  const deaf = (): never => {
    throw new DeskFault('store.damaged');
  };
  const cache = { ...parts.cache, saveTransfers: async () => Promise.resolve().then(deaf) };
  const all = { ...parts, cache, announce: deaf, announceLocalFault: deaf };
  const submitted = await submit(all, intentOf(newReference()), context);
  expect(submitted).toMatchObject({ ok: true, value: { submission: { state: 'accepted' } } });
  expect(bank.booked).toHaveLength(1);
});

test('the transfer is stored although its payee cannot be noted', async () => {
  const { parts } = await open();
  const { about, ...order } = intentOf(newReference());
  const paid = { ...order, about: { ...about, bankDetails: { accountNumber: '1' } } };
  parts.journal.connection.exec('DROP TABLE beneficiary_paid');
  const submitted = await submit(parts, paid, context);
  expect(submitted).toMatchObject({
    ok: true,
    value: { submission: { state: 'accepted' }, localFault: { code: 'local.not-kept' } },
  });
  expect(moneyRecordsByReference(parts.reader, transferList, order.reference)).toHaveLength(1);
});

test('a journal that cannot store the answer, whatever is wrong with it: accepted is reported, and it is looked up', async () => {
  const { bank, parts, time, faults: localFaults } = await open();
  const order = intentOf(newReference());
  const { connection } = parts.journal;
  const submitted = await submit(parts, order, context, async (sendContext) => {
    const answer = await parts.bank.call('createSingleTransfer', order.payload, sendContext);
    connection.exec(
      `CREATE TRIGGER torn BEFORE UPDATE ON submission BEGIN SELECT RAISE(ABORT, 'torn'); END`,
    );
    return answer;
  });
  expect(submitted).toMatchObject({
    ok: true,
    value: { submission: { state: 'accepted', recordId: 'P-1' } },
  });
  expect(localFaults[0]?.code).toBe('local.not-written');
  connection.exec('DROP TRIGGER torn');
  const known = () => submissionByReference(parts.journal, order.reference);
  expect(known()?.state).toBe('sending');
  time.passes(minutes(4));
  await new LookupRunner(parts).tick({ all: true });
  expect(known()).toMatchObject({ state: 'accepted', recordId: 'P-1' });
  expect(bank.orders()).toBe(1);
});

test('no answer, and a journal that stores nothing: the payment is not reported as failed', async () => {
  const { bank, parts } = await open();
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const order = intentOf(newReference());
  const submitted = await submit(parts, order, context, async (sendContext) => {
    const answer = await parts.bank.call('createSingleTransfer', order.payload, sendContext);
    parts.journal.connection.pragma('query_only = 1');
    return answer;
  });
  parts.journal.connection.pragma('query_only = 0');
  expect(submitted).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
});

test('what was settled while the bank was asked stays settled, whatever it answers', async () => {
  const { bank, parts, time, pay } = await open();
  bank.behave({ booksAfterMs: 0, answer: { wrongAmount: '99.99' } });
  const sent = await pay();
  expect(sent.state).toBe('unknown');
  bank.booked[0]!.amt = '99.99';
  time.passes(minutes(11));
  const looking = lookUp(parts, sent, context);
  const word = {
    as: 'accepted',
    note: 'Booked, says Ms Mwangi',
    actor: actorNamed('Ada'),
  } as const;
  expect(settleByPerson(parts, sent, word, context).ok).toBe(true);
  expect(await looking).toMatchObject({ ok: true, value: { state: 'accepted', error: null } });
  expect(submissionByReference(parts.journal, sent.reference)?.state).toBe('accepted');
});
