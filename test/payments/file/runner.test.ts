import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { closeJournal } from '../../../electron/engines/store/opening/journal.ts';
import { fileById, changeFile } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import { isReleased } from '../../../electron/nouns/payments/file/tables/releases.ts';
import { addReconciliation } from '../../../electron/engines/submissions/journal/reconciliations.ts';
import { fundsIn } from '../../../electron/engines/submissions/funds/funds.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import { onTheDay } from '../../../electron/nouns/payments/lines/schedule-lines.ts';
import { scheduledPayments } from '../../../electron/nouns/due-payments/tables.ts';
import { listWaiting } from '../../../electron/nouns/payments/file/tables/waiting-table.ts';
import type { StartConfirmation } from '../../../electron/nouns/payments/file/start-confirmation.ts';
import { fileView, interrupted } from '../../../electron/nouns/payments/file/views.ts';
import { addDays, dayOf } from '../../../shared/calendar/calendar.ts';
import { DeskFault, fail, type ErrorCode, type Outcome } from '../../../shared/errors.ts';
import type { PaymentFile, PaymentFileTotals } from '../../../shared/ipc/changes/payment-files.ts';
import { ok } from '../../../shared/result.ts';
import { add, batch, line, send } from '../../support/files/payment-lines.ts';
import {
  type PaymentFileDesk,
  type FileLine,
  accountWith,
  beforeAnswers,
  failingList,
  fileOf,
  holdUp,
  listedTransfer,
  openBatchDesk,
  payeeOf,
} from './batch-desk.ts';
import { beginning, context, valueOf } from '../../support/desks/lone-desk.ts';
import { painFile } from '../../support/files/pain-files.ts';
import { actorNamed } from '../../support/desks/actors.ts';

afterEach(() => {
  vi.useRealTimers();
});

const script: StartConfirmation = {
  by: 'script',
  twins: [],
  payeeChecked: false,
  twinsUnchecked: false,
};

/** A run that sends one payment at a time; groups have a file of their own. */
function openRunner(prepare: (desk: PaymentFileDesk) => void = () => undefined) {
  const desk = openBatchDesk({ atOnce: 1 });
  prepare(desk);
  const views: PaymentFile[] = [];
  const runner = new PaymentFileRunner(desk.parts, (view) => views.push(view));
  const drop = async (lines: readonly FileLine[]): Promise<PaymentFile> =>
    valueOf(await runner.add(fileOf(lines), context));
  const start = (batchId: string, confirmation: StartConfirmation = script) =>
    runner.start(batchId, confirmation, context);
  return {
    ...desk,
    runner,
    views,
    drop,
    start,
    /** Sends a file to its end, or until it stops. */
    send: async (
      batchId: string,
      confirmation: StartConfirmation = script,
    ): Promise<PaymentFile> => {
      valueOf(await start(batchId, confirmation));
      await runner.ended();
      return runner.get(batchId, context);
    },
  };
}

type RunnerDesk = ReturnType<typeof openRunner>;

/** Lines of different amounts, with the references L-2, L-3 and so on; all to one payee unless another is given. */
const lines = (count: number, payee = 'b-1', from = 2): FileLine[] =>
  Array.from({ length: count }, (_, at) => ({
    payee,
    reference: `L-${String(from + at)}`,
    amount: `${String(from + at)}.00`,
  }));

/** A file of so many lines is being sent, and its first line is held up. */
async function sendingHeldUp(count: number) {
  const desk = openRunner();
  const { batchId } = await desk.drop(lines(count));
  const gate = holdUp(desk, 'L-2');
  valueOf(await desk.start(batchId));
  await gate.arrived;
  return { desk, batchId, gate };
}

const statesOf = ({ linesOf }: PaymentFileDesk, batchId: string): string[] =>
  linesOf(batchId).map(({ shown }) => shown);
const refused = async (work: Promise<unknown>): Promise<string> => {
  const fault: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(fault instanceof DeskFault)) expect.fail(`not refused: ${String(fault)}`);
  return `${fault.code}: ${fault.message}`;
};

describe('the files', () => {
  test('are listed newest first, and one that was being sent was interrupted', () => {
    const { runner, parts } = openRunner(({ parts: { journal } }) => {
      add(journal, batch('a'), [line(2)]);
      add(journal, batch('b'), [line(3)]);
      changeFile(journal, 'a', { state: 'sending' });
    });
    expect(
      runner.list().map(({ batchId, state, stopReason }) => [batchId, state, stopReason]),
    ).toEqual([
      ['b', 'ready', null],
      ['a', 'stopped', interrupted],
    ]);
    expect(fileById(parts.journal, 'a')?.state).toBe('stopped');
    expect(runner.stop('b').state).toBe('ready');
  });

  test('are refused where they cannot be read, and gone where they are unknown', async () => {
    const { runner } = openRunner();
    const bytes = new Uint8Array(Buffer.from('<!doctype html>'));
    expect(await runner.add({ fileName: 'a.csv', bytes }, context)).toMatchObject({ ok: false });
    const gone = 'input.invalid: This payment file is no longer here.';
    expect(await refused(runner.get('gone', context))).toBe(gone);
    expect(await refused(runner.remove('gone'))).toBe(gone);
    expect(
      await refused(runner.release('gone', { line: null, actor: actorNamed('Ines') }, context)),
    ).toBe(gone);
    expect(runner.list()).toEqual([]);
  });

  test('are removed while nothing of them was sent', async () => {
    const { runner, drop, send: sendFile } = openRunner();
    const { batchId } = await drop(lines(1));
    const other = await drop(lines(1, 'b-1', 9));
    await sendFile(batchId);
    expect(await refused(runner.remove(batchId))).toContain(
      'Payments of this file were sent: it stays.',
    );
    await runner.remove(other.batchId);
    expect(runner.list().map((view) => view.batchId)).toEqual([batchId]);
  });

  test('are returned with a line left out and taken in again', async () => {
    const { runner, drop } = openRunner();
    const { batchId, toConfirm } = await drop([{}, {}]);
    expect(toConfirm).toEqual([{ kind: 'duplicate', lines: 2 }]);
    const { file: left } = await runner.skip(batchId, { lines: [3], skipped: true }, context);
    expect(left).toMatchObject({ toConfirm: [], counts: { ready: 1, skipped: 1 } });
    const { file: back } = await runner.skip(batchId, { lines: [3], skipped: false }, context);
    expect(back).toMatchObject({ toConfirm, counts: { ready: 2 } });
    expect(back.seal).not.toBe(left.seal);
  });

  test('have a line back that was left out by mistake', async () => {
    const { runner, drop } = openRunner();
    const { batchId } = await drop(lines(2));
    const { act } = await runner.skip(batchId, { lines: [2, 3], skipped: true }, context);
    const undone = await runner.undoSkip(batchId, act, context);
    expect(undone).toMatchObject({ changed: 2, skipped: [], file: { counts: { ready: 2 } } });
  });

  test('are returned with the lines that a person let go', async () => {
    const { runner, drop, parts } = openRunner();
    const { batchId } = await drop(lines(2));
    const openedAt = new Date(parts.clock.now() + 1).toISOString();
    const reconciliation = {
      openedAt,
      actor: actorNamed('Ines'),
      from: '2026-11-01',
      isComplete: false,
    };
    addReconciliation(parts.journal, reconciliation, {});
    expect((await runner.get(batchId, context)).counts).toMatchObject({ invalid: 2 });
    const view = await runner.release(batchId, { line: 2, actor: actorNamed('Ines') }, context);
    expect(view.counts).toMatchObject({ ready: 1, invalid: 1 });
    expect(isReleased(parts.journal, 'L-2')).toBe(true);
  });
});

