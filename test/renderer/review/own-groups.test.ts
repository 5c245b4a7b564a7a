import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';
import { fail } from '../../../shared/errors.ts';
import { workingDesk } from '../support/desk-records.ts';
import { bridge, button, lacks, openDesk, requested, sees, wideWindow } from '../support/view.ts';
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

const selectedText = (): string =>
  document.querySelector('[role=row][aria-selected=true]')?.textContent ?? '';
const withinRows = (): Element[] => [...document.querySelectorAll('.within')];
const ownUnread = (queue: FakeQueue): string[] =>
  queue.unread().filter((id) => id.startsWith('own-'));
const lastShown = ({ notices }: Shared): string => notices.last?.text ?? '';
const came = (): void => bridge.announce('store.changed', { topic: 'statements' });

test('27 payments of an own file and their fees are read by one key, and taken back by one', async () => {
  const queue = fakeQueue(2, 3, 27);
  const shared = await openReview(queue);
  expect(selectedText()).toContain('27 payments of payments-30.csv, as ordered');
  expect(selectedText()).toContain('27 fees');
  await userEvent.keyboard(' ');
  await expect.poll(() => ownUnread(queue)).toEqual([]);
  expect(queue.unread()).toHaveLength(6);
  expect(requested('review.readOwn')).toHaveLength(1);
  expect(requested('statements.mark')).toHaveLength(0);
  expect(lastShown(shared)).toBe('Marked read: 54 entries, 27 payments of payments-30.csv.');
  // The next unread one is selected.
  await expect.poll(selectedText).not.toContain('payments-30.csv');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => ownUnread(queue)).toHaveLength(54);
  expect(lastShown(shared)).toBe(
    'Undone, marked unread: 54 entries, 27 payments of payments-30.csv.',
  );
  await expect.poll(selectedText).toContain('payments-30.csv');
});

test('its pane proves it: ordered, booked, difference for each account, fees by count, and what is not in it', async () => {
  await openReview(fakeQueue(2, 3, 27));
  const pane = page.getByRole('complementary', { name: 'Own orders' });
  await sees(
    pane.getByText(/54 entries\s+equal\s+27 orders\s+to the cent/),
    pane.getByText('14 × 2.50', { exact: false }),
    pane.getByText('13 × 2.50', { exact: false }),
    pane.getByText('3 lines with problems, not sent'),
    pane.getByText('Largest payments'),
  );
  const rows = [...document.querySelectorAll('aside tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
  );
  expect(rows).toHaveLength(4);
  for (const [ordered, booked, difference] of rows) {
    expect(ordered).toBe(booked);
    expect(difference).toBe('0.00');
  }
});

test('arrow right opens the group in place, arrow left closes it, and one entry of it can be read alone', async () => {
  const queue = fakeQueue(2, 3, 3);
  await openReview(queue);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => withinRows().length).toBe(6);
  expect(selectedText()).toContain('payments-30.csv');
  await userEvent.keyboard('j ');
  await expect.poll(() => ownUnread(queue)).toHaveLength(5);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => withinRows().length).toBe(0);
  expect(selectedText()).toContain('payments-30.csv');
  // The group reads the rest.
  await sees(button(/^Mark 5 read/));
  await userEvent.keyboard(' ');
  await expect.poll(() => ownUnread(queue)).toEqual([]);
  expect(requested('review.readOwn')[0]?.entries).toHaveLength(5);
});

test('U unreads the whole group, and Ctrl Z reads it again', async () => {
  const queue = fakeQueue(2, 3, 3);
  const shared = await openReview(queue);
  await userEvent.keyboard(' ');
  await expect.poll(() => ownUnread(queue)).toEqual([]);
  await userEvent.keyboard('{Home}u');
  await expect.poll(() => ownUnread(queue)).toHaveLength(6);
  expect(lastShown(shared)).toBe('Marked unread: 6 entries, 3 payments of payments-30.csv.');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => ownUnread(queue)).toEqual([]);
});

