import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { goals, parts, type Goal } from '../../tools/bench/page/goals.ts';
import {
  cellsOf,
  rowsOf,
  skippedOf,
  type Figures,
  type Outcome,
} from '../../tools/bench/page/rows.ts';

const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const allOf = (figures: Figures): Outcome[] => parts.map((part) => ({ part, figures }));

/** What whoever reads the JSON of the bench counts on. */
const promisedIds = [
  ...['sync.rowsPerSecond', 'sync.overFloor', 'resync.overFetch', 'sync.loopP99Ms', 'page.p95Ms'],
  ...['page.overRaw', 'search.p95Ms', 'typed.p95Ms', 'filter.p95Ms', 'drag.framesOver17Percent'],
  ...['jumps.heapMb', 'export.overSqlite', 'export.peakMb', 'payments.perSecond'],
  ...['start.sandboxMs', 'start.overEmpty'],
];

test('every row of the bench has a goal, a unit and a floor, and its id once', () => {
  const ids = goals.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(promisedIds));
  for (const { goal, unit, floor, what, floorUnit } of goals) {
    expect(goal).toBeGreaterThanOrEqual(0);
    expect([unit, floor, what, floorUnit]).not.toContain('');
  }
});

test('the rows of a run are those of the goals of its parts, with nothing left out and nothing added', () => {
  const rows = rowsOf(allOf({}));
  expect(rows.map(({ id }) => id)).toEqual(goals.map(({ id }) => id));
  for (const row of rows)
    expect(Object.keys(row)).toEqual(['id', 'value', 'unit', 'goal', 'floor', 'ok']);
  const onlySync = rowsOf([{ part: 'sync', figures: {} }]).map(({ id }) => id);
  expect(onlySync).toEqual(goals.filter(({ part }) => part === 'sync').map(({ id }) => id));
});

test('a figure without a goal is no row', () => {
  expect(() => rowsOf(allOf({ 'made.up': { value: 1, floor: null } }))).toThrow('made.up');
});

test('the rows of a part that broke are missed and have no value', () => {
  const rows = rowsOf(parts.map((part) => ({ part, broke: 'it ended' })));
  expect(rows.map(({ id }) => id)).toEqual(goals.map(({ id }) => id));
  for (const row of rows) {
    expect(row).toMatchObject({ value: null, floor: null, ok: false });
    expect(cellsOf(row)).toContain('MISS');
  }
});

test('a part that was skipped has no rows, and says why', () => {
  const outcomes: Outcome[] = parts.map((part) =>
    part === 'team' ? { part, skipped: 'install it' } : { part, figures: {} },
  );
  const rows = rowsOf(outcomes).map(({ id }) => id);
  expect(rows).toEqual(goals.filter(({ part }) => part !== 'team').map(({ id }) => id));
  expect(rows.length).toBeLessThan(goals.length);
  expect(skippedOf(outcomes)).toEqual(['team was skipped: install it']);
});

const isMissed = ({ bound, goal }: Goal, value: number): boolean =>
  bound === 'at most' ? !(value <= goal) : !(value >= goal);

test('MISS is printed exactly where a goal is missed, on its edge too', () => {
  const near = ({ goal }: Goal) =>
    fc.oneof(
      fc.constantFrom(
        goal,
        goal * 1.000001,
        goal * 0.999999,
        goal + 0.001,
        0,
        Number.NaN,
        Infinity,
      ),
      fc.double({ min: 0, max: 2 * goal + 1, noNaN: true }),
    );
  const figures = fc.record(Object.fromEntries(goals.map((goal) => [goal.id, near(goal)])));
  fc.assert(
    fc.property(figures, (values) => {
      const given = Object.entries(values).map(([id, value]) => [id, { value, floor: 1 }]);
      for (const row of rowsOf(allOf(Object.fromEntries(given) as Figures))) {
        const goal = goals.find(({ id }) => id === row.id)!;
        const value = values[row.id] ?? Number.NaN;
        const missed = !Number.isFinite(value) || isMissed(goal, value);
        expect([row.id, cellsOf(row).at(-1)]).toEqual([row.id, missed ? 'MISS' : '']);
        expect(row.ok).toBe(!missed);
      }
    }),
  );
});

test('a delay beside an idle process that was busy is neither met nor missed', () => {
  const idle = goals.filter(({ floor }) => floor === 'idle process');
  expect(idle.length).toBeGreaterThan(4);
  const at = (floor: number) =>
    rowsOf(allOf(Object.fromEntries(idle.map(({ id }) => [id, { value: 1_000, floor }]))))
      .filter(({ id }) => idle.some((goal) => goal.id === id))
      .map((row) => [row.ok, cellsOf(row).at(-1)]);
  expect(new Set(at(20).map(String))).toEqual(new Set([',not counted']));
  expect(new Set(at(1).map(String))).toEqual(new Set(['false,MISS']));
});

const rowsIn = (name: string) => [...pageOf(name).matchAll(/^\| `([a-z]\w*\.\w+)` .*\|$/gm)];

test('README.md leaves the figures to PERFORMANCE.md', () => {
  expect(rowsIn('README.md')).toEqual([]);
});

test('PERFORMANCE.md names rows and goals that exist', () => {
  const documented = rowsIn('docs/PERFORMANCE.md');
  expect(documented.length).toBeGreaterThan(40);
  for (const [line, id = ''] of documented) {
    const row = rowsOf(allOf({})).find((one) => one.id === id);
    expect(row, id).toBeDefined();
    if (!row) continue;
    const [, what, , goal] = cellsOf(row);
    const cells = line.split('|').map((cell) => cell.trim());
    expect([cells[2], cells[4]]).toEqual([what, goal]);
    expect(['MISS', 'not counted', '']).toContain(cells[6]);
  }
});
