import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

import { expect, onTestFinished, test } from 'vitest';

import { keepHeapSmall, withRoom } from '../../electron/engines/machine/small-heap.ts';

/** The flags that V8 would get, without setting them: the tests of a worker share one process. */
function reportedFlags(): string[] {
  const flags: string[] = [];
  const real = v8.setFlagsFromString;
  const put = (set: typeof real): void => {
    v8.setFlagsFromString = set;
    syncBuiltinESMExports();
  };
  put((flag) => flags.push(flag));
  onTestFinished(() => {
    put(real);
  });
  return flags;
}

test('the heap has room while anything that makes garbage goes on, and none behind it, however it ends', async () => {
  const flags = reportedFlags();
  await withRoom(() => Promise.resolve(null));
  expect(flags).toEqual([]);

  keepHeapSmall();
  flags.length = 0;
  const [first, second] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const one = withRoom(() => first.promise);
  const other = withRoom(() => second.promise);
  first.resolve(null);
  await one;
  expect(flags).toEqual(['--no-optimize-for-size']);

  second.reject(new Error('cut'));
  await expect(other).rejects.toThrow('cut');
  expect(flags).toEqual(['--no-optimize-for-size', '--optimize-for-size']);
});
