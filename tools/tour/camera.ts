import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';

export type Size = { readonly width: number; readonly height: number };

/** Takes a picture per step, in light and dark, in every size. */
export class Camera {
  readonly #page: Page;
  readonly #folder: string;
  readonly #sizes: readonly Size[];

  constructor(page: Page, folder: string, sizes: readonly Size[]) {
    this.#page = page;
    this.#folder = folder;
    this.#sizes = sizes;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  async take(name: string): Promise<void> {
    for (const size of this.#sizes) {
      await this.#page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.#page.emulateMedia({ colorScheme });
        await this.#page.waitForFunction(isStill);
        const file = `${name}-${colorScheme}-${size.width}x${size.height}.png`;
        await this.#page.screenshot({ path: join(this.#folder, file) });
      }
    }
    const [first] = this.#sizes;
    if (first) await this.#page.setViewportSize(first);
    await this.#page.emulateMedia({ colorScheme: 'light' });
  }
}

/** True if nothing visible moves; animations of hidden parts never end. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(({ effect }) => effect instanceof KeyframeEffect && !effect.target?.checkVisibility());
}
