import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { actorText } from '../../../shared/actor.ts';
import { adoptFound } from '../../../electron/engines/submissions/journal/adopt-found.ts';
import { notePaid } from '../../../electron/nouns/beneficiaries/fingerprints.ts';
import {
  fileById,
  listPaymentFiles,
} from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import {
  linesAfter,
  replaceLines,
} from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { isReleased } from '../../../electron/nouns/payments/file/tables/releases.ts';
import { addReconciliation } from '../../../electron/engines/submissions/journal/reconciliations.ts';
import {
  addPaymentFile,
  everyLine,
  knownFile,
  recheckFile,
  releaseLines,
} from '../../../electron/nouns/payments/file/payment-files.ts';
import { skipLines, undoSkip } from '../../../electron/nouns/payments/file/skip-lines.ts';
import { bankDetailsOf, fingerprintOf } from '../../../electron/nouns/beneficiaries/fingerprint.ts';
import { submit } from '../../../electron/engines/submissions/submissions.ts';
import { intentOf } from '../../../electron/nouns/payments/send.ts';
import { appError, fail, type AppError } from '../../../shared/errors.ts';
import { add, batch, line, send } from '../../support/files/payment-lines.ts';
import { codeOf } from '../../support/stores/store.ts';
import {
  fileOf,
  openBatchDesk,
  payeeOf,
  type PaymentFileDesk,
  type FileLine,
} from './batch-desk.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { aboutOf } from '../../support/about.ts';

const asOf = '2026-11-20T12:00:00.000Z';
const allRead = { whyUnread: () => null, context };

const take = ({ parts }: PaymentFileDesk, lines: readonly FileLine[]) =>
  addPaymentFile(parts, fileOf(lines), allRead);
const drop = async (desk: PaymentFileDesk, lines: readonly FileLine[]) =>
  valueOf(await take(desk, lines)).file.batchId;

/** What stands in the file, line by line: its state, and what is wrong with it or warned of. */
const standing = (desk: PaymentFileDesk, batchId: string) =>
  desk
    .linesOf(batchId)
    .map(({ line: number, shown, problems, warnings }) => [
      number,
      shown,
      ...Object.keys(problems),
      ...warnings.map(({ kind }) => kind),
    ]);

/** The journal’s own count of rows that it ever wrote. */
const written = ({ parts }: PaymentFileDesk): unknown =>
  parts.journal.connection.prepare('SELECT total_changes() AS n').get();

/** Bank details of the payee b-1 change behind its last payment. */
function quarantine({ parts }: PaymentFileDesk): void {
  const details = bankDetailsOf(payeeOf('b-1', { accountNumber: '999' }));
  notePaid(parts.journal, 'b-1', { details, fingerprint: fingerprintOf(details), paidAt: asOf });
}

/** The bank was found to have this under the reference. */
function find({ parts }: PaymentFileDesk, reference: string, amount: string): void {
  const order = { reference, accountNumber: '1', beneficiaryId: 'b-1', amount, currency: 'USD' };
  adoptFound(
    parts.journal,
    [
      {
        reference,
        operation: 'createSingleTransfer',
        body: order,
        about: aboutOf('Transfer', { accountNumber: '1' }),
        likeness: null,
        recordId: 'T-7',
        state: 'accepted',
        error: null,
        createdAt: asOf,
        source: 'bank',
        words: 'It stands in the list.',
      },
    ],
    asOf,
  );
}

