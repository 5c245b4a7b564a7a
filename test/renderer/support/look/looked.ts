// The window's own letters: another font is wider, and cuts what stands in its place.
import '@fontsource-variable/inter/wght.css';
import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import '../../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

import { looksWrong } from '../../../e2e/support/look/looks.ts';

type Size = readonly [width: number, height: number];

export const windows: readonly Size[] = [
  [1440, 900],
  [1024, 700],
];
/** The same, and the smaller one at 200 %. */
export const sizes: readonly Size[] = [...windows, [512, 350]];

/** The same, and where a pane begins to lie over its list. */
export const widths: readonly Size[] = [...sizes, [1100, 800]];

/** Colours go over to others in a moment; what goes on without end does not count. */
const isStill = (): boolean =>
  document
    .getAnimations()
    .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY);

/** The rules of axe that colours can break; the others judge alike in light and dark, large and small. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });

/** What looks wrong once lists have measured the room that they have now: the same over some frames. */
async function wrongAtRest(look: () => string[]): Promise<string[]> {
  const framesAtRest = 6;
  let found = look();
  for (let same = 0; same < framesAtRest; same += 1) {
    await nextFrame();
    const next = look();
    if (next.join('\n') !== found.join('\n')) same = -1;
    found = next;
  }
  return found;
}

/** Another font in its place would cut what fits, and fit what is cut. */
async function letters(): Promise<void> {
  expect(await document.fonts.load('13px "Inter Variable"')).not.toEqual([]);
}

/** What is cut, or stands outside its place, at any of the sizes. */
export async function misplacedInSight(
  all: readonly Size[],
  look: () => string[] = looksWrong,
): Promise<string[]> {
  await letters();
  const faults: string[] = [];
  for (const [width, height] of all) {
    await page.viewport(width, height);
    await expect.poll(isStill).toBe(true);
    faults.push(...(await wrongAtRest(look)).map((fault) => `${String(width)}: ${fault}`));
  }
  await page.viewport(1440, 900);
  return faults;
}

/** What stands wrong on the screen as it is: cut or outside at any size, or found by axe in light and dark. */
export async function faultsInSight(): Promise<string[]> {
  const faults = await misplacedInSight(sizes);
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    await expect.poll(isStill).toBe(true);
    const { violations, passes } = await axe.run(document, {
      rules: { 'label-content-name-mismatch': { enabled: true } },
      ...(scheme === 'dark' && { runOnly: rulesOfColour, rules: {} }),
    });
    expect(passes.map(({ id }) => id)).toContain('color-contrast');
    for (const { id, nodes } of violations)
      faults.push(...nodes.map(({ html }) => `${scheme}: ${id}: ${html}`));
  }
  document.documentElement.style.colorScheme = '';
  return faults;
}
