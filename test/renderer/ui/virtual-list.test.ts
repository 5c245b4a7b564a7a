import { createRawSnippet, tick, type ComponentProps, type Snippet } from 'svelte';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import VirtualList from '../../../renderer/ui/lists/VirtualList.svelte';
import { frameLists } from '../support/list-frame.ts';
import { numberedRow } from '../support/numbered-row.svelte.ts';
import { sees } from '../support/view.ts';

frameLists();

type ListVerbs = { select(index: number): void; keepInPlace(added: number): void };

const show = (props: Partial<ComponentProps<typeof VirtualList>> = {}) =>
  render(VirtualList, { count: 1_000_000, label: 'Entries', row: numberedRow, ...props });

const grid = () => page.getByRole('grid', { name: 'Entries' });
const selectedRow = () => document.querySelector('[aria-selected="true"]')?.textContent.trim();
const isSelected = (text: string) => expect.poll(selectedRow).toBe(text);
const isInView = (text: string) =>
  expect.element(page.getByText(text, { exact: true })).toBeInViewport();

test('End reaches the millionth row and Home the first, exactly', async () => {
  await show();
  await grid().click({ position: { x: 20, y: 20 } });
  await userEvent.keyboard('{End}');
  await isInView('entry 1000000');
  await isSelected('entry 1000000');
  const bottomOf = (shown: { element: () => Element }): number =>
    shown.element().getBoundingClientRect().bottom;
  const last = page.getByText('entry 1000000', { exact: true });
  await expect.poll(() => Math.abs(bottomOf(last) - bottomOf(grid()))).toBeLessThan(20);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await isSelected('entry 999998');
  await userEvent.keyboard('{Home}');
  await isInView('entry 1');
  await isSelected('entry 1');
});

test.each([
  ['is the end once they are', '{End}', 1_799],
  ['is forgotten by a hand that went on', '{End}{ArrowUp}', 58],
])('End before the rows are counted %s', async (_words, keys, index) => {
  const onselect = vi.fn();
  const { rerender } = await show({ count: 60, isCounted: false, onselect });
  await grid().click({ position: { x: 20, y: 20 } });
  await userEvent.keyboard(keys);
  await rerender({ count: 1_800, isCounted: true });
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '1800');
  expect(onselect).toHaveBeenLastCalledWith(index);
  await isInView(`entry ${String(index + 1)}`);
});

test('a million rows are about thirty in the page [S14]', async () => {
  await show();
  await isInView('entry 1');
  expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(40);
  expect(grid().element().getAttribute('aria-rowcount')).toBe('1000000');
});

test('the arrows move the selection by one, beyond the edge of the view too', async () => {
  const onselect = vi.fn();
  await show({ onselect });
  await grid().click({ position: { x: 20, y: 20 } });
  for (let step = 0; step < 20; step++) await userEvent.keyboard('{ArrowDown}');
  await isSelected('entry 21');
  await isInView('entry 21');
  expect(onselect).toHaveBeenLastCalledWith(20);
});

test('a page down and a page up come back to the same row', async () => {
  await show();
  await grid().click({ position: { x: 20, y: 20 } });
  await userEvent.keyboard('{PageDown}{PageDown}');
  await isSelected('entry 23');
  await userEvent.keyboard('{PageDown}{PageUp}');
  await isSelected('entry 23');
});

test('the wheel moves by its own pixels, though the scrollbar is a small view of a long list', async () => {
  await show();
  await isInView('entry 1');
  grid()
    .element()
    .dispatchEvent(new WheelEvent('wheel', { deltaY: 340, cancelable: true }));
  await isInView('entry 11');
  const box = page.getByText('entry 11', { exact: true }).element().getBoundingClientRect();
  const top = grid().element().getBoundingClientRect().top;
  expect(Math.abs(box.top - top)).toBeLessThan(17);
});

test('the scrollbar dragged to its end shows the last row', async () => {
  await show();
  await isInView('entry 1');
  const element = grid().element();
  element.scrollTop = element.scrollHeight;
  await isInView('entry 1000000');
});

