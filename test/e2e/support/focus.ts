import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Waits until the keyboard is there: the next key means it. */
export async function focused(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element.contains(document.activeElement)), {
      timeout: 10_000,
    })
    .toBe(true);
}
