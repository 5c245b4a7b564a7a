import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import EntryChanges from '../../../renderer/kit/entry/EntryChanges.svelte';
import type { EntryChange } from '../../../shared/ipc/accounts/entry-changes.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { fakeDetail, fakeEntry } from '../support/statement-records.ts';

const account = { accountNumber: '30026712', accountName: 'A', currency: 'USD', entries: 9 };
const detail = fakeDetail(fakeEntry(account, 0));

const change = (given: Partial<EntryChange>): EntryChange => ({
  ...{ kind: 'read', text: '', at: '2026-11-20T09:41:00.000Z', by: 'Ben' },
  ...{ n: 4_069, isBeside: false, ...given },
});

async function history(changes: readonly EntryChange[], hasMore = false) {
  const bridge = installBridge({ 'entryChanges.list': () => ok({ changes, hasMore }) });
  const props = { accountNumber: account.accountNumber, entryId: detail.id, detail };
  const shown = await render(EntryChanges, props);
  return { bridge, again: () => shown.rerender({ ...props, detail: { ...detail } }) };
}

const words = (): string =>
  page
    .getByRole('region', { name: 'History of this entry' })
    .element()
    .textContent.replace(/\s+/g, ' ');

test('the history is read when it is opened, and again when the entry changed', async () => {
  const { bridge, again } = await history([change({})]);
  expect(bridge.requested).toEqual([]);
  await page.getByRole('button', { name: 'Show the history' }).click();
  await expect.element(page.getByText('Ben, 20 Nov, 09:41')).toBeVisible();
  await expect.element(page.getByText('no. 4,069')).toBeVisible();
  await again();
  await expect.poll(() => bridge.requested.length).toBe(2);
  await page.getByRole('button', { name: 'Hide the history' }).click();
  await again();
  expect(bridge.requested.length).toBe(2);
});

test('each kind of change says what was done', async () => {
  const kinds = ['read', 'unread', 'flagged', 'unflagged', 'noted', 'tagged', 'untagged'] as const;
  const more = ['left-to-rules', 'named', 'attached', 'removed', 'marked'] as const;
  await history([
    ...[...kinds, ...more].map((kind) => change({ kind, text: 'rent', n: null })),
    ...(['noted', 'left-to-rules', 'named', 'marked'] as const).map((kind) => change({ kind })),
    change({ kind: 'noted', text: 'other', isBeside: true }),
  ]);
  await page.getByRole('button', { name: 'Show the history' }).click();
  await expect.element(page.getByText('Marked unread')).toBeVisible();
  for (const label of [
    ...['Read', 'Flagged', 'Flag removed', 'Noted: rent', 'Tag added: rent', 'Tag removed: rent'],
    ...[
      'Tag left to the rules: rent',
      'Counterparty: rent',
      'Attached: rent',
      'File removed: rent',
    ],
    ...['Last marked: rent', 'Note removed', 'Counterparty left to the rules'],
    ...['Counterparty removed', 'Last marked: unread'],
    'Noted: other Ben, 20 Nov, 09:41 no. 4,069 Written at the same time as the note that stands.',
  ])
    expect(words()).toContain(label);
});

test('an empty history, a long one and one that cannot be read say so', async () => {
  const { bridge, again } = await history([]);
  await page.getByRole('button', { name: 'Show the history' }).click();
  await expect.element(page.getByText('No person changed this entry yet.')).toBeVisible();
  bridge.answer('entryChanges.list', () => ok({ changes: [change({})], hasMore: true }));
  await again();
  await expect.element(page.getByText('Older changes are not listed.')).toBeVisible();
  bridge.answer('entryChanges.list', () => fail('internal', 'a test'));
  await again();
  await expect.element(page.getByRole('alert')).toBeVisible();
});
