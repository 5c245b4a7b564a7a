import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { answerOf } from '../support/bridge.ts';
import { go, startDesk, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { fileIn, pdf } from '../support/sub-clients.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

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

test('a KYC day of 200 files with a lost line in the middle and a kill ends with every one sent or named, in 6 keys', async () => {
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
  // So many stand as rows, by what they wait for.
  await door(killed, 'Ready', 193).waitFor({ timeout: 60_000 });
  await door(killed, 'Refused', 2).waitFor();
  await door(killed, 'Whose is it?', 5).waitFor();
  await page
    .getByRole('grid', { name: 'Files', exact: true })
    .and(page.locator(':focus'))
    .waitFor();

  // Whose the five are, in one act: all of the group, a few letters, Enter to take it and Enter to set it.
  const before = hand.presses();
  await hand.press('Control+a');
  await page.getByRole('heading', { name: '5 selected' }).waitFor();
  await hand.press('o');
  await hand.type('tern');
  await page.getByRole('option', { name: /Tern Software/, selected: true }).waitFor();
  await hand.press('Enter', 'Enter');
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
  // Something is typed for several of them when the program dies.
  await page.getByRole('button', { name: /^Ready/ }).click();
  await page.getByRole('row', { name: /^Ready/ }).click();
  await queueOf(killed).getByLabel('Issued').fill('1 Oct 2026');
  await expect
    .poll(async () => JSON.stringify(await answerOf(page, 'drafts.read', { key: draftKey })))
    .toContain('1 Oct 2026');
  await killed.kill();
  await place.line.mend();

  const desk = await startDesk(place);
  await signedIn(desk);
  await openBoard(desk);
  const issued = queueOf(desk).getByLabel('Issued');
  await expect.poll(() => issued.inputValue()).toBe('1 Oct 2026');
  const send = desk.page.getByRole('button', { name: /^Send (all )?\d+(?! of)/ }).last();
  await send.and(desk.page.locator(':enabled')).waitFor();
  await desk.hand.press('g');
  // Every one of them has come to its end: only then is counted what the bank has.
  await expect
    .poll(async () => (await counted(desk, 'Sent')) + (await counted(desk, 'No answer')), {
      timeout: 60_000,
    })
    .toBe(198);
  const { receivedFiles } = await place.bank.snapshot();
  const arrived = receivedFiles.map(({ fileName }) => fileName);
  // Nothing twice, and what is not at the bank, or may be, is named in the queue.
  expect(new Set(arrived).size).toBe(arrived.length);
  const lost = [...names, ...unowned].filter((name) => !arrived.includes(name));
  if (lost.length > 0) await doorOf(desk, 'No answer').click();
  for (const name of lost) await desk.page.getByTitle(name, { exact: true }).waitFor();
  await doorOf(desk, 'Refused').click();
  for (const name of ['statement of wealth.pdf', 'Volta Solar photo.jpg'])
    await desk.page.getByTitle(name, { exact: true }).waitFor();
  expect(pressed + desk.hand.presses()).toBe(6);
}, 300_000);

/** What is typed for several files is stored under it. */
const draftKey = 'several files of the drop board';

async function openBoard(desk: Desk): Promise<void> {
  await go(desk, 'Sub-clients');
  await desk.page.getByRole('tab', { name: /Drop board/ }).click();
  await desk.page.getByRole('group', { name: 'Files as' }).waitFor();
  await queueOf(desk).waitFor();
}

const queueOf = ({ page }: Desk) => page.getByRole('complementary', { name: 'Queue' });

/** The count of a group, which opens exactly those. */
const doorOf = ({ page }: Desk, group: string) =>
  page
    .getByRole('group', { name: 'Files shown' })
    .getByRole('button', { name: new RegExp(`^${group.replace('?', '[?]')} `) });

const door = (desk: Desk, group: string, count: number) =>
  doorOf(desk, group).filter({ hasText: new RegExp(`${String(count)}$`) });

/** How many files the count of a group shows; none where it is not there. */
async function counted(desk: Desk, group: string): Promise<number> {
  const [text = ''] = await doorOf(desk, group).allInnerTexts();
  return Number(/\d+$/.exec(text)?.[0] ?? 0);
}
