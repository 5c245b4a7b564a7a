import { expect, test } from 'vitest';

import { rows, type AnyDatabase } from '../../electron/engines/store/database.ts';
import { oddReferenceSql } from '../../electron/engines/store/schema/cache/records.ts';
import { listenToQueries } from '../support/stores/query-plans.ts';
import { comparingDesk, knowPayee, paying, transfer } from './comparing-desk.ts';

const plan = (database: AnyDatabase, sql: string): string =>
  rows<{ detail: string }>(
    database,
    `EXPLAIN QUERY PLAN ${sql}`,
    ...Array.from(sql.match(/\?/g) ?? [], () => 'x'),
  )
    .map(({ detail }) => detail)
    .join(' · ');

test('every query of a comparison walks an index, however many orders and claims there are', async () => {
  const asked = listenToQueries();
  const desk = comparingDesk();
  knowPayee(desk);
  desk.claim('20261120-payment-of-ada', { pays: paying('1000.00') });
  desk.claim('ref-2', { outcome: 'not-sent' });
  desk.claim('ref-3');
  desk.list([
    ...[transfer('1', { reference: '20261120-payment' }), transfer('2'), transfer('3')],
    ...[transfer('4'), transfer('5', { reference: '' })],
  ]);
  await desk.compare();
  desk.settle('ref-3', 'not-found');
  expect(await desk.compare()).toEqual(['2 released', '3 released', '4 unclaimed', '5 unclaimed']);
  const tables = /\b(team_claim|unclaimed_order|known_order|uncompared_order|transfer|trade)\b/;
  const databases = [desk.cache.reader, desk.journal, desk.copy];
  const plans = [...asked]
    .filter((sql) => /^\s*SELECT/.test(sql) && tables.test(sql))
    .map((sql) => {
      const isIn = (database: AnyDatabase): boolean =>
        rows(database, 'SELECT 1 FROM sqlite_schema WHERE name = ?', tables.exec(sql)?.[1]).length >
        0;
      return plan(databases.find(isIn)!, sql);
    });
  expect(plans.length).toBeGreaterThan(10);
  // The newest number of a table is its last row.
  expect(plans.filter((one) => /SCAN|TEMP B-TREE/.test(one))).toEqual([]);
});

test('an order in a spelling of its own is found by an index of such spellings alone', () => {
  const { cache } = comparingDesk();
  for (const table of ['transfer', 'trade'])
    expect(
      plan(
        cache.reader,
        `SELECT id FROM ${table} WHERE lower(trim(reference)) = ? AND ${oddReferenceSql}`,
      ),
    ).toContain(`${table}_odd_reference`);
});

test('what a new team compares is found by the day', () => {
  const { cache } = comparingDesk();
  expect(
    plan(cache.reader, 'SELECT id FROM transfer WHERE created_at >= ? ORDER BY created_at, id'),
  ).toMatch(/^SEARCH transfer USING COVERING INDEX transfer_created_at/);
});

test('claims are found by reference, likeness and outcome along an index, in its order', () => {
  const { copy } = comparingDesk();
  const claims = 'SELECT name FROM team_claim WHERE';
  const plans = [
    `${claims} lower(reference) = ? AND reference <> '' LIMIT 1`,
    `${claims} lower(reference) > ? AND lower(reference) < ? AND reference <> '' LIMIT ?`,
    `${claims} likeness = ? AND likeness <> '' ORDER BY n DESC LIMIT ?`,
    `${claims} outcome IN ('not-sent', 'not-found', 'refused') AND (settled, name) > (?, ?)
     ORDER BY settled, name LIMIT ?`,
  ].map((sql) => plan(copy, sql));
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH team_claim USING INDEX team_claim_reference/),
    expect.stringMatching(/^SEARCH team_claim USING INDEX team_claim_reference/),
    expect.stringMatching(/^SEARCH team_claim USING (?:COVERING )?INDEX team_claim_likeness/),
    expect.stringMatching(/^SEARCH team_claim USING (?:COVERING )?INDEX team_claim_unpaid/),
  ]);
  expect(plans.join(' ')).not.toContain('TEMP B-TREE');
});
