import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { withClaims, type Claims } from '../../../electron/engines/submissions/claims.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import { rows } from '../../../electron/engines/store/database.ts';
import { PaymentFileRunner } from '../../../electron/nouns/payments/file/runner.ts';
import type { StartConfirmation } from '../../../electron/nouns/payments/file/start-confirmation.ts';
import { addDays, dayOf } from '../../../shared/calendar/calendar.ts';
import { appError, type ErrorCode } from '../../../shared/errors.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import type { PaymentFile } from '../../../shared/ipc/changes/payment-files.ts';
import { ok } from '../../../shared/result.ts';
import { fakeClaims } from '../../support/desks/fake-claims.ts';
import { painFile } from '../../support/files/pain-files.ts';
import { beginning, context, failed, valueOf, written } from '../../support/desks/lone-desk.ts';
import {
  beforeAnswers,
  fileOf,
  holdUp,
  openBatchDesk,
  payeeOf,
  type FileLine,
  type PaymentFileDesk,
} from './batch-desk.ts';

const byScript = (...twins: string[]): StartConfirmation => ({
  ...{ by: 'script', twins, payeeChecked: false, twinsUnchecked: false },
});

/** Lines of different amounts, with the references L-2, L-3 and so on. */
const lines = (count: number): FileLine[] =>
  Array.from({ length: count }, (_, at) => ({
    reference: `L-${String(at + 2)}`,
    amount: `${String(at + 2)}.00`,
  }));

async function openFile(given: readonly FileLine[], claiming: Partial<Claims> = {}) {
  const desk = openBatchDesk();
  const claims = fakeClaims(claiming);
  const parts = withClaims(desk.parts, claims);
  const runner = new PaymentFileRunner(parts, () => undefined);
  const { batchId } = valueOf(await runner.add(fileOf(given), context));
  const send = async (confirmation = byScript()): Promise<PaymentFile> => {
    valueOf(await runner.start(batchId, confirmation, context));
    await runner.ended();
    return runner.get(batchId, context);
  };
  return {
    ...desk,
    ...{ parts, claims, runner, batchId, send },
    states: () => desk.linesOf(batchId).map(({ shown }) => shown),
  };
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `L-${String(from + at)}`);
const ada = (line: number, given: { reference?: string } = {}) => ({
  ...({ by: 'Ada Obi', at: beginning, state: 'accepted', reference: 'ADA-1' } as const),
  likeness: `transfer|b-1|${String(line)}.00|USD`,
  ...given,
});
/** Claims fail for these lines. */
const failing = (code: ErrorCode, ...references: string[]): Partial<Claims> => ({
  claim: ({ reference }) =>
    Promise.resolve(references.includes(reference) ? failed(code) : ok(null)),
});

