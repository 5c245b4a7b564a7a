import { expect } from 'vitest';

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();

type Shown = {
  readonly digest: string;
  readonly points: readonly { readonly pointId: string }[];
  readonly closed: object | null;
};

const day = addDays(todayAt(Date.now()), -1);

const shown = async (desk: TeamPerson): Promise<Shown> => {
  const run = await desk.run('close', 'show', day);
  expect([run.err, run.code]).toEqual(['', 0]);
  return run.json<Shown>();
};

/** Prepares the day on what the desk shows, with a reason for each open point. */
async function prepared(desk: TeamPerson) {
  const { digest, points } = await shown(desk);
  const reasons = points.flatMap(({ pointId }) => ['--reason', `${pointId}=seen by us`]);
  return desk.run('close', 'prepare', day, '--digest', digest, ...reasons);
}

test('a day is prepared by one person and checked by another at a terminal, and reopened so', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  for (const desk of [ada, ben]) expect((await desk.run('sync', '--account', 'all')).code).toBe(0);

  const alone = await prepared(ada);
  expect([alone.code, alone.error().code]).toEqual([1, 'close.refused']);
  const byScript = await ada.run('close', 'persons', '2');
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  const two = await ada.typing('PERSONS 2', 'close', 'persons', '2');
  expect([two.err, two.code]).toEqual(['', 0]);
  expect(two.json()).toMatchObject({ isRequired: true });

  const nothing = await ben.typing(day, 'close', 'check', day);
  expect(nothing.error().message).toContain('waits for a second person');
  const waits = await prepared(ada);
  expect([waits.err, waits.code]).toEqual(['', 4]);
  expect(waits.json()).toMatchObject({ prepared: { act: 'close', by: 'Ada', isOwn: true } });

  const own = await ada.typing(day, 'close', 'check', day);
  expect(own.error().message).toContain('You prepared it');
  const unasked = await ben.run('close', 'check', day);
  expect([unasked.code, unasked.error().code]).toEqual([1, 'confirmation.required']);
  const checked = await ben.typing(day, 'close', 'check', day);
  expect([checked.err, checked.code]).toEqual(['', 0]);
  expect(checked.json()).toMatchObject({ proof: { closedBy: 'Ben', prepared: { by: 'Ada' } } });
  expect(checked.shown).toContain('The figures are those that were prepared.');
  expect((await shown(ada)).closed).not.toBeNull();

  const why = ['--reason', 'a late entry'];
  const reopening = await ben.typing(day, 'close', 'reopen', day, ...why);
  expect([reopening.err, reopening.code, reopening.json()]).toMatchObject([
    '',
    4,
    { reopened: false },
  ]);
  expect((await ada.typing(day, 'close', 'check', day)).json()).toEqual({
    period: day,
    proof: null,
  });
  expect((await shown(ben)).closed).toBeNull();
}, 400_000);

test('a close is not checked where this desk has other figures', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  expect((await ada.run('sync', '--account', 'all')).code).toBe(0);
  expect((await ben.run('sync', '--account', '700000')).code).toBe(0);
  expect((await ada.typing('PERSONS 2', 'close', 'persons', '2')).code).toBe(0);
  expect((await prepared(ada)).code).toBe(4);
  const other = await ben.typing(day, 'close', 'check', day);
  expect([other.code, other.error().code]).toEqual([1, 'close.refused']);
  expect(other.shown).toContain('Differs:');
  expect((await shown(ada)).closed).toBeNull();
}, 400_000);
