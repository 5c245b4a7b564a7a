import { createRawSnippet, type ComponentProps, type Snippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import VirtualList from '../../../renderer/ui/VirtualList.svelte';
import '../support/list-frame.css';
import { sees } from '../support/view.ts';

type ListVerbs = { select(index: number): void; keepInPlace(added: number): void };

const row = createRawSnippet<[number]>((index) => ({
  render: () => `<span role="gridcell">entry ${String(index() + 1)}</span>`,
}));

const show = (props: Partial<ComponentProps<typeof VirtualList>> = {}) =>
  render(VirtualList, { count: 1_000_000, label: 'Entries', row, ...props });

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
  const last = page.getByText('entry 1000000', { exact: true }).element().getBoundingClientRect();
  expect(Math.abs(last.bottom - grid().element().getBoundingClientRect().bottom)).toBeLessThan(20);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await isSelected('entry 999998');
  await userEvent.keyboard('{Home}');
  await isInView('entry 1');
  await isSelected('entry 1');
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