describe('a dropped file', () => {
  test('is checked line by line and stored as it is; nothing is sent', async () => {
    const desk = openBatchDesk();
    const file = fileOf([
      { reference: 'INV-1', narration: 'Rent' },
      { amount: '1e3' },
      { payee: 'b-9', amount: '2.00' },
      { reference: 'INV-1', amount: '3.00' },
      { account: '', amount: '4.00' },
    ]);
    const added = valueOf(await addPaymentFile(desk.parts, file, allRead));
    expect(added.file).toEqual({
      batchId: added.file.batchId,
      fileName: 'payroll.csv',
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      state: 'ready',
      addedAt: new Date(desk.parts.clock.now()).toISOString(),
      stopReason: null,
      acknowledged: [],
      defaultAccount: null,
      headings: ['account', 'beneficiary id', 'amount', 'currency', 'reference', 'narration'],
      columns: {
        account: 0,
        beneficiaryId: 1,
        amount: 2,
        currency: 3,
        reference: 4,
        narration: 5,
      },
      notes: [],
    });
    const { batchId } = added.file;
    expect(listPaymentFiles(desk.parts.journal)).toEqual([added.file]);
    expect(standing(desk, batchId)).toEqual([
      [2, 'ready'],
      [3, 'invalid', 'amount'],
      [4, 'invalid', 'beneficiaryId'],
      [5, 'invalid', 'reference'],
      [6, 'invalid', 'account'],
    ]);
    const [first] = linesAfter(desk.parts.journal, batchId, 0, 1);
    expect(first?.cells.map(({ text }) => text)).toEqual([
      '1',
      'b-1',
      '1.00',
      'USD',
      'INV-1',
      'Rent',
    ]);
    expect(desk.orders).toEqual([]);
  });

  test('has lines for the account that the window named, where they name none', async () => {
    const desk = openBatchDesk();
    const file = { ...fileOf([{ account: '' }]), accountNumber: '1' };
    const { file: saved } = valueOf(await addPaymentFile(desk.parts, file, allRead));
    expect(standing(desk, saved.batchId)).toEqual([[2, 'ready']]);
    expect(fileById(desk.parts.journal, saved.batchId)?.defaultAccount).toBe('1');
  });

  test.each([
    ['/home/ada/payroll.csv', 'payroll.csv'],
    ['C:\\Users\\ada\\payroll.csv', 'payroll.csv'],
    ['/home/a\nda/payroll.csv', 'payroll.csv'],
    ['Gehälter.csv', 'Geh\u00E4lter.csv'],
  ])('from %j is called %s', async (path, name) => {
    const { parts } = openBatchDesk();
    const added = await addPaymentFile(parts, fileOf([{}], path), allRead);
    expect(valueOf(added).file.fileName).toBe(name);
    const page = { fileName: path, bytes: new Uint8Array(Buffer.from('<!doctype html>')) };
    expect(await addPaymentFile(parts, page, allRead)).toMatchObject({
      ok: false,
      error: {
        code: 'file.type-unsupported',
        message: expect.stringContaining(`${name}: it is a web page`) as string,
        correlationId: 'test',
      },
    });
    expect(listPaymentFiles(parts.journal)).toHaveLength(1);
  });

  test('of more than the desk can calculate with is refused, and nothing of it is stored', async () => {
    const desk = openBatchDesk();
    const most = { amount: '99999999999999.99' };
    expect(await take(desk, [most, most])).toMatchObject({
      ok: false,
      error: {
        code: 'input.invalid',
        message: expect.stringContaining(
          'payroll.csv: its payments in USD add up to more than the desk can calculate with.',
        ) as string,
      },
    });
    expect(listPaymentFiles(desk.parts.journal)).toEqual([]);
  });

  test('asks the bank for payees that it names and the local copy does not have', async () => {
    const desk = openBatchDesk();
    desk.payees.set('b-9', payeeOf('b-9'));
    const batchId = await drop(desk, [{ payee: ' b-9 ' }, { payee: 'b-1', amount: '2.00' }]);
    expect(standing(desk, batchId)).toEqual([
      [2, 'ready'],
      [3, 'ready'],
    ]);
    expect(desk.bank.calls.map(({ input }) => input)).toEqual([{ path: { entityId: 'b-9' } }]);
  });

  test('that names payees otherwise than by their ids asks for none', async () => {
    const desk = openBatchDesk();
    const bytes = new Uint8Array(Buffer.from('account,payee,amount\n1,Payee b-1,1.00'));
    const added = await addPaymentFile(desk.parts, { fileName: 'a.csv', bytes }, allRead);
    expect(standing(desk, valueOf(added).file.batchId)).toEqual([[2, 'ready']]);
    expect(desk.bank.calls).toEqual([]);
  });

  test('with a line that is cut short is stored, with what is wrong', async () => {
    const desk = openBatchDesk();
    const bytes = new Uint8Array(Buffer.from('account,amount,beneficiary id\n1,1.00'));
    const added = await addPaymentFile(desk.parts, { fileName: 'a.csv', bytes }, allRead);
    expect(standing(desk, valueOf(added).file.batchId)).toEqual([[2, 'invalid', 'beneficiary']]);
    expect(desk.bank.calls).toEqual([]);
  });

  test('keeps more lines than are written at a time', async () => {
    const desk = openBatchDesk();
    const lines = Array.from({ length: 1_001 }, (_, at) => ({ amount: `${String(at + 1)}.00` }));
    const batchId = await drop(desk, lines);
    const read: number[] = [];
    for await (const { checked } of everyLine(desk.parts.journal, batchId)) read.push(checked.line);
    expect(read).toEqual(lines.map((_, at) => at + 2));
  });
});

