import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();
const entry = { accountNumber: '700000', entryId: 'EUR0001' };

test('notes of one window stand in the other at once, and not only with the next look of half a minute', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const notes = async () => {
    const { changes } = await ben.get('entryChanges.list', entry);
    return changes.map(({ by, kind, text }) => [by, kind, text]);
  };
  // Three in fifteen seconds: a look by the clock would bring one of them at most.
  for (const note of ['one', 'two', 'three']) {
    await ada.get('statements.mark', {
      ...{ accountNumber: entry.accountNumber, entryIds: [entry.entryId] },
      note,
    });
    await expect
      .poll(async () => (await notes())[0], { timeout: 5_000, interval: 50 })
      .toEqual(['Ada', 'noted', note]);
  }
  expect(ben.facts).toContainEqual({ event: 'store.changed', fact: { topic: 'statements' } });
}, 120_000);