describe('a file whose columns are not known', () => {
  const bytes = new Uint8Array(
    Buffer.from('Lauf\nKonto;Empfänger;Betrag;Währung\n;Payee b-1;1,50;USD'),
  );
  const file = { fileName: 'lauf.csv', bytes };
  const match = {
    columns: { account: 0, beneficiary: 1, amount: 2, currency: 3 },
    decimals: 'comma',
    firstLine: 3,
    remember: false,
  } as const;

  test('is shown with its columns, and not saved', async () => {
    const { runner, parts } = openRunner();
    const { columns } = valueOf(await runner.columns({ ...file, firstLine: 3 }, context));
    expect(columns.map(({ heading }) => heading)).toEqual([
      'Konto',
      'Empfänger',
      'Betrag',
      'Währung',
    ]);
    expect(listWaiting(parts.journal)).toEqual([]);
    expect(runner.list()).toEqual([]);
  });

  test.each([
    ['that it was dropped for', undefined, '1'],
    ['that the person chose with them', '2', '2'],
  ])(
    'waits for a person’s match of them, and pays from the account %s',
    async (_, chosen, from) => {
      const { runner, parts, cache, linesOf } = openRunner();
      cache.ensureAccount('2', 'USD');
      const dropped = { ...file, accountNumber: '1' };
      const { fileId } = valueOf(await runner.awaitColumns(dropped, context));
      expect(listWaiting(parts.journal).map((one) => one.fileId)).toEqual([fileId]);
      expect(valueOf(await runner.lookAt({ fileId, firstLine: 3 }, context))).toMatchObject({
        fileId,
        fileName: 'lauf.csv',
        accountNumber: '1',
      });
      const matched = await runner.match(fileId, { match, accountNumber: chosen }, context);
      const { batchId, fileName, counts } = valueOf(matched);
      expect([fileName, counts.ready]).toEqual(['lauf.csv', 1]);
      expect(linesOf(batchId)).toMatchObject([
        { accountNumber: from, beneficiaryId: 'b-1', amount: { amount: '1.50', currency: 'USD' } },
      ]);
      expect(listWaiting(parts.journal)).toEqual([]);
    },
  );
});

describe('a file is checked anew', () => {
  /** A file with a line to a payee that the bank does not have: it is asked for whenever the file is checked. */
  async function dropped() {
    const desk = openRunner();
    const { batchId } = await desk.drop([...lines(1), { payee: 'b-9', amount: '9.00' }]);
    const checks = async () => {
      await desk.runner.get(batchId, context);
      return desk.bank.calls.filter(
        ({ input }) => JSON.stringify(input) === '{"path":{"entityId":"b-9"}}',
      ).length;
    };
    return { ...desk, batchId, checks };
  }

  test('only where something has changed that its lines depend on', async () => {
    const { cache, checks, parts } = await dropped();
    expect([await checks(), await checks()]).toEqual([1, 1]);
    cache.saveBeneficiary(payeeOf('b-3', { name: 'Other' }), '2026-11-20T12:00:00.000Z');
    expect([await checks(), await checks()]).toEqual([2, 2]);
    send(parts.journal, 'X-1', 'accepted');
    expect([await checks(), await checks()]).toEqual([3, 3]);
  });

  test('not once it is done', async () => {
    const { cache, checks, batchId, send: sendFile } = await dropped();
    expect((await sendFile(batchId)).state).toBe('done');
    const before = await checks();
    cache.saveBeneficiary(payeeOf('b-3', { name: 'Other' }), '2026-11-20T12:00:00.000Z');
    expect(await checks()).toBe(before);
  });

  test('when it is looked at first after the desk was opened', async () => {
    const { parts, batchId, checks } = await dropped();
    const before = await checks();
    await new PaymentFileRunner(parts, () => undefined).get(batchId, context);
    expect(await checks()).toBe(before + 1);
  });

  test('not while it is being sent', async () => {
    const desk = await dropped();
    const gate = holdUp(desk, 'L-2');
    valueOf(await desk.start(desk.batchId));
    await gate.arrived;
    const before = await desk.checks();
    desk.cache.saveBeneficiary(payeeOf('b-3', { name: 'Other' }), '2026-11-20T12:00:00.000Z');
    expect(await desk.checks()).toBe(before);
    gate.letGo();
    await desk.runner.ended();
  });

  test('and where that cannot be, it is returned as it was checked last', async () => {
    const { runner, parts, batchId } = await dropped();
    parts.reader.connection.close();
    expect(await runner.get(batchId, context)).toMatchObject({ counts: { ready: 1, invalid: 1 } });
  });
});

