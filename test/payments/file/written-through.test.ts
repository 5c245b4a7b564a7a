import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import { sendTransfer } from '../../../electron/nouns/payments/send.ts';
import { prepared } from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import {
  openSubmissions,
  submissionByReference,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import { fail } from '../../../shared/errors.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { closing, key, temporaryFolder, withoutWal } from '../../support/stores/store.ts';
import {
  fileOf,
  openBatchDesk,
  payeeOf,
  type FileLine,
  type PaymentFileDesk,
} from './batch-desk.ts';

const script = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;

/** Looks at the journal whenever an order arrives, before the bank answers it. */
function whenOrdered(desk: PaymentFileDesk, look: (reference: string) => void): void {
  const answer = desk.bank.answers.createSingleTransfer!;
  desk.bank.answers.createSingleTransfer = (input, called) => {
    look(input.body.reference);
    return answer(input, called);
  };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    payee: `b-${String((at % 3) + 1)}`,
    reference: `L-${String(at)}`,
    amount: `${String(10 + at)}.00`,
  }));

async function send(desk: PaymentFileDesk, given: number | readonly FileLine[]): Promise<void> {
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const { batchId } = valueOf(
    await runner.add(fileOf(typeof given === 'number' ? lines(given) : given), context),
  );
  valueOf(await runner.start(batchId, script, context));
  await runner.ended();
}

