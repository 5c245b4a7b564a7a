import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { formatMoney } from '../../../shared/money/format.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import { answerOf } from '../support/bridge.ts';
import { go, startDesk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { look } from '../support/look/look.ts';
import { payeeInDollars } from '../support/payments.ts';
import { openStatement } from '../support/statement.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const box = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const typed = (page: Page) => box(page).getByRole('combobox');
const chosen = (page: Page) => box(page).getByRole('option', { selected: true });

async function outputOf<R extends Route>(page: Page, route: R, input: RouteInput<R>) {
  return ((await answerOf(page, route, input)) as { value: RouteOutput<R> }).value;
}

/** The answer to what is typed by now is there: chips show how that text was understood, and none before it. */
const answered = async (page: Page): Promise<void> => {
  await box(page)
    .getByRole('button', { name: /remove$/ })
    .first()
    .waitFor();
};

test('an amount is found over all accounts by Ctrl K, its text and Enter, and opens at its entry; Escape gives back what was there', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const { found } = await outputOf(page, 'find.entries', { text: '>0', limit: 50 });
  const entry = found.all.find(
    ({ accountNumber }) => accountNumber !== found.all[0]?.accountNumber,
  )!;
  const digits = formatMoney(entry.amount).replace(/[^\d.,]/g, '');

  const before = hand.presses();
  await hand.press('Control+k');
  await focused(typed(page));
  await hand.type(`${digits} ${entry.narration.split(' ')[0] ?? ''}`);
  await answered(page);
  await chosen(page).getByText(digits).waitFor();
  await hand.press('Enter');
  expect(hand.presses() - before).toBe(2);
  await box(page).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('complementary').getByText(entry.narration).first().waitFor();

  // Over a list with a selection and the focus in it.
  await go(desk, 'Payments');
  await go(desk, 'Payees');
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  await hand.press('j', 'j');
  const second = page.getByRole('row', { selected: true }).and(page.locator('[aria-rowindex="3"]'));
  const selected = await second.innerText();
  const focus = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  const hadFocus = await focus();
  await hand.press('Meta+k');
  await focused(typed(page));
  await hand.type('zzz');
  await hand.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await expect.poll(() => second.innerText()).toBe(selected);
  await expect.poll(focus).toBe(hadFocus);
  // Where the view has a search of its own, / is that one's; elsewhere it opens the box.
  await hand.press('/');
  await focused(page.getByRole('searchbox'));
  await hand.press('Escape');
  await go(desk, 'Position');
  await hand.press('/');
  await focused(typed(page));
  await hand.press('Escape');
});

test('a payment asked for in words opens the filled form and sends nothing; a search that was saved is there after the next start', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place);
  await hand.press('Control+k');
  await focused(typed(page));
  await hand.type(`pay ${payee.name} 125.50 usd ref INV-77`);
  await chosen(page)
    .and(box(page).getByRole('option', { name: `Pay ${payee.name} 125.50 USD` }))
    .waitFor();
  await hand.press('Enter');
  const form = page.getByRole('complementary', { name: 'New payment' });
  await expect.poll(() => form.getByLabel('Amount', { exact: true }).inputValue()).toBe('125.50');
  await expect.poll(() => form.getByLabel('Narration').inputValue()).toBe('INV-77');
  expect(await place.bank.calls('createSingleTransfer')).toEqual([]);

  await hand.press('Control+k');
  await focused(typed(page));
  await hand.type('>10000 usd out');
  await answered(page);
  await box(page).getByRole('option', { name: 'Save this search' }).click();
  await box(page).getByRole('option', { name: 'Forget this saved search' }).waitFor();
  await hand.press('Escape');
  await desk.close();

  const again = await startDesk(place);
  await signedIn(again);
  await again.hand.press('Control+k');
  await focused(typed(again.page));
  await chosen(again.page)
    .and(box(again.page).getByRole('option', { name: '>10000 usd out' }))
    .waitFor();
  await again.hand.press('Enter');
  await expect.poll(() => typed(again.page).inputValue()).toBe('>10000 usd out');
  await answered(again.page);
});

test('the box looks right, at rest, with finds of every kind, and where nothing holds all of it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const payee = await payeeInDollars(place);
  const wrong: string[] = [];
  await openStatement(desk, 'Operating USD');
  await hand.press('Control+k');
  await focused(typed(page));
  wrong.push(...(await look(desk, 'find at rest')));
  const shot = process.env['NOSTRO_SHOTS'];
  const [word = ''] = payee.name.split(' ');
  const { found } = await outputOf(page, 'find.entries', { text: 'inv', limit: 50 });
  const references = found.all.map(({ narration }) => /INV-\d{4}-\d(\d{4})/.exec(narration)?.[1]);
  const part = references.find((one) => one !== undefined) ?? '';
  for (const [name, text] of [
    ['words', word],
    ['amount', `${word} 6,030.81`],
    ['month', 'invoice nov'],
    ['nothing', 'invoice 6,030.81 flagged'],
    ['inside', part],
  ] as const) {
    await typed(page).fill(text);
    await answered(page);
    if (name === 'inside')
      await box(page)
        .getByRole('group', { name: `${part} inside a word` })
        .getByRole('option')
        .first()
        .waitFor();
    wrong.push(...(await look(desk, `find ${name}`)));
    if (shot !== undefined)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1440, 900],
          [1024, 700],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height });
          await page.screenshot({ path: `${shot}/${name}-${colorScheme}-${String(width)}.png` });
        }
  }
  expect(wrong).toEqual([]);
});

test('a statement’s search understands what the box does, and each part of it can be removed', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openStatement(desk, 'Operating USD');
  const { rows } = await outputOf(page, 'accounts.list', {});
  const accountNumber =
    rows.find((one) => one.accountName === 'Operating USD')?.accountNumber ?? '';
  const { found } = await outputOf(page, 'find.entries', {
    text: `account:${accountNumber} >0 out`,
    limit: 1,
  });
  const entry = found.all[0]!;
  const digits = formatMoney(entry.amount).replace(/[^\d.,]/g, '');
  await hand.press('/');
  const search = page.getByRole('searchbox', { name: 'Search entries' });
  await focused(search);
  const parts = page.getByRole('group', { name: 'Searched for' });
  await parts.getByText('last week').waitFor();
  await hand.type(`${digits} out ${entry.day}`);
  const chips = parts.getByRole('button');
  await expect
    .poll(() => chips.allInnerTexts())
    .toEqual([
      expect.stringContaining(digits),
      expect.stringContaining('out'),
      expect.stringContaining('day'),
    ]);
  await page.getByRole('grid').getByText(digits).first().waitFor();
  const wrong = await look(desk, 'statement searched');
  const shot = process.env['NOSTRO_SHOTS'];
  if (shot !== undefined)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [1440, 900],
        [1024, 700],
        [720, 450],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `${shot}/statement-${colorScheme}-${String(width)}.png` });
      }
  expect(wrong).toEqual([]);
  await chips.nth(2).click();
  await focused(search);
  await expect.poll(() => chips.count()).toBe(2);
  await expect.poll(() => search.inputValue()).toBe(`${digits} out`);
});
