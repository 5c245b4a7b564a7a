import { expect } from 'vitest';

import { addOutgoing, outgoingCount } from '../../../electron/engines/sharing/outgoing.ts';
import type { JsonObject } from '../../../electron/engines/acts/act.ts';
import type { SharedKind } from '../../../electron/engines/sharing/shared-kind.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import { randoms, runSeed } from '../randoms.ts';
import { memoryRecord, sharedDesk, type SharedDesk } from './shared-desks.ts';

export const at = '2026-11-20T09:41:00.000Z';
export const stamp = { actor: { id: '', name: 'this desk', desk: 'd' }, at };

/** Desks that have joined a team: of Ada, Ben and Cleo. */
export async function sharedTeam(kinds: readonly SharedKind[], count = 2) {
  const record = memoryRecord();
  const desks = Array.from({ length: count }, (_, place) => sharedDesk(record, place + 1, kinds));
  for (const desk of desks) await desk.join();
  return { record, desks, ada: desks[0]!, ben: desks[1]! };
}

/** All read what all have written. */
export async function settle(...desks: readonly SharedDesk[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const desk of desks) await desk.exchange();
}

/** A desk that had `before` founds the team; another that had `others` joins it. */
export async function joinedLater(
  kinds: readonly SharedKind[],
  before: (journal: Journal) => void,
  others: (journal: Journal) => void,
) {
  const record = memoryRecord();
  const ada = sharedDesk(record, 1, kinds);
  before(ada.journal);
  await ada.join();
  await ada.exchange();
  const ben = sharedDesk(record, 2, kinds);
  others(ben.journal);
  await ben.join();
  await settle(ben, ada);
  return { ada, ben };
}

/** Sends an item as a desk would that is broken or means harm. */
export async function send(desk: SharedDesk, kind: string, item: unknown): Promise<void> {
  addOutgoing(desk.journal, kind, [item as JsonObject], { at, by: null });
  await desk.exchange();
}

/**
 * Three desks that change records, exchange, lose answers, are killed and are away, in an order by chance; expects that all end with the
 * same state.
 */
export async function expectAlike<State>(
  run: number,
  kinds: readonly SharedKind[],
  {
    change,
    stateOf,
  }: {
    /** Changes something; `random` is at least 0 and less than 1. */
    readonly change: (journal: Journal, random: () => number, step: number) => void;
    readonly stateOf: (journal: Journal) => State;
  },
): Promise<State> {
  const seed = runSeed() + run;
  const random = randoms(seed);
  const { desks } = await sharedTeam(kinds, 3);
  for (let step = 0; step < 150; step += 1) {
    const desk = desks[Math.floor(random() * 3)]!;
    const act = Math.floor(random() * 8);
    if (act < 4) change(desk.journal, random, step);
    if (act === 4) desk.line.isAway = random() < 0.4;
    if (act === 5) desk.line.losesNext = random() < 0.5;
    if (act === 6) await desk.exchange();
    if (act === 7 && random() < 0.5) await desk.killedBehindWriting();
    else if (act === 7) desk.restart();
  }
  for (const desk of desks) desk.line.isAway = false;
  await settle(...desks);
  const [first, ...others] = desks.map(({ journal }) => stateOf(journal));
  for (const state of others) expect(state, `seed ${String(seed)}`).toEqual(first);
  expect(desks.map(({ journal }) => outgoingCount(journal))).toEqual([0, 0, 0]);
  return first!;
}

/** One of a list. */
export const oneOf = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!;