describe('the lines of a file', () => {
  test('are claimed ahead, fifty in one act, each as it is claimed at its turn, and given back once at the end', async () => {
    const file = await openFile(lines(120));
    expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 120 } });
    const { ahead, claimed, acts } = file.claims;
    expect(ahead.map((act) => act.map(({ reference }) => reference))).toEqual([
      numbers(2, 51),
      numbers(52, 101),
      numbers(102, 121),
    ]);
    const byReference = new Map(claimed.map((one) => [one.reference, one]));
    // What leaves is checked at its turn.
    for (const { sending, ...one } of ahead.flat())
      expect([sending, byReference.get(one.reference)]).toMatchObject([null, one]);
    expect(claimed).toHaveLength(120);
    const [first] = ahead.flat();
    const order = { accountNumber: '1', beneficiaryId: 'b-1', amount: '2.00', currency: 'USD' };
    const stored = submissionByReference(file.parts.journal, 'L-2')!;
    expect(JSON.parse(stored.payload)).toEqual({ body: { ...order, reference: 'L-2' } });
    expect(first).toEqual({
      ...{ reference: 'L-2', likeness: 'transfer|b-1|2.00|USD', twins: [] },
      payloadHash: createHash('sha256').update(stored.payload).digest('hex'),
      sending: null,
    });
    // No line is claimed at its turn before its act.
    const turns = acts.filter((act) => !act.startsWith('settled'));
    expect(turns[0]).toBe('ahead 50');
    expect(turns.indexOf('claim L-52')).toBeGreaterThan(turns.lastIndexOf('ahead 50'));
    expect(acts.at(-1)).toBe('release');
    expect(acts.filter((act) => act === 'release')).toHaveLength(1);
  });

  test('are claimed while the last ones of the act before are on their way', async () => {
    const file = await openFile(lines(60));
    const seen: number[] = [];
    beforeAnswers(file, (reference) => {
      if (reference === 'L-51') seen.push(file.claims.ahead.length);
      return setTimeout(1);
    });
    await file.send();
    expect(seen).toEqual([2]);
  });

  test('wait for the act that claims them', async () => {
    const gates = [1, 2].map(() => Promise.withResolvers<undefined>());
    let acts = 0;
    const file = await openFile(lines(60), { claimAhead: () => gates[acts++]!.promise });
    const sent = file.send();
    await expect.poll(() => acts).toBe(1);
    await setTimeout(20);
    expect([file.orders.length, new Set(file.states())]).toEqual([0, new Set(['ready'])]);
    gates[0]!.resolve(undefined);
    await expect.poll(() => acts).toBe(2);
    await setTimeout(50);
    // The group behind them has lines of the second act.
    expect(file.orders).toHaveLength(48);
    gates[1]!.resolve(undefined);
    expect(await sent).toMatchObject({ counts: { accepted: 60 } });
  });

  test('that resemble another payment, or that a script cannot confirm, are left to their turn', async () => {
    const file = await openFile([
      ...lines(5),
      { reference: 'SAME-1', amount: '70.00' },
      { reference: 'SAME-2', amount: '70.00' },
    ]);
    file.claims.twins.push(ada(3));
    await file.send(byScript('ADA-1'));
    expect(file.states()).toEqual([...Array<string>(6).fill('accepted'), 'ready']);
    expect(file.claims.ahead.flat().map(({ reference }) => reference)).toEqual([
      'L-2',
      ...numbers(4, 6),
    ]);
  });

  test('that are for a later day are not claimed: they are scheduled', async () => {
    // Another line is sent, so that lines are claimed ahead.
    const groups = [
      { lines: [{ id: 'NOW', amount: '5.00' }] },
      { date: addDays(dayOf(beginning), 30), lines: [{ id: 'LATE', amount: '6.00' }] },
    ];
    const file = await openFile(lines(1));
    const dated = { fileName: 'day.xml', bytes: painFile({ groups }) };
    const { batchId } = valueOf(await file.runner.add(dated, context));
    valueOf(await file.runner.start(batchId, byScript(), context));
    await file.runner.ended();
    const ahead = file.claims.ahead.flat().map(({ reference }) => reference);
    expect([ahead, file.orders.length]).toEqual([['NOW'], 1]);
  });

  test('that never left are claimed as they were written down', async () => {
    const file = await openFile(lines(3));
    // With another account than the line has now.
    const { payloadHash } = written(file, 'L-3', { state: 'not-sent', amount: '3.00' });
    await file.send();
    expect(file.claims.claimed.find(({ reference }) => reference === 'L-3')).toMatchObject({
      payloadHash,
    });
    expect(file.claims.ahead.flat()).toContainEqual({
      ...{ reference: 'L-3', likeness: 'transfer|b-1|3.00|USD', payloadHash, twins: [] },
      sending: null,
    });
  });

  test('are sent one by one where the act fails', async () => {
    for (const claimAhead of [
      () => Promise.reject(new Error('a fault of ours')),
      () => {
        throw new TypeError('a fault of ours');
      },
    ]) {
      const file = await openFile(lines(3), { claimAhead });
      expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 3 } });
    }
  });
});

