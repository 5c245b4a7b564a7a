import { describe, expect, test } from 'vitest';

import { sharedKinds } from '../../electron/desk/open-bank/shared-records.ts';
import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { closeDraftOf, type CloseParts } from '../../electron/nouns/closes/close-draft.ts';
import { close, reopen, undoCloses } from '../../electron/nouns/closes/closing.ts';
import { closedView } from '../../electron/nouns/closes/late.ts';
import { proofCsv } from '../../electron/nouns/closes/proof-file.ts';
import {
  checkPrepared,
  prepareClose,
  preparedView,
  prepareReopening,
  requireSecondPerson,
} from '../../electron/nouns/closes/second-person.ts';
import { actsOf, currentClose } from '../../electron/nouns/closes/tables.ts';
import { preparationOf } from '../../electron/nouns/closes/team-acts.ts';
import { lastCountingChange } from '../../electron/engines/sharing/change-table.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { closingDeskWith } from '../support/desks/closing-desk.ts';
import { debitOf, openLoneDesk } from '../support/desks/lone-desk.ts';
import { memoryRecord, sharedDesk, type SharedDesk } from '../support/team/shared-desks.ts';
import { settle } from '../support/team/shared-team.ts';

const today = '2026-11-20';
const at = '2026-11-21T10:00:00.000Z';
const entry = debitOf('e-1', { balanceE4: 4_000_000n });
const later = debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' });

/** Ada's two machines, Ben and Cleo. Closes ask for a second person. */
async function team({ standIns = [] }: { standIns?: readonly (readonly string[])[] } = {}) {
  const record = memoryRecord();
  const desks = [1, 2, 3, 4].map((number) => sharedDesk(record, number, sharedKinds, standIns));
  for (const desk of desks) await desk.join();
  const [ada, ben, cleo, adas] = desks as [SharedDesk, SharedDesk, SharedDesk, SharedDesk];
  await requireSecondPerson(closing(ada, 'Ada').parts, required);
  await settle(ada, ben, cleo, adas);
  return { record, ada, ben, cleo, adas, desks };
}

const required = { isRequired: true, actor: actorNamed('Ada') };

/** A desk with its own copy of the bank's statement. */
function closing(desk: SharedDesk, name: string, entries: readonly IncomingEntry[] = [entry]) {
  const here = closingDeskWith(entries);
  const parts: CloseParts = { ...here.closing, journal: desk.journal, team: desk.closes };
  const actor = actorNamed(name);
  const asSeen = async (period: string) => {
    const draft = await closeDraftOf(parts, period);
    const reasons = Object.fromEntries(draft.points.map(({ pointId }) => [pointId, 'because']));
    return { period, digest: draft.digest, reasons, actor };
  };
  return {
    ...{ here, parts, actor },
    close: async (period = today) => close(parts, await asSeen(period), noExports),
    prepare: async (period = today) => prepareClose(parts, await asSeen(period)),
    view: async (period = today) => preparedView(parts, await closeDraftOf(parts, period)),
    check: async (period = today) => {
      await desk.exchange();
      const actId = preparationOf(desk.journal, period)?.item.actId ?? 'none';
      return checkPrepared(parts, { period, actId, actor }, noExports);
    },
  };
}

const noExports = () => Promise.resolve([]);

const isClosed = ({ journal }: SharedDesk): boolean => currentClose(journal, today) !== null;

const closedOn = (desks: readonly SharedDesk[]): boolean[] => desks.map(isClosed);

/** Writes an act of closes as a changed desk would. */
async function forge(desk: SharedDesk, item: object): Promise<void> {
  const after = lastCountingChange(desk.journal, 'close');
  const given = { actId: crypto.randomUUID(), after, from: today, to: today, ...item };
  const whole = JSON.parse(JSON.stringify(given)) as JsonObject;
  const written = await desk.closes.write([whole], { at, by: 'x' });
  expect(written.ok).toBe(true);
}

