import { expect } from 'vitest';

import type { DueApprovals } from '../../../shared/ipc/changes/due-payments.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type DueLine = { readonly reference: string; readonly approvals?: DueApprovals };

const order = (reference: string, amount: string, more: object = {}): string =>
  JSON.stringify({
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
    ...{ amount, currency: 'EUR', ...more },
  });

test('each due payment says which approvals it needs and has, and those of another amount are none of it', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const due = addDays(todayAt(Date.now()), 5);
  const schedule = async (reference: string, amount: string): Promise<void> => {
    const scheduled = await ben.run('pay', '--input', order(reference, amount, { due }));
    expect([scheduled.err, scheduled.code]).toEqual(['', 0]);
  };
  const approvals = async (): Promise<Record<string, DueApprovals | undefined>> => {
    const { out } = await ben.run('due');
    const lines = out.split('\n').filter((line) => line !== '');
    return Object.fromEntries(
      lines.map((line) => {
        const { reference, approvals: shown } = JSON.parse(line) as DueLine;
        return [reference, shown];
      }),
    );
  };
  for (const reference of ['A', 'B']) await schedule(reference, '500.00');
  await schedule('SMALL', '50.00');
  // Without rules nothing is shown.
  expect(Object.values(await approvals())).toEqual([undefined, undefined, undefined]);

  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const request = async (reference: string, amount: string): Promise<string> => {
    const run = await ben.run('pay', '--input', order(reference, amount), '--request');
    return run.json<{ request: string }>().request;
  };
  const requests = [await request('A', '500.00'), await request('B', '600.00')];
  const needed = {
    ...{ has: 0, count: 1 },
    missing: ['It needs 1 of role checker for more than 100.00 EUR, and has 0.'],
  };
  const { SMALL, ...large } = await approvals();
  expect(SMALL).toBeUndefined();
  expect(large).toEqual({
    A: { ...needed, isRequested: true },
    B: { ...needed, isRequested: false },
  });
  for (const [place, amount] of ['500', '600'].entries()) {
    const expected = ['--expect', `${amount}.00:EUR:B-1`];
    const approved = await ada.typing(
      `${amount}.00`,
      'approve',
      requests[place] ?? '',
      ...expected,
    );
    expect([approved.err, approved.code]).toEqual(['', 0]);
  }
  await ben.run('requests');
  expect(await approvals()).toMatchObject({
    A: { has: 1, count: 1, isRequested: true, missing: [] },
    B: { has: 0, count: 1, isRequested: false },
  });
}, 400_000);