describe('what was claimed ahead is given back', () => {
  test('when a person stops the file, behind the act under way', async () => {
    const acts: string[] = [];
    const file = await openFile(lines(60), {
      claimAhead: async (claimables) => {
        await setTimeout(30);
        acts.push(`ahead ${String(claimables.length)}`);
      },
      release: () => {
        acts.push('release');
        return Promise.resolve();
      },
    });
    // The second act has begun by then.
    beforeAnswers(file, (reference) => {
      if (reference === 'L-46') file.runner.stop(file.batchId);
      return Promise.resolve();
    });
    expect(await file.send()).toMatchObject({ state: 'stopped' });
    expect(acts).toEqual(['ahead 50', 'ahead 10', 'release']);
  });

  test('when the desk closes', async () => {
    const file = await openFile(lines(9));
    const held = holdUp(file, 'L-2');
    const sent = file.send();
    await held.arrived;
    const closed = file.runner.close();
    held.letGo();
    await Promise.all([closed, sent]);
    expect(file.claims.acts).toContain('release');
  });

  test('when the run fails, and when the journal’s reservation cannot be given back', async () => {
    const file = await openFile(lines(3));
    file.runner = new PaymentFileRunner(
      {
        ...file.parts,
        continuity: { ...file.continuity, settle: () => Promise.reject(new Error('no room')) },
      },
      () => undefined,
    );
    valueOf(await file.runner.start(file.batchId, byScript(), context));
    await file.runner.ended();
    expect(file.claims.acts).toContain('release');
  });

  test('and a team that fails at it leaves the result as it is', async () => {
    const file = await openFile(lines(3), { release: () => Promise.reject(new Error('gone')) });
    expect(await file.send()).toMatchObject({ state: 'done', stopReason: null });
  });
});

describe('a claim that fails', () => {
  test.each<ErrorCode>(['team.server-behind', 'team.damaged', 'team.revoked', 'cancelled'])(
    'with %s stops the file, and its lines are sent later',
    async (code) => {
      const file = await openFile(lines(12), failing(code, ...numbers(6, 13)));
      const { message } = appError(code, 'test');
      expect(await file.send()).toMatchObject({
        state: 'stopped',
        stopReason: `Line 6: ${message}`,
        counts: { accepted: 4, 'not-sent': 4, ready: 4 },
      });
      expect(file.orders).toHaveLength(4);
      file.claims.claim = () => Promise.resolve(ok(null));
      expect(await file.send()).toMatchObject({ state: 'done', counts: { accepted: 12 } });
      expect(new Set(file.orders.map(({ reference }) => reference)).size).toBe(12);
      expect(file.orders).toHaveLength(12);
    },
  );

  test.each<ErrorCode>(['team.taken', 'team.twin', 'team.not-approved'])(
    'with %s leaves its line out with the reason, and the file goes on',
    async (code) => {
      const file = await openFile(lines(12), failing(code, 'L-3', 'L-9'));
      const { message } = appError(code, 'test');
      expect(await file.send()).toMatchObject({
        state: 'stopped',
        stopReason: `Lines were held back: ${message}`,
        counts: { accepted: 10, 'not-sent': 2 },
      });
      expect([...file.runner.heldIn(file.batchId)]).toEqual([
        [3, message],
        [9, message],
      ]);
      expect(file.orders.map(({ reference }) => reference)).not.toContain('L-3');
    },
  );

  test('for one reason, and for another, says that the reasons differ', async () => {
    const file = await openFile(lines(12), {
      claim: ({ reference }) =>
        Promise.resolve(
          reference === 'L-3'
            ? failed('team.taken')
            : reference === 'L-9'
              ? failed('team.twin')
              : ok(null),
        ),
    });
    expect(await file.send()).toMatchObject({
      stopReason: 'Lines were held back, each for a reason of its own. Look at them, then resume.',
    });
  });

  test('for twenty lines in a row that lack their approvals stops the file', async () => {
    const file = await openFile(
      lines(45),
      failing('team.not-approved', ...numbers(3, 21), ...numbers(23, 46)),
    );
    const { message } = appError('team.not-approved', 'test');
    // Four are sent at once: three more were on their way behind the twentieth.
    expect(await file.send()).toMatchObject({
      state: 'stopped',
      stopReason: `Line 42: ${message}`,
      counts: { accepted: 2, 'not-sent': 42, ready: 1 },
    });
  });

  test('where the team forbids sending, begins nothing', async () => {
    const file = await openFile(lines(3), { allows: () => failed('team.not-joined') });
    expect(await file.runner.start(file.batchId, byScript(), context)).toMatchObject({
      error: { code: 'team.not-joined' },
    });
    expect([file.claims.acts, file.states()]).toEqual([[], ['ready', 'ready', 'ready']]);
  });

  test('where the team forbids it in the middle, stops the file and holds no line as wrong', async () => {
    let isOpen = true;
    const file = await openFile(lines(8), {
      allows: () => (isOpen ? ok(null) : failed('team.server-behind')),
    });
    beforeAnswers(file, () => {
      isOpen = false;
      return Promise.resolve();
    });
    expect(await file.send()).toMatchObject({
      state: 'stopped',
      counts: { accepted: 4, ready: 4, invalid: 0 },
    });
  });
});

