import { expect, test } from 'vitest';

import { sharedKinds } from '../../electron/desk/open-bank/shared-records.ts';
import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import type { CloseParts } from '../../electron/nouns/closes/close-draft.ts';
import { acknowledgeLate, close, reopen, undoCloses } from '../../electron/nouns/closes/closing.ts';
import { closedView } from '../../electron/nouns/closes/late.ts';
import {
  actsOf,
  append,
  assertWhole,
  currentClose,
  lastAct,
  storedEntries,
  type Closing,
} from '../../electron/nouns/closes/tables.ts';
import { writeActs } from '../../electron/nouns/closes/team-acts.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { arrive, closingDeskWith } from '../support/desks/closing-desk.ts';
import { debitOf, paying } from '../support/desks/lone-desk.ts';
import { randoms, runSeed } from '../support/randoms.ts';
import { memoryRecord, sharedDesk, type SharedDesk } from '../support/team/shared-desks.ts';
import { settle, sharedTeam } from '../support/team/shared-team.ts';

const today = '2026-11-20';
const at = '2026-11-21T10:00:00.000Z';
const actor = actorNamed('Ada Merlin');
const entry = debitOf('e-1', { balanceE4: 4_000_000n });
const later = debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' });

/** A desk of a team with its own copy of the bank's statement. */
function closingOf(desk: SharedDesk, entries: readonly IncomingEntry[] = [entry]) {
  const here = closingDeskWith(entries);
  const parts: CloseParts = { ...here.closing, journal: desk.journal, team: desk.closes };
  const look = async (period: string) => {
    const { closeDraftOf } = await import('../../electron/nouns/closes/close-draft.ts');
    return closeDraftOf(parts, period);
  };
  return {
    ...{ here, parts, look },
    close: async (period = today, digest?: string) => {
      const draft = await look(period);
      const reasons = Object.fromEntries(draft.points.map(({ pointId }) => [pointId, 'x']));
      return close(parts, { period, digest: digest ?? draft.digest, reasons, actor }, () =>
        Promise.resolve([]),
      );
    },
    view: () => closedView(parts, currentClose(desk.journal, today)!),
  };
}

const historyOf = ({ journal }: SharedDesk, period = today): string[] =>
  actsOf(journal, period).map(({ act }) => act);

test('an account in a currency of the bank’s own is closed as any other', async () => {
  const { ada } = await sharedTeam(sharedKinds);
  const { accounts, digest, from, to } = await closingOf(ada).look(today);
  const read = (currency: string): boolean => {
    const own = accounts.map((account) => {
      const cells = Object.entries(account.cells).map(([name, cell]) => [
        name,
        { ...cell, place: null },
      ]);
      const closing = { amount: '1.00', currency };
      return { ...account, cells: Object.fromEntries(cells) as object, currency, closing };
    });
    const document = { digest, accounts: own, open: [], exports: [], isClockSetBack: false };
    const item = { act: 'close', actId: 'a', period: today, from, to, after: 0, document };
    const kind = sharedKinds.find((one) => one.kind === 'close');
    return kind?.read(JSON.parse(JSON.stringify(item)) as JsonObject) !== null;
  };
  expect(accounts).toHaveLength(1);
  expect([read('USD'), read('USDQ'), read('x'.repeat(11))]).toEqual([true, true, false]);
});

test('a close counts on all desks, under the person’s name, with its figures', async () => {
  const { ada, ben } = await sharedTeam(sharedKinds);
  const proof = await closingOf(ada).close();
  await ben.exchange();
  const there = currentClose(ben.journal, today)!.close;
  expect(there).toMatchObject({ at, period: today, from: today, to: today });
  expect(there.actor.name).toBe('Ada Merlin, entered by Ada');
  expect(there.document.digest).toBe(proof.digest);
  expect(there.document.accounts[0]!.closing).toEqual(proof.accounts[0]!.closing);
  // On its own desk it is as it always was.
  const here = currentClose(ada.journal, today)!.close;
  expect([here.actor, here.document.accounts, here.document.figuresOnly]).toEqual([
    ...[actor, proof.accounts, []],
  ]);
  expect(storedEntries(ada.journal, here.actId, paying)).not.toBeNull();
  assertWhole(ben.journal);
  expect([ben.changed.at(-1)?.has('close'), outgoingCount(ada.journal)]).toEqual([true, 0]);
  await expect(closingOf(ben).close()).rejects.toMatchObject({ code: 'close.refused' });
});

