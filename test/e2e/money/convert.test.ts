import { expect, test } from 'vitest';

import { go, sync, type Desk } from '../support/desk.ts';
import { focused } from '../support/focus.ts';
import { startSyncedDesk } from '../support/synced.ts';

const price = ({ page }: Desk) => page.getByRole('region', { name: 'Quote' });
const amountSold = ({ page }: Desk) => page.getByLabel('Amount sold');
const match = ({ page }: Desk) => page.getByRole('region', { name: 'Four-way match' });
const question = ({ page }: Desk) => page.getByRole('dialog', { name: 'Trade at this rate?' });

/** Begins a conversion in the view, by keyboard, and asks for its price: two presses. */
async function askPrice(desk: Desk, amount: string): Promise<void> {
  const { page, hand } = desk;
  await page.getByText('No trades yet').waitFor();
  await hand.press('n');
  await focused(amountSold(desk));
  await hand.type(amount);
  await hand.press('Enter');
  await price(desk).getByRole('timer').waitFor();
  await focused(page.getByRole('button', { name: 'Trade now' }));
}

/** Asks to trade at the price, with one press. Nothing is sent yet. */
async function askToTrade(desk: Desk): Promise<void> {
  await desk.hand.press('Enter');
  await focused(question(desk).getByRole('button', { name: 'Trade', exact: true }));
}

/** What the four sources show for a figure, without currency and grouping. */
async function figures(desk: Desk, label: string): Promise<string[]> {
  const row = match(desk).getByRole('row', { name: new RegExp(`^${label}`) });
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.map((text) => text.replace(/[^\d.–]/g, ''));
}

const fourTimes = (figure: string): string[] => [figure, figure, figure, figure];

test('an amount is converted with four keys; after the next sync four sources agree to the last digit', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Convert');
  const before = hand.presses();
  await askPrice(desk, '1250.55');
  await askToTrade(desk);
  await question(desk).getByText('SANDBOX').waitFor();
  expect(await place.bank.calls('lockRate')).toEqual([]);
  await hand.press('Enter');
  await match(desk).getByText('Open', { exact: true }).waitFor();
  expect(hand.presses() - before).toBe(4);

  const [trade, ...others] = await place.bank.orders('trades');
  expect(others).toEqual([]);
  expect(await place.bank.calls('lockRate')).toHaveLength(1);
  const { reference, sellAmount, buyAmount, fee, rate } = trade!;
  const booked = await place.bank.booked(reference);
  expect(booked.map(({ amount, direction }) => [direction, amount])).toEqual([
    ['debit', sellAmount],
    ['debit', fee],
    ['credit', buyAmount],
  ]);
  await match(desk).getByText('The sale and the fee are not booked in the local copy').waitFor();
  await match(desk).getByText('The purchase is not booked in the local copy').waitFor();
  await expect.poll(() => figures(desk, 'Bought')).toEqual([buyAmount, buyAmount, buyAmount, '–']);

  await sync(desk);
  await match(desk).getByText('Matched', { exact: true }).waitFor();
  await expect.poll(() => figures(desk, 'Sold')).toEqual(fourTimes(sellAmount));
  await expect.poll(() => figures(desk, 'Bought')).toEqual(fourTimes(buyAmount));
  await expect.poll(() => figures(desk, 'Fee')).toEqual(fourTimes(fee));
  await expect
    .poll(async () => (await figures(desk, 'Rate')).slice(0, 3))
    .toEqual([rate, rate, rate]);
  await page.getByRole('heading', { name: 'Booked' }).waitFor();
  expect(await place.bank.orders('trades', reference)).toHaveLength(1);
});

test('a price that runs out before the last yes is not sent; one key asks for a new one, and the amount stays [P14]', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await page.clock.install();
  await go(desk, 'Convert');
  await askPrice(desk, '1250.55');
  await askToTrade(desk);
  await page.clock.fastForward(31_000);
  await question(desk).waitFor({ state: 'detached' });
  await page.getByText('Quote expired. Its time ran out.').waitFor();
  await page.getByRole('button', { name: 'Trade now', disabled: true }).waitFor();
  await focused(page.getByRole('button', { name: 'New quote' }));
  await hand.press('Enter');
  await price(desk).getByRole('timer').waitFor();
  await expect.poll(() => amountSold(desk).inputValue()).toBe('1250.55');
  expect(await place.bank.calls('getQuote')).toHaveLength(2);
  expect(await place.bank.calls('lockRate')).toEqual([]);
});

test('a price that the bank calls dead is not traded, and what was entered stays', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Convert');
  await askPrice(desk, '1250.55');
  // The desk does not learn of it until it asks again.
  await place.bank.advance(31_000);
  await askToTrade(desk);
  await hand.press('Enter');
  await page
    .getByText('This quote is no longer good; ask for a new one', { exact: true })
    .waitFor();
  await focused(page.getByRole('button', { name: 'New quote' }));
  expect(await place.bank.orders('trades')).toEqual([]);
  await hand.press('Enter');
  await price(desk).getByRole('timer').waitFor();
  await focused(page.getByRole('button', { name: 'Trade now' }));
  await expect.poll(() => amountSold(desk).inputValue()).toBe('1250.55');
  await askToTrade(desk);
  await hand.press('Enter');
  await match(desk).waitFor();
  expect(await place.bank.orders('trades')).toHaveLength(1);
});

test('a deal whose answer is cut has no button that sends it again, and is found by the desk itself', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await place.bank.setFaults({ operation: 'lockRate', fault: { kind: 'cut-after-commit' } });
  await go(desk, 'Convert');
  await askPrice(desk, '1250.55');
  await askToTrade(desk);
  await hand.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Unanswered conversion' });
  await pane.getByText('no answer: it may have gone through').waitFor();
  expect(await page.getByRole('button', { name: /again|Trade now/ }).count()).toBe(0);
  await match(desk).waitFor();
  const [trade, ...others] = await place.bank.orders('trades');
  expect(others).toEqual([]);
  expect(await place.bank.calls('lockRate')).toHaveLength(1);
  expect(await place.bank.booked(trade!.reference)).toHaveLength(3);
});