test('an entry that the bank changes while its group is selected is named, and stays unread', async () => {
  const queue = fakeQueue(2, 3, 3);
  const shared = await openReview(queue);
  queue.rewrite('own-2');
  came();
  await sees(page.getByText('1 entry changed since and stays unread.'));
  expect(selectedText()).toContain('changed');
  await userEvent.keyboard(' ');
  await expect.poll(() => ownUnread(queue)).toEqual(['own-2']);
  expect(lastShown(shared)).toContain('Marked read: 5 entries');
  expect(lastShown(shared)).toContain('1 entry changed since and stays unread.');
});

test('a group that could not be read stays unread, with the reason', async () => {
  const queue = fakeQueue(2, 3, 3);
  await openReview(queue);
  bridge.answer('review.readOwn', () => fail('store.full', 'test'));
  await userEvent.keyboard(' ');
  await sees(page.getByRole('alert'));
  await sees(button(/^Mark 6 read/));
  expect(ownUnread(queue)).toHaveLength(6);
});

test('a held key reads a group once', async () => {
  const queue = fakeQueue(2, 0, 3);
  await openReview(queue);
  await userEvent.keyboard('   ');
  await expect.poll(() => ownUnread(queue)).toEqual([]);
  expect(requested('review.readOwn')).toHaveLength(1);
});

test('the head says how much is read since the close; all are among the filters', async () => {
  const queue = fakeQueue(2, 3, 3);
  await openReview(queue);
  await sees(page.getByRole('status').getByText('0 of 12'));
  await userEvent.keyboard(' ');
  await sees(page.getByRole('status').getByText('6 of 12'));
  // What comes is unread, whichever of the counts is asked first.
  queue.arrive('new-1');
  came();
  await sees(page.getByRole('status').getByText('6 of 13'));
  await userEvent.click(button(/^All/));
  await expect.poll(() => requested('review.page').at(-1)?.filter).toBe('all');
  await expect.poll(() => document.querySelectorAll('.entry').length).toBe(13);
  expect(document.querySelectorAll('.own')).toHaveLength(0);
});

test('rows are 46 pixels high and sums 28, and no amount is cut or covered', async () => {
  await openReview(fakeQueue(5, 3, 27));
  const heights = (selector: string): number[] =>
    [...document.querySelectorAll(selector)].map((row) => row.getBoundingClientRect().height);
  // A long name or narration goes on in a further line.
  expect(Math.min(...heights('.entry'))).toBe(46);
  expect(heights('.entry').filter((height) => height === 46).length).toBeGreaterThan(5);
  expect(new Set(heights('.band'))).toEqual(new Set([28]));
  for (const [width, height] of [
    [1228, 860],
    [856, 640],
    [640, 640],
  ] as const) {
    await page.viewport(width, height);
    const grid = document.querySelector('[role=grid]')!.getBoundingClientRect();
    const pane = document.querySelector('aside')!.getBoundingClientRect();
    const isBelow = pane.top >= grid.bottom - 1;
    for (const amount of document.querySelectorAll('[role=grid] .amount')) {
      const box = amount.getBoundingClientRect();
      if (box.width === 0) continue;
      // Beside a pane with some air.
      expect(box.right).toBeLessThanOrEqual(
        isBelow ? grid.right : Math.min(grid.right, pane.left - 8),
      );
      expect(box.left).toBeGreaterThan(grid.left);
    }
  }
});

test.each(['closed', 'opened', 'read'])(
  'a group that is %s has no fault that axe can find',
  async (how) => {
    const queue = fakeQueue(2, 3, 3);
    await openReview(queue);
    if (how === 'opened') {
      await userEvent.keyboard('{ArrowRight}');
      await expect.poll(() => withinRows().length).toBe(6);
    }
    if (how === 'read') {
      await userEvent.keyboard(' ');
      await expect.poll(() => ownUnread(queue)).toEqual([]);
      await userEvent.keyboard('{Home}');
    }
    await userEvent.click(button('More'));
    await lacks(page.getByRole('alert'));
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  },
);