describe('a line', () => {
  test('with a warning that forbids it is not ready; one with a warning to confirm is', async () => {
    const desk = openBatchDesk();
    quarantine(desk);
    const batchId = await drop(desk, [{}, { payee: 'b-2' }, { payee: 'b-2' }]);
    expect(standing(desk, batchId)).toEqual([
      [2, 'invalid', 'quarantine'],
      [3, 'ready', 'duplicate'],
      [4, 'ready', 'duplicate'],
    ]);
  });

  test('is left out and taken in again as it was checked', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{}, { amount: 'x' }]);
    const states = () => desk.linesOf(batchId).map(({ shown }) => shown);
    skipLines(desk.parts.journal, batchId, { lines: [2], skipped: true });
    skipLines(desk.parts.journal, batchId, { lines: [3], skipped: true });
    expect(states()).toEqual(['skipped', 'skipped']);
    skipLines(desk.parts.journal, batchId, { lines: [2], skipped: false });
    skipLines(desk.parts.journal, batchId, { lines: [3], skipped: false });
    expect(states()).toEqual(['ready', 'invalid']);
  });

  test('is undone with the others of its act, unless it was sent or decided otherwise since', () => {
    const { parts } = openBatchDesk();
    const { journal } = parts;
    add(
      journal,
      batch('a'),
      [2, 3, 4, 5].map((number) => line(number)),
    );
    const states = () => linesAfter(journal, 'a', 0, 9).map(({ shown }) => shown);
    skipLines(journal, 'a', { lines: [2], skipped: true });
    const done = skipLines(journal, 'a', { lines: [2, 3, 4, 5, 3], skipped: true });
    expect(done).toMatchObject({ changed: 3, skipped: [] });
    expect(states()).toEqual(['skipped', 'skipped', 'skipped', 'skipped']);
    skipLines(journal, 'a', { lines: [4], skipped: false });
    expect(codeOf(() => undoSkip(journal, 'b', done.act))).toBe('input.invalid');
    expect(undoSkip(journal, 'a', done.act)).toEqual({
      changed: 2,
      skipped: [{ at: 2, reason: 'changed' }],
    });
    expect(states()).toEqual(['skipped', 'ready', 'ready', 'ready']);
    expect(codeOf(() => undoSkip(journal, 'a', done.act))).toBe('undo.overtaken');
  });

  test('that was sent, and one that is not there, cannot be left out', () => {
    const { parts } = openBatchDesk();
    add(parts.journal, batch('a'), [line(2)]);
    send(parts.journal, 'R-2', 'accepted');
    expect(skipLines(parts.journal, 'a', { lines: [2, 9], skipped: true })).toMatchObject({
      changed: 0,
      skipped: [
        { at: 0, reason: 'changed' },
        { at: 1, reason: 'missing' },
      ],
    });
  });
});

test('a file that is no longer here is reported as gone', () => {
  const { parts } = openBatchDesk();
  expect(codeOf(() => knownFile(parts.journal, 'gone'))).toBe('input.invalid');
  add(parts.journal, batch('a'), [line(2)]);
  expect(knownFile(parts.journal, 'a')).toEqual(batch('a'));
});

