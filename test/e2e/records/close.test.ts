import { expect, test } from 'vitest';

import { focused } from '../support/focus.ts';
import { startSyncedDesk } from '../support/synced.ts';

test('the clean days at the sandbox are closed by three keys, and the last stays closed with its figures over a restart of the view', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const before = hand.presses();

  await hand.press('z');
  const main = page.getByRole('button', { name: /^Close all \d+ days to \d+ \w+…/ });
  await focused(main);
  await hand.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Close/ });
  await dialog.getByText('Operating EUR').waitFor();
  // The yes rests for a moment: nothing pressed before can be meant for it.
  const yes = dialog.getByRole('button', { name: /^Close/ });
  await expect.poll(() => yes.getAttribute('aria-disabled')).toBeNull();
  await focused(yes);
  await hand.press('Enter');

  const foot = page.getByRole('contentinfo').getByRole('status').first();
  await foot.getByText(/^Closed: /).waitFor();
  expect(hand.presses() - before).toBe(3);

  const figures = page.getByRole('region', { name: 'Closed figures' });
  const row = figures.getByRole('row', { name: /Operating EUR/ });
  await row.getByText('EUR', { exact: true }).waitFor();
  const closed = await row.innerText();
  await hand.press('1');
  await page.getByRole('heading', { name: 'Position' }).waitFor();
  await hand.press('z');
  await row.waitFor();
  expect(await row.innerText()).toBe(closed);
  await page.getByRole('button', { name: /^Reopen/ }).waitFor();
});