test('without the record nothing is closed, reopened or acknowledged, and nothing waits', async () => {
  const { ada } = await sharedTeam(sharedKinds);
  const desk = closingOf(ada);
  await desk.close();
  ada.line.isAway = true;
  const away = { code: 'team.unreachable' };
  await expect(desk.close('2026-11')).rejects.toMatchObject(away);
  const reopening = { period: today, reason: 'x', actor };
  await expect(reopen(desk.parts, reopening)).rejects.toMatchObject(away);
  const closes = [{ period: today, closedAt: at }];
  await expect(undoCloses(desk.parts, { closes, actor })).rejects.toMatchObject(away);
  arrive(desk.here, [entry, later]);
  await expect(acknowledgeLate(desk.parts, { period: today, actor })).rejects.toMatchObject(away);
  expect([historyOf(ada), outgoingCount(ada.journal)]).toEqual([['close'], 0]);
});

test('the record is asked before files are written: none are where it is away', async () => {
  const { ada } = await sharedTeam(sharedKinds);
  const { parts, look } = closingOf(ada);
  const { digest } = await look(today);
  ada.line.isAway = true;
  const written: string[] = [];
  const closing = close(parts, { period: today, digest, reasons: {}, actor }, ({ period }) => {
    written.push(period);
    return Promise.resolve([]);
  });
  await expect(closing).rejects.toMatchObject({ code: 'team.unreachable' });
  expect(written).toEqual([]);
});

test('of two who close at once one closes: the other learns it, and all desks have the same', async () => {
  const { ada, ben } = await sharedTeam(sharedKinds);
  const [first, second] = [closingOf(ada), closingOf(ben)];
  // Ben has read on, and Ada’s close comes before his is written.
  const write = ben.closes.write;
  second.parts = {
    ...second.parts,
    team: {
      ...ben.closes,
      write: async (items, by) => {
        await first.close();
        return write(items, by);
      },
    },
  };
  const draft = await second.look(today);
  await expect(
    close(
      second.parts,
      { period: today, digest: draft.digest, reasons: {}, actor: actorNamed('Ben Oduya') },
      () => Promise.resolve([]),
    ),
  ).rejects.toMatchObject({ code: 'close.moved' });
  await settle(ada, ben);
  for (const desk of [ada, ben]) expect(historyOf(desk)).toEqual(['close']);
  expect(currentClose(ben.journal, today)!.close.actor.name).toContain('Ada');
  second.parts = { ...second.parts, team: ben.closes };
  await reopen(second.parts, { period: today, reason: 'x', actor: actorNamed('Ben Oduya') });
  await settle(ada, ben);
  for (const desk of [ada, ben]) expect(historyOf(desk)).toEqual(['close', 'reopen']);
});

test('an undo is refused where a colleague did something since, also unseen', async () => {
  const { ada, ben } = await sharedTeam(sharedKinds);
  const [first, second] = [closingOf(ada), closingOf(ben)];
  const { closedAt } = await first.close();
  await ben.exchange();
  await reopen(second.parts, { period: today, reason: 'x', actor: actorNamed('Ben Oduya') });
  await second.close();
  const undoing = undoCloses(first.parts, { closes: [{ period: today, closedAt }], actor });
  await expect(undoing).rejects.toMatchObject({ code: 'undo.overtaken' });
  expect(historyOf(ada)).toEqual(['close', 'reopen', 'close']);
});

test('an own close is undone at once on all desks, and not by a colleague', async () => {
  const { ada, ben } = await sharedTeam(sharedKinds);
  const [first, second] = [closingOf(ada), closingOf(ben)];
  const { closedAt } = await first.close();
  const closes = [{ period: today, closedAt }];
  await expect(undoCloses(second.parts, { closes, actor })).rejects.toMatchObject({
    code: 'undo.overtaken',
  });
  await undoCloses(first.parts, { closes, actor });
  await settle(ada, ben);
  for (const desk of [ada, ben]) expect(historyOf(desk)).toEqual(['close', 'reopen']);
});

