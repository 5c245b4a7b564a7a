import { expect, test } from 'vitest';

import { go } from '../support/desk.ts';
import { lookLarge } from '../support/look/look.ts';
import { startSyncedDesk } from '../support/synced.ts';

test('every view looks right with text at twice its size and under forced colours, the list of keys too', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const views = await page
    .getByRole('navigation', { name: 'Views' })
    .locator('.view .grows')
    .allInnerTexts();
  expect(views.length).toBeGreaterThan(12);
  const wrong: string[] = [];
  for (const view of views) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(desk, view);
    await page.waitForFunction((title) => document.title.startsWith(title), view);
    await page.locator('main h1').waitFor();
    wrong.push(...(await lookLarge(desk, view)));
  }
  await hand.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  wrong.push(...(await lookLarge(desk, 'keys')));
  expect(wrong).toEqual([]);
});