describe('a start', () => {
  test('is answered at once, and the file is sent line by line to its end', async () => {
    const { drop, start, runner, orders, views, parts, asked } = openRunner();
    const { batchId } = await drop(lines(3));
    expect(valueOf(await start(batchId))).toMatchObject({ state: 'sending', stopReason: null });
    expect(orders).toEqual([]);
    await runner.ended();
    expect(orders.map(({ reference }) => reference)).toEqual(['L-2', 'L-3', 'L-4']);
    expect(views.at(-1)).toMatchObject({
      state: 'done',
      stopReason: null,
      counts: { accepted: 3 },
    });
    expect(fileById(parts.journal, batchId)).toMatchObject({ state: 'done', acknowledged: [] });
    // Once for all, and for each line before it is sent and behind its answer.
    expect([asked('findTransfers'), asked('getBeneficiary')]).toEqual([7, 1]);
    await runner.ended();
  });

  test('asks the bank for what was sent from elsewhere, to all payees', async () => {
    const { drop, start, runner, bank } = openRunner();
    const { batchId } = await drop(lines(1));
    valueOf(await start(batchId));
    await runner.ended();
    expect(bank.calls.find(({ name }) => name === 'findTransfers')?.input).toEqual({
      query: { pageNumber: '1', pageSize: '200', from: '2026-11-18' },
    });
  });

  test('of what runs already is answered with it', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    const both = await Promise.all([desk.start(batchId), desk.start(batchId)]);
    expect(both.map((started) => valueOf(started).state)).toEqual(['sending', 'sending']);
    await desk.runner.ended();
    expect(desk.orders).toHaveLength(2);
    expect(desk.asked('findTransfers')).toBe(5);
  });

  test('is refused while another file is being sent, which can be neither changed nor removed', async () => {
    const desk = openRunner();
    const { runner, drop, start } = desk;
    const { batchId } = await drop(lines(2));
    const other = await drop(lines(2, 'b-2', 9));
    const gate = holdUp(desk, 'L-2');
    valueOf(await start(batchId));
    await gate.arrived;
    expect(await start(other.batchId)).toMatchObject({
      error: {
        code: 'input.invalid',
        message: expect.stringContaining('Another file is being sent.') as string,
      },
    });
    const first = 'input.invalid: The file is being sent: stop it first.';
    const change = { lines: [3], skipped: true };
    expect(await refused(runner.skip(batchId, change, context))).toBe(first);
    expect(
      await refused(runner.release(batchId, { line: 3, actor: actorNamed('Ines') }, context)),
    ).toBe(first);
    const to = { kind: 'payee', entityId: 'b-2' } as const;
    const stamp = { actor: actorNamed('Ines'), at: beginning };
    const repair = { line: 3, revision: 0, repair: to, ...stamp };
    expect(await refused(runner.repair(batchId, repair, context))).toBe(first);
    expect(await refused(runner.remove(batchId))).toBe(first);
    expect(
      (await runner.skip(other.batchId, { lines: [2], skipped: true }, context)).file.counts,
    ).toMatchObject({ skipped: 1 });
    expect(runner.stop(other.batchId).state).toBe('ready');
    gate.letGo();
    await runner.ended();
    expect(statesOf(desk, batchId)).toEqual(['accepted', 'accepted']);
    expect((await start(other.batchId)).ok).toBe(true);
    await runner.ended();
  });

  test('is refused where the journal is not the one that is known, or takes no more', async () => {
    const { drop, start, continuity, orders, asked } = openRunner();
    const { batchId } = await drop(lines(1));
    continuity.reserve = () => Promise.resolve(fail('store.full', 'test'));
    expect(await start(batchId)).toMatchObject({ error: { code: 'store.full' } });
    continuity.allows = () => fail('journal.missing', 'test');
    const before = asked('findTransfers');
    expect(await start(batchId)).toMatchObject({ error: { code: 'journal.missing' } });
    expect(asked('findTransfers')).toBe(before);
    expect(orders).toEqual([]);
  });

  test('is refused while no one is signed in', async () => {
    const { drop, start, bank } = openRunner();
    const { batchId } = await drop(lines(1));
    bank.signedInAt = null;
    expect(await start(batchId)).toMatchObject({ error: { code: 'session.required' } });
  });

  test('is refused where no line can be sent', async () => {
    const { drop, start } = openRunner();
    const { batchId } = await drop([{ amount: 'x' }]);
    expect(await start(batchId)).toMatchObject({
      error: {
        code: 'input.invalid',
        message: expect.stringContaining('No line can be sent.') as string,
      },
    });
  });

  test('claims as many sends as there are lines, and gives back what is left of them', async () => {
    const { drop, send: sendFile, continuity } = openRunner();
    const claimed: number[] = [];
    let settled = 0;
    continuity.reserve = (sends) => {
      claimed.push(sends);
      return Promise.resolve(ok(null));
    };
    continuity.settle = () => {
      settled += 1;
      return Promise.resolve();
    };
    const { batchId } = await drop([...lines(3), { amount: 'x' }, { account: '7' }]);
    await sendFile(batchId);
    expect([claimed, settled]).toEqual([[3], 1]);
  });

  test('by a person needs their confirmation of every warning, as it stands now', async () => {
    const { drop, start, runner, parts } = openRunner();
    const { batchId, seal } = await drop([{ reference: 'A' }, { reference: 'B' }]);
    const confirmation = (...acknowledged: ('duplicate' | 'currency')[]) =>
      ({ by: 'person', acknowledged, seal }) as const;
    expect(await start(batchId, confirmation('currency'))).toMatchObject({
      error: {
        code: 'confirmation.required',
        fields: { duplicate: '2 lines' },
        message: expect.stringContaining(
          'The payments have warnings that were not confirmed.',
        ) as string,
      },
    });
    const outdated = { ...confirmation('duplicate'), seal: 'of yesterday' };
    expect(await start(batchId, outdated)).toMatchObject({
      error: {
        code: 'confirmation.required',
        message: expect.stringContaining(
          'What the payments look like has changed since it was confirmed.',
        ) as string,
      },
    });
    valueOf(await start(batchId, confirmation('duplicate')));
    await runner.ended();
    expect(fileById(parts.journal, batchId)).toMatchObject({
      state: 'done',
      acknowledged: ['duplicate'],
    });
  });

  test('by a person of what needs no confirmation needs no seal', async () => {
    const { drop, send: sendFile } = openRunner();
    const { batchId } = await drop(lines(2));
    const confirmation: StartConfirmation = { by: 'person', acknowledged: [], seal: '' };
    expect((await sendFile(batchId, confirmation)).state).toBe('done');
  });

  test('stops at a 401 to a payment: every other would be answered so too', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    const refusal = fail('outcome.unknown', 'test', {
      message: 'No payments.',
      bank: { status: 401 },
    });
    desk.answers.set('L-2', () => refusal);
    expect((await desk.send(batchId)).stopReason).toContain('Line 2: No payments.');
    expect(desk.orders).toHaveLength(1);
    expect(statesOf(desk, batchId)).toEqual(['unknown', 'ready']);
  });

  test('after a stop forgets why it stopped', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    desk.answers.set('L-2', () => fail('bank.busy', 'test'));
    expect((await desk.send(batchId)).stopReason).toContain('Line 2: ');
    desk.answers.clear();
    expect(valueOf(await desk.start(batchId)).stopReason).toBeNull();
    await desk.runner.ended();
    expect(desk.orders.map(({ reference }) => reference)).toEqual(['L-2', 'L-2', 'L-3']);
  });
});

