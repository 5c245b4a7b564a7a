import { expect } from 'vitest';

import { pageOf } from '../../support/banks/book.ts';
import { startDelta } from '../../support/banks/delta.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const payee = {
  ...{ entityId: 'B-1', name: 'Ostrich Glass BV', accountName: 'Ostrich Glass BV' },
  ...{ accountNumber: 'NL91ABNA0417164300' },
  ...{ bankBicOrCode: 'ABNANL2A', country: 'NLD', currencyIso3Code: 'EUR' },
};
const moved = 'NL20INGB0001234567';

test('changed bank details are paid once a second person released them, and all desks see it', async () => {
  const bankHas = { ...payee };
  const scene = await teamScene(cluster, () =>
    startDelta({
      instead: ({ method, path }) =>
        method === 'GET' && path.endsWith('/beneficiaries')
          ? { body: { message: 'ok', beneficiaries: pageOf([{ ...bankHas }]) } }
          : null,
    }),
  );
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  expect((await ben.pay('BEFORE')).code).toBe(0);
  expect((await ada.pay('FOUNDER', '10.50')).code).toBe(0);
  const file = scene.write('rules.json', JSON.stringify({ payeeRelease: 'second-person' }));
  const set = await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file);
  expect([set.err, set.code]).toEqual(['', 0]);
  // What the team has paid needs not one key more.
  expect((await ada.pay('KNOWN', '11.00')).code).toBe(0);

  bankHas.accountNumber = moved;
  const held = await cy.pay('HELD', '12.00');
  expect([held.code, held.error().code]).toEqual([1, 'team.not-approved']);
  expect(held.error().message).toContain('Its payee waits for a release');
  const blocked = await ben.pay('BLOCKED', '13.00');
  expect(blocked.error().code).toBe('confirmation.required');

  const other = await ada.typing(moved, 'release-payee', 'B-1', '--expect', payee.accountNumber);
  expect([other.code, other.error().code]).toEqual([1, 'input.invalid']);
  const byScript = await ada.run('release-payee', 'B-1', '--expect', moved);
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  // It is not known who changed it: whoever releases it does not pay it alone.
  const own = await cy.typing(moved, 'release-payee', 'B-1', '--expect', moved);
  expect([own.err, own.code]).toEqual(['', 0]);
  expect((await cy.pay('ALONE', '14.00')).error().code).toBe('team.not-approved');

  // Ben’s desk had it in quarantine, which the release of a colleague ends.
  await ben.team('status');
  const paid = await ben.pay('PAID', '15.00');
  expect([paid.err, paid.code]).toEqual(['', 0]);
  const status = await ada.team<{ notApproved?: unknown[] }>('status');
  expect(status.notApproved).toBeUndefined();
}, 400_000);
