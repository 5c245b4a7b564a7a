import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { OneByOne } from '../../electron/engines/machine/one-by-one.ts';

test('begins nothing before what came first has ended', async () => {
  const oneByOne = new OneByOne();
  const seen: string[] = [];
  const slow = oneByOne.run(async () => {
    seen.push('slow begins');
    await setTimeout(5);
    seen.push('slow ends');
  });
  const quick = oneByOne.run(async () => {
    seen.push('quick');
    return Promise.resolve();
  });

  await Promise.all([slow, quick]);

  expect(seen).toEqual(['slow begins', 'slow ends', 'quick']);
});

test('lets the next run begin where one failed, and reports the failure to its own caller only', async () => {
  const oneByOne = new OneByOne();
  const failing = oneByOne.run(() => Promise.reject(new Error('no')));
  const next = oneByOne.run(() => Promise.resolve('done'));

  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
  await expect(oneByOne.over()).resolves.toBeUndefined();
});
