import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

import type { Desk } from './desk.ts';
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
  const { violations, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}

/** Nothing that is drawn moves any more; what is folded away does not end its motions. Runs in the page. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(({ effect }) => effect instanceof KeyframeEffect && !effect.target?.checkVisibility());
}
