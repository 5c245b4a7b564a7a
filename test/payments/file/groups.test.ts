import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { prepared, rows } from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { chainHolds } from '../../../electron/engines/submissions/journal/journal-chain.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { submitAll } from '../../../electron/engines/submissions/submissions.ts';
import { intentOf } from '../../../electron/nouns/payments/send.ts';
import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import type { StartConfirmation } from '../../../electron/nouns/payments/file/start-confirmation.ts';
import { appError, fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentFile } from '../../../shared/ipc/changes/payment-files.ts';
import { err, ok } from '../../../shared/result.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';
import {
  accountWith,
  beforeAnswers,
  fileOf,
  holdUp,
  openBatchDesk,
  payeeOf,
  type FileLine,
  type PaymentFileDesk,
} from './batch-desk.ts';

const script: StartConfirmation = {
  by: 'script',
  ...{ twins: [], payeeChecked: false, twinsUnchecked: false },
};

/** Lines of different amounts to three payees in turn, with the references L-2, L-3 and so on. */
const lines = (count: number): FileLine[] =>
  Array.from({ length: count }, (_, at) => ({
    payee: `b-${String((at % 3) + 1)}`,
    reference: `L-${String(at + 2)}`,
    amount: `${String(at + 2)}.00`,
  }));

async function openFile(given: readonly FileLine[], atOnce?: number) {
  const desk = openBatchDesk(atOnce === undefined ? {} : { atOnce });
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const { batchId } = valueOf(await runner.add(fileOf(given), context));
  const send = async (word: StartConfirmation = script): Promise<PaymentFile> => {
    valueOf(await runner.start(batchId, word, context));
    await runner.ended();
    return runner.get(batchId, context);
  };
  return {
    ...desk,
    ...{ runner, batchId, send },
    states: () => desk.linesOf(batchId).map(({ shown }) => shown),
    references: () => desk.orders.map(({ reference }) => reference),
  };
}

/** How many orders are at the bank at once, at most; every answer takes a moment. */
function countTogether(desk: PaymentFileDesk) {
  const seen = { now: 0, most: 0, each: [] as number[] };
  beforeAnswers(desk, async () => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await setTimeout(5);
    seen.each.push(seen.now);
    seen.now -= 1;
  });
  return seen;
}

const unanswered = () => fail('outcome.unknown', 'test');
const busy = () => fail('bank.busy', 'test', { bank: { status: 429 } });

