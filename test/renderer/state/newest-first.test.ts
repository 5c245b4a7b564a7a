import { expect, test } from 'vitest';

import { NewestFirst, pageRows } from '../../../renderer/state/records/newest-first.svelte.ts';
import { ok } from '../../../shared/result.ts';

/** Numbers up to the newest there is, read when they are let. */
class Numbers extends NewestFirst<number> {
  newest = 250;
  #held: (() => void)[] = [];
  isHeld = false;

  protected override async read(before: number = this.newest + 1) {
    const from = before - 1;
    const rows = Array.from({ length: Math.min(pageRows, from) }, (_, at) => from - at);
    if (this.isHeld) await new Promise<void>((go) => this.#held.push(go));
    return ok({ rows, hasMore: from > pageRows });
  }

  protected override idOf(number: number): number {
    return number;
  }

  /** Answers what was asked first. */
  let(): void {
    this.#held.shift()?.();
  }
}

test('what comes while older ones are read is counted all the same', async () => {
  const numbers = new Numbers();
  await numbers.refresh();
  numbers.isHeld = true;
  numbers.newest = 252;
  const looking = numbers.look();
  const older = numbers.loadOlder();
  numbers.isHeld = false;
  numbers.let();
  await looking;
  numbers.let();
  await older;
  expect(numbers.waitingCount).toBe(2);
  expect(numbers.rows).toHaveLength(2 * pageRows);
  await numbers.showWaiting();
  expect(numbers.rows[0]).toBe(252);
});

test('more than a page of what waits starts the list anew, without a hole', async () => {
  const numbers = new Numbers();
  await numbers.refresh();
  numbers.newest = 400;
  await numbers.look();
  expect(numbers.hasManyWaiting).toBe(true);
  await numbers.showWaiting();
  expect(numbers.rows).toEqual(Array.from({ length: pageRows }, (_, at) => 400 - at));
});