test('rows that came in above leave what is seen in its place', async () => {
  const { component, rerender } = await show({ count: 5_000 });
  await isInView('entry 1');
  const list = component as unknown as ListVerbs;
  list.select(40);
  await isInView('entry 41');
  const before = page.getByText('entry 41', { exact: true }).element().getBoundingClientRect().top;
  await rerender({ count: 5_012 });
  list.keepInPlace(12);
  await isInView('entry 53');
  const after = page.getByText('entry 53', { exact: true }).element().getBoundingClientRect().top;
  expect(after).toBeCloseTo(before, 0);
});

test('a head stands over its column, though its letters are smaller', async () => {
  document.body.style.setProperty('--columns', '12ch minmax(0, 1fr) 9ch');
  const cells = (role: string) =>
    `<span role="${role}">a</span><span role="${role}">b</span><span role="${role}">c</span>`;
  const three = (role: string) =>
    createRawSnippet<[number]>(() => ({
      render: () => `<div style="display: contents">${cells(role)}</div>`,
    }));
  await show({ head: three('columnheader') as Snippet, row: three('gridcell'), count: 400 });
  await sees(grid());
  const lefts = (role: string) =>
    [...document.querySelectorAll(`[role="${role}"]`)]
      .slice(0, 3)
      .map((cell) => Math.round(cell.getBoundingClientRect().left));
  expect(new Set(lefts('columnheader')).size).toBe(3);
  expect(lefts('columnheader')).toEqual(lefts('gridcell'));
  document.body.style.removeProperty('--columns');
});

test('Enter opens the selected row', async () => {
  const onopen = vi.fn();
  await show({ onopen });
  await grid().click({ position: { x: 20, y: 50 } });
  await userEvent.keyboard('{Enter}');
  expect(onopen).toHaveBeenCalledExactlyOnceWith(1);
});

const place = {
  label: 'Day in view',
  of: (index: number) => `day ${String(Math.floor(index / 1_000))}`,
};
const placeSaid = () =>
  expect.poll(() => page.getByRole('status', { name: 'Day in view' }).element().textContent);

test('while the scrollbar is dragged, where it stands is shown beside it, and no longer once it rests', async () => {
  await show({ place });
  await isInView('entry 1');
  await placeSaid().toBe('');
  const element = grid().element();
  element.scrollTop = element.scrollHeight / 2;
  await placeSaid().toMatch(/^day (499|500)$/);
  element.scrollTop = element.scrollHeight;
  await placeSaid().toBe('day 999');
  await placeSaid().toBe('');
});

test('of places that a dragged scrollbar passes faster than anybody reads none is drawn, and the one where it rests is', async () => {
  const requested = vi.fn();
  await show({ onrange: requested });
  await isInView('entry 1');
  const element = grid().element();
  const rowsDrawn = () =>
    [...document.querySelectorAll<HTMLElement>('[role="row"]')].map((row) => row.id).join(' ');
  const isHidden = () => {
    const row = document.querySelector('[role="row"]');
    return row !== null && getComputedStyle(row).visibility === 'hidden';
  };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  onTestFinished(() => clock.mockRestore());
  const dragTo = async (share: number) => {
    element.scrollTop = element.scrollHeight * share;
    element.dispatchEvent(new Event('scroll'));
    await tick();
    return { rows: rowsDrawn(), isHidden: isHidden() };
  };
  const alone = await dragTo(0.1);
  expect(alone.isHidden).toBe(false);
  // In one turn: nothing rests in between.
  const passed = [await dragTo(0.2), await dragTo(0.5), await dragTo(1)];
  expect(passed).toEqual(passed.map(() => ({ rows: alone.rows, isHidden: true })));
  expect(requested.mock.lastCall?.[1]).toBe(999_999);
  await isInView('entry 1000000');
  expect(isHidden()).toBe(false);
  await dragTo(0.3);
  element.focus();
  await userEvent.keyboard('{Home}');
  await isInView('entry 1');
  expect(isHidden()).toBe(false);
});

