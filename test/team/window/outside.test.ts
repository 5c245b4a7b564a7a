import { expect } from 'vitest';

import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import { newReference } from '../../../shared/reference.ts';
import { pageOf } from '../../support/banks/book.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { payFrom, windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();

/** Ada and Ben at a bank whose list has what it was sent and what a test adds. */
async function listingScene() {
  const listed: object[] = [];
  const scene = await windowScene(cluster, {
    instead: ({ method, path, query }) => {
      if (method !== 'GET' || !path.endsWith('/transfers')) return null;
      const reference = query.get('reference');
      const all = listed as { reference: string }[];
      const transfers = all.filter((one) => reference === null || one.reference === reference);
      return { body: { message: 'ok', transfers: pageOf(transfers) } };
    },
  });
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const list = (id: string, reference: string, given: object = {}): void => {
    listed.push({
      ...{ id, reference, status: 'BOOKED', accountNumber: '700000', beneficiaryId: 'B-1' },
      ...{ amount: 10, currency: 'EUR', createdAt: new Date().toISOString(), ...given },
    });
  };
  return { ada, ben, list };
}

/** What was paid outside, after the bank’s list and the record were read. */
async function outside(desk: TestDesk): Promise<readonly ExceptionItem[]> {
  await desk.sync();
  await desk.get('team.view', { isFresh: true });
  const { items } = await desk.get('exceptions.list', {});
  return items.filter(({ kind }) => kind === 'paid-outside');
}

test('a payment past the record is an exception on all desks until two persons know of it; one that was claimed is none', async () => {
  const { ada, ben, list } = await listingScene();
  const reference = newReference();
  expect((await payFrom(ada, reference)).ok).toBe(true);
  list('T-1', reference.toUpperCase());
  list('T-2', 'PAST-1', { amount: 4_000, beneficiaryName: 'Ostrich Glass BV' });
  list('T-3', 'BEFORE-1', { createdAt: '2024-02-29T10:00:00.000Z' });

  const [here, there] = [await outside(ada), await outside(ben)];
  for (const items of [here, there])
    expect(items).toMatchObject([
      {
        title: 'Paid outside the team’s record: Ostrich Glass BV',
        ...{ amount: { amount: '4000.00', currency: 'EUR' }, urgency: 'now', mayClose: false },
      },
    ]);
  expect(ben.facts).toContainEqual({ event: 'store.changed', fact: { topic: 'team' } });

  const exceptionId = here[0]!.exceptionId;
  await ada.get('exceptions.markKnown', { exceptionId, text: 'paid at the branch' });
  expect(await outside(ada)).toEqual([]);
  await expect
    .poll(async () => (await outside(ben)).map(({ detail }) => detail))
    .toEqual([expect.stringContaining('Ada marked it as known on')]);
  await ben.get('exceptions.markKnown', { exceptionId, text: 'seen the slip' });
  expect(await outside(ben)).toEqual([]);

  // Ada takes hers back: one person alone knows of it then, and she has to look again.
  await ada.get('exceptions.markKnown', { exceptionId, text: '' });
  expect(await outside(ada)).toHaveLength(1);
  const { message } = await ada.refused('exceptions.markKnown', { exceptionId: 'x', text: 'x' });
  expect(message).toContain('Nothing was marked.');
}, 120_000);

test('a second payment under a claimed reference, and a backdated one, are found too', async () => {
  const { ada, ben, list } = await listingScene();
  const reference = newReference();
  expect((await payFrom(ada, reference)).ok).toBe(true);
  list('T-1', reference);
  expect(await outside(ben)).toEqual([]);
  list('T-2', ` ${reference}`);
  list('T-3', 'OLD-1', { createdAt: '2024-02-29T10:00:00.000Z' });
  expect((await outside(ben)).map(({ title }) => title).toSorted()).toEqual([
    'Paid more than once under one claim: B-1',
    'Paid outside the team’s record: B-1',
  ]);
}, 120_000);
