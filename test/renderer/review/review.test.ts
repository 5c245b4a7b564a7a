import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { fail } from '../../../shared/errors.ts';
import { workingDesk } from '../support/desk-records.ts';
import {
  asked,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { playQueue, type PlayedQueue } from './review-records.ts';

async function openReview(played: PlayedQueue): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...played.answers });
  shared.router.go('review');
  await render(WithShared, { shared, view: ReviewView, params: {} });
  await sees(page.getByRole('grid', { name: 'Entries to review' }));
  await expect.poll(selectedText).not.toBe('');
  return shared;
}

const selected = (): Element | null => document.querySelector('[role=row][aria-selected=true]');
const selectedText = (): string => selected()?.textContent ?? '';
const entries = (): Element[] => [...document.querySelectorAll('.entry')];
const lastSaid = ({ notices }: Shared): string => notices.last?.text ?? '';
const came = (): void => bridge.announce('store.changed', { topic: 'statements' });

test('fifty unread entries of five accounts are read by fifty keys, and not one of them is skipped', async () => {
  const played = playQueue(5, 10);
  await openReview(played);
  expect(played.unread()).toHaveLength(50);
  // With the key that opens the view that is one fewer than the 52 that were asked for.
  for (let key = 0; key < 50; key += 1) await userEvent.keyboard(' ');
  await expect.poll(played.unread).toEqual([]);
  const marks = asked('statements.mark');
  expect(marks).toHaveLength(50);
  expect(new Set(marks.map(({ accountNumber }) => accountNumber)).size).toBe(5);
});

test('a hundred and fifty, of which the list has not asked for all, are read to the end', async () => {
  const played = playQueue(5, 30);
  await openReview(played);
  await userEvent.keyboard(' '.repeat(150));
  await expect.poll(played.unread).toEqual([]);
});

test('Space never marks unread: on a read entry it goes to the next unread one; U does', async () => {
  const played = playQueue(2, 3);
  await openReview(played);
  const [first = '', second = '', third = ''] = played.unread();
  await userEvent.keyboard('jj ');
  await expect.poll(played.unread).not.toContain(third);
  await userEvent.keyboard('kkk ');
  await expect.poll(played.unread).not.toContain(first);
  await userEvent.keyboard('k ');
  expect(played.unread()).not.toContain(first);
  await expect.poll(() => asked('statements.entry').at(-1)?.entryId).toBe(second);
  await userEvent.keyboard('ku');
  await expect.poll(played.unread).toContain(first);
});

test('what was read stays in its place with a hollow dot until the filter is chosen again', async () => {
  const played = playQueue(2, 3);
  await openReview(played);
  const before = entries().map((row) => row.textContent);
  await userEvent.keyboard('  ');
  await expect.poll(() => document.querySelectorAll('.hollow').length).toBe(2);
  came();
  await expect.poll(() => asked('review.page').length).toBeGreaterThan(1);
  expect(entries()).toHaveLength(before.length);
  await userEvent.click(button(/^Unread/));
  await expect.poll(() => entries().length).toBe(before.length - 2);
  expect(document.querySelectorAll('.hollow')).toHaveLength(0);
});

test('Ctrl Z takes back one act after the other, and each undo in the foot its own', async () => {
  const played = playQueue(2, 3);
  const shared = await openReview(played);
  const all = played.unread();
  await userEvent.keyboard('  ');
  await userEvent.keyboard('f');
  await expect.poll(() => played.rows()[2]?.flagged).toBe(true);
  expect(lastSaid(shared)).toContain('Flagged: ');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => played.rows()[2]?.flagged).toBe(false);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => played.unread().length).toBe(5);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(played.unread).toEqual(all);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => lastSaid(shared)).toBe('Nothing to undo here.');
  expect(played.unread()).toEqual(all);
});

test('entries that come are told of above the list, and nothing moves until they are asked for', async () => {
  const played = playQueue(2, 3);
  await openReview(played);
  await userEvent.keyboard('j');
  const place = selectedText();
  played.arrive('new-1');
  played.arrive('new-2');
  came();
  await sees(/2 new entries wait above the list/);
  expect(selectedText()).toBe(place);
  await lacks('Came since new-1');
  await userEvent.keyboard('i');
  const grid = page.getByRole('grid');
  await sees(grid.getByText('Came since new-1'), grid.getByText('Came since new-2'));
});

test('all are read after their accounts and sums were named, and undo makes them unread again', async () => {
  const played = playQueue(3, 4);
  const shared = await openReview(played);
  const all = played.unread();
  await userEvent.click(button('Read all 12…'));
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByRole('heading', { name: 'Read all 12 unread' }));
  expect(dialog.element().querySelectorAll('tbody tr')).toHaveLength(3);
  expect(played.unread()).toEqual(all);
  dialog.getByRole('button', { name: 'Read all 12' }).element().focus();
  await press('{Enter}');
  await sees('Everything is read');
  expect(played.unread()).toEqual([]);
  expect(lastSaid(shared)).toBe('Read: all 12 entries.');
  shared.notices.follow(shared.notices.last!);
  await expect.poll(played.unread).toEqual(all);
  await expect.poll(() => entries().length).toBe(12);
});

test('a mark that could not be kept is shown as it was, with why', async () => {
  const played = playQueue(1, 3);
  await openReview(played);
  bridge.answer('statements.mark', () => fail('store.full', 'test'));
  await userEvent.keyboard(' ');
  await sees(page.getByRole('alert'));
  await expect.poll(() => document.querySelectorAll('.dot:not(.hollow)').length).toBe(3);
});

test('Enter opens the entry in its account, and the way back finds it', async () => {
  const played = playQueue(2, 3);
  const shared = await openReview(played);
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => shared.router.view).toBe('statements');
  const [, second] = played.rows();
  expect(shared.router.place.params).toEqual({
    accountNumber: second?.accountNumber,
    entryId: second?.id,
  });
  shared.router.back();
  expect(shared.router.place.params).toMatchObject({ at: { id: second?.id } });
});

test('a note tells who worded it, and as it was', async () => {
  const played = playQueue(1, 3);
  await openReview(played);
  await userEvent.keyboard('j');
  await sees(page.getByText('Reworded by Ada Merlin', { exact: false }));
  await lacks('Asked Marula.');
  await userEvent.click(button('as it was'));
  await sees('Asked Marula.', page.getByText('Ben Osei', { exact: false }));
});

test('a review is put on record with what is open, and saved from the list of records', async () => {
  const played = playQueue(2, 3);
  const shared = await openReview(played);
  await userEvent.click(button('Record…'));
  await sees('None yet.', '6 open');
  await userEvent.fill(page.getByRole('textbox', { name: /What is to be said/ }), 'Month end');
  await userEvent.click(button('Put on record'));
  await lacks('None yet.');
  await sees(button(/^CSV of/), button(/^JSON of/));
  expect(asked('review.record')[0]).toMatchObject({ words: 'Month end' });
  await userEvent.click(button(/^PDF of/));
  await expect.poll(() => lastSaid(shared)).toBe('Review written to REVIEW.pdf.');
});
