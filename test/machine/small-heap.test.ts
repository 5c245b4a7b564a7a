import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

import { expect, onTestFinished, test } from 'vitest';

import { keepHeapSmall, withRoom } from '../../electron/engines/machine/small-heap.ts';

/** What V8 is told, instead of telling it: the tests of a worker share one process. */
function reportedFlags(): string[] {
  const told: string[] = [];
  const real = v8.setFlagsFromString;
  const put = (set: typeof real): void => {
    v8.setFlagsFromString = set;
    syncBuiltinESMExports();
  };
  put((flags) => told.push(flags));
  onTestFinished(() => {
    put(real);
  });
  return told;
}

test('the heap has room while anything that makes garbage goes on, and none behind it, however it ends', async () => {
  const told = reportedFlags();
  await withRoom(() => Promise.resolve(null));
  expect(told).toEqual([]);

  keepHeapSmall();
  told.length = 0;
  const [first, second] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const one = withRoom(() => first.promise);
  const other = withRoom(() => second.promise);
  first.resolve(null);
  await one;
  expect(told).toEqual(['--no-optimize-for-size']);

  second.reject(new Error('cut'));
  await expect(other).rejects.toThrow('cut');
  expect(told).toEqual(['--no-optimize-for-size', '--optimize-for-size']);
});