describe('a start where the bank’s list of payments cannot be read', () => {
  test('waits for a person to confirm it for every line, and no longer once it is read', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    const setReadable = failingList(desk);
    const person = { by: 'person', acknowledged: [], seal: '' } as const;
    expect(await desk.start(batchId, person)).toMatchObject({
      error: { code: 'confirmation.required', fields: { 'twins-unread': '2 lines' } },
    });
    const { toConfirm, seal } = await desk.runner.get(batchId, context);
    expect(toConfirm).toEqual([{ kind: 'twins-unread', lines: 2 }]);
    expect(desk.orders).toEqual([]);
    const confirmed = { by: 'person', acknowledged: ['twins-unread'], seal } as const;
    expect(await desk.send(batchId, confirmed)).toMatchObject({ state: 'done' });
    expect(desk.orders).toHaveLength(2);
    const next = await desk.drop(lines(1, 'b-2', 9));
    setReadable();
    expect(await desk.send(next.batchId, person)).toMatchObject({ state: 'done' });
  });

  test('waits for a script to confirm it, and sends nothing before', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    failingList(desk);
    const refusal = await desk.start(batchId);
    expect(refusal).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(!refusal.ok && refusal.error.message).toMatch(
      /cannot be checked .* Nothing was sent\. To send the file anyway, add --twins-unchecked\./,
    );
    expect(desk.orders).toEqual([]);
    const confirmed = await desk.send(batchId, { ...script, twinsUnchecked: true });
    expect(confirmed).toMatchObject({ state: 'done', counts: { accepted: 2 } });
  });
});

describe('a stop', () => {
  test('comes behind the line under way, and the file goes on from there', async () => {
    const { desk, gate, batchId } = await sendingHeldUp(3);
    expect(desk.runner.stop(batchId).state).toBe('sending');
    gate.letGo();
    await desk.runner.ended();
    expect(desk.views.at(-1)).toMatchObject({
      state: 'stopped',
      stopReason: null,
      counts: { accepted: 1, ready: 2 },
    });
    expect(await desk.send(batchId)).toMatchObject({ state: 'done', counts: { accepted: 3 } });
    expect(desk.orders).toHaveLength(3);
  });

  test('behind the last line leaves the file done', async () => {
    const { desk, gate, batchId } = await sendingHeldUp(1);
    desk.runner.stop(batchId);
    gate.letGo();
    await desk.runner.ended();
    expect(desk.views.at(-1)).toMatchObject({ state: 'done', stopReason: null });
  });

  test('by the end of the desk ends the call, and the file is interrupted', async () => {
    const desk = openRunner();
    await desk.runner.close();
    const { batchId } = await desk.drop(lines(2));
    desk.answers.set('L-2', () => fail('outcome.unknown', 'test'));
    const gate = holdUp(desk, 'L-2');
    valueOf(await desk.start(batchId));
    const signal = await gate.arrived;
    expect(signal?.aborted).toBe(false);
    const closed = desk.runner.close();
    expect(signal?.aborted).toBe(true);
    gate.letGo();
    await closed;
    expect(desk.views.at(-1)).toMatchObject({
      state: 'stopped',
      stopReason: interrupted,
      counts: { unknown: 1, ready: 1 },
    });
  });

  test('by the end of the desk behind the last line is an interruption all the same', async () => {
    const { desk, gate } = await sendingHeldUp(1);
    const closed = desk.runner.close();
    gate.letGo();
    await closed;
    expect(desk.views.at(-1)).toMatchObject({ state: 'stopped', stopReason: interrupted });
  });

  test('by a journal that takes nothing any more is known when the desk opens again', async () => {
    const { desk, gate } = await sendingHeldUp(2);
    closeJournal(desk.parts.journal);
    gate.letGo();
    await desk.runner.ended();
    expect(desk.views).toMatchObject([{ state: 'sending' }]);
  });
});

