import { expect } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import { pageOf } from '../../support/banks/book.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

type Outside = { id: string; reason: string; amount: { amount: string }; knownTo: unknown[] };
type Status = { outside?: readonly Outside[] };

test('the status of a team lists what the bank has beside its claims, as far as its list was read', async () => {
  const listed: object[] = [];
  const startBank = () =>
    startDelta({
      instead: ({ method, path }) =>
        method === 'GET' && path.endsWith('/transfers')
          ? { body: { message: 'ok', transfers: pageOf(listed) } }
          : null,
    });
  const { ada, ben } = await twoDesks(cluster, await teamScene(cluster, startBank));
  expect((await ada.pay('INV-1')).code).toBe(0);
  expect((await ben.team<Status>('status')).outside).toBeUndefined();
  const order = {
    ...{ status: 'BOOKED', accountNumber: '700000', beneficiaryId: 'B-1', currency: 'EUR' },
    createdAt: new Date().toISOString(),
  };
  listed.push(
    { ...order, id: 'T-1', reference: 'INV-1', amount: 10 },
    { ...order, id: 'T-2', reference: 'PAST-1', amount: 4_000 },
  );
  for (const [desk, amount] of [
    [ada, '12.00'],
    [ben, '13.00'],
  ] as const) {
    // A command that pays reads the recent payments to the payee.
    expect((await desk.pay(`INV-${amount}`, amount)).code).toBe(0);
    expect((await desk.team<Status>('status')).outside).toMatchObject([
      { id: 'T-2', reason: 'unclaimed', amount: { amount: '4000.00' }, knownTo: [] },
    ]);
  }
}, 180_000);
