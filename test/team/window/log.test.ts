import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { payFrom, windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();
const whole = { person: null, kind: null, search: '' };

test('a window fills the log while it reads, lists it, and writes it down', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  expect(await payFrom(ada, 'INV-1', '10.00')).toMatchObject({ ok: true });
  const found = async () =>
    (await ben.get('teamLog.list', { ...whole, search: 'inv-1 ada', limit: 50 })).rows;
  await expect
    .poll(async () => (await found()).map(({ about }) => about))
    .toEqual(['Payment INV-1: the bank accepted it.', 'Payment INV-1.']);
  const { rows } = await ada.get('teamLog.list', { ...whole, kind: 'claim', limit: 50 });
  expect(rows).toMatchObject([
    { person: 'Ada', money: { amount: '10.00', currency: 'EUR' }, amountFrom: 'journal' },
  ]);
  expect(await ada.get('teamLog.choices', {})).toMatchObject({ persons: ['Ada', 'Ben'] });
  ada.saveTo = scene.at('log.csv');
  const saved = await ada.get('teamLog.export', { ...whole, format: 'csv' });
  expect(saved).toEqual({ saved: true, fileName: 'log.csv' });
  expect(readFileSync(ada.saveTo, 'utf8')).toContain('"ed25519:');
}, 120_000);

test('a desk without a team has no log', async () => {
  const scene = await windowScene(cluster);
  const desk = await scene.open();
  expect(await desk.request('teamLog.list', { ...whole, limit: 5 })).toMatchObject({
    error: { code: 'team.none' },
  });
});
