import { expect, test, vi } from 'vitest';

import { allEnded } from '../../electron/engines/machine/all-ended.ts';
import { prepared } from '../../electron/engines/store/database.ts';
import { Sequence } from '../../electron/engines/submissions/sequence.ts';
import { openLoneDesk } from '../support/desks/lone-desk.ts';

/** What has a rest that ends when a test says so. */
function rest(done: string[], name: string) {
  const gate = Promise.withResolvers<null>();
  return {
    letGo: () => gate.resolve(null),
    work: async () => {
      await gate.promise;
      done.push(name);
    },
  };
}

test('what is sent at once waits for the rest of those before, and not for the rests of each other', async () => {
  const sequence = new Sequence();
  const done: string[] = [];
  const [one, two, three] = ['one', 'two', 'three'].map((name) => rest(done, name));
  sequence.begin();
  await Promise.all([sequence.behind(one!.work), sequence.behind(two!.work)]);
  expect(done).toEqual([]);

  sequence.begin();
  let isThrough = false;
  const behind = sequence.behind(three!.work).then(() => (isThrough = true));
  await new Promise(setImmediate);
  expect(isThrough).toBe(false);
  two!.letGo();
  await new Promise(setImmediate);
  // One after the other: the second waits for the first.
  expect([isThrough, done]).toEqual([false, []]);
  one!.letGo();
  await behind;
  expect(done).toEqual(['one', 'two']);
  three!.letGo();
});

test('a rest that fails holds up no other', async () => {
  const sequence = new Sequence();
  const done: string[] = [];
  sequence.begin();
  await sequence.behind(() => Promise.reject(new Error('no room')));
  sequence.begin();
  await sequence.behind(() => Promise.resolve(done.push('next')));
  await new Promise(setImmediate);
  expect(done).toEqual(['next']);
});

test('several that run at once end all before the first failure is reported', async () => {
  const late = Promise.withResolvers<string>();
  let isOver = false;
  const all = allEnded([Promise.reject(new Error('first')), late.promise]).finally(() => {
    isOver = true;
  });
  all.catch(() => undefined);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  late.resolve('late');
  await expect(all).rejects.toThrow('first');
  expect(await allEnded([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});

test('at its end everything is in the journal’s own file, and every rest is done', async () => {
  const { parts } = openLoneDesk();
  const sequence = new Sequence();
  const done: string[] = [];
  const last = rest(done, 'last');
  sequence.begin();
  await sequence.behind(last.work);
  const checkpoint = vi.spyOn(prepared(parts.journal, 'PRAGMA wal_checkpoint(TRUNCATE)'), 'get');
  let isOver = false;
  const over = sequence.over(parts.journal).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect([isOver, checkpoint.mock.calls.length]).toEqual([false, 1]);
  last.letGo();
  await over;
  expect(done).toEqual(['last']);
});
