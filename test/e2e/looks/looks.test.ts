import { expect, test } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import { go, goSettings, openSandbox, startDesk, sync } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { atEndOfTest } from '../support/ending.ts';
import { focused } from '../support/focus.ts';
import { chooseBankFile, newForeignBank, signInWith } from '../support/foreign.ts';
import { look } from '../support/look/look.ts';
import { emptyPlace, newPlace } from '../support/place.ts';
import { openStatement } from '../support/statement.ts';
import { startSyncedDesk } from '../support/synced.ts';
import { board, card, fileIn, openSubClient, pdf } from '../support/sub-clients.ts';

test('the screens before a bank is open look right', async () => {
  const desk = await startDesk(emptyPlace());
  const { page } = desk;
  const wrong = await look(desk, 'first start');
  await chooseBankFile(desk, '{}');
  await page.getByText('The bank file has a mistake').waitFor();
  wrong.push(...(await look(desk, 'wrong bank file')));
  await chooseBankFile(desk, (await newForeignBank()).bankFile());
  await page.getByLabel('Password').waitFor();
  wrong.push(...(await look(desk, 'sign in')));
  expect(wrong).toEqual([]);
});

test('position and statement look right, empty and full, with every part open', async () => {
  const desk = await startDesk(await newPlace());
  const { page, hand } = desk;
  await openSandbox(desk);
  const wrong = await look(desk, 'empty position');
  await sync(desk);
  wrong.push(...(await look(desk, 'position')));
  await openStatement(desk, 'Operating USD');
  await hand.press('j', 'f');
  await page.getByRole('button', { name: 'Add a note' }).waitFor();
  await hand.press('n');
  await focused(page.getByRole('textbox', { name: 'Note' }));
  await hand.type('A note');
  await hand.press('Control+Enter');
  await page.getByRole('button', { name: 'A note' }).waitFor();
  wrong.push(...(await look(desk, 'statement')));
  await hand.press('p');
  await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
  wrong.push(...(await look(desk, 'period')));
  await hand.press('Escape');
  await page.getByRole('button', { name: 'Last 30 days' }).waitFor({ state: 'hidden' });
  await hand.press('x');
  await page.getByRole('dialog').waitFor();
  wrong.push(...(await look(desk, 'export')));
  await hand.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hand.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  wrong.push(...(await look(desk, 'keys')));
  expect(wrong).toEqual([]);
});

test('accounts in currencies that no table has look right', async () => {
  const bank = await startDelta();
  atEndOfTest(() => bank.close());
  const desk = await startDesk(emptyPlace());
  const { page } = desk;
  await chooseBankFile(desk, bank.bankFile);
  await signInWith(desk, bank.credentials);
  expect(await sync(desk)).toBe('Synced');
  await page.getByText('XQZ · currency not known here').waitFor();
  const wrong = await look(desk, 'position with unknown currencies');
  await go(desk, 'Accounts');
  await page.getByText('XQZ').first().click();
  await page.getByText('XQZ · unknown currency: nothing can be sent in it').waitFor();
  wrong.push(...(await look(desk, 'account in an unknown currency')));
  expect(wrong).toEqual([]);
});

test('payees and sub-clients look right, read and changed', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const wrong: string[] = [];
  await go(desk, 'Payees');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  wrong.push(...(await look(desk, 'payee')));
  await hand.press('e');
  await page.getByLabel('City', { exact: true }).first().fill('Winterthur');
  wrong.push(...(await look(desk, 'form')));
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Send change' }).waitFor();
  wrong.push(...(await look(desk, 'review')));
  await openSubClient(desk, 'Harmattan Foods');
  await dropOn(
    board(desk),
    fileIn(place, 'utility bill 2026-09-01.pdf', pdf('bill')),
    fileIn(place, 'empty.pdf', ''),
  );
  await card(desk, 'empty.pdf').waitFor();
  wrong.push(...(await look(desk, 'sub-client')));
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').waitFor();
  wrong.push(...(await look(desk, 'delete')));
  expect(wrong).toEqual([]);
});

test('activity, settings, offline and locked look right', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  const wrong: string[] = [];
  await go(desk, 'Activity');
  await page.getByRole('row').nth(1).waitFor();
  wrong.push(...(await look(desk, 'activity')));
  await place.line.cut();
  await sync(desk);
  await go(desk, 'Settings');
  await page.getByRole('heading', { name: 'Local copy' }).waitFor();
  wrong.push(...(await look(desk, 'settings, offline')));
  await goSettings(desk, 'Banks');
  await page.getByRole('button', { name: 'Forget this bank…' }).click();
  await page.getByRole('dialog').waitFor();
  wrong.push(...(await look(desk, 'forget')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  wrong.push(...(await look(desk, 'locked')));
  expect(wrong).toEqual([]);
});

test('End reaches the oldest entry of the statement, Home the newest', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await openStatement(desk, 'Operating USD');
  const entries = await place.bank.statement('2010044871');
  const pane = page.getByRole('complementary', { name: 'Entry' });
  await page.getByRole('grid').focus();
  await hand.press('End');
  // The ID is folded under Details.
  await pane.getByText(entries[0]!.id, { exact: true }).waitFor({ state: 'attached' });
  const last = page.getByRole('row', { selected: true });
  const rows = await page.getByRole('grid').getAttribute('aria-rowcount');
  await last.and(page.locator(`[aria-rowindex="${rows ?? ''}"]`)).waitFor();
  await expect
    .poll(async () => {
      const [list, row] = await Promise.all([
        page.getByRole('grid').boundingBox(),
        last.boundingBox(),
      ]);
      return row!.y + row!.height - (list!.y + list!.height);
    })
    .toBeLessThanOrEqual(1);
  await page.getByText(`Entry ${entries.length.toLocaleString('en-GB')} of`).waitFor();
  await hand.press('Home');
  await pane.getByText(entries.at(-1)!.id, { exact: true }).waitFor({ state: 'attached' });
});
