import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { go, startDesk, type Desk } from './support/desk.ts';
import { dropOn } from './support/drop.ts';
import { card, fileIn, pdf } from './support/sub-clients.ts';
import { signedIn, startSyncedDesk } from './support/synced.ts';

/** Spelled as people spell them. */
const owners = [
  ['Harmattan Foods', 'harmattan-foods', 'HarmattanFoods'],
  ['Brightwater Logistics', 'BRIGHTWATER LOGISTICS', 'brightwater-logistics'],
  ['Tern Software', 'Tern_Software', 'ternSoftware'],
  ['Volta Solar', 'volta.solar', 'Volta Solar Ltd'],
] as const;

/** What a file is and its days, as they stand in names; each can be read in one way only. */
const papers = [
  'CAC certificate 12.03.2019',
  'utility_bill_sept 2026',
  'passport of the director expires 31-12-2030',
  'tax clearance 04.09.26',
  'Mem & Arts',
  'bank letter dated 2026-10-01',
  'proof of address 1 Oct 2026',
  'Reisepass gültig bis 03.05.2031',
] as const;

const ownedCount = 193;
const messyName = (index: number): string => {
  const spellings = owners[index % owners.length] ?? owners[0];
  const owner = spellings[index % spellings.length] ?? '';
  return `${owner} ${papers[index % papers.length] ?? ''} (${String(index)}).pdf`;
};

test('a KYC day of 200 files with a lost line in the middle and a kill ends with every one sent or named, in 7 keys', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  await openBoard(killed);
  const names = Array.from({ length: ownedCount }, (_, index) => messyName(index));
  const unowned = Array.from({ length: 5 }, (_, index) => `scan 000${index} tax clearance.pdf`);
  const archived = names.slice(0, 93);
  const archive = zipSync(
    Object.fromEntries(archived.map((name) => [`november/${name}`, strToU8(pdf(name))])),
  );
  await dropOn(
    queueOf(killed),
    fileIn(place, 'november.zip', archive),
    ...names.slice(93).map((name) => fileIn(place, name, pdf(name))),
    ...unowned.map((name) => fileIn(place, name, pdf(name))),
    fileIn(place, 'statement of wealth.pdf', 'MZ, a program'),
    fileIn(place, 'Volta Solar photo.jpg', pdf('no picture')),
  );
  const { page, hand } = killed;
  await page.getByRole('button', { name: /^Send 193 ready/ }).waitFor({ timeout: 60_000 });
  const countOf = (words: string) => page.getByText(words, { exact: true }).count();
  await expect.poll(() => countOf('Refused'), { timeout: 60_000 }).toBe(2);
  await expect.poll(() => countOf('Whose is it?'), { timeout: 60_000 }).toBe(5);

  // Whose the five are: a few letters and Enter each.
  const before = hand.presses();
  for (let left = 5; left > 0; left -= 1) {
    await page
      .getByRole('combobox', { name: 'Whose is it?' })
      .first()
      .and(page.locator(':focus'))
      .waitFor();
    await hand.type('tern');
    await page.getByRole('option', { name: /Tern Software/, selected: true }).waitFor();
    await hand.press('Enter');
    await expect.poll(() => countOf('Whose is it?')).toBe(left - 1);
  }
  await page
    .getByRole('button', { name: /^Send 198 ready/ })
    .and(page.locator(':focus'))
    .waitFor();
  await hand.press('Enter');
  await expect
    .poll(async () => (await place.bank.snapshot()).receivedFiles.length, { timeout: 60_000 })
    .toBeGreaterThan(40);
  await place.line.cut();
  await page.getByText(/files were not sent yet/).waitFor({ timeout: 60_000 });
  const pressed = hand.presses() - before;
  await killed.kill();
  await place.line.mend();

  const desk = await startDesk(place);
  await signedIn(desk);
  await openBoard(desk);
  const send = desk.page.getByRole('button', { name: /^Send (all )?\d+/ });
  await send.and(desk.page.locator(':enabled')).waitFor();
  await desk.hand.press('g');
  // Every one of them has come to its end: only then is counted what the bank has.
  await expect
    .poll(async () => (await tagged(desk, 'Sent')) + (await tagged(desk, 'No answer')), {
      timeout: 60_000,
    })
    .toBe(198);
  const { receivedFiles } = await place.bank.snapshot();
  const arrived = receivedFiles.map(({ fileName }) => fileName);
  // Nothing twice, and what is not at the bank, or may be, is named in the queue.
  expect(new Set(arrived).size).toBe(arrived.length);
  for (const name of [...names, ...unowned])
    if (!arrived.includes(name))
      await card(desk, name).getByText('No answer', { exact: true }).waitFor();
  await card(desk, 'statement of wealth.pdf').getByText('Refused', { exact: true }).waitFor();
  await card(desk, 'Volta Solar photo.jpg').getByText('Refused', { exact: true }).waitFor();
  expect(pressed + desk.hand.presses()).toBe(7);
}, 300_000);

async function openBoard(desk: Desk): Promise<void> {
  await go(desk, 'Sub-clients');
  await desk.page.getByRole('tab', { name: /Drop board/ }).click();
  await desk.page.getByRole('grid', { name: 'Drop board' }).waitFor();
}

const queueOf = ({ page }: Desk) => page.getByRole('complementary', { name: 'Queue' });

/** How many files of the queue have the tag. */
const tagged = (desk: Desk, tag: string): Promise<number> =>
  queueOf(desk).getByText(tag, { exact: true }).count();