describe('a line that looks like a payment of the team', () => {
  test('is held back until a script names that one, and the claim names it', async () => {
    const file = await openFile(lines(4));
    file.claims.twins.push(ada(3));
    expect(await file.send()).toMatchObject({ counts: { accepted: 3, ready: 1 } });
    expect(file.runner.heldIn(file.batchId).get(3)).toContain(
      'by Ada Obi at 2026-11-20 10:00 UTC, reference ADA-1. If it is meant once more, add --twin-of ADA-1.',
    );
    expect(await file.send(byScript('ADA-1'))).toMatchObject({ state: 'done' });
    expect(file.claims.claimed.at(-1)).toMatchObject({ reference: 'L-3', twins: ['ADA-1'] });
  });

  test('and came behind its check keeps a line from being sent again until it is named', async () => {
    const file = await openFile(lines(2));
    written(file, 'L-2', { state: 'not-sent', amount: '2.00' });
    file.claims.twins.push(ada(2));
    file.claims.claimAhead = () => {
      file.claims.twins.push(ada(2, { reference: 'ADA-2' }));
      return Promise.resolve();
    };
    expect(await file.send(byScript('ADA-1'))).toMatchObject({
      counts: { accepted: 1, 'not-sent': 1 },
    });
    expect(file.runner.heldIn(file.batchId).get(2)).toContain('add --twin-of ADA-2.');
    expect(file.claims.claimed.map(({ reference }) => reference)).toEqual(['L-3']);
  });

  test('is shown to a person, who confirms those that were shown', async () => {
    const file = await openFile(lines(4));
    file.claims.twins.push(ada(3));
    const { toConfirm, seal } = valueOf(ok(await file.runner.get(file.batchId, context)));
    // The desk reads the record of the team on in the meantime.
    const start = (given: { seal: string }) =>
      file.runner.start(
        file.batchId,
        { by: 'person', acknowledged: ['duplicate'], ...given },
        context,
      );
    expect(toConfirm).toEqual([]);
    expect(await start({ seal })).toMatchObject({ error: { code: 'confirmation.required' } });
    const shown = await file.runner.get(file.batchId, context);
    expect(shown.toConfirm).toEqual([{ kind: 'duplicate', lines: 1 }]);
    valueOf(await start(shown));
    await file.runner.ended();
    expect(file.states()).toEqual(Array(4).fill('accepted'));
    expect(file.claims.claimed.find(({ reference }) => reference === 'L-3')).toMatchObject({
      twins: ['ADA-1'],
    });
  });

  test('and was refused by the team first, is confirmed when the desk has read of it', async () => {
    const file = await openFile(lines(4), failing('team.twin', 'L-3'));
    await file.send();
    expect(file.states()).toEqual(['accepted', 'not-sent', 'accepted', 'accepted']);
    file.claims.twins.push(ada(3));
    const claimed: unknown[] = [];
    file.claims.claim = (claimable) => {
      claimed.push(claimable);
      return Promise.resolve(ok(null));
    };
    expect(await file.send()).toMatchObject({ counts: { 'not-sent': 1 } });
    const { seal, toConfirm } = await file.runner.get(file.batchId, context);
    expect(toConfirm).toEqual([{ kind: 'duplicate', lines: 1 }]);
    const person = { by: 'person', acknowledged: ['duplicate'] } as const;
    // One more came behind what was shown.
    file.claims.twins.push(ada(3, { reference: 'ADA-2' }));
    expect(await file.runner.start(file.batchId, { ...person, seal }, context)).toMatchObject({
      error: { code: 'confirmation.required' },
    });
    expect(claimed).toEqual([]);
    const again = await file.runner.get(file.batchId, context);
    expect(await file.send({ ...person, seal: again.seal })).toMatchObject({ state: 'done' });
    expect(claimed).toMatchObject([{ reference: 'L-3', twins: ['ADA-1', 'ADA-2'] }]);
  });
});