describe('checked again', () => {
  const again = (desk: PaymentFileDesk, batchId: string, why: AppError | null = null) =>
    recheckFile(desk.parts, batchId, { whyUnread: () => why, context });

  test('a line whose payee was added since is ready, under the reference that it had', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{ payee: 'b-9' }]);
    const [before] = desk.linesOf(batchId);
    desk.payees.set('b-9', payeeOf('b-9'));
    await again(desk, batchId);
    const [after] = desk.linesOf(batchId);
    expect([before?.shown, after?.shown]).toEqual(['invalid', 'ready']);
    expect(after?.reference).toBe(before?.reference);
    expect(after).toMatchObject({ line: 2, beneficiaryId: 'b-9', problems: {} });
  });

  test('a line that became a duplicate says so, and is as it was when it is none any more', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{}, {}]);
    const { seal } = await again(desk, batchId);
    skipLines(desk.parts.journal, batchId, { lines: [3], skipped: true });
    const { seal: alone } = await again(desk, batchId);
    expect(standing(desk, batchId)).toEqual([
      [2, 'ready'],
      [3, 'skipped', 'duplicate'],
    ]);
    expect(alone).not.toBe(seal);
    skipLines(desk.parts.journal, batchId, { lines: [3], skipped: false });
    expect((await again(desk, batchId)).seal).toBe(seal);
  });

  test('a reference that two lines bring is still reported on the second one', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{ reference: 'A' }, { reference: 'A', amount: '2.00' }]);
    await again(desk, batchId);
    expect(standing(desk, batchId)).toEqual([
      [2, 'ready'],
      [3, 'invalid', 'reference'],
    ]);
  });

  test('what is as it was is not written again', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{}, { amount: 'x' }, {}]);
    const before = written(desk);
    await again(desk, batchId);
    expect(written(desk)).toEqual(before);
  });

  test('a line that was sent stays as it was sent', async () => {
    const desk = openBatchDesk();
    const narration = 'Rent';
    const batchId = await drop(desk, [{ reference: 'INV-1', narration }, { amount: '2.00' }]);
    desk.answers.set('INV-1', () => fail('bank.refused', 'test'));
    const order = { accountNumber: '1', beneficiaryId: 'b-1', amount: '1.00', currency: 'USD' };
    const intent = intentOf({ ...order, reference: 'INV-1', narration }, null);
    valueOf(await submit(desk.parts, intent, context));
    quarantine(desk);
    await again(desk, batchId);
    expect(standing(desk, batchId)).toEqual([
      [2, 'refused'],
      [3, 'invalid', 'quarantine'],
    ]);
  });

  test('a line of which the bank has something else is held; one that it has is at the bank', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [
      { reference: 'INV-1' },
      { reference: 'INV-2', amount: '2.00' },
    ]);
    find(desk, 'INV-1', '7.00');
    find(desk, 'INV-2', '2');
    quarantine(desk);
    await again(desk, batchId);
    expect(standing(desk, batchId)).toEqual([
      [2, 'invalid', 'at-bank', 'quarantine'],
      [3, 'at-bank'],
    ]);
  });

  test('returns the bank details against which the lines that are left were checked', async () => {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [{}, { payee: 'b-2' }]);
    skipLines(desk.parts.journal, batchId, { lines: [3], skipped: true });
    const { ledger } = await again(desk, batchId);
    expect([...ledger.fingerprints.keys()]).toEqual(['b-1']);
  });

  test('more lines than are written at a time change together', async () => {
    const desk = openBatchDesk();
    const { journal } = desk.parts;
    const lines = Array.from({ length: 1_001 }, (_, at) =>
      line(at + 2, { checked: { problems: { line: 'was wrong' } } }),
    );
    const columns = { account: 0, amount: 1 };
    add(
      journal,
      batch('a', { columns }),
      lines.map((one) => ({ ...one, state: 'invalid' })),
    );
    await again(desk, 'a');
    const problems = desk.linesOf('a').map((one) => Object.keys(one.problems)[0]);
    expect(new Set(problems)).toEqual(new Set(['beneficiary']));
  });
});

