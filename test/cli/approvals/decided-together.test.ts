import { expect, vi } from 'vitest';

import { startListingDelta } from '../../support/team/listing-delta.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { sentBy } from '../../support/team/lossy-scene.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const rules = JSON.stringify({
  admins: 2,
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Shown = { readonly proposed: readonly { readonly digest: string }[] };

test('under rules that ask for two administrators one alone admits, takes over and ends nothing', async () => {
  const losesAnswersOf = new Set(['INV-1']);
  const unlisted = new Set(['INV-1']);
  const scene = await teamScene(cluster, () => startListingDelta({ unlisted, losesAnswersOf }));
  const { ada, ben } = await twoDesks(cluster, scene);
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);

  const mo = scene.person('mo');
  await join(ada, mo, 'Mo', scene.at('mo.json'), 'maker');
  expectError(
    await mo.pay('INV-1'),
    1,
    'team.not-approved',
    'One administrator admitted this desk',
  );
  const shown = await ben.run('approval-rules', 'show');
  const { digest = '' } = shown.json<Shown>().proposed[0] ?? {};
  const signed = await ben.typing(digest.slice(0, 8), 'approve', digest);
  expect([signed.err, signed.code]).toEqual(['', 0]);
  const { submissionId } = await sentBy(mo, 'INV-1');
  const lost = await mo.run('submissions', '--send-again', submissionId);
  expect(lost.code).toBe(3);

  const inside = await scene.database.asSuperuser();
  for (const table of ['act', 'claim'])
    await inside.query(`UPDATE nostro.${table} SET at = at - interval '16 minutes'`);
  const takeOver = ['team', 'take-over', 'INV-1', '--looked-at-bank'];
  for (let tries = 0; tries < 2; tries += 1)
    expectError(await ada.typing('INV-1', ...takeOver), 1, 'team.signatures', 'Ada signed it.');
  expectError(await ada.pay('INV-1'), 1, 'team.taken', 'Mo');
  const taken = await ben.typing('INV-1', ...takeOver);
  expect([taken.err, taken.json()]).toMatchObject(['', { outcome: 'not-found' }]);

  expectError(await ben.typing('END', 'team', 'end'), 1, 'team.signatures', 'Ben signed it.');
  expect(await ada.team('status')).toMatchObject({ state: 'current', voidActs: [] });
  const ended = await ada.typing('END', 'team', 'end');
  expect([ended.err, ended.json()]).toEqual(['', { state: 'ended' }]);
});

test('a signature on what waits for more administrators counts, also one that stood already', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const proposed = await ada.typing('RULES 2', 'approval-rules', 'set', '--file', file);
  const { digest = '' } = proposed.json<Shown>().proposed[0] ?? {};
  const again = await ada.typing(digest.slice(0, 8), 'approve', digest);
  expect([again.err, again.code]).toEqual(['', 0]);
  const refused = await ben.typing('REFUSE', 'refuse', digest, '--words', 'not yet');
  expect([refused.err, refused.code]).toEqual(['', 0]);
  expect((await ada.run('approval-rules', 'show')).json<Shown>().proposed).toEqual([]);
});
