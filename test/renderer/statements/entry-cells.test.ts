import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import EntryCells from '../../../renderer/features/statements/rows/EntryCells.svelte';
import '../../../renderer/ui/base.css';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import { asOf, fakeEntry } from '../support/statement-records.ts';
import { fakePosition } from '../support/desk-records.ts';

const account = fakePosition().currencies[0]!.accounts[0]!;
const narration = 'Refund, duplicate of 14 Nov, credit note 5510-B';
const counterparty = 'Pioneer Fasteners East Africa Corporation';

/** What the cell of the counterparty shows, and the tags in it, in a column that is so wide. */
async function shown(namePx: number, given: Partial<EntryRow> = {}) {
  const labels = { tags: ['licence', 'supplier'], counterparty: null };
  const base = fakeEntry({ ...account, entries: 10 }, 1);
  const entry = { ...base, counterparty: 'Sable Trading', narration, ...given, labels };
  const props = { entry, isFirstOfDay: true, currency: entry.amount.currency, namePx };
  const { container, unmount } = await render(EntryCells, props);
  const cell = container.querySelector('.who')!;
  const name = cell.querySelector('.name')?.textContent;
  const second = cell.querySelector('.second > :first-child')?.textContent;
  const tags = labels.tags.filter((tag) => cell.textContent.includes(tag));
  await unmount();
  return { name, second, tags };
}

test('the counterparty stands first, the narration below it, and tags only where no letter goes for them', async () => {
  await document.fonts.ready;
  const name = 'Sable Trading';
  expect(await shown(520)).toEqual({ name, second: narration, tags: ['licence', 'supplier'] });
  const some = await shown(430, { flagged: true });
  expect(some).toEqual({ name, second: narration, tags: ['licence'] });
  const marked = await shown(320, { flagged: true, withdrawnAt: asOf });
  expect([marked.name, marked.tags]).toEqual([name, []]);
});

test('a name that has no room on a line takes two before a letter of it goes, and the narration goes', async () => {
  await document.fonts.ready;
  expect(await shown(200, { counterparty })).toEqual({ name: counterparty, second: '', tags: [] });
  expect((await shown(400, { counterparty })).second).toBe(narration);
});

test('a mark goes before a letter of the name does, and is in the title', async () => {
  await document.fonts.ready;
  const base = fakeEntry({ ...account, entries: 10 }, 1);
  const entry = { ...base, counterparty, flagged: true, hasNote: true };
  const props = { entry, isFirstOfDay: true, currency: 'EUR', namePx: 200 };
  const { container } = await render(EntryCells, props);
  const cell = container.querySelector('.who')!;
  expect(cell.querySelector('.name')?.textContent).toBe(counterparty);
  expect(cell.textContent).not.toContain('Note');
  expect(cell.getAttribute('title')).toMatch(/Flag, Note$/);
});

test('where no one is named the narration stands in the place of the name, and once', async () => {
  await document.fonts.ready;
  const one = await shown(460, { counterparty: null });
  expect([one.name, one.second]).toEqual([narration, '']);
});