describe('a group of a payment file', () => {
  test('is four payments at once, and a file of nine has three of them', async () => {
    const file = await openFile(lines(9));
    const together = countTogether(file);
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 9 } });
    expect(together.most).toBe(4);
    expect(new Set(file.references()).size).toBe(9);
  });

  test('is one payment where the bank file says so', async () => {
    const file = await openFile(lines(5), 1);
    const together = countTogether(file);
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 5 } });
    expect(together.most).toBe(1);
    expect(file.references()).toEqual(['L-2', 'L-3', 'L-4', 'L-5', 'L-6']);
  });

  test('is in the journal’s own file as a whole before the bank has any of it [S4]', async () => {
    const file = await openFile(lines(6));
    const seen: string[][] = [];
    beforeAnswers(file, () => {
      const copy = join(temporaryFolder(), 'journal.db');
      copyFileSync(file.parts.journal.file, copy);
      const journal = closing(openJournal(copy, key, { program: 'a test' }));
      seen.push(
        lines(6).flatMap(({ reference = '' }) => {
          const found = submissionByReference(journal, reference);
          return found ? [found.state] : [];
        }),
      );
      return Promise.resolve();
    });
    await file.send();
    expect(seen.slice(0, 4)).toEqual(Array(4).fill(Array(4).fill('sending')));
    const group = [...Array<string>(4).fill('accepted'), 'sending', 'sending'];
    expect(seen.slice(4)).toEqual([group, group]);
  });

  test('goes through to the disk once', async () => {
    // On a busy machine a next group may come too late for the one before to go with it.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const through: number[] = [];
    for (const count of [4, 44]) {
      const file = await openFile(lines(count));
      const checkpoint = prepared(file.parts.journal, 'PRAGMA wal_checkpoint(TRUNCATE)');
      const spy = vi.spyOn(checkpoint, 'get');
      expect(await file.send()).toMatchObject({ counts: { accepted: count } });
      through.push(spy.mock.calls.length);
    }
    vi.useRealTimers();
    const [one = 0, eleven = 0] = through;
    expect(eleven - one).toBe(10);
  });

  test('leaves nothing where it cannot be witnessed', async () => {
    const file = await openFile(lines(4));
    const noWitness = appError('vault.unavailable', 'test');
    file.continuity.witness = () => Promise.resolve(err(noWitness));
    expect(await file.send()).toMatchObject({
      state: 'stopped',
      stopReason: `Line 2: ${noWitness.message}`,
      counts: { 'not-sent': 4 },
    });
    expect(file.orders).toEqual([]);
  });

  test('is witnessed as a whole before a byte of it leaves', async () => {
    const file = await openFile(lines(4));
    const heads: number[] = [];
    const ordered: number[] = [];
    file.continuity.witness = () => {
      const [{ n } = { n: 0 }] = rows<{ n: number }>(
        file.parts.journal,
        'SELECT max(n) AS n FROM submission_attempt',
      );
      heads.push(n);
      return Promise.resolve({ ok: true, value: null });
    };
    beforeAnswers(file, () => {
      ordered.push(heads.length);
      return Promise.resolve();
    });
    await file.send();
    expect(heads[0]).toBe(4);
    expect(ordered).toHaveLength(4);
    expect(Math.min(...ordered)).toBeGreaterThan(0);
  });

  test('leaves nothing where its intents find no room on the disk', async () => {
    const file = await openFile(lines(4));
    const { journal } = file.parts;
    const checkpoint = prepared(journal, 'PRAGMA wal_checkpoint(TRUNCATE)');
    valueOf(await file.runner.start(file.batchId, script, context));
    vi.spyOn(checkpoint, 'get').mockImplementation(() => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    });
    await file.runner.ended();
    vi.restoreAllMocks();
    expect(file.orders).toEqual([]);
    expect(file.states().filter((state) => state === 'accepted')).toEqual([]);
  });

  test('leaves nothing where the journal does not take one of its intents', async () => {
    const file = await openFile(lines(4));
    const { connection } = file.parts.journal;
    connection.exec(`CREATE TEMP TRIGGER refused BEFORE INSERT ON submission WHEN NEW.reference = 'L-4'
      BEGIN SELECT RAISE(FAIL, 'no room'); END`);
    expect(await file.send()).toMatchObject({ state: 'stopped', counts: { ready: 4 } });
    expect(file.orders).toEqual([]);
    connection.exec('DROP TRIGGER refused');
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 4 } });
    expect(file.orders).toHaveLength(4);
  });

  test('is numbered and chained in the order of its lines, whatever order the bank answers in', async () => {
    const file = await openFile(lines(8));
    const waits: Readonly<Record<string, number>> = { 'L-2': 20, 'L-3': 1, 'L-4': 12, 'L-5': 5 };
    beforeAnswers(file, (reference) => setTimeout(waits[reference] ?? 0));
    await file.send();
    const sends = rows<{ reference: string; state: string; record_id: string }>(
      file.parts.journal,
      `SELECT s.reference, s.state, s.record_id FROM submission_attempt a JOIN submission s USING (submission_id) ORDER BY a.n`,
    );
    expect(sends.map(({ reference }) => reference)).toEqual(
      lines(8).map(({ reference }) => reference),
    );
    expect(chainHolds(file.parts.journal)).toBe(true);
    // Each answer settled its own payment.
    for (const { reference, record_id: id } of sends)
      expect(file.orders[Number(id.slice(2)) - 1]?.reference).toBe(reference);
  });
});