describe('a line that fails', () => {
  test('for a reason of its own waits with it, and the others go on', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop([...lines(1, 'b-2'), ...lines(2, 'b-1', 3)]);
    desk.payees.set('b-2', () => fail('bank.refused', 'test', { bank: { status: 404 } }));
    const view = await desk.send(batchId);
    expect(desk.views.at(-1)).toMatchObject({
      state: 'done',
      counts: { invalid: 1, accepted: 2 },
    });
    expect(view.state).toBe('done');
    const [first] = desk.linesOf(batchId);
    expect(first?.problems['line']).toContain('The bank');
    expect(desk.runner.heldIn(batchId).get(2)).toBe(first?.problems['line']);
    expect(desk.runner.heldIn('gone').size).toBe(0);
  });

  test('to leave goes on when the file is resumed, though it is the only one to its payee', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop([...lines(1, 'b-2'), ...lines(1, 'b-1', 3)]);
    desk.answers.set('L-3', () => fail('network.unreachable', 'test'));
    expect((await desk.send(batchId)).stopReason).toContain('Line 3: ');
    expect(statesOf(desk, batchId)).toEqual(['accepted', 'not-sent']);
    desk.answers.delete('L-3');
    expect(await desk.send(batchId)).toMatchObject({ state: 'done', counts: { accepted: 2 } });
  });

  test('to leave waits where its payee has other bank details by then', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(1));
    desk.answers.set('L-2', () => fail('network.unreachable', 'test'));
    await desk.send(batchId);
    desk.answers.delete('L-2');
    desk.payees.set('b-1', payeeOf('b-1', { accountNumber: '999' }));
    expect(await desk.send(batchId)).toMatchObject({ state: 'stopped', counts: { 'not-sent': 1 } });
    expect(desk.orders).toHaveLength(1);
  });

  test('and waits for a person’s confirmation stays ready, and is reported as held', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(
      ['b-1', 'b-2', 'b-3'].flatMap((id, at) => lines(1, id, at + 2)),
    );
    for (const id of ['b-1', 'b-2', 'b-3'])
      desk.payees.set(id, payeeOf(id, { accountNumber: '999' }));
    expect(await desk.send(batchId)).toMatchObject({ state: 'stopped' });
    expect(desk.views.at(-1)).toMatchObject({
      counts: { ready: 3 },
      stopReason: expect.stringMatching(/^Lines were held back: .*bank details/) as string,
    });
    expect([...desk.runner.heldIn(batchId).keys()]).toEqual([2, 3, 4]);
    expect(statesOf(desk, batchId)).toEqual(['ready', 'ready', 'ready']);
  });

  test('and is a script’s twin of another waits for its name', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop([{ reference: 'A' }, { reference: 'B' }]);
    await desk.send(batchId);
    expect(statesOf(desk, batchId)).toEqual(['accepted', 'ready']);
    expect(desk.runner.heldIn(batchId).get(3)).toContain('--twin-of');
    const { submissionId } = submissionByReference(desk.parts.journal, 'A')!;
    const meant: StartConfirmation = { ...script, twins: [submissionId] };
    expect((await desk.send(batchId, meant)).state).toBe('done');
    expect(desk.runner.heldIn(batchId).size).toBe(0);
  });

  test('and looks like one that the bank lists from elsewhere is held', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop([{ reference: 'A' }]);
    const createdAt = new Date(desk.parts.clock.now()).toISOString();
    desk.transfers.push(listedTransfer({ createdAt }));
    await desk.send(batchId);
    expect(desk.orders).toEqual([]);
    expect(desk.runner.heldIn(batchId).get(2)).toContain('--twin-of T-9');
  });

  test.each<[ErrorCode, boolean]>([
    ['network.unreachable', true],
    ['session.expired', true],
    ['store.full', true],
    ['journal.missing', true],
    ['bank.busy', true],
    ['bank.unavailable', true],
    ['operation.closed', true],
    ['cancelled', true],
    ['bank.unexpected', false],
    ['outcome.unknown', false],
  ])('by %s stops the file: %s', async (code, stops) => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(2));
    let asked = 0;
    desk.continuity.allows = () => {
      asked += 1;
      return asked === 1 ? ok(null) : fail(code, 'test');
    };
    await desk.send(batchId);
    const { state, stopReason } = fileById(desk.parts.journal, batchId)!;
    const words = fail(code, 'test').error.message;
    if (stops) {
      expect([state, stopReason]).toEqual(['stopped', `Line 2: ${words}`]);
      expect(statesOf(desk, batchId)).toEqual(['ready', 'ready']);
    } else {
      expect([state, stopReason]).toEqual(['done', null]);
      expect(desk.linesOf(batchId).map(({ problems }) => problems)).toEqual([
        { line: words },
        { line: words },
      ]);
    }
    expect(desk.runner.heldIn(batchId).get(2)).toBe(words);
  });

  test('to leave stops the file with its reason', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(3));
    desk.answers.set('L-3', () => fail('bank.busy', 'test'));
    expect(await desk.send(batchId)).toMatchObject({
      state: 'stopped',
      stopReason: `Line 3: ${fail('bank.busy', 'test').error.message}`,
      counts: { accepted: 1, 'not-sent': 1, ready: 1 },
    });
  });

  test.each<[string, unknown, string]>([
    ['of the store', new DeskFault('store.full', 'The disk is full.'), 'The disk is full.'],
    ['of another kind', new Error('boom'), 'Something went wrong here.'],
  ])('by a fault %s stops the file with what can be said of it', async (_, fault, reason) => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(1));
    desk.bank.answers.getBeneficiary = () => {
      throw fault;
    };
    expect(await desk.send(batchId)).toMatchObject({ state: 'stopped', stopReason: reason });
  });
});

