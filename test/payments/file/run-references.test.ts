import { setImmediate, setTimeout } from 'node:timers/promises';

import { describe, expect, onTestFinished, test } from 'vitest';

import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import { ReferencesOfRun } from '../../../electron/nouns/payments/file/run-references.ts';
import { fail } from '../../../shared/errors.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import {
  failingList,
  fileOf,
  listedTransfer,
  openBatchDesk,
  type PaymentFileDesk,
} from './batch-desk.ts';

/** A run at a bank that lists L-1 as T-1, L-2 as T-2 and so on. */
function openRun() {
  const desk = openBatchDesk();
  for (const number of ['1', '2', '3'])
    desk.transfers.push(listedTransfer({ id: `T-${number}`, reference: `L-${number}` }));
  const references = new ReferencesOfRun();
  return {
    ...desk,
    references,
    read: (reference: string) => references.read(desk.parts, reference, context),
    readAhead: (reference: string) => {
      references.readAhead(desk.parts, reference, context);
    },
    lookups: () => desk.asked('findTransfers'),
  };
}

const idsOf = ({ underReference }: Awaited<ReturnType<ReferencesOfRun['read']>>): string[] =>
  underReference.map(({ id }) => id);

describe('the reference of a line', () => {
  test('is looked up once, before its line, where it was looked up ahead', async () => {
    const { read, readAhead, lookups } = openRun();
    readAhead('L-1');
    expect(lookups()).toBe(1);
    expect(idsOf(await read('L-1'))).toEqual(['T-1']);
    expect(lookups()).toBe(1);
    expect(idsOf(await read('L-1'))).toEqual(['T-1']);
    expect(lookups()).toBe(2);
  });

  test('is looked up by itself where another line was expected', async () => {
    const { read, readAhead, lookups } = openRun();
    readAhead('L-1');
    expect(idsOf(await read('L-2'))).toEqual(['T-2']);
    expect(lookups()).toBe(2);
  });

  test('is looked up ahead for several lines, and once for each', () => {
    const { readAhead, bank } = openRun();
    for (const reference of ['L-1', 'L-2', 'L-1']) readAhead(reference);
    expect(bank.calls.map(({ input }) => input)).toMatchObject([
      { query: { reference: 'L-1' } },
      { query: { reference: 'L-2' } },
    ]);
  });

  test('is waited for at the end of the run', async () => {
    const desk = openRun();
    const list = desk.bank.answers.findTransfers!;
    const gate = Promise.withResolvers<null>();
    desk.bank.answers.findTransfers = async (input, called) => {
      await gate.promise;
      return list(input, called);
    };
    desk.readAhead('L-1');
    let isOver = false;
    const over = desk.references.over().then(() => {
      isOver = true;
    });
    await setImmediate();
    expect(isOver).toBe(false);
    gate.resolve(null);
    await over;
  });
});

describe('a list that cannot be read', () => {
  const unread = {
    underReference: [],
    nearReference: [],
    unread: expect.stringContaining('503') as string,
  };

  test('three times in a row is not read for the rest of the run', async () => {
    const desk = openRun();
    const setReadableAgain = failingList(desk);
    for (const reference of ['A-1', 'A-2', 'A-3'])
      expect(await desk.read(reference)).toEqual(unread);
    const before = desk.lookups();
    setReadableAgain();
    expect(await desk.read('A-4')).toEqual(unread);
    expect(await desk.read('L-1')).toEqual(unread);
    expect(desk.lookups()).toBe(before);
  });

  test('twice in a row is read for the next line', async () => {
    const desk = openRun();
    for (const round of ['1', '2']) {
      const setReadableAgain = failingList(desk);
      for (const reference of ['A-1', 'A-2']) expect(await desk.read(reference)).toEqual(unread);
      setReadableAgain();
      expect(await desk.read(`L-${round}`)).toMatchObject({ unread: null });
      expect(idsOf(await desk.read(`L-${round}`))).toEqual([`T-${round}`]);
    }
  });
});

describe('a local copy that cannot be read', () => {
  /** A lookup whose local half fails, and what the process saw of it. */
  async function lookAhead() {
    const desk = openRun();
    const unhandled: unknown[] = [];
    const note = (cause: unknown): void => void unhandled.push(cause);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const { connection } = desk.parts.reader;
    Object.assign(desk.parts.reader, { connection: null });
    desk.readAhead('L-1');
    await setTimeout(5);
    const repair = (): void => void Object.assign(desk.parts.reader, { connection });
    onTestFinished(repair);
    return { ...desk, unhandled, repair };
  }

  test('does not end the process, as a payment may be at the bank', async () => {
    const { unhandled, references } = await lookAhead();
    await references.over();
    expect(unhandled).toEqual([]);
  });

  test('fails at the line itself', async () => {
    const { read } = await lookAhead();
    await expect(read('L-1')).rejects.toThrow();
  });

  test('is read again for the line once it can be read', async () => {
    const { read, repair } = await lookAhead();
    repair();
    expect(idsOf(await read('L-1'))).toEqual(['T-1']);
  });
});

describe('while a line is being sent', () => {
  /** What was looked up or sent, by reference, in order. */
  function recorded(desk: PaymentFileDesk): string[] {
    const requests: string[] = [];
    const { findTransfers, createSingleTransfer } = desk.bank.answers;
    desk.bank.answers.findTransfers = (input, called) => {
      const { reference } = input.query ?? {};
      if (reference !== undefined) requests.push(`lookup ${reference}`);
      return findTransfers!(input, called);
    };
    desk.bank.answers.createSingleTransfer = async (input, called) => {
      requests.push(`send ${input.body.reference}`);
      const answer = await createSingleTransfer!(input, called);
      requests.push(`answer ${input.body.reference}`);
      return answer;
    };
    return requests;
  }
  const script = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;
  const lines = [
    { reference: 'L-2', amount: '2.00' },
    { reference: 'L-3', amount: '3.00' },
  ];

  async function openFile() {
    const desk = openBatchDesk();
    const requests = recorded(desk);
    const runner = new PaymentFileRunner(desk.parts, () => undefined);
    const { batchId } = valueOf(await runner.add(fileOf(lines), context));
    const send = async (): Promise<readonly string[]> => {
      const before = requests.length;
      valueOf(await runner.start(batchId, script, context));
      await runner.ended();
      return requests.slice(before);
    };
    return { ...desk, runner, batchId, send };
  }

  test('the reference of the next line is looked up', async () => {
    const { send } = await openFile();
    const requests = await send();
    expect(requests.indexOf('lookup L-3')).toBeLessThan(requests.indexOf('answer L-2'));
  });

  test('the reference of a line that never left is not looked up ahead: it is looked up when it is sent again', async () => {
    const { send, runner, batchId, answers } = await openFile();
    await runner.skip(batchId, { lines: [2], skipped: true }, context);
    answers.set('L-3', () => fail('bank.busy', 'test'));
    await send();
    answers.clear();
    await runner.skip(batchId, { lines: [2], skipped: false }, context);
    const requests = await send();
    expect(requests.slice(0, requests.indexOf('answer L-2'))).toEqual(['lookup L-2', 'send L-2']);
    expect(requests).toContain('send L-3');
  });
});