test('what one person prepared is closed on all desks once a second person checked it, and names both', async () => {
  const { ada, ben, cleo, desks } = await team();
  const [first, second] = [closing(ada, 'Ada'), closing(ben, 'Ben')];
  await expect(first.close()).rejects.toThrow('prepare the close, and a colleague checks it');
  await first.prepare();
  await settle(...desks);
  expect(closedOn(desks)).toEqual([false, false, false, false]);
  expect(await second.view()).toMatchObject({
    ...{ act: 'close', by: 'Ada', isOwn: false, differences: [] },
  });
  const proof = await second.check();
  expect(proof).toMatchObject({ closedBy: 'Ben', prepared: { by: 'Ada', at } });
  await settle(...desks);
  expect(closedOn(desks)).toEqual([true, true, true, true]);
  const there = currentClose(cleo.journal, today)!.close;
  expect(there.document.prepared).toMatchObject({ by: 'Ada' });
  const view = await closedView(first.parts, currentClose(ada.journal, today)!);
  const [head, line] = proofCsv(view).split('\r\n');
  expect([head, line].join()).toContain('preparedBy');
  expect(line).toContain('Ada');
  expect(line).toContain('Ben');
});

describe('a close is not checked', () => {
  test('by whoever prepared it', async () => {
    const { ada, desks } = await team();
    const first = closing(ada, 'Ada');
    await first.prepare();
    await expect(first.check()).rejects.toThrow('You prepared it');
    expect(closedOn(desks)).toEqual([false, false, false, false]);
  });

  test('by the preparer’s second machine, under another name', async () => {
    const { ada, adas, desks } = await team();
    await closing(ada, 'Ada').prepare();
    await expect(closing(adas, 'Somebody Else').check()).rejects.toThrow('You prepared it');
    // A changed desk writes it all the same: no desk counts it.
    const changed = closing(adas, 'Somebody Else');
    const honest = { ...changed.parts, team: { ...adas.closes, isOwn: () => false } };
    const actId = preparationOf(adas.journal, today)!.item.actId;
    const forged = checkPrepared(honest, { period: today, actId, actor: changed.actor }, noExports);
    await expect(forged).rejects.toMatchObject({ code: 'close.moved' });
    await settle(...desks);
    expect(closedOn(desks)).toEqual([false, false, false, false]);
  });

  test('by a deputy of the preparer', async () => {
    const { ada, ben, desks } = await team({ standIns: [['Ada', 'Ben']] });
    await closing(ada, 'Ada').prepare();
    await expect(closing(ben, 'Ben').check()).rejects.toMatchObject({ code: 'close.moved' });
    await settle(...desks);
    expect(closedOn(desks)).toEqual([false, false, false, false]);
  });

  test('on a desk that computes another snapshot: the differences are shown', async () => {
    const { ada, ben, desks } = await team();
    await closing(ada, 'Ada').prepare();
    await ben.exchange();
    const other = closing(ben, 'Ben', [entry, later]);
    const view = await other.view();
    expect(view?.differences.map(({ what }) => what)).toContain('Entries');
    expect(view?.differences.map(({ what }) => what)).toContain('Closing balance');
    await expect(other.check()).rejects.toThrow('This desk has other figures');
    expect(closedOn(desks)).toEqual([false, false, false, false]);
  });

  test('by an act with other figures or reasons than were prepared', async () => {
    const { ada, ben, desks } = await team();
    await closing(ada, 'Ada').prepare();
    await ben.exchange();
    const { item } = preparationOf(ben.journal, today)!;
    const { prepares: _, ...document } = item.document as typeof item.document & {
      accounts: readonly JsonObject[];
    };
    const prepared = { actId: item.actId, by: 'Ada', at };
    const accounts = document.accounts.map((one) => ({ ...one, entries: 99 }));
    const of = { act: 'close', period: today };
    await forge(ben, { ...of, document: { ...document, prepared, accounts } });
    const open = [{ pointId: 'x', count: 1, what: 'x', detail: 'x', isGrave: false, reason: 'x' }];
    await forge(ben, { ...of, document: { ...document, prepared, open } });
    await forge(ben, {
      ...of,
      document: { ...document, prepared: { ...prepared, by: 'Cleo' } },
    });
    await forge(ben, { ...of, document });
    await forge(ben, { ...of, after: null, document });
    await settle(...desks);
    expect(closedOn(desks)).toEqual([false, false, false, false]);
    // The same without a change counts.
    await forge(ben, { ...of, document: { ...document, prepared } });
    await settle(...desks);
    expect(closedOn(desks)).toEqual([true, true, true, true]);
  });

  test('where something else was prepared meanwhile', async () => {
    const { ada, ben, cleo } = await team();
    await closing(ada, 'Ada').prepare();
    const second = closing(ben, 'Ben');
    await ben.exchange();
    const { actId } = preparationOf(ben.journal, today)!.item;
    await closing(cleo, 'Cleo').prepare();
    const checking = { period: today, actId, actor: actorNamed('Ben') };
    await expect(checkPrepared(second.parts, checking, noExports)).rejects.toMatchObject({
      code: 'close.moved',
    });
  });

  test('twice', async () => {
    const { ada, ben, cleo } = await team();
    await closing(ada, 'Ada').prepare();
    await closing(ben, 'Ben').check();
    await expect(closing(cleo, 'Cleo').check()).rejects.toMatchObject({ code: 'close.moved' });
  });
});