describe('payments without an answer', () => {
  const silent = (desk: RunnerDesk, ...references: string[]): void => {
    for (const reference of references)
      desk.answers.set(reference, () => fail('outcome.unknown', 'test'));
  };

  test('stop the file when there are three in a row', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(5));
    silent(desk, 'L-2', 'L-3', 'L-4');
    expect(await desk.send(batchId)).toMatchObject({
      state: 'stopped',
      stopReason:
        'Line 4: 3 payments in a row got no answer. They are being looked up at the bank; the rest waits until you resume.',
      counts: { unknown: 3, ready: 2 },
    });
  });

  test('do not stop it with an answered one between them', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(5));
    silent(desk, 'L-2', 'L-3', 'L-5', 'L-6');
    expect(await desk.send(batchId)).toMatchObject({
      state: 'done',
      counts: { unknown: 4, accepted: 1 },
    });
  });
});

describe('payees that the bank does not return', () => {
  const unread = (desk: RunnerDesk, ...ids: string[]): void => {
    for (const id of ids)
      desk.payees.set(id, () => fail('bank.unavailable', 'test', { bank: { status: 503 } }));
  };
  const warned = ({ toConfirm }: PaymentFile) => toConfirm;

  test('are a warning of their own lines from then on, until the bank returns them', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop([...lines(2, 'b-1'), ...lines(1, 'b-2', 9)]);
    unread(desk, 'b-1');
    const stopped = await desk.send(batchId);
    expect(stopped).toMatchObject({
      state: 'stopped',
      counts: { ready: 2, accepted: 1 },
      toConfirm: [{ kind: 'payee-unread', lines: 2 }],
    });
    expect(statesOf(desk, batchId)).toEqual(['ready', 'ready', 'accepted']);
    desk.payees.set('b-1', payeeOf('b-1'));
    const confirmation = {
      by: 'person',
      acknowledged: ['payee-unread'],
      seal: stopped.seal,
    } as const;
    expect(await desk.send(batchId, confirmation)).toMatchObject({ state: 'done', toConfirm: [] });
    expect(warned(await desk.drop(lines(1, 'b-1', 20)))).toEqual([]);
  });

  test('stop the file when there are three in a row, and the others are not expected either', async () => {
    const desk = openRunner();
    desk.cache.saveBeneficiary(payeeOf('b-4'), '2026-11-20T12:00:00.000Z');
    desk.payees.set('b-4', payeeOf('b-4'));
    const { batchId } = await desk.drop([
      ...lines(2, 'b-1', 2),
      ...lines(1, 'b-2', 4),
      ...lines(1, 'b-3', 5),
      ...lines(1, 'b-4', 6),
    ]);
    unread(desk, 'b-1', 'b-2', 'b-3');
    const stopped = await desk.send(batchId);
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopReason:
        'Line 5: 3 payees in a row could not be read from the bank. The rest waits until you resume.',
      counts: { ready: 5 },
      toConfirm: [{ kind: 'payee-unread', lines: 5 }],
    });
    expect([...desk.runner.heldIn(batchId).keys()]).toEqual([2, 3, 4, 5]);
    for (const id of ['b-1', 'b-2', 'b-3']) desk.payees.set(id, payeeOf(id));
    const confirmation = {
      by: 'person',
      acknowledged: ['payee-unread'],
      seal: stopped.seal,
    } as const;
    expect((await desk.send(batchId, confirmation)).counts).toMatchObject({ accepted: 5 });
    expect(warned(await desk.drop(lines(1, 'b-4', 20)))).toEqual([]);
  });

  test('do not stop it with one between them that it returns', async () => {
    const desk = openRunner();
    desk.cache.saveBeneficiary(payeeOf('b-4'), '2026-11-20T12:00:00.000Z');
    desk.payees.set('b-4', payeeOf('b-4'));
    const { batchId } = await desk.drop(
      ['b-1', 'b-2', 'b-4', 'b-3'].flatMap((id, at) => lines(1, id, at + 2)),
    );
    unread(desk, 'b-1', 'b-2', 'b-3');
    expect(await desk.send(batchId)).toMatchObject({
      counts: { accepted: 1, ready: 3 },
      toConfirm: [{ kind: 'payee-unread', lines: 3 }],
    });
    expect(fileById(desk.parts.journal, batchId)?.stopReason).toContain('were held back');
  });

  test('are asked of a file that was checked before, which is checked anew', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(1, 'b-1'));
    const other = await desk.drop(lines(1, 'b-1', 9));
    const unowned = await desk.drop(lines(1, 'b-2', 10));
    unread(desk, 'b-1');
    await desk.send(batchId);
    expect(warned(await desk.runner.get(unowned.batchId, context))).toEqual([]);
    expect(warned(await desk.runner.get(other.batchId, context))).toEqual([
      { kind: 'payee-unread', lines: 1 },
    ]);
  });

  test('stay a warning where the bank cannot be reached when they are asked for again', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(1));
    unread(desk, 'b-1');
    await desk.send(batchId);
    desk.payees.set('b-1', () => fail('network.unreachable', 'test'));
    expect(warned(await desk.send(batchId))).toEqual([{ kind: 'payee-unread', lines: 1 }]);
  });

  test('are not expected of other files either, as often as three in a row are not returned', async () => {
    const desk = openRunner();
    for (const id of ['b-4', 'b-5']) {
      desk.payees.set(id, payeeOf(id));
      desk.cache.saveBeneficiary(payeeOf(id), '2026-11-20T12:00:00.000Z');
    }
    unread(desk, 'b-1', 'b-2', 'b-3');
    const unreadPayees = await desk.drop(
      ['b-1', 'b-2', 'b-3'].flatMap((id, at) => lines(1, id, at + 2)),
    );
    const readPayees = await desk.drop(lines(1, 'b-4', 8));
    const other = await desk.drop(lines(1, 'b-5', 9));
    const otherNow = async () => warned(await desk.runner.get(other.batchId, context));
    const warning = [{ kind: 'payee-unread', lines: 1 }];
    await desk.send(unreadPayees.batchId);
    expect(await otherNow()).toEqual(warning);
    await desk.send(readPayees.batchId);
    expect(await otherNow()).toEqual([]);
    await desk.send(unreadPayees.batchId);
    expect(await otherNow()).toEqual(warning);
  });

  test('by a bank that names no way to read them are a warning from the first check on', async () => {
    const desk = openRunner(({ bank }) => {
      bank.closed.add('getBeneficiary');
    });
    const closed = await desk.drop(lines(1));
    expect(warned(closed)).toEqual([{ kind: 'payee-unread', lines: 1 }]);
    expect(desk.linesOf(closed.batchId)[0]?.warnings[0]?.message).toContain(
      'its bank file names no way to read payees',
    );
    desk.bank.closed.delete('getAllBeneficiaries');
    expect(warned(await desk.drop(lines(1, 'b-1', 9)))).toEqual([]);
  });
});