describe('a file of a desk without a team', () => {
  const run = async (desk: PaymentFileDesk, parts: PaymentFileDesk['parts']) => {
    const runner = new PaymentFileRunner(parts, () => undefined);
    desk.answers.set('L-4', () => failed('outcome.unknown'));
    desk.payees.set('b-2', payeeOf('b-2'));
    const { batchId } = valueOf(await runner.add(fileOf(lines(9)), context));
    for (let times = 0; times < 2; times += 1) {
      const started = await runner.start(batchId, byScript(), context);
      // Nothing is left to send the second time.
      expect(started.ok).toBe(times === 0);
      await runner.ended();
    }
    return rows(
      desk.parts.journal,
      `SELECT reference, payload, payload_hash, state, created_at, settled_at, error, about, likeness, record_id
       FROM submission ORDER BY id`,
    );
  };

  test('leaves the journal of one whose team grants all, and asks nothing', async () => {
    const alone = openBatchDesk();
    const inTeam = openBatchDesk();
    const claims = fakeClaims();
    expect(await run(alone, alone.parts)).toEqual(
      await run(inTeam, withClaims(inTeam.parts, claims)),
    );
    expect(alone.parts.claims).toBeUndefined();
    expect(alone.bank.asked).toEqual(inTeam.bank.asked);
    expect(claims.claimed).toHaveLength(9);
  });

  test.each([0, 3])(
    'lets a person confirm what looks like a line that never left, %i days later',
    async (days) => {
      const desk = openBatchDesk();
      const runner = new PaymentFileRunner(desk.parts, () => undefined);
      const { batchId } = valueOf(await runner.add(fileOf(lines(2)), context));
      written(desk, 'L-2', { state: 'not-sent', amount: '2.00' });
      desk.passes(60_000);
      written(desk, 'TWIN', { state: 'accepted', amount: '2.00' });
      desk.passes(days * 86_400_000);
      const send = async (acknowledged: readonly PaymentWarningKind[]) => {
        const { seal } = await runner.get(batchId, context);
        const started = await runner.start(batchId, { by: 'person', acknowledged, seal }, context);
        await runner.ended();
        return started;
      };
      expect((await runner.get(batchId, context)).toConfirm).toEqual([
        { kind: 'duplicate', lines: 1 },
      ]);
      expect(await send([])).toMatchObject({ error: { code: 'confirmation.required' } });
      expect(desk.orders).toEqual([]);
      valueOf(await send(['duplicate']));
      expect(desk.linesOf(batchId).map(({ shown }) => shown)).toEqual(['accepted', 'accepted']);
    },
  );

  test('has no warning of what was sent long before a line that never left', async () => {
    const desk = openBatchDesk();
    const runner = new PaymentFileRunner(desk.parts, () => undefined);
    const { batchId } = valueOf(await runner.add(fileOf(lines(2)), context));
    written(desk, 'OLD', { state: 'accepted', amount: '2.00' });
    desk.passes(2 * 86_400_000);
    written(desk, 'L-2', { state: 'not-sent', amount: '2.00' });
    desk.passes(3 * 86_400_000);
    expect((await runner.get(batchId, context)).toConfirm).toEqual([]);
  });
});

test('nothing of a group is written down where a person stops the file while it is claimed', async () => {
  const file = await openFile(lines(3));
  file.claims.claimAhead = () => {
    file.runner.stop(file.batchId);
    return Promise.resolve();
  };
  expect(await file.send()).toMatchObject({ state: 'stopped' });
  expect([file.orders, file.states()]).toEqual([[], ['ready', 'ready', 'ready']]);
});
