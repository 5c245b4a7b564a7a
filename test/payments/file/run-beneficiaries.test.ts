import { expect, test } from 'vitest';

import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import { listPaymentFiles } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { fileOf, openBatchDesk, payeeOf, type PaymentFileDesk } from './batch-desk.ts';

const script = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;

/** Two lines, to b-1 and to b-2. */
const lines = [
  { payee: 'b-1', reference: 'L-1', amount: '1.00' },
  { payee: 'b-2', reference: 'L-2', amount: '2.00' },
];

/** Records the requests to the bank, in order; an order as it arrives, before it is answered. */
function recordRequests(
  desk: PaymentFileDesk,
  whileOrdered: () => Promise<void> = () => Promise.resolve(),
) {
  const asked: string[] = [];
  const { getBeneficiary, createSingleTransfer } = desk.bank.answers;
  desk.bank.answers.getBeneficiary = (input, called) => {
    asked.push(input.path.entityId);
    return getBeneficiary!(input, called);
  };
  desk.bank.answers.createSingleTransfer = async (input, called) => {
    asked.push(input.body.reference);
    if (input.body.reference === 'L-1') await whileOrdered();
    return createSingleTransfer!(input, called);
  };
  return asked;
}

const batchOf = ({ parts: { journal } }: PaymentFileDesk): string =>
  listPaymentFiles(journal)[0]!.batchId;

async function send(desk: PaymentFileDesk) {
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const { batchId } = valueOf(await runner.add(fileOf(lines), context));
  valueOf(await runner.start(batchId, script, context));
  await runner.ended();
  return { runner, batchId, states: desk.linesOf(batchId).map(({ shown }) => shown) };
}

test('the payee of the next line is read while a line is on its way, and not once more', async () => {
  const desk = openBatchDesk({ atOnce: 1 });
  const asked = recordRequests(desk, () =>
    expect
      .poll(() => asked)
      .toContain('b-2')
      .then(() => undefined),
  );
  expect((await send(desk)).states).toEqual(['accepted', 'accepted']);
  expect(asked.toSorted()).toEqual(['L-1', 'L-2', 'b-1', 'b-2']);
  expect(asked.indexOf('b-2')).toBeLessThan(asked.indexOf('L-2'));
});

const failures: Readonly<Record<string, () => Outcome<never>>> = {
  'cannot be read': () => fail('bank.unavailable', 'test', { bank: { status: 503 } }),
  'is out of reach': () => fail('network.unreachable', 'test'),
};

test.each(Object.entries(failures))(
  'one that %s by then is asked for again at its line',
  async (_what, failure) => {
    const desk = openBatchDesk({ atOnce: 1 });
    const isRead = (): boolean => asked.includes('b-2');
    const asked = recordRequests(desk, async () => {
      await expect.poll(isRead).toBe(true);
      desk.payees.set('b-2', payeeOf('b-2'));
    });
    desk.payees.set('b-2', failure);
    expect((await send(desk)).states).toEqual(['accepted', 'accepted']);
    expect(asked.filter((id) => id === 'b-2')).toHaveLength(2);
  },
);

test('one that has other bank details by then holds its line, as the bank returns them at that line', async () => {
  const desk = openBatchDesk({ atOnce: 1 });
  const asked = recordRequests(desk);
  desk.payees.set('b-2', payeeOf('b-2', { accountNumber: '999' }));
  const { runner, batchId, states } = await send(desk);
  expect(states).toEqual(['accepted', 'ready']);
  expect(runner.heldIn(batchId).get(3)).toContain('changed since the review');
  expect(asked.filter((id) => id === 'b-2').length).toBeGreaterThan(1);
  expect(desk.orders).toHaveLength(1);
});

test('a run that is stopped does not wait for a payee that the bank does not return', async () => {
  const desk = openBatchDesk({ atOnce: 1 });
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const { batchId } = valueOf(await runner.add(fileOf(lines), context));
  const ended = Promise.withResolvers<boolean>();
  const answerNormally = desk.bank.answers.getBeneficiary!;
  desk.bank.answers.getBeneficiary = (input, called) => {
    if (input.path.entityId === 'b-1') return answerNormally(input, called);
    runner.stop(batchId);
    return new Promise((resolve) => {
      called.signal?.addEventListener('abort', () => {
        ended.resolve(true);
        resolve(fail('cancelled', 'test'));
      });
    });
  };
  valueOf(await runner.start(batchId, script, context));
  await runner.ended();
  expect(await ended.promise).toBe(true);
  expect(desk.linesOf(batchId).map(({ shown }) => shown)).toEqual(['accepted', 'ready']);
});

/** The bank has this payee to answer for, and does so only when it is let go, or no longer asked. */
function holdPayee(desk: PaymentFileDesk, held: string) {
  const gate = Promise.withResolvers<null>();
  const arrived = Promise.withResolvers<null>();
  const answer = desk.bank.answers.getBeneficiary!;
  desk.bank.answers.getBeneficiary = async (input, called) => {
    if (input.path.entityId !== held) return answer(input, called);
    arrived.resolve(null);
    called.signal?.addEventListener('abort', () => gate.resolve(null));
    await gate.promise;
    return called.signal?.aborted === true ? fail('cancelled', 'test') : answer(input, called);
  };
  return { arrived: arrived.promise, letGo: () => gate.resolve(null) };
}

test('one that is still being read when its line comes is waited for, and not asked for twice', async () => {
  const desk = openBatchDesk({ atOnce: 1 });
  const asked = recordRequests(desk);
  const gate = holdPayee(desk, 'b-2');
  const counted = desk.bank.answers.getBeneficiary!;
  let times = 0;
  desk.bank.answers.getBeneficiary = (input, called) => {
    if (input.path.entityId === 'b-2') times += 1;
    return counted(input, called);
  };
  const sent = send(desk);
  await gate.arrived;
  await expect.poll(() => desk.linesOf(batchOf(desk))[0]?.shown).toBe('accepted');
  gate.letGo();
  expect((await sent).states).toEqual(['accepted', 'accepted']);
  expect([times, asked.filter((id) => id === 'b-2').length]).toEqual([1, 1]);
});

test('a desk that closes does not wait for one whose line has come', async () => {
  const desk = openBatchDesk({ atOnce: 1 });
  const gate = holdPayee(desk, 'b-2');
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const { batchId } = valueOf(await runner.add(fileOf(lines), context));
  valueOf(await runner.start(batchId, script, context));
  await gate.arrived;
  await expect.poll(() => desk.linesOf(batchId)[0]?.shown).toBe('accepted');
  await runner.close();
  expect(desk.linesOf(batchId).map(({ shown }) => shown)).toEqual(['accepted', 'ready']);
});