describe('the window', () => {
  test('is notified of the beginning of a file and of its end at once, and at most four times a second between them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(5));
    const first = holdUp(desk, 'L-4');
    const second = holdUp(desk, 'L-5');
    valueOf(await desk.start(batchId));
    await first.arrived;
    expect(desk.views).toMatchObject([{ state: 'sending', counts: { ready: 5 } }]);
    vi.advanceTimersByTime(249);
    expect(desk.views).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(desk.views).toHaveLength(2);
    expect(desk.views[1]).toMatchObject({ counts: { accepted: 2, sending: 1 } });
    vi.advanceTimersByTime(1_000);
    expect(desk.views).toHaveLength(2);
    first.letGo();
    await second.arrived;
    vi.advanceTimersByTime(250);
    expect(desk.views).toHaveLength(3);
    second.letGo();
    await desk.runner.ended();
    expect(desk.views).toHaveLength(4);
    expect(desk.views.at(-1)?.state).toBe('done');
    vi.advanceTimersByTime(1_000);
    expect(desk.views).toHaveLength(4);
  });

  test('is sent an event of a line that is held back while the next one is at the bank', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const desk = openRunner();
    const { batchId } = await desk.drop([...lines(1, 'b-2'), ...lines(1, 'b-1', 3)]);
    desk.payees.set('b-2', () => fail('bank.refused', 'test', { bank: { status: 404 } }));
    const gate = holdUp(desk, 'L-3');
    valueOf(await desk.start(batchId));
    await gate.arrived;
    vi.advanceTimersByTime(250);
    expect(desk.views.at(-1)).toMatchObject({
      state: 'sending',
      counts: { invalid: 1, sending: 1 },
    });
    gate.letGo();
    await desk.runner.ended();
  });

  test('is sent events for a twentieth of the time of a run at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => ms);
    onTestFinished(() => void vi.restoreAllMocks());
    const desk = openBatchDesk({ atOnce: 1 });
    let events = 0;
    const runner = new PaymentFileRunner(desk.parts, ({ state }) => {
      if (state !== 'sending') return;
      events += 1;
      ms += 100;
    });
    const { batchId } = valueOf(await runner.add(fileOf(lines(5)), context));
    const first = holdUp(desk, 'L-4');
    const second = holdUp(desk, 'L-5');
    valueOf(await runner.start(batchId, script, context));
    await first.arrived;
    vi.advanceTimersByTime(1_999);
    expect(events).toBe(1);
    vi.advanceTimersByTime(1);
    expect(events).toBe(2);
    first.letGo();
    await second.arrived;
    vi.advanceTimersByTime(2_000);
    expect(events).toBe(3);
    second.letGo();
    await runner.ended();
  });

  test('that cannot be notified stops no payment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const desk = openBatchDesk({ atOnce: 1 });
    let tries = 0;
    const runner = new PaymentFileRunner(desk.parts, ({ state }) => {
      if (state !== 'sending') return;
      tries += 1;
      throw new Error('no window');
    });
    const { batchId } = valueOf(await runner.add(fileOf(lines(3)), context));
    const gate = holdUp(desk, 'L-3');
    valueOf(await runner.start(batchId, script, context));
    await gate.arrived;
    vi.advanceTimersByTime(250);
    expect(tries).toBe(2);
    gate.letGo();
    await runner.ended();
    expect(desk.orders).toHaveLength(3);
  });
});

test('a change that is refused does not hold up the next one', async () => {
  const { runner, drop } = openRunner();
  const gone: Promise<Outcome<PaymentFile>> = runner.start('gone', script, context);
  const added = drop(lines(1));
  expect(await refused(gone)).toContain('no longer here');
  expect((await added).counts).toMatchObject({ ready: 1 });
});

