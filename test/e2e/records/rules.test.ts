import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import { answerOf } from '../support/bridge.ts';
import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import type { Place } from '../support/place.ts';
import { startSyncedDesk } from '../support/synced.ts';

const box = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const pane = (page: Page) => page.getByRole('complementary', { name: 'Entry' });
const foot = (page: Page) => page.getByRole('contentinfo').getByRole('status').first();

/** Money comes in with this narration, and is fetched. */
async function booked({ bank }: Place, desk: Desk, narration: string): Promise<void> {
  const { value } = (await answerOf(desk.page, 'accounts.list', {})) as {
    value: RouteOutput<'accounts.list'>;
  };
  const account = value.rows.find(({ currency }) => currency === 'USD');
  await bank.ask('POST', '/accounts/simulate-inflow', {
    ...{ accountNumber: account?.accountNumber, amount: 605.25, currency: 'USD' },
    ...{ senderName: 'Somebody', narration },
  });
  await sync(desk);
}

/** Looks for a text in the box, and waits until the entries that hold all of it are those with these narrations. */
async function finds({ page, hand }: Desk, text: string, narrations: string[]): Promise<void> {
  await hand.press('Control+k');
  await focused(box(page).getByRole('combobox'));
  await hand.type(text);
  const lines = box(page)
    .getByRole('group', { name: /^Entries/ })
    .getByRole('option');
  const found = async (): Promise<string[]> =>
    (await lines.allInnerTexts()).map((line) => /Quillfeather licence \w+/.exec(line)?.[0] ?? line);
  await expect.poll(found).toEqual(narrations);
  await hand.press('Escape');
  await box(page).waitFor({ state: 'detached' });
}

/** Opens the entry that holds the text at its account, and waits for its pane. */
async function opened({ page, hand }: Desk, text: string): Promise<void> {
  await hand.press('Control+k');
  await focused(box(page).getByRole('combobox'));
  await hand.type(text);
  await box(page).getByRole('option', { selected: true }).getByText(text).waitFor();
  await hand.press('Enter');
  await box(page).waitFor({ state: 'detached' });
  await pane(page).getByText(text, { exact: true }).first().waitFor();
}

test('a rule is counted before it is saved, labels old and new entries, and a person labels one otherwise by hand', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await booked(place, desk, 'Quillfeather licence October');

  await go(desk, 'Review');
  await page.getByRole('grid', { name: 'Entries to review' }).waitFor();
  await hand.press('l');
  await page.getByText('No rules yet').waitFor();
  await hand.press('n');
  const rule = page.getByRole('form', { name: 'New rule' });
  await focused(rule.getByLabel('Narration or reference has all these words'));
  await hand.type('quillfeather LICENCE');
  await rule.getByText('1 entry').waitFor();
  await page.getByText('No rules yet').waitFor();
  await rule.getByLabel('Tag').fill('licence');
  await rule.getByLabel('Counterparty').fill('Quillfeather AB');
  // It is counted anew with what it gives, and saved once that is done.
  const save = rule.getByRole('button', { name: 'Save rule' });
  await expect.poll(() => save.isEnabled()).toBe(true);
  await rule.getByText('1 entry').waitFor();
  await save.click();
  await page.getByRole('option', { name: /quillfeather LICENCE/i }).waitFor();

  // It is brought to old entries behind the window, and the box asks once.
  const applied = async () => {
    const requested = await answerOf(page, 'find.entries', { text: 'tag:licence', limit: 5 });
    return (requested as { value: RouteOutput<'find.entries'> }).value.found.all.length;
  };
  await expect.poll(applied).toBe(1);
  await finds(desk, 'tag:licence', ['Quillfeather licence October']);
  await booked(place, desk, 'Quillfeather licence November');
  const both = ['Quillfeather licence November', 'Quillfeather licence October'];
  await finds(desk, 'tag:licence', both);

  await opened(desk, 'Quillfeather licence November');
  await pane(page).getByText('Quillfeather AB').first().waitFor();
  // Both are of the counterparty, and the one before is counted.
  const payer = pane(page).getByRole('region', { name: 'This payer' });
  await payer.getByText(/^2 entries in the year up to this one: 1,210\.50 USD in\./).waitFor();
  await payer.getByRole('button', { name: 'Find all of Quillfeather AB' }).click();
  await box(page).getByText('Quillfeather licence October').first().waitFor();
  await expect
    .poll(() => box(page).getByRole('combobox').inputValue())
    .toBe('payee:"Quillfeather AB"');
  await hand.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await pane(page).getByRole('button', { name: 'Remove the tag licence' }).click();
  await foot(page).getByText('No longer tagged licence').waitFor();
  await pane(page).getByRole('button', { name: 'Edit counterparty' }).click();
  await focused(pane(page).getByRole('textbox', { name: 'Counterparty' }));
  await hand.type('Quillfeather Holdings');
  await hand.press('Enter');
  await foot(page).getByText('Counterparty Quillfeather Holdings').waitFor();
  await payer.getByText(/^1 entry in the year up to this one/).waitFor();
  await finds(desk, 'tag:licence', ['Quillfeather licence October']);

  // What was set by hand outlives a sync.
  await sync(desk);
  await finds(desk, 'payee:holdings', ['Quillfeather licence November']);
});
