import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import Foot from '../../../renderer/shell/Foot.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { fail } from '../../../shared/errors.ts';
import { workingDesk } from '../support/desk-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { fakeQueue, type FakeQueue } from './review-records.ts';

async function openReview(queue: FakeQueue): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...queue.answers });
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
  const queue = fakeQueue(5, 10);
  await openReview(queue);
  expect(queue.unread()).toHaveLength(50);
  // With the key that opens the view that is one fewer than the 52 that were asked for.
  await userEvent.keyboard(' '.repeat(50));
  await expect.poll(queue.unread).toEqual([]);
  const marks = requested('statements.mark');
  expect(marks).toHaveLength(50);
  expect(new Set(marks.map(({ accountNumber }) => accountNumber)).size).toBe(5);
});

test('a hundred and fifty, of which the list has not asked for all, are read to the end', async () => {
  const queue = fakeQueue(5, 30);
  await openReview(queue);
  // Each in a task of its own, as the browser brings them; through the browser so many take a busy machine longer than a test has.
  for (let keys = 0; keys < 150; keys += 1) {
    const space = { key: ' ', code: 'Space', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', space));
    await new Promise((resolve) => setTimeout(resolve));
  }
  await expect.poll(queue.unread).toEqual([]);
});

test('Space never marks unread: on a read entry it goes to the next unread one; U does', async () => {
  const queue = fakeQueue(2, 3);
  await openReview(queue);
  const [first = '', second = '', third = ''] = queue.unread();
  await userEvent.keyboard('jj ');
  await expect.poll(queue.unread).not.toContain(third);
  await userEvent.keyboard('kkk ');
  await expect.poll(queue.unread).not.toContain(first);
  await userEvent.keyboard('k ');
  expect(queue.unread()).not.toContain(first);
  await expect.poll(() => requested('statements.entry').at(-1)?.entryId).toBe(second);
  await userEvent.keyboard('ku');
  await expect.poll(queue.unread).toContain(first);
});

test('what was read stays in its place with a hollow dot until the filter is chosen again', async () => {
  const queue = fakeQueue(2, 3);
  await openReview(queue);
  const before = entries().map((row) => row.textContent);
  await userEvent.keyboard('  ');
  await expect.poll(() => document.querySelectorAll('.hollow').length).toBe(2);
  came();
  await expect.poll(() => requested('review.page').length).toBeGreaterThan(1);
  expect(entries()).toHaveLength(before.length);
  await userEvent.click(button(/^Unread/));
  await expect.poll(() => entries().length).toBe(before.length - 2);
  expect(document.querySelectorAll('.hollow')).toHaveLength(0);
});

test('Ctrl Z takes back one act after the other, and each undo in the foot its own', async () => {
  const queue = fakeQueue(2, 3);
  const shared = await openReview(queue);
  const all = queue.unread();
  await userEvent.keyboard('  ');
  await userEvent.keyboard('f');
  await expect.poll(() => queue.rows()[2]?.flagged).toBe(true);
  expect(lastSaid(shared)).toContain('Flagged: ');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => queue.rows()[2]?.flagged).toBe(false);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => queue.unread().length).toBe(5);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(queue.unread).toEqual(all);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => lastSaid(shared)).toBe('There is nothing to undo.');
  expect(queue.unread()).toEqual(all);
});

test('what is flagged, noted and changed is counted anew only when that changed, and twice at most for many changes', async () => {
  const queue = fakeQueue(2, 3);
  await openReview(queue);
  const counts = (): number => requested('review.counts').length;
  const pages = (): number => requested('review.page').length;
  const announce = async (...facts: object[]): Promise<void> => {
    const before = pages();
    for (const fact of facts) bridge.announce('store.changed', { topic: 'statements', ...fact });
    await expect.poll(pages).toBeGreaterThan(before);
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  };
  await expect.poll(counts).toBe(1);
  await announce({ accountNumber: 'A-0', only: 'read' });
  expect(counts()).toBe(1);
  // At once for the first where nothing was just asked, and once for all that came meanwhile.
  await announce(...Array.from({ length: 40 }, () => ({ accountNumber: 'A-0' })));
  await expect.poll(counts).toBeGreaterThan(1);
  await announce({ only: 'read' });
  expect(counts()).toBeLessThan(4);
});

