import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import '../../../renderer/ui/base.css';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { button, lacks, openDesk, requested, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { fakeQueue } from './review-records.ts';

async function open(accounts: number, each: number): Promise<void> {
  await wideWindow();
  const shared = openDesk({
    ...workingDesk(),
    ...fakeQueue(accounts, each).answers,
    'statements.markMany': ({ entries }) => ok({ act: 1, changed: entries.length, skipped: [] }),
    'statements.unmarkMany': () => ok({ changed: 4, skipped: [] }),
  });
  shared.router.go('review');
  await render(WithShared, { shared, view: ReviewView, params: {} });
  await expect.element(page.getByRole('grid', { name: 'Entries to review' })).toHaveFocus();
  await expect.poll(selected).toEqual([0]);
}

const rows = (): Element[] => [...document.querySelectorAll('.entry')];
const selected = (): number[] =>
  rows().flatMap((row, at) => (row.ariaSelected === 'true' ? [at] : []));
const pane = () => page.getByRole('complementary', { name: 'Selected entries' });

test('entries of several accounts are read by one key in one request, and unread by one Ctrl Z', async () => {
  await open(2, 5);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}{End} {/Control}');
  await expect.poll(selected).toEqual([0, 1, 2, 9]);
  await sees(pane().getByRole('status').getByText('4 entries'));
  await userEvent.keyboard(' ');
  await sees('4 of 10');
  const [request] = requested('statements.markMany');
  expect(new Set(request?.entries.map(({ accountNumber }) => accountNumber)).size).toBe(2);
  expect(document.querySelectorAll('.hollow')).toHaveLength(4);
  await userEvent.keyboard('{Control>}z{/Control}');
  await sees('0 of 10');
  expect(document.querySelectorAll('.hollow')).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await lacks(pane());
  await expect.poll(selected).toEqual([9]);
});

test('Ctrl A selects the whole queue, also what the list has not asked for; one file takes one account', async () => {
  await open(5, 50);
  await userEvent.keyboard('{Control>}a{/Control}');
  await sees(pane().getByText('250 entries'));
  await button('More for these entries').click();
  await expect.element(button('Export: select one account')).toBeDisabled();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});
