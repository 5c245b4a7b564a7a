import { expect, test } from 'vitest';

import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { look } from '../support/look/look.ts';
import type { Place } from '../support/place.ts';
import { startSyncedDesk } from '../support/synced.ts';

const operating = '2010044871';
const address = 'https://hooks.example.com/nostro';

const question = ({ page }: Desk) => page.getByRole('dialog');
const grid = ({ page }: Desk) => page.getByRole('grid', { name: 'What changed at the bank' });
const configurationAtBank = async ({ bank }: Place) => (await bank.snapshot()).configuration;

const book = ({ bank }: Place, narration: string): Promise<string> =>
  bank.post({ account: operating, amount: '12.50', direction: 'credit', narration });

/** What is asked opens at Cancel: its yes is one tab further. */
async function sayYes(desk: Desk, yes: string): Promise<void> {
  await question(desk).waitFor();
  await desk.hand.press('Tab');
  await focused(question(desk).getByRole('button', { name: yes }));
  await desk.hand.press('Enter');
  await question(desk).waitFor({ state: 'detached' });
}

test('what a sync finds changed stands in the timeline, and a key opens its record', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Webhooks');
  await page.getByText('Nothing has changed yet').waitFor();
  const wrong = await look(desk, 'an empty timeline');
  await sync(desk);
  await page.getByText('Nothing has changed yet').waitFor();

  await book(place, 'Rent of May');
  await sync(desk);
  await grid(desk).getByText('Credit 12.50 USD · Rent of May').waitFor();
  await grid(desk).getByText('Today').waitFor();

  for (const narration of ['One', 'Two', 'Three']) await book(place, narration);
  await sync(desk);
  await page.getByRole('button', { name: '3 new' }).waitFor();
  expect(await grid(desk).getByText('· Two').count()).toBe(0);
  wrong.push(...(await look(desk, 'a timeline with new changes')));
  const before = hand.presses();
  await hand.press('n');
  await grid(desk).getByText('· Two').waitFor();
  await hand.press('j', 'j', 'Enter');
  expect(hand.presses() - before).toBe(4);
  await page.getByRole('complementary').getByText('Two', { exact: true }).first().waitFor();
  await hand.press('b');
  await grid(desk).getByText('· Two').waitFor();

  await hand.press('/');
  await focused(page.getByRole('searchbox'));
  await hand.type('rent');
  await grid(desk).getByText('· Two').waitFor({ state: 'detached' });
  await grid(desk).getByText('· Rent of May').waitFor();
  expect(wrong).toEqual([]);
});

test('an address is set and used after a question, and the timeline shows it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Webhooks');
  await hand.press('c');
  await page.getByText('The bank reports no mode in use.').waitFor();
  const wrong = await look(desk, 'no configuration');

  await hand.press('a');
  await focused(page.getByLabel('Address', { exact: true }));
  await hand.type('http://hooks.example.com');
  await hand.press('Enter');
  await page.getByText('must be an address that begins with https://').waitFor();
  wrong.push(...(await look(desk, 'a wrong address')));
  await page.getByLabel('Address', { exact: true }).fill(address);
  await hand.press('Enter');
  for (const words of ['SANDBOX', address]) await question(desk).getByText(words).waitFor();
  wrong.push(...(await look(desk, 'the question about an address')));
  expect(await configurationAtBank(place)).toMatchObject({ endpoints: [] });
  await sayYes(desk, 'Save address');
  await page.getByRole('list', { name: 'Addresses by mode' }).getByText(address).waitFor();
  expect(await configurationAtBank(place)).toMatchObject({
    currentMode: '',
    endpoints: [{ mode: 'test', callbackUrl: address }],
  });

  await page.getByRole('button', { name: 'Use test' }).click();
  await sayYes(desk, 'Use test');
  await page.getByText('The mode in use is test.').waitFor();
  expect((await configurationAtBank(place)).currentMode).toBe('test');
  wrong.push(...(await look(desk, 'a configuration')));

  await hand.press('t');
  await grid(desk).getByText('current mode').waitFor();
  expect(await place.bank.calls('addANewClientConfiguration')).toHaveLength(1);
  expect(wrong).toEqual([]);
});

test('a change whose answer is cut is not sent again, and reading the configuration settles it', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Webhooks');
  await hand.press('c');
  await page.getByText('The bank reports no mode in use.').waitFor();
  await hand.press('a');
  await focused(page.getByLabel('Address', { exact: true }));
  await place.bank.setFaults({
    operation: 'addANewClientConfiguration',
    fault: { kind: 'cut-after-commit' },
  });
  await hand.type(address);
  await hand.press('Enter');
  await sayYes(desk, 'Save address');
  await page.getByText('Webhook address for test').waitFor();
  await page.getByText('Possible once the sent change is settled.').waitFor();
  await page.getByRole('button', { name: 'Look it up now' }).click();
  await page.getByRole('list', { name: 'Addresses by mode' }).getByText(address).waitFor();
  await page.getByRole('main').getByText('Webhook address for test').waitFor({ state: 'detached' });
  expect(await place.bank.calls('addANewClientConfiguration')).toHaveLength(1);
});
