import type { Profiler } from 'node:inspector';

import { expect, test } from 'vitest';

import { holdsOf, secondsByStage, type Stages } from '../../tools/bench/stages.ts';

const stages: Stages = [
  ['network', /^node:net$/],
  ['worker', /^node:worker$/],
];

const frame = (functionName: string, url = ''): Profiler.ProfileNode['callFrame'] => ({
  ...{ functionName, url, scriptId: '0' },
  ...{ lineNumber: 0, columnNumber: 0 },
});

/** Node 1 is the root, 2 waits, 3 is of the network, 4 is native below it, 5 is of the worker, 6 is garbage. */
const profileOf = (samples: readonly (readonly [id: number, ms: number])[]): Profiler.Profile => ({
  ...{ startTime: 0, endTime: 1 },
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 5, 6] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('read', 'node:net'), children: [4] },
    { id: 4, callFrame: frame('write') },
    { id: 5, callFrame: frame('post', 'node:worker') },
    { id: 6, callFrame: frame('(garbage collector)') },
  ],
  samples: samples.map(([id]) => id),
  timeDeltas: samples.map(([, ms]) => ms * 1_000),
});

test('what is native counts to the stage that called it', () => {
  const seconds = secondsByStage(
    profileOf([
      [3, 1_000],
      [4, 2_000],
      [2, 500],
    ]),
    stages,
  );
  expect(seconds).toEqual({ network: 3, waiting: 0.5 });
});

test('a hold lasts until the thread waits, whatever works meanwhile; shorter ones are left out', () => {
  const holds = holdsOf(
    profileOf([
      [2, 10],
      [3, 3],
      [5, 2],
      [6, 1],
      [2, 1],
      [5, 3.9],
      [2, 5],
      [4, 4],
    ]),
    stages,
    4,
  );
  expect(holds).toEqual({
    times: 2,
    longestMs: 6,
    msByStage: { network: 7, worker: 2, garbage: 1 },
  });
});

test('a thread that was never held has no holds', () => {
  expect(holdsOf(profileOf([[2, 100]]), stages, 4)).toEqual({
    ...{ times: 0, longestMs: 0 },
    msByStage: {},
  });
});
