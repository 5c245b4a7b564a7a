import { readFileSync } from 'node:fs';

import { csvRows } from './csv.ts';
import { go, type Desk } from './desk.ts';
import { focused } from './focus.ts';

/** Opens an account's statement from the position. */
export async function openStatement(desk: Desk, account: string): Promise<void> {
  await go(desk, 'Position');
  // What is in flight from it is a button of its own.
  await desk.page.getByRole('button', { name: new RegExp(`^${account}`) }).dblclick();
  await desk.page.getByRole('grid').getByRole('row').nth(1).waitFor();
}

/** Searches the statement that is open, by keyboard: what is shown is what was found of all of the text. */
export async function searchEntries({ page, hand }: Desk, text: string): Promise<void> {
  await hand.press('/');
  await focused(page.getByRole('searchbox', { name: 'Search entries' }));
  await hand.type(text);
  await page
    .getByRole('group', { name: 'Searched for' })
    .getByRole('button', { name: `${text}, remove` })
    .waitFor();
}

/** Exports what is shown, as a person does, and reads the file. */
export async function exported(
  { page, dialogs, hand }: Desk,
  file: string,
): Promise<Record<string, string>[]> {
  await dialogs.saveAs(file);
  await hand.press('x');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose where to save' }).click();
  await dialog.waitFor({ state: 'detached' });
  return csvRows(readFileSync(file, 'utf8'));
}
