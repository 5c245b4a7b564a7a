import { expect, test } from 'vitest';

import { routes } from '../../shared/ipc/routes.ts';
import {
  isWhole,
  listenToQueries,
  planner,
  unasked,
  writtenIn,
  type Written,
} from '../support/stores/query-plans.ts';
import { askedElsewhere, boundedQueries, notWalked } from './bounded-queries.ts';
import { walkDesk } from './walk/desk.ts';
import { walkMoney } from './walk/money.ts';
import { walkRecords } from './walk/records.ts';
import { walkStatements } from './walk/statements.ts';
import { beginWalk } from './walk/walk.ts';

const inOneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim();
const isNamed = (sql: string): boolean =>
  [...boundedQueries, ...notWalked].some(([query]) => query.test(inOneLine(sql)));

test('whatever route is asked, the main thread’s queries walk an index: none reads a growing table whole, sorts it, or merges the search’s lists', async () => {
  const asked = listenToQueries();
  const walk = await beginWalk();
  for (const part of [walkStatements, walkMoney, walkRecords, walkDesk]) await part(walk);

  expect(Object.keys(routes).filter((route) => !walk.asked.has(route as never))).toEqual([]);

  const longSteps = planner();
  const plans = [...asked].map((sql) => ({ sql: inOneLine(sql), steps: longSteps(sql) }));
  expect(plans.length).toBeGreaterThan(180);
  expect(plans.filter(({ sql, steps }) => steps.length > 0 && !isNamed(sql))).toEqual([]);

  // What is written and was not asked: whole it is planned as it stands, and else the walk has to come by.
  const isHere = ({ file }: Written) => !askedElsewhere.test(file);
  const others = unasked(writtenIn('electron').filter(isHere), asked);
  const asLine = ({ file, text }: Written) => `${file}: ${inOneLine(text)}`;
  expect(
    others
      .filter((one) => (isWhole(one) ? longSteps(one.text).length > 0 : true))
      .filter(({ text }) => !isNamed(text))
      .map(asLine),
  ).toEqual([]);
}, 240_000);

test('a scan, a sort, a search and a table that grows with the history are seen for what they are', () => {
  const longSteps = planner();
  for (const sql of [
    'SELECT count(*) FROM entry',
    'SELECT * FROM day ORDER BY as_of LIMIT ?',
    'SELECT * FROM submission WHERE payload = ?',
    'SELECT rowid FROM entry_search WHERE entry_search MATCH ?',
    'UPDATE activity SET status = ? WHERE outcome = ?',
  ])
    expect([sql, longSteps(sql)]).not.toEqual([sql, []]);
  expect(longSteps('SELECT * FROM submission WHERE reference = ?')).toEqual([]);
  const written = { file: 'x.ts', text: '', pieces: ['SELECT', 'FROMentry'] };
  expect(unasked([written], new Set(['SELECT count(*) FROM entry']))).toEqual([]);
  expect(unasked([written], new Set(['SELECT 1']))).toEqual([written]);
});