test('on a layout of other letters the key in the place of Z takes an act back', async () => {
  const queue = fakeQueue(2, 3);
  const shared = await openReview(queue);
  await userEvent.keyboard('f');
  await expect.poll(() => queue.rows()[0]?.flagged).toBe(true);
  const inItsPlace = { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', inItsPlace));
  await expect.poll(() => queue.rows()[0]?.flagged).toBe(false);
  expect(lastSaid(shared)).toContain('Undone: ');
});

test('entries that come are announced in the foot, and nothing moves until they are asked for', async () => {
  const queue = fakeQueue(2, 3);
  const shared = await openReview(queue);
  await render(WithShared, { shared, view: Foot, params: {} });
  const head = (): number =>
    document.querySelector('.page header')?.getBoundingClientRect().height ?? 0;
  const before = head();
  await userEvent.keyboard('j');
  const place = selectedText();
  queue.arrive('new-1');
  queue.arrive('new-2');
  came();
  await sees(/2 new entries wait above the list/);
  expect(head()).toBe(before);
  expect(selectedText()).toBe(place);
  await lacks('Came since new-1');
  await userEvent.keyboard('i');
  const grid = page.getByRole('grid');
  await sees(grid.getByText('Came since new-1'), grid.getByText('Came since new-2'));
  await lacks(/wait above the list/);
  queue.arrive('new-3');
  came();
  await sees(/1 new entry waits above the list/);
  await button('Show them').click();
  await sees(grid.getByText('Came since new-3'));
  await lacks(/waits above the list/);
});

test('all are read after their accounts and sums were named, and undo makes them unread again', async () => {
  const queue = fakeQueue(3, 4);
  const shared = await openReview(queue);
  const all = queue.unread();
  await sees(button('Mark all read…'));
  await userEvent.keyboard('a');
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByRole('heading', { name: 'Mark 12 as read' }));
  expect(dialog.element().querySelectorAll('tbody tr')).toHaveLength(3);
  expect(queue.unread()).toEqual(all);
  dialog.getByRole('button', { name: 'Mark 12 read' }).element().focus();
  await press('{Enter}');
  await sees('Everything is read');
  expect(queue.unread()).toEqual([]);
  expect(lastSaid(shared)).toBe('Marked read: all 12 entries.');
  shared.notices.follow(shared.notices.last!);
  await expect.poll(queue.unread).toEqual(all);
  await expect.poll(() => entries().length).toBe(12);
});

test('a mark that could not be stored is shown as it was, with the reason', async () => {
  const queue = fakeQueue(1, 3);
  await openReview(queue);
  bridge.answer('statements.mark', () => fail('store.full', 'test'));
  await userEvent.keyboard(' ');
  await sees(page.getByRole('alert'));
  await expect.poll(() => document.querySelectorAll('.dot:not(.hollow)').length).toBe(3);
});

test('Enter opens the entry in its account, and the way back finds it', async () => {
  const queue = fakeQueue(2, 3);
  const shared = await openReview(queue);
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => shared.router.view).toBe('statements');
  const [, second] = queue.rows();
  expect(shared.router.place.params).toEqual({
    accountNumber: second?.accountNumber,
    entryId: second?.id,
  });
  shared.router.back();
  expect(shared.router.place.params).toMatchObject({ at: { id: second?.id } });
});

test('a note shows who worded it, and how it was', async () => {
  const queue = fakeQueue(1, 3);
  await openReview(queue);
  await userEvent.keyboard('j');
  await sees(page.getByText('Edited by Ada Merlin', { exact: false }));
  await lacks('Requested Marula.');
  await userEvent.click(button('as it was'));
  await sees('Requested Marula.', page.getByText('Ben Osei', { exact: false }));
});

test('a review is put on record with what is open, and saved from the list of records', async () => {
  const queue = fakeQueue(2, 3);
  const shared = await openReview(queue);
  await userEvent.click(button('More'));
  await userEvent.click(button('Record…'));
  await sees('None yet.', '6 open');
  await userEvent.fill(page.getByRole('textbox', { name: /^Comment/ }), 'Month end');
  await userEvent.click(button('Save review'));
  await lacks('None yet.');
  await sees(button(/^CSV of/), button(/^JSON of/));
  expect(requested('review.record')[0]).toMatchObject({ words: 'Month end' });
  await userEvent.click(button(/^PDF of/));
  await expect.poll(() => lastSaid(shared)).toBe('Review written to REVIEW.pdf.');
});

test.each(['the queue', 'the records', 'the question before all are read'])(
  '%s has no fault that axe can find',
  async (part) => {
    await openReview(fakeQueue(2, 5));
    await userEvent.keyboard(' f');
    if (part === 'the records') {
      await userEvent.click(button('More'));
      await userEvent.click(button('Record…'));
    }
    if (part.startsWith('the question')) await userEvent.click(button(/^Mark all read/));
    await expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  },
);