describe('a payment that its message asks for on a later day', () => {
  const dayIn = (days: number) => addDays(dayOf(beginning), days);
  const file = {
    fileName: 'run.xml',
    bytes: painFile({
      groups: [
        { lines: [{ id: 'NOW', iban: '002', name: 'Payee b-2', amount: '2.00' }] },
        { date: dayIn(40), lines: [{ id: 'LATE' }] },
        { date: dayIn(41), lines: [{ id: 'LATER', amount: '3.00' }] },
      ],
    }),
  };

  test('is scheduled when the file is sent, and the others are sent', async () => {
    const { runner, send, orders, parts, linesOf } = openRunner();
    const { batchId, counts } = valueOf(await runner.add(file, context));
    expect(counts).toMatchObject({ ready: 1, later: 2 });
    expect(await send(batchId)).toMatchObject({
      ...{ state: 'done', stopReason: null },
      counts: { accepted: 1, scheduled: 2 },
    });
    expect(orders.map(({ reference }) => reference)).toEqual(['NOW']);
    expect(
      scheduledPayments(parts.journal, 10).map(({ order, day, source, sourceId }) => [
        ...[order.reference, day, source, sourceId],
      ]),
    ).toEqual([
      ['LATE', dayIn(40), 'file', batchId],
      ['LATER', dayIn(41), 'file', batchId],
    ]);
    expect(linesOf(batchId).map(({ due }) => due?.day)).toEqual([undefined, dayIn(40), dayIn(41)]);
  });

  test('moves from a day on which banks do not work, and its line says why', async () => {
    const desk = openBatchDesk();
    const runner = new PaymentFileRunner(desk.parts, () => undefined, {
      ...onTheDay(desk.parts),
      dueDay: (day) => ({ day: addDays(day, 2), reason: 'Saturday' }),
    });
    const { batchId } = valueOf(await runner.add(file, context));
    valueOf(await runner.start(batchId, script, context));
    await runner.ended();
    expect(desk.linesOf(batchId)[1]?.due).toEqual({
      ...{ entered: dayIn(40), day: dayIn(42), moved: 'Saturday' },
    });
  });

  test('is not scheduled twice by the file again, nor paid by another file under its reference', async () => {
    const { runner, send, start, orders, parts, drop } = openRunner();
    const { batchId } = valueOf(await runner.add(file, context));
    await send(batchId);
    expect(await start(batchId, script)).toMatchObject({ ok: false });
    await expect(runner.remove(batchId)).rejects.toThrow('Payments of this file were sent');
    const other = await drop([{ reference: 'late', amount: '9.00' }]);
    expect(other.counts).toMatchObject({ invalid: 1, ready: 0 });
    expect([scheduledPayments(parts.journal, 10).length, orders.length]).toEqual([2, 1]);
  });

  test('that was scheduled can be neither left out nor repaired in the file', async () => {
    const { runner, send, linesOf } = openRunner();
    const { batchId } = valueOf(await runner.add(file, context));
    await send(batchId);
    const [, { line } = { line: 0 }] = linesOf(batchId);
    const skipped = await runner.skip(batchId, { lines: [line], skipped: true }, context);
    expect(skipped).toMatchObject({ changed: 0, skipped: [{ reason: 'changed' }] });
  });
});

describe('the totals of a file that is being sent', () => {
  /** The totals as a reading of everything in flight gives them. */
  const readAnew = ({ parts }: PaymentFileDesk, batchId: string) =>
    fileView(parts, fileById(parts.journal, batchId)!, {
      ...{ isRunning: true, isUnlisted: false, seal: '', fundsAt: fundsIn(parts) },
    }).totals;

  test('are those of the journal at each payment, whatever the bank makes of it', async () => {
    const desk = openRunner();
    desk.cache.saveAccounts([accountWith('1', '1000.00')], '2026-11-20T12:00:00.000Z');
    const { batchId } = await desk.drop(lines(8));
    desk.answers.set('L-3', () =>
      fail('bank.refused', 'test', { bank: { status: 422, message: 'No' } }),
    );
    desk.answers.set('L-5', () => fail('outcome.unknown', 'test'));
    const seen: [running: unknown, anew: unknown][] = [];
    const compare = async (): Promise<void> => {
      const running = await desk.runner.get(batchId, context);
      seen.push([running.totals, readAnew(desk, batchId)]);
    };
    const answer = desk.bank.answers.createSingleTransfer!;
    desk.bank.answers.createSingleTransfer = async (input, called) => {
      const answered = await answer(input, called);
      if (input.body.reference === 'L-4' && answered.ok) answered.value.transfer.fee = '0.50';
      return answered;
    };
    beforeAnswers(desk, compare);
    const ended = await desk.send(batchId);
    expect(ended.counts).toMatchObject({ accepted: 6, refused: 1, unknown: 1 });
    expect(seen).toHaveLength(8);
    for (const [running, anew] of seen) expect(running).toEqual(anew);
    expect(seen[5]?.[0]).toMatchObject([{ inFlight: { amount: '24.50' }, lines: 2 }]);
  });

  test('count a payment that the bank turns out to have, and read a new balance after a minute', async () => {
    const desk = openRunner();
    desk.cache.saveAccounts([accountWith('1', '1000.00')], '2026-11-20T12:00:00.000Z');
    const { batchId } = await desk.drop(lines(8));
    desk.transfers.push(listedTransfer({ reference: 'L-4', amount: '4.00', createdAt: beginning }));
    const leftOf = ([total]: readonly PaymentFileTotals[]) => total?.balance.after?.amount;
    const seen: Record<string, (string | undefined)[]> = {};
    beforeAnswers(desk, async (reference) => {
      const { totals } = await desk.runner.get(batchId, context);
      seen[reference] = [leftOf(totals), leftOf(readAnew(desk, batchId))];
      if (reference === 'L-6')
        desk.cache.saveAccounts([accountWith('1', '500.00')], '2026-11-20T12:01:00.000Z');
      if (reference === 'L-7') desk.passes(60_000);
    });
    await desk.send(batchId);
    expect(seen).toEqual({
      'L-2': ['956.00', '956.00'],
      'L-3': ['956.00', '956.00'],
      'L-5': ['956.00', '956.00'],
      'L-6': ['956.00', '956.00'],
      'L-7': ['956.00', '456.00'],
      'L-8': ['456.00', '456.00'],
      // Nothing is left to send.
      'L-9': [undefined, undefined],
    });
  });

  test('stop no payment where they cannot be read', async () => {
    const desk = openRunner();
    const { batchId } = await desk.drop(lines(3));
    vi.spyOn(desk.parts.evidence, 'balances').mockImplementation(() => {
      throw new DeskFault('store.full', 'The disk is full.');
    });
    expect(await desk.send(batchId)).toMatchObject({ state: 'done', counts: { accepted: 3 } });
    expect(desk.orders).toHaveLength(3);
  });

  test('ask once for what is in flight, not with each payment', async () => {
    const desk = openRunner();
    desk.cache.saveAccounts([accountWith('1', '1000.00')], '2026-11-20T12:00:00.000Z');
    const { batchId } = await desk.drop(lines(8));
    const balances = vi.spyOn(desk.parts.evidence, 'balances');
    let whileSending = 0;
    beforeAnswers(desk, async () => {
      const before = balances.mock.calls.length;
      await desk.runner.get(batchId, context);
      whileSending += balances.mock.calls.length - before;
    });
    await desk.send(batchId);
    expect(balances).toHaveBeenCalled();
    expect(whileSending).toBe(0);
  });
});
