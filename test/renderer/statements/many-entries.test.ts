import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { bridge, button, lacks, openDesk, requested, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { frameLists } from '../support/list-frame.ts';

frameLists();

const accountNumber = '30026712';
const done = { act: 7, changed: 3, skipped: [] };

async function open(): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({
    ...workingDesk(),
    'statements.markMany': () => ok(done),
    'statements.unmarkMany': () => ok({ changed: 3, skipped: [] }),
    'rules.tagMany': () => ok(done),
    'rules.untagMany': () => ok({ changed: 3, skipped: [] }),
  });
  shared.router.go('statements', { accountNumber });
  void render(WithShared, { shared, view: StatementsView, params: { accountNumber } });
  await expect.poll(() => rows().length).toBeGreaterThan(10);
  await expect.element(grid()).toHaveFocus();
  return shared;
}

const grid = () => page.getByRole('grid', { name: /^Entries of/ });
const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=grid] .sizer [role=row]'),
];
const rowAt = (index: number): HTMLElement =>
  rows().find((row) => row.ariaRowIndex === String(index + 2))!;
const selected = (): number[] =>
  rows()
    .filter((row) => row.ariaSelected === 'true')
    .map((row) => Number(row.ariaRowIndex) - 2)
    .toSorted((a, b) => a - b);
const pane = () => page.getByRole('complementary', { name: 'Selected entries' });
const paneText = (): string => pane().element().textContent.replace(/\s+/g, ' ');
const marked = () => requested('statements.markMany');

test('Shift, Ctrl and the keyboard select several entries; their number and their sums stand in the pane', async () => {
  await open();
  await userEvent.click(rowAt(1));
  await userEvent.click(rowAt(3), { modifiers: ['Shift'] });
  await expect.poll(selected).toEqual([1, 2, 3]);
  await sees(pane().getByRole('status').getByText('3 entries'));
  await userEvent.click(rowAt(2), { modifiers: ['Control'] });
  await expect.poll(selected).toEqual([1, 3]);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.poll(selected).toEqual([2, 3, 4]);
  await userEvent.keyboard('{Control>}{ArrowDown}{ArrowDown} {/Control}');
  await expect.poll(selected).toEqual([2, 3, 4, 6]);
  await expect.element(grid()).toHaveAttribute('aria-multiselectable', 'true');
  expect(paneText()).toMatch(/USD ?[−–][\d,.]*/);
  expect(document.getSelection()?.toString()).toBe('');
  await userEvent.keyboard('{Escape}');
  await lacks(pane());
  await expect.poll(selected).toEqual([6]);
});

test('one key marks all that are selected in one request, and Ctrl Z undoes that one act', async () => {
  const shared = await open();
  await userEvent.click(rowAt(0));
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await sees(button('Mark 3 read'));
  await userEvent.keyboard(' ');
  await sees(button('Mark 3 unread'));
  expect(marked()).toMatchObject([{ mark: { read: true }, entries: [{}, {}, {}] }]);
  expect(marked()[0]?.entries[0]).toMatchObject({ accountNumber, version: 1 });
  expect(shared.notices.last?.text).toBe('Marked read: 3 entries.');
  await userEvent.keyboard('{Control>}z{/Control}');
  await sees(button('Mark 3 read'));
  expect(requested('statements.unmarkMany')).toEqual([{ act: 7 }]);
  expect(shared.notices.last?.text).toBe('Undone: Marked read: 3 entries.');
});

test('flag, note and tag have the keys that they have for one entry', async () => {
  await open();
  await userEvent.click(rowAt(0));
  await userEvent.click(rowAt(2), { modifiers: ['Shift'] });
  await sees(pane());
  await userEvent.keyboard('f');
  await userEvent.keyboard('n');
  await userEvent.fill(page.getByRole('textbox', { name: 'Note' }), 'ask the bank');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => marked().map(({ mark }) => mark))
    .toEqual([{ flagged: true }, { note: 'ask the bank' }]);
  await sees(pane().getByText('A note here replaces the notes of 3 entries.'));
  await grid().click({ position: { x: 4, y: 4 } });
  await userEvent.keyboard('t');
  await userEvent.fill(page.getByRole('textbox', { name: 'Tag' }), 'Audit');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requested('rules.tagMany')).toMatchObject([{ tag: 'audit' }]);
});

test('what was skipped is named with its reason, and an act that changed nothing has no undo', async () => {
  const shared = await open();
  bridge.answer('statements.markMany', () =>
    ok({
      ...{ act: 8, changed: 1 },
      skipped: [
        { at: 0, reason: 'changed' },
        { at: 1, reason: 'missing' },
      ],
    }),
  );
  await userEvent.click(rowAt(0));
  await userEvent.click(rowAt(2), { modifiers: ['Shift'] });
  await sees(pane());
  await userEvent.keyboard('f');
  await expect
    .poll(() => shared.notices.last?.text)
    .toMatch(
      /^Flagged: 1 entry\. 1 changed meanwhile, left as is: Kestrel Logistics Ltd, [\d,.]+ USD\. 1 no longer there: FX trade/,
    );
  bridge.answer('statements.markMany', () => ok({ act: 9, changed: 0, skipped: [] }));
  await userEvent.keyboard('u');
  await expect.poll(() => shared.notices.last?.text).toBe('Nothing to change.');
  expect(shared.notices.last?.action).toBeNull();
});

test('Ctrl A selects what one act takes of a longer list and says so; a filter drops what it leaves out', async () => {
  await open();
  await userEvent.keyboard('{Control>}a{/Control}');
  await sees(
    pane().getByText('1,000 entries'),
    pane().getByText('The list is longer. One act takes 1,000.'),
  );
  bridge.announce('store.changed', { topic: 'statements' });
  await sees(pane().getByText('1,000 entries'));
  await userEvent.keyboard('f');
  await expect.poll(() => new Set(marked()[0]?.entries.map(({ id }) => id)).size).toBe(1_000);
  await page.getByRole('combobox', { name: 'Direction' }).selectOptions('debit');
  const count = () => Number(/([\d,]+) entries/.exec(paneText())?.[1]?.replace(',', ''));
  await expect.poll(count).toBeLessThan(1_000);
  expect(count()).toBeGreaterThan(100);
  await userEvent.keyboard('f');
  await expect.poll(() => marked()[1]?.entries.length).toBe(count());
});

test('only the selected entries are exported', async () => {
  await open();
  bridge.answer('statements.export', () => ok({ saved: true, fileName: 'x.csv', entries: 2 }));
  await userEvent.click(rowAt(4));
  await userEvent.click(rowAt(5), { modifiers: ['Shift'] });
  await sees(pane());
  await userEvent.keyboard('x');
  await sees(page.getByRole('heading', { name: 'Export 2 entries' }));
  await button('Choose where to save').click();
  await expect
    .poll(() => requested('statements.export').map(({ entryIds }) => entryIds?.length))
    .toEqual([2]);
});

test('several selected entries have no fault that axe can find', async () => {
  await open();
  await userEvent.click(rowAt(0));
  await userEvent.click(rowAt(7), { modifiers: ['Shift'] });
  await sees(pane());
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});
