import { expect, test } from 'vitest';

import { SharedRuns } from '../../electron/engines/machine/shared-runs.ts';

test('those who ask while one run is under way share the next, also where one fails', async () => {
  const runs = new SharedRuns<number>();
  let count = 0;
  const ends: (() => void)[] = [];
  const work = async (): Promise<number> => {
    count += 1;
    const own = count;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (own === 1) throw new Error('the first');
    return own;
  };
  const first = runs.run(work);
  await expect.poll(() => ends.length).toBe(1);
  const [second, third] = [runs.run(work), runs.run(work)];
  ends[0]?.();
  await expect(first).rejects.toThrow('the first');
  await expect.poll(() => ends.length).toBe(2);
  const fourth = runs.run(work);
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await fourth).toBe(3);
});
