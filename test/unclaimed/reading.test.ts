import { expect, test } from 'vitest';

import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { TeamOrders } from '../../electron/desk/open-bank/team-orders.ts';
import type { OpenTeam } from '../../electron/nouns/people/open-team.ts';
import { fail } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { comparingDesk, keys, persons, transfer } from './comparing-desk.ts';

function reading() {
  const desk = comparingDesk();
  const people = {
    ...{ keys: () => keys, members: [], mayWrite: () => true },
    nameOf: () => persons.own,
    member: () => null,
  };
  const record = { copy: desk.copy, key: 'ada' };
  const orders = new TeamOrders({ ...desk, reader: desk.cache.reader }, {
    people,
    record,
  } as unknown as OpenTeam);
  let found = 0;
  orders.begin(noWords, () => {
    found += 1;
  });
  const read = { answer: ok(null) as ReturnType<typeof fail> | ReturnType<typeof ok<null>> };
  return {
    ...{ desk, orders, read },
    announced: () => found,
    refresh: async (isComplete = true) => {
      const outcome = await orders.around(
        () => Promise.resolve(read.answer),
        () => isComplete,
      );
      expect(outcome).toEqual(read.answer);
      return desk.found();
    },
  };
}

test('while the record cannot be read, or is not complete, nothing new is found, and what was found stays', async () => {
  const { desk, read, refresh, announced } = reading();
  desk.list([transfer('1')]);
  expect([await refresh(), announced()]).toEqual([['1 unclaimed'], 1]);
  desk.list([transfer('1', { status: 'FAILED' }), transfer('2')]);
  read.answer = fail('team.unreachable', 'a test');
  expect(await refresh()).toEqual(['1 unclaimed']);
  read.answer = ok(null);
  expect([await refresh(false), announced()]).toEqual([['1 unclaimed'], 1]);
  expect([await refresh(), announced()]).toEqual([['2 unclaimed'], 2]);
  // Nothing changed: the window is not called again.
  await refresh();
  expect(announced()).toBe(2);
});

test('a transfer that arrives while the record is read is compared with the next reading', async () => {
  const { desk, orders } = reading();
  const look = (arrives: () => void) =>
    orders.around(
      () => {
        arrives();
        return Promise.resolve(ok(null));
      },
      () => true,
    );
  expect((await look(() => desk.list([transfer('1')]))).ok).toBe(true);
  expect(desk.found()).toEqual([]);
  expect((await look(() => undefined)).ok).toBe(true);
  expect(desk.found()).toEqual(['1 unclaimed']);
});

test('a fault of this machine does not fail the reading', async () => {
  const { desk, orders, refresh } = reading();
  desk.list([transfer('1')]);
  const { beginComparison } = desk.writer;
  desk.writer.beginComparison = () => Promise.reject(new Error('the disk is full'));
  expect(
    await orders.around(
      () => Promise.resolve(ok(null)),
      () => true,
    ),
  ).toEqual(ok(null));
  expect(desk.found()).toEqual([]);
  desk.writer.beginComparison = beginComparison;
  expect(await refresh()).toEqual(['1 unclaimed']);
});
