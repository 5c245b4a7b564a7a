import fc from 'fast-check';
import { expect, test } from 'vitest';

import { RunRetry, retryRestMs } from '../../../electron/nouns/statements/sync/run-retry.ts';
import type { SyncQuestion } from '../../../electron/nouns/statements/sync/sync-accounts.ts';
import { appError, type ErrorCode } from '../../../shared/errors.ts';

const minute = 60_000;
const failed = (code: ErrorCode) => appError(code, 'c');

/** A desk whose line a test cuts and restores; a run ends at once, by the line or not. */
function desk() {
  const world = { now: 0, hasLine: true, runs: [] as { at: number; question: SyncQuestion }[] };
  const run = (question: SyncQuestion): void => {
    world.runs.push({ at: world.now, question });
    retry.ended(question, world.hasLine ? null : failed('network.unreachable'));
  };
  let isBack = true;
  const retry = new RunRetry({ now: () => world.now, isFree: () => isBack, start: run });
  return {
    world,
    retry,
    run,
    /** Whether the desk believes in the line. */
    line: (isThere: boolean): void => {
      isBack = isThere;
      retry.look();
    },
    pass: (ms: number): void => {
      for (const end = world.now + ms; world.now < end;) {
        world.now += 1_000;
        retry.look();
      }
    },
  };
}

test('a sync that the line ended runs again at once when the line is back, once', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  run({});
  line(false);
  pass(10 * minute);
  expect(world.runs).toHaveLength(1);
  world.hasLine = true;
  line(true);
  expect(world.runs).toHaveLength(2);
  pass(10 * minute);
  expect(world.runs).toHaveLength(2);
});

test('the same accounts and days are asked for again; a whole run stands for all', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  line(false);
  run({ accountNumbers: ['1'], from: '2026-11-01' });
  world.hasLine = true;
  line(true);
  expect(world.runs.at(-1)?.question).toEqual({ accountNumbers: ['1'], from: '2026-11-01' });

  world.hasLine = false;
  line(false);
  run({});
  run({ accountNumbers: ['2'] });
  world.hasLine = true;
  line(true);
  pass(20_000);
  expect(world.runs.at(-1)?.question).toEqual({});
});

test.each<ErrorCode>([
  'cancelled',
  'session.expired',
  'bank.busy',
  'bank.unavailable',
  'store.full',
  'network.untrusted',
  'network.proxy-refused',
])('a sync that ended by %s is not repeated', (code) => {
  const { world, retry, pass } = desk();
  retry.ended({}, failed(code));
  pass(10 * minute);
  expect(world.runs).toEqual([]);
});

test('a run that somebody starts meanwhile and that ends well takes the place of the repetition', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  line(false);
  run({ accountNumbers: ['1'] });
  world.hasLine = true;
  run({});
  line(true);
  pass(minute);
  expect(world.runs).toHaveLength(2);
});

test('a run over other accounts that ends well leaves the repetition to come', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  line(false);
  run({ accountNumbers: ['1'] });
  world.hasLine = true;
  run({ accountNumbers: ['2'] });
  line(true);
  pass(minute);
  expect(world.runs.map(({ question }) => question.accountNumbers)).toEqual([['1'], ['2'], ['1']]);
});

test('the same run that somebody starts meanwhile takes the place of the repetition', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  line(false);
  run({ accountNumbers: ['1'] });
  world.hasLine = true;
  run({ accountNumbers: ['1'] });
  line(true);
  pass(minute);
  expect(world.runs).toHaveLength(2);
});

test('the second repetition is begun a quarter of a minute behind the first, and the longest rest is five minutes', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  run({});
  line(true);
  pass(60 * minute);
  const starts = world.runs.map(({ at }) => at);
  const rests = starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / 1_000);
  expect(rests.slice(0, 7)).toEqual([0, 15, 30, 60, 120, 240, 300]);
  expect(new Set(rests.slice(6))).toEqual(new Set([300]));
});

test('nothing is repeated after a sign-out', () => {
  const { world, retry, run, line, pass } = desk();
  world.hasLine = false;
  line(false);
  run({});
  retry.clear();
  world.hasLine = true;
  line(true);
  pass(minute);
  expect(world.runs).toHaveLength(1);
});

test('a line that comes and goes brings no storm: rests grow to five minutes, whatever its rhythm [H22]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 200 }),
      (seconds) => {
        const { world, run, line, pass } = desk();
        world.hasLine = false;
        run({});
        // The desk sees a line each time, and the run loses it each time.
        for (const [at, gap] of seconds.entries()) {
          line(at % 2 === 0);
          pass(gap * 1_000);
        }
        const starts = world.runs.map(({ at }) => at);
        const rests = starts.slice(2).map((at, index) => at - (starts[index + 1] ?? 0));
        for (const [index, rest] of rests.entries())
          expect(rest).toBeGreaterThanOrEqual(
            Math.min(retryRestMs.most, retryRestMs.first * 2 ** index),
          );
      },
    ),
  );
});

test('after a success the next failure is repeated at once again', () => {
  const { world, run, line, pass } = desk();
  world.hasLine = false;
  run({});
  line(true);
  pass(minute);
  const soFar = world.runs.length;
  expect(soFar).toBeGreaterThan(2);
  world.hasLine = true;
  pass(10 * minute);
  expect(world.runs).toHaveLength(soFar + 1);
  world.hasLine = false;
  run({});
  world.hasLine = true;
  pass(1_000);
  expect(world.runs).toHaveLength(soFar + 3);
});