test('what is scrolled by the wheel or by keys can be read, and nothing lies over it', async () => {
  await show({ place, count: 5_000 });
  await grid().click({ position: { x: 20, y: 20 } });
  await userEvent.keyboard('{PageDown}');
  grid().element().scrollTop += 120;
  await isInView('entry 15');
  await placeSaid().toBe('');
});

test('a row dragged to is drawn by the elements that are there', async () => {
  await show();
  await isInView('entry 1');
  const before = new Set(document.querySelectorAll('[role="row"]'));
  const element = grid().element();
  element.scrollTop = element.scrollHeight / 2;
  await expect.poll(() => page.getByText('entry 1', { exact: true }).elements()).toHaveLength(0);
  const after = [...document.querySelectorAll('[role="row"]')];
  expect(after.filter((row) => before.has(row)).length).toBeGreaterThanOrEqual(before.size);
});

test('a page further the elements stay where they are: only what stands in them changes', async () => {
  await show();
  await grid().click({ position: { x: 20, y: 20 } });
  // Further from the top than the rows in the page that are not in sight.
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}');
  await isInView('entry 34');
  const moves: MutationRecord[] = [];
  const observer = new MutationObserver((seen) => moves.push(...seen));
  observer.observe(grid().element(), { childList: true, subtree: true });
  await userEvent.keyboard('{PageDown}{PageDown}{PageUp}');
  await isSelected('entry 45');
  await isInView('entry 45');
  observer.disconnect();
  const moved = moves
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node instanceof Element);
  expect(moved).toEqual([]);
});

test('rows that are counted later leave what is seen in its place', async () => {
  const { rerender } = await show({ count: 100, isCounted: false });
  await isInView('entry 1');
  expect(grid().element().getAttribute('aria-rowcount')).toBe('-1');
  grid().element().scrollTop = 50 * 34;
  await isInView('entry 51');
  const top = () =>
    page.getByText('entry 51', { exact: true }).element().getBoundingClientRect().top;
  const before = top();
  await rerender({ count: 5_000_000, isCounted: true });
  await expect.poll(() => grid().element().getAttribute('aria-rowcount')).toBe('5000000');
  expect(top()).toBeCloseTo(before, 0);
  grid().element().dispatchEvent(new Event('scroll'));
  await isInView('entry 51');
  expect(top()).toBeCloseTo(before, 0);
});

test('of five million rows the last one is reached, and the one before it by one step', async () => {
  await show({ count: 5_000_000 });
  await grid().click({ position: { x: 20, y: 20 } });
  await userEvent.keyboard('{End}');
  await isInView('entry 5000000');
  await userEvent.keyboard('{ArrowUp}');
  await isSelected('entry 4999999');
  const sizer = document.querySelector('.sizer');
  expect(sizer?.getBoundingClientRect().height).toBeLessThan(16_000_000);
});

test('the ring stands on the row where the keys go, and never on the head', async () => {
  const head = createRawSnippet(() => ({
    render: () => '<span role="columnheader">Number</span>',
  }));
  await render(VirtualList, { count: 100, label: 'Entries', row: numberedRow, head });
  await userEvent.tab();
  const outlined = () =>
    [...document.querySelectorAll('[role="grid"], [role="row"]')]
      .filter((element) => getComputedStyle(element).outlineStyle === 'solid')
      .map((element) => element.textContent.trim());
  const active = () => {
    const id = grid().element().getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent.trim();
  };
  const [first, second] = [...document.querySelectorAll('[role="row"]')]
    .slice(1, 3)
    .map((row) => row.textContent.trim());
  await expect.poll(outlined).toEqual([first]);
  expect(active()).toBe(first);
  expect(selectedRow()).toBeUndefined();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(outlined).toEqual([second]);
  expect(active()).toBe(second);
});