test('a lost answer closes once, and says no more than is known where the record stays away', async () => {
  const { record: memory, ada, ben } = await sharedTeam(sharedKinds);
  const desk = closingOf(ada);
  ada.line.losesNext = true;
  await desk.close();
  expect(memory.acts.length).toBe(2);
  const write = ada.closes.write;
  const lost: CloseParts = {
    ...desk.parts,
    team: {
      ...ada.closes,
      write: async (items, by) => {
        expect((await write(items, by)).ok).toBe(true);
        const { fail } = await import('../../shared/errors.ts');
        return fail('team.answer-lost', 'a test');
      },
    },
  };
  await expect(reopen(lost, { period: today, reason: 'x', actor })).rejects.toThrow(
    'Whether this was written shows when the record can be reached',
  );
  await settle(ada, ben);
  for (const one of [ada, ben]) expect(historyOf(one)).toEqual(['close', 'reopen']);
});

test('entries of a colleague’s close are stored here where they are the same, and named where they are not', async () => {
  const { ada, ben } = await sharedTeam(sharedKinds);
  await closingOf(ada).close();
  await ben.exchange();
  const { actId } = currentClose(ben.journal, today)!.close;
  const same = closingOf(ben);
  expect(await same.view()).toMatchObject({ lateTotal: 0, unlisted: [] });
  expect(storedEntries(ben.journal, actId, paying)).not.toBeNull();
  arrive(same.here, [entry, later]);
  const view = await same.view();
  expect(view.late.map(({ entryId, change }) => [entryId, change])).toEqual([['e-2', 'arrived']]);
  expect(await acknowledgeLate(same.parts, { period: today, actor })).toBe(1);
  await settle(ada, ben);
  for (const desk of [ada, ben]) expect(historyOf(desk)).toEqual(['close', 'acknowledge']);

  const { ada: dora, ben: emil } = await sharedTeam(sharedKinds);
  await closingOf(dora).close();
  await emil.exchange();
  expect(await closingOf(emil, [entry, later]).view()).toMatchObject({
    ...{ lateTotal: 0, unlisted: [paying] },
  });
});

const document: Closing = {
  ...{ digest: 'a'.repeat(64), accounts: [], open: [], exports: [], isClockSetBack: false },
  figuresOnly: [],
};

const closeAlone = ({ journal }: SharedDesk, period: string): void => {
  const act = { act: 'close', period, from: period, to: period, at, actor, document } as const;
  append(journal, act, { after: lastAct(journal).n });
};

test('a desk that joins brings the closes that stand on it, where the team has none of their period', async () => {
  const memory = memoryRecord();
  const ada = sharedDesk(memory, 1, sharedKinds);
  closeAlone(ada, '2026-11-18');
  closeAlone(ada, '2026-11-19');
  await reopen(
    { journal: ada.journal, clock: closingOf(ada).parts.clock },
    { period: '2026-11-19', reason: 'x', actor },
  );
  await ada.join();
  await ada.exchange();
  const ben = sharedDesk(memory, 2, sharedKinds);
  for (const day of ['2026-11-17', '2026-11-18']) closeAlone(ben, day);
  await ben.join();
  await settle(ben, ada);
  const actIdOn = ({ journal }: SharedDesk, day: string) => currentClose(journal, day)?.close.actId;
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
    expect(actIdOn(ben, day), day).toBe(actIdOn(ada, day));
  expect(historyOf(ada, '2026-11-18')).toEqual(['close']);
  expect(historyOf(ben, '2026-11-18')).toEqual(['close', 'close']);
  // Both go on from there.
  await reopen(closingOf(ada).parts, { period: '2026-11-18', reason: 'x', actor });
  await reopen(closingOf(ben).parts, { period: '2026-11-17', reason: 'x', actor });
  await settle(ben, ada);
  for (const desk of [ada, ben]) {
    expect(historyOf(desk, '2026-11-18').at(-1)).toBe('reopen');
    expect(historyOf(desk, '2026-11-17')).toEqual(['close', 'reopen']);
    assertWhole(desk.journal);
  }
});

