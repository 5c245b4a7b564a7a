import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import type { Desk } from '../desk.ts';
import { looksWrong } from './looks.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];
const colorSchemes = ['light', 'dark'] as const;

/** The rules of axe that colours can break; the others judge alike in light and dark. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Looks at the screen as it stands in every size and scheme: text within its place, and accessible by axe's rules. */
export async function look({ page }: Desk, screen: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const size of sizes)
    for (const colorScheme of colorSchemes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(isStill);
      const rules = colorScheme === 'dark' ? rulesOfColour : null;
      const found = [...(await page.evaluate(looksWrong)), ...(await violationsOn(page, rules))];
      wrong.push(...found.map((words) => `${screen}, ${colorScheme}, ${size.width}: ${words}`));
    }
  return wrong;
}

/** What both sizes are to somebody whose text is twice as large. */
const halves = sizes.map(({ width, height }) => ({ width: width / 2, height: height / 2 }));

/** Looks at the screen with text at twice its size, and in every size under the forced colours of a system with high contrast. */
export async function lookLarge({ page }: Desk, screen: string): Promise<string[]> {
  const wrong: string[] = [];
  const looks = [
    ...halves.map((size) => ({ size, forcedColors: 'none' as const })),
    ...sizes.map((size) => ({ size, forcedColors: 'active' as const })),
  ];
  for (const { size, forcedColors } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light', forcedColors });
    await page.waitForFunction(isStill);
    const found = await page.evaluate(looksWrong);
    if (forcedColors === 'none') found.push(...(await violationsOn(page, null)));
    const words = `${screen}, ${size.width}${forcedColors === 'active' ? ', forced colours' : ''}`;
    wrong.push(...found.map((one) => `${words}: ${one}`));
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return wrong;
}

/** What axe finds wrong, by all of its rules or by some. */
async function violationsOn(page: Page, rules: string[] | null): Promise<string[]> {
  // The engine stays in the page; half a megabyte of it need not come again for every look.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations'],
      // Off by default: what a person says to a button is what they read on it.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
  if (rules) axe.withRules(rules);
  const { violations, passes, incomplete } = await axe.analyze();
  // axe gives a rule up over a scrolled table that the window's lower edge cuts: in a tall window it does not.
  const size = page.viewportSize();
  if (size && size.height < tall && incomplete.some(({ nodes }) => nodes.some(hasFailed))) {
    await page.setViewportSize({ ...size, height: tall });
    const found = await violationsOn(page, rules);
    await page.setViewportSize(size);
    return found;
  }
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

const tall = 3_000;

/** Did axe fail over it? */
const hasFailed = ({ none }: { none: readonly { id: string }[] }): boolean =>
  none.some(({ id }) => id === 'error-occurred');

/** Nothing that is drawn moves any more; what is folded away does not end its motions. Runs in the page. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(({ effect }) => effect instanceof KeyframeEffect && !effect.target?.checkVisibility());
}