describe('the seal of what was found', () => {
  const sealOf = async (change: (desk: PaymentFileDesk) => void, lines: FileLine[] = [{}, {}]) => {
    const desk = openBatchDesk();
    change(desk);
    return valueOf(await take(desk, lines)).seal;
  };

  test('is another with another twin, of another line, or with a payee that was not read', async () => {
    const desk = openBatchDesk();
    const named = [{ reference: 'A' }, { reference: 'B' }];
    const batchId = await drop(desk, named);
    const { seal } = await recheckFile(desk.parts, batchId, allRead);
    const seals = [
      seal,
      await sealOf(() => undefined, [{ reference: 'A' }, { reference: 'C' }]),
      await sealOf(() => undefined, [{ amount: '2.00' }, ...named]),
      await sealOf(() => undefined, [{}]),
      (
        await recheckFile(desk.parts, batchId, {
          whyUnread: () => appError('bank.unavailable', 'test'),
          context,
        })
      ).seal,
    ];
    expect(new Set(seals).size).toBe(seals.length);
    expect((await recheckFile(desk.parts, batchId, allRead)).seal).toBe(seal);
  });

  test('is the same whatever else is warned of', async () => {
    const lines = [{ reference: 'A' }, { reference: 'B', amount: '2.00' }];
    expect(await sealOf(quarantine, lines)).toBe(await sealOf(() => undefined, lines));
  });
});

describe('lines that the bank may have', () => {
  /** Two of four lines are held, one of which is left out. */
  async function held() {
    const desk = openBatchDesk();
    const batchId = await drop(desk, [
      { reference: 'A' },
      { reference: 'B', amount: '2.00' },
      { reference: 'C', amount: 'x' },
      { reference: 'D', amount: '4.00' },
    ]);
    const openedAt = new Date(desk.parts.clock.now() + 1).toISOString();
    addReconciliation(
      desk.parts.journal,
      { openedAt, actor: actorNamed('Ines'), from: '2026-11-01', isComplete: false },
      {},
    );
    await recheckFile(desk.parts, batchId, allRead);
    skipLines(desk.parts.journal, batchId, { lines: [5], skipped: true });
    expect(standing(desk, batchId)).toEqual([
      [2, 'invalid', 'maybe-at-bank'],
      [3, 'invalid', 'maybe-at-bank'],
      [4, 'invalid', 'amount'],
      [5, 'skipped', 'maybe-at-bank'],
    ]);
    const released = () =>
      ['A', 'B', 'C', 'D'].filter((reference) => isReleased(desk.parts.journal, reference));
    return { desk, batchId, released };
  }

  test('are let go one by one', async () => {
    const { desk, batchId, released } = await held();
    expect(await releaseLines(desk.parts, batchId, { line: 3, actor: actorNamed('Ines') })).toBe(1);
    expect(released()).toEqual(['B']);
    await recheckFile(desk.parts, batchId, allRead);
    expect(standing(desk, batchId)[1]).toEqual([3, 'ready']);
    expect(await releaseLines(desk.parts, batchId, { line: 4, actor: actorNamed('Ines') })).toBe(0);
  });

  test('or all, but for those that are left out or have something else in the way', async () => {
    const { desk, batchId, released } = await held();
    const third = linesAfter(desk.parts.journal, batchId, 3, 1)[0]!.checked;
    const warnings = [{ kind: 'quarantine', weight: 'blocks', message: 'Look.' } as const];
    replaceLines(desk.parts.journal, batchId, [
      { state: 'invalid', checked: { ...third, warnings } },
    ]);
    expect(await releaseLines(desk.parts, batchId, { line: null, actor: actorNamed('Ines') })).toBe(
      2,
    );
    expect(released()).toEqual(['A', 'B']);
    expect(
      desk.parts.journal.connection.prepare('SELECT DISTINCT actor FROM payment_release').all(),
    ).toEqual([{ actor: actorText(actorNamed('Ines')) }]);
  });

  test('and a line that is held for another reason too is among them', async () => {
    const { desk, batchId, released } = await held();
    const [first] = linesAfter(desk.parts.journal, batchId, 0, 1);
    const { checked } = first!;
    const other = { kind: 'quarantine', weight: 'blocks', message: 'Look.' } as const;
    replaceLines(desk.parts.journal, batchId, [
      { state: 'invalid', checked: { ...checked, warnings: [other, ...checked.warnings] } },
    ]);
    await releaseLines(desk.parts, batchId, { line: 2, actor: actorNamed('Ines') });
    expect(released()).toEqual(['A']);
  });
});