/** How often the journal was moved into its file, and how many transactions it took. */
function counting({ parts: { journal } }: PaymentFileDesk) {
  const checkpoint = prepared(journal, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const through = vi.spyOn(checkpoint, 'get');
  const transactions = vi.spyOn(journal.connection, 'transaction');
  return () => ({ through: through.mock.calls.length, written: transactions.mock.calls.length });
}

describe('a payment file', () => {
  test('is in the journal’s own file, line by line, before the bank receives the line [S4]', async () => {
    const desk = openBatchDesk({ atOnce: 1 });
    const seen: string[][] = [];
    whenOrdered(desk, (reference) => {
      const copy = withoutWal(desk.parts.journal);
      const before = lines(desk.orders.length).map((line) => line.reference);
      seen.push(
        [...before, reference].map((each) => submissionByReference(copy, each)?.state ?? 'nothing'),
      );
    });
    await send(desk, 4);
    expect(seen).toEqual([
      ['sending'],
      ['accepted', 'sending'],
      ['accepted', 'accepted', 'sending'],
      ['accepted', 'accepted', 'accepted', 'sending'],
    ]);
  });

  test('goes through to the disk once a line', async () => {
    // On a machine that is busy a next line may come too late for the one before to go with it.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const few = openBatchDesk({ atOnce: 1 });
    const countFew = counting(few);
    await send(few, 2);
    const many = openBatchDesk({ atOnce: 1 });
    const countMany = counting(many);
    await send(many, 42);
    const [one, other] = [countFew(), countMany()];
    expect({
      orders: many.orders.length,
      through: other.through - one.through,
      // Its intent; what came of it; to which bank details it went.
      written: other.written - one.written,
    }).toEqual({ orders: 42, through: 40, written: 120 });
  });

  test('is stored some lines at a time, so that the thread is never held by its length', async () => {
    const desk = openBatchDesk();
    const runner = new PaymentFileRunner(desk.parts, () => undefined);
    const count = counting(desk);
    const { counts } = valueOf(await runner.add(fileOf(lines(450)), context));
    // Its beginning; four times 100 lines and 50; its end.
    expect({ stored: counts.ready, written: count().written }).toEqual({ stored: 450, written: 7 });
  });

  test('announces of a line what is already in the journal’s own file', async () => {
    const desk = openBatchDesk();
    const states: [string, string | undefined][] = [];
    const announce = (announced: { reference: string; state: string }): void => {
      const stored = submissionByReference(withoutWal(desk.parts.journal), announced.reference);
      states.push([announced.state, stored?.state]);
    };
    const parts = { ...desk.parts, announce };
    desk.answers.set('L-1', () => fail('bank.refused', 'test', { message: 'no' }));
    await send({ ...desk, parts }, 3);
    const settled = states.filter(([announced]) => announced !== 'sending');
    expect(settled).toEqual([
      ['accepted', 'accepted'],
      ['refused', 'refused'],
      ['accepted', 'accepted'],
    ]);
  });

  const harms: Readonly<Record<string, (wal: string) => void>> = {
    'left as it is': () => undefined,
    removed: (wal) => {
      rmSync(wal);
    },
    'cut short': (wal) => {
      const bytes = readFileSync(wal);
      writeFileSync(wal, bytes.subarray(0, bytes.length - 900));
    },
    'a bit flipped': (wal) => {
      const bytes = readFileSync(wal);
      bytes[100] = (bytes[100] ?? 0) ^ 4;
      writeFileSync(wal, bytes);
    },
    overwritten: (wal) => {
      writeFileSync(wal, Buffer.alloc(readFileSync(wal).length, 0x5a));
    },
    emptied: (wal) => {
      writeFileSync(wal, '');
    },
  };

  test.each(Object.entries(harms))(
    'that ends between two lines, its -wal %s, has every line that left; the last one is looked up at worst [S4]',
    async (_how, harm) => {
      const desk = openBatchDesk({ atOnce: 1 });
      const copy = join(temporaryFolder(), 'journal.db');
      // The payee of the second line could not be read while the first was on its way, and is asked for behind the answer to it,
      // which is in the -wal alone by then.
      const answerNormally = desk.bank.answers.getBeneficiary!;
      let readAhead = 0;
      desk.bank.answers.getBeneficiary = (input, called) => {
        const isSecond = input.path.entityId === 'b-2';
        if (isSecond && (readAhead += 1) === 1)
          return fail('bank.unavailable', 'test', { bank: { status: 503 } });
        if (isSecond && !existsSync(copy))
          for (const ending of ['', '-wal'])
            copyFileSync(desk.parts.journal.file + ending, copy + ending);
        return answerNormally(input, called);
      };
      await send(desk, 2);
      harm(`${copy}-wal`);
      const journal = closing(openJournal(copy, key, { program: 'a test' }));
      const first = submissionByReference(journal, 'L-0');
      expect(['accepted', 'sending']).toContain(first?.state);
      expect(openSubmissions(journal).length).toBe(first?.state === 'sending' ? 1 : 0);
      expect(submissionByReference(journal, 'L-1')).toBeNull();
    },
  );

  test.each(Object.entries(harms))(
    'that ends between two groups, its -wal %s, has every line that left; the last four are looked up at worst [S4]',
    async (_how, harm) => {
      const desk = openBatchDesk();
      const fifth = payeeOf('b-5');
      desk.payees.set('b-5', fifth);
      desk.cache.saveBeneficiary(fifth, new Date(0).toISOString());
      const copy = join(temporaryFolder(), 'journal.db');
      // As above: the payee of the fifth line is asked for again behind the answers to the first four.
      const answerNormally = desk.bank.answers.getBeneficiary!;
      let asked = 0;
      desk.bank.answers.getBeneficiary = (input, called) => {
        if (input.path.entityId !== 'b-5') return answerNormally(input, called);
        asked += 1;
        if (asked === 1) return fail('bank.unavailable', 'test', { bank: { status: 503 } });
        for (const ending of ['', '-wal'])
          copyFileSync(desk.parts.journal.file + ending, copy + ending);
        return answerNormally(input, called);
      };
      await send(desk, [...lines(4), { payee: 'b-5', reference: 'L-4', amount: '50.00' }]);
      expect(asked).toBe(2);
      harm(`${copy}-wal`);
      const journal = closing(openJournal(copy, key, { program: 'a test' }));
      const states = lines(4).map(
        ({ reference }) => submissionByReference(journal, reference)?.state ?? 'nothing',
      );
      for (const state of states) expect(['accepted', 'sending']).toContain(state);
      expect(openSubmissions(journal)).toHaveLength(
        states.filter((state) => state === 'sending').length,
      );
      expect(submissionByReference(journal, 'L-4')).toBeNull();
    },
  );
});

test('a single payment is in the journal’s own file before the bank receives it, and its answer before it is returned', async () => {
  const desk = openBatchDesk();
  const seen: (string | undefined)[] = [];
  const look = (): void => {
    seen.push(submissionByReference(withoutWal(desk.parts.journal), 'P-1')?.state);
  };
  whenOrdered(desk, look);
  const order = {
    ...{ reference: 'P-1', accountNumber: '1', beneficiaryId: 'b-1', amount: '10.00' },
    ...{ currency: 'USD', narration: '', payeeFingerprint: null, approval: script },
  };
  const sent = valueOf(await sendTransfer(desk.parts, order, context));
  look();
  expect([sent.submission.state, ...seen]).toEqual(['accepted', 'sending', 'accepted']);
});