test('what is no act of a close, or does not follow, changes nothing on any desk', async () => {
  const { record: memory, ada, ben } = await sharedTeam(sharedKinds);
  await closingOf(ada).close();
  await ben.exchange();
  const after = memory.acts.length;
  const known = currentClose(ada.journal, today)!.close.actId;
  const sound = {
    ...{
      act: 'close',
      actId: 'a1',
      period: '2026-11-19',
      from: '2026-11-19',
      to: '2026-11-19',
      after,
    },
    document: document as unknown as JsonObject,
  };
  const reason = { reason: 'x' };
  const plain = JSON.parse(JSON.stringify(document)) as JsonObject;
  const hostile: readonly JsonObject[] = [
    { ...sound, after: after - 1 },
    { ...sound, after: 0 },
    { ...sound, after: after + 1 },
    { ...sound, actId: known },
    { ...sound, after: null, actId: known },
    { ...sound, after: null, period: today, from: today, to: today },
    { ...sound, period: today, from: today, to: today },
    { ...sound, act: 'reopen', document: reason },
    {
      ...sound,
      act: 'reopen',
      after: null,
      period: today,
      from: today,
      to: today,
      document: reason,
    },
    { ...sound, act: 'acknowledge', document: { into: today, keys: ['k'] } },
    { ...sound, period: '2026-02-30', from: '2026-02-30', to: '2026-02-30' },
    { ...sound, from: '2026-10-01' },
    { ...sound, to: '2026-11-20' },
    { ...sound, period: '2026-11', from: '2026-10-01', to: '2026-11-30' },
    { ...sound, document: { ...plain, digest: 'x' } },
    { ...sound, document: { ...plain, open: [{}] } },
  ];
  for (const item of hostile) {
    expect((await ben.closes.write([item], { at, by: 'Ben' })).ok).toBe(true);
    await ada.exchange();
    for (const { journal } of [ada, ben]) expect(lastAct(journal).n, JSON.stringify(item)).toBe(1);
  }
  expect((await ben.closes.write([sound], { at, by: 'Ben' })).ok).toBe(true);
  await ada.exchange();
  for (const { journal } of [ada, ben]) expect(lastAct(journal).n).toBe(2);
});

test('a close that is longer than an act of the record is refused before it is sent', async () => {
  const { record: memory, ada } = await sharedTeam(sharedKinds);
  const long = { ...document, exports: [{ words: 'x'.repeat(1_000_000) }] } as unknown as Closing;
  const act = { act: 'close', period: today, from: today, to: today, at, actor } as const;
  const writing = writeActs(
    { journal: ada.journal, team: ada.closes },
    [{ ...act, document: long }],
    {
      after: 0,
    },
  );
  await expect(writing).rejects.toMatchObject({ code: 'close.refused' });
  expect(memory.acts.length).toBe(1);
});

test('a desk without a team closes by itself', async () => {
  const lone = sharedDesk(memoryRecord(), 1, sharedKinds);
  lone.line.isAway = true;
  await closingOf(lone).close();
  expect(historyOf(lone)).toEqual(['close']);
});

test.for([1, 2, 3, 4])(
  'three desks have the same closes whatever the order: run %i',
  async (run) => {
    const seed = runSeed() + run;
    const random = randoms(seed);
    const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const { desks } = await sharedTeam(sharedKinds, 3);
    const periods = ['2026-11-18', '2026-11-19', '2026-11-20'];
    const outcomes = new Set<string>();
    const acted = async (desk: SharedDesk): Promise<void> => {
      const period = of(periods);
      const isClosed = currentClose(desk.journal, period) !== null;
      const act = isClosed
        ? of([
            { act: 'reopen', document: { reason: 'x' } } as const,
            { act: 'acknowledge', document: { into: today, keys: ['k'] } } as const,
          ])
        : ({ act: 'close', document } as const);
      await writeActs(
        { journal: desk.journal, team: desk.closes },
        [{ ...act, period, from: period, to: period, at, actor }],
        { after: lastAct(desk.journal).n },
      ).then(
        () => outcomes.add('written'),
        (fault: unknown) => outcomes.add((fault as { code: string }).code),
      );
    };
    const steps: readonly ((desk: SharedDesk) => unknown)[] = [
      ...[acted, acted, acted],
      ({ line }) => (line.isAway = random() < 0.4),
      ({ line }) => (line.losesNext = true),
      (desk) => desk.exchange(),
      (desk) => {
        desk.restart();
      },
    ];
    for (let step = 0; step < 150; step += 1) await of(steps)(of(desks));
    for (const desk of desks) desk.line.isAway = false;
    await settle(...desks);
    const states = desks.map((desk) =>
      periods.map((period) =>
        actsOf(desk.journal, period).map(({ actId, act }) => `${act} ${actId}`),
      ),
    );
    expect(states[1], `seed ${String(seed)}`).toEqual(states[0]);
    expect(states[2], `seed ${String(seed)}`).toEqual(states[0]);
    expect([...outcomes]).toEqual(expect.arrayContaining(['written', 'close.moved']));
    for (const { journal } of desks) assertWhole(journal);
  },
);