describe('a line of a group', () => {
  test('that is refused takes no other with it', async () => {
    const file = await openFile(lines(4));
    file.payees.set('b-2', payeeOf('b-2', { accountNumber: '999' }));
    file.answers.set('L-4', () => fail('bank.refused', 'test', { bank: { status: 422 } }));
    await file.send();
    expect(file.states()).toEqual(['accepted', 'ready', 'refused', 'accepted']);
  });

  test('under a reference that was used for something else is refused alone, and the others leave', async () => {
    const { parts, orders } = openBatchDesk();
    const order = (reference: string, amount: string) => ({
      ...{ accountNumber: '1', beneficiaryId: 'b-1', currency: 'USD' },
      ...{ amount, reference },
    });
    const first = await submitAll(parts, [intentOf(order('R-1', '1.00'), null)], context);
    expect(first.map(valueOf)).toMatchObject([{ submission: { state: 'accepted' } }]);
    const sent = await submitAll(
      parts,
      [order('R-2', '2.00'), order('R-1', '9.00'), order('R-3', '3.00')].map((each) =>
        intentOf(each, null),
      ),
      context,
    );
    expect(sent.map((each) => (each.ok ? each.value.submission.state : each.error.code))).toEqual([
      ...['accepted', 'input.invalid', 'accepted'],
    ]);
    expect(sent[1]).toMatchObject({
      error: {
        operation: 'createSingleTransfer',
        message: expect.stringContaining('used for something else') as string,
      },
    });
    expect(orders.map(({ reference }) => reference)).toEqual(['R-1', 'R-2', 'R-3']);
    // The same once more reports what is known and sends nothing.
    await submitAll(parts, [intentOf(order('R-2', '2.00'), null)], context);
    expect(orders).toHaveLength(3);
  });

  test('under a reference of another one in other case is refused alone: a bank takes both for the same', async () => {
    const { parts, orders } = openBatchDesk();
    const send = (...references: string[]) =>
      submitAll(
        parts,
        references.map((reference, at) =>
          intentOf(
            {
              ...{ accountNumber: '1', beneficiaryId: 'b-1', currency: 'USD' },
              ...{ amount: `${String(at + 1)}.00`, reference },
            },
            null,
          ),
        ),
        context,
      );
    const [, ...refused] = [...(await send('inv-1', 'INV-1')), ...(await send('INV-1'))];
    for (const each of refused)
      expect(each).toMatchObject({
        error: {
          code: 'input.invalid',
          message: expect.stringContaining('The reference inv-1 was used before') as string,
        },
      });
    await send('INV-2');
    expect((await send('inv-2')).map(({ ok: isSent }) => isSent)).toEqual([false]);
    expect(orders.map(({ reference }) => reference)).toEqual(['inv-1', 'INV-2']);
    expect(submissionByReference(parts.journal, 'INV-1')).toBeNull();
  });

  test.each([
    ['of the same amount to the same payee', { payee: 'b-1', amount: '7.00' }],
    ['of the same amount, written otherwise', { payee: 'b-1', amount: '7' }],
  ])(
    '%s waits until the other one is in the journal, and is held as its twin',
    async (_how, twin) => {
      const file = await openFile([
        { payee: 'b-1', amount: '7.00', reference: 'L-2' },
        { payee: 'b-2', amount: '7.00', reference: 'L-3' },
      ]);
      const other = valueOf(
        await file.runner.add(
          fileOf([
            { payee: 'b-1', amount: '8.00', reference: 'L-4' },
            { ...twin, reference: 'L-5' },
            { ...twin, reference: 'L-6' },
          ]),
          context,
        ),
      );
      const together = countTogether(file);
      valueOf(await file.runner.start(other.batchId, script, context));
      await file.runner.ended();
      expect(file.references()).toEqual(['L-4', 'L-5']);
      expect(together.most).toBe(2);
      expect(file.runner.heldIn(other.batchId).get(4)).toMatch(/same amount to the same payee/);
    },
  );
});

test('two of the same amount to two payees leave at once', async () => {
  const file = await openFile([
    { payee: 'b-1', amount: '7.00', reference: 'L-2' },
    { payee: 'b-2', amount: '7.00', reference: 'L-3' },
  ]);
  const together = countTogether(file);
  await file.send();
  expect(together.most).toBe(2);
});