test('what two persons closed is reopened by two, and not undone by one', async () => {
  const { ada, ben, desks } = await team();
  const [first, second] = [closing(ada, 'Ada'), closing(ben, 'Ben')];
  await first.prepare();
  const proof = await second.check();
  await settle(...desks);
  const reopening = { period: today, reason: 'wrong', actor: second.actor };
  await expect(reopen(second.parts, reopening)).rejects.toThrow('two reopen it');
  const closes = [{ period: today, closedAt: proof!.closedAt }];
  const undoing = undoCloses(second.parts, { closes, actor: second.actor });
  await expect(undoing).rejects.toMatchObject({ code: 'undo.overtaken' });
  await forge(ben, { act: 'reopen', period: today, document: { reason: 'alone' } });
  await prepareReopening(second.parts, reopening);
  await settle(...desks);
  expect(closedOn(desks)).toEqual([true, true, true, true]);
  await expect(second.check()).rejects.toThrow('You prepared it');
  expect(await first.view()).toMatchObject({ act: 'reopen', by: 'Ben', reason: 'wrong' });
  expect(await first.check()).toBeNull();
  await settle(...desks);
  expect(closedOn(desks)).toEqual([false, false, false, false]);
  for (const { journal } of desks)
    expect(actsOf(journal, today).map(({ act }) => act)).toEqual(['close', 'reopen']);
});

test('one person does not close alone again by taking the requirement away', async () => {
  const { ada, ben, adas, desks } = await team();
  const [first, second, again] = [closing(ada, 'Ada'), closing(ben, 'Ben'), closing(adas, 'Ada')];
  const alone = (name: string) => ({ isRequired: false, actor: actorNamed(name) });
  expect(await requireSecondPerson(first.parts, alone('Ada'))).toMatchObject({
    ...{ isRequired: true, waivedBy: 'Ada' },
  });
  expect(await requireSecondPerson(again.parts, alone('Ada'))).toMatchObject({ isRequired: true });
  await settle(...desks);
  await expect(first.close()).rejects.toMatchObject({ code: 'close.refused' });
  // Whoever asked takes it back; a colleague’s word alone is then not enough.
  expect(await requireSecondPerson(first.parts, required)).toMatchObject({ waivedBy: null });
  expect(await requireSecondPerson(second.parts, alone('Ben'))).toMatchObject({
    ...{ isRequired: true, waivedBy: 'Ben' },
  });
  expect(await requireSecondPerson(first.parts, alone('Ada'))).toMatchObject({
    ...{ isRequired: false, waivedBy: null },
  });
  await settle(...desks);
  await first.close();
  await settle(...desks);
  expect(closedOn(desks)).toEqual([true, true, true, true]);
});

test('a desk without a team cannot require a second person', async () => {
  const here = closingDeskWith([entry]);
  await expect(requireSecondPerson(here.closing, required)).rejects.toThrow('needs a team');
  expect(openLoneDesk).toBeDefined();
});

test('while the record is away nothing is prepared or checked', async () => {
  const { ada, ben } = await team();
  const [first, second] = [closing(ada, 'Ada'), closing(ben, 'Ben')];
  await first.prepare();
  await ben.exchange();
  const { actId } = preparationOf(ben.journal, today)!.item;
  ben.line.isAway = true;
  await expect(second.prepare()).rejects.toMatchObject({ code: 'team.unreachable' });
  const checking = { period: today, actId, actor: second.actor };
  await expect(checkPrepared(second.parts, checking, noExports)).rejects.toMatchObject({
    code: 'team.unreachable',
  });
  expect(isClosed(ben)).toBe(false);
});