describe('a session that may end while a group is sent', () => {
  const orderOf = (reference: string, amount: string) =>
    intentOf(
      { accountNumber: '1', beneficiaryId: 'b-1', currency: 'USD', amount, reference },
      null,
    );

  function openEnding(refresh: () => Promise<Outcome<null>>) {
    const desk = openBatchDesk();
    const renewals: string[] = [];
    const session = {
      ...desk.parts.bank.session,
      mayEndDuringChange: () => true,
      refresh: () => {
        renewals.push(`behind ${String(desk.orders.length)}`);
        return refresh();
      },
    };
    const parts = { ...desk.parts, bank: { ...desk.parts.bank, session } };
    return { ...desk, renewals, parts: parts as PaymentFileDesk['parts'] };
  }

  test('is renewed once, before any of it leaves, and not for what is known', async () => {
    const { parts, orders, renewals } = openEnding(() => Promise.resolve(ok(null)));
    const group = [orderOf('R-1', '1.00'), orderOf('R-2', '2.00')];
    await submitAll(parts, group, context);
    expect([renewals, orders.length]).toEqual([['behind 0'], 2]);
    await submitAll(parts, group, context);
    expect([renewals.length, orders.length]).toEqual([1, 2]);
    await submitAll(parts, [orderOf('R-1', '1.00'), orderOf('R-3', '3.00')], context);
    expect([renewals.length, orders.length]).toEqual([2, 3]);
  });

  test('leaves nothing of the group where it cannot be renewed', async () => {
    const { parts, orders } = openEnding(() => Promise.resolve(fail('session.required', 'test')));
    const sent = await submitAll(parts, [orderOf('R-1', '1.00'), orderOf('R-2', '2.00')], context);
    expect(sent.map((each) => (each.ok ? 'sent' : each.error.code))).toEqual([
      ...['session.required', 'session.required'],
    ]);
    expect(orders).toEqual([]);
    expect(submissionByReference(parts.journal, 'R-1')).toBeNull();
  });
});

describe('a run of groups', () => {
  test('goes on one by one once a payment has no answer', async () => {
    const file = await openFile(lines(10));
    const together = countTogether(file);
    file.answers.set('L-3', unanswered);
    expect(await file.send()).toMatchObject({ counts: { accepted: 9, unknown: 1 } });
    expect(together.each.slice(4)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(file.references().filter((reference) => reference === 'L-3')).toHaveLength(1);
  });

  test('stops behind four payments at most where the bank answers none', async () => {
    const file = await openFile(lines(12));
    for (const { reference = '' } of lines(12)) file.answers.set(reference, unanswered);
    const { counts, stopReason } = await file.send();
    expect(counts).toMatchObject({ unknown: 4, ready: 8 });
    expect(stopReason).toMatch(/^Line 4: 3 payments in a row got no answer/);
  });

  test('goes on one by one where the bank is busy; what it did not take waits for a person', async () => {
    const file = await openFile(lines(7));
    const together = countTogether(file);
    file.answers.set('L-4', busy);
    const { counts, state, stopReason } = await file.send();
    expect({ counts, state }).toMatchObject({
      counts: { accepted: 6, 'not-sent': 1 },
      state: 'stopped',
    });
    const { message } = busy().error;
    expect(stopReason).toBe(`Lines were held back: ${message}`);
    expect(file.runner.heldIn(file.batchId)).toEqual(new Map([[4, message]]));
    expect(together.each.slice(4)).toEqual([1, 1, 1]);
    file.answers.delete('L-4');
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 7 } });
  });

  test('stops where the bank is busy for a payment alone', async () => {
    const file = await openFile(lines(7));
    file.answers.set('L-3', busy);
    file.answers.set('L-6', busy);
    const { counts, stopReason } = await file.send();
    expect(counts).toMatchObject({ accepted: 3, 'not-sent': 2, ready: 2 });
    expect(stopReason).toMatch(/^Line 6: /);
  });

  test('stops with the reason of its first line where a later one cannot be checked', async () => {
    const file = await openFile(lines(4));
    file.payees.set('b-3', () => fail('network.unreachable', 'test'));
    const refusal = { message: 'No payments.', bank: { status: 401 } };
    file.answers.set('L-2', () => fail('outcome.unknown', 'test', refusal));
    const { counts, stopReason } = await file.send();
    expect(stopReason).toContain('Line 2: No payments.');
    expect(counts).toMatchObject({ accepted: 1, unknown: 1, ready: 2 });
  });

  test('counts no payment twice where its funds are read again behind a group', async () => {
    const file = await openFile(lines(12));
    file.cache.saveAccounts([accountWith('1', '1000.00')], '2026-11-20T12:00:00.000Z');
    const seen: unknown[] = [];
    beforeAnswers(file, async (reference) => {
      if (!['L-2', 'L-6', 'L-10'].includes(reference)) return;
      const [total] = (await file.runner.get(file.batchId, context)).totals;
      seen.push(total?.inFlight?.amount);
      file.passes(60_000);
    });
    await file.send();
    // 2 to 5, then 6 to 9 with them; of the last four no line is left to send.
    expect(seen).toEqual(['14.00', '44.00', undefined]);
  });

  test('that a person stops ends behind the group that is at the bank', async () => {
    const file = await openFile(lines(9));
    const gate = holdUp(file, 'L-3');
    valueOf(await file.runner.start(file.batchId, script, context));
    await gate.arrived;
    file.runner.stop(file.batchId);
    gate.letGo();
    await file.runner.ended();
    const { state, counts } = await file.runner.get(file.batchId, context);
    expect({ state, counts }).toMatchObject({
      state: 'stopped',
      counts: { accepted: 4, ready: 5 },
    });
    expect(file.orders).toHaveLength(4);
  });

  test('that a person stops while a group is checked sends none of it', async () => {
    const file = await openFile(lines(4));
    const gate = Promise.withResolvers<null>();
    const asked = Promise.withResolvers<null>();
    const { getBeneficiary } = file.bank.answers;
    file.bank.answers.getBeneficiary = async (input, called) => {
      if (input.path.entityId === 'b-2') {
        asked.resolve(null);
        await gate.promise;
      }
      return getBeneficiary!(input, called);
    };
    valueOf(await file.runner.start(file.batchId, script, context));
    await asked.promise;
    file.runner.stop(file.batchId);
    gate.resolve(null);
    await file.runner.ended();
    expect(file.orders).toEqual([]);
    expect(file.states()).toEqual(['ready', 'ready', 'ready', 'ready']);
  });

  test('that a person resumes sends each of the rest once', async () => {
    const file = await openFile(lines(9));
    const gate = holdUp(file, 'L-2');
    valueOf(await file.runner.start(file.batchId, script, context));
    await gate.arrived;
    file.runner.stop(file.batchId);
    gate.letGo();
    await file.runner.ended();
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 9 } });
    expect(file.references().toSorted()).toEqual(
      lines(9)
        .map(({ reference }) => reference)
        .toSorted(),
    );
  });

  test('reads what the next group needs while one is at the bank', async () => {
    const file = await openFile(lines(8));
    const gate = holdUp(file, 'L-2');
    const asksFor = (reference: string): boolean =>
      file.bank.asked.some((call) => call.startsWith('findTransfers') && call.includes(reference));
    valueOf(await file.runner.start(file.batchId, script, context));
    await gate.arrived;
    for (const reference of ['L-6', 'L-7', 'L-8', 'L-9'])
      await expect.poll(() => asksFor(reference)).toBe(true);
    expect(file.orders.length).toBeLessThanOrEqual(4);
    gate.letGo();
    await file.runner.ended();
    expect(file.asked('createSingleTransfer')).toBe(8);
  });
});

test('a file ends as it would one by one, whatever its lines are and whatever the bank refuses', async () => {
  const line = fc.record({
    payee: fc.constantFrom('b-1', 'b-2', 'b-3', 'b-9'),
    amount: fc.constantFrom('1.00', '2.00', '3.50', '-1'),
    answer: fc.constantFrom('taken', 'taken', 'taken', 'refused'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 14 }), async (given) => {
      const ends = [];
      for (const atOnce of [1, 2, 4]) {
        const file = await openFile(
          given.map(({ payee, amount }, at) => ({ payee, amount, reference: `L-${at}` })),
          atOnce,
        );
        for (const [at, { answer }] of given.entries())
          if (answer === 'refused')
            file.answers.set(`L-${at}`, () =>
              fail('bank.refused', 'test', { bank: { status: 422 } }),
            );
        const started = await file.runner.start(file.batchId, script, context);
        await file.runner.ended();
        ends.push({
          started: started.ok,
          states: file.states(),
          held: [...file.runner.heldIn(file.batchId).keys()],
          orders: file.references().toSorted(),
        });
        expect(new Set(file.references()).size).toBe(file.orders.length);
      }
      expect(ends[1]).toEqual(ends[0]);
      expect(ends[2]).toEqual(ends[0]);
    }),
    { numRuns: 25 },
  );
});
