import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { sees, wideWindow } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const searchBox = page.getByRole('searchbox', { name: 'Search entries' });
const direction = page.getByRole('combobox', { name: 'Direction' });
const foot = page.getByRole('group', { name: 'Sums of the entries' });

beforeEach(async () => {
  await wideWindow();
  bridge = installBridge(workingDesk());
  await render(App);
  await sees('Treasury EUR');
  await userEvent.keyboard('2');
  await sees(page.getByRole('grid'));
});

/** What the newest question for rows asked for. */
const askedLast = () =>
  bridge.requested.findLast(({ route }) => route === 'statements.page')?.input as {
    filter: object;
  };
const isRequested = (filter: object) => expect.poll(() => askedLast().filter).toEqual(filter);

test('a statement that was left has its filter, its period and its entry when it is come back to', async () => {
  await userEvent.keyboard('p');
  await page.getByLabelText('First day').fill('2026-11-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await direction.selectOptions('Debits');
  const filter = { from: '2026-11-01', direction: 'debit' };
  await isRequested(filter);
  await sees(foot.getByText(/entries found/));
  page.getByRole('grid').element().focus();
  await userEvent.keyboard('jj');
  const pane = page.getByRole('complementary', { name: 'Entry' });
  await sees(pane);
  const words = pane.getByRole('heading', { level: 2 }).element().textContent;
  await userEvent.keyboard('1');
  await sees(page.getByRole('heading', { name: 'Position' }));
  await userEvent.keyboard('2');
  await sees(pane.getByRole('heading', { name: words }));
  await isRequested(filter);
  await expect.element(direction).toHaveValue('debit');
});

test('who types into the search before the rows are there types on when they come', async () => {
  await userEvent.keyboard('1');
  await sees(page.getByRole('heading', { name: 'Position' }));
  const rowsCome = Promise.withResolvers<null>();
  const rows = workingDesk()['statements.page']!;
  bridge.answer('statements.page', async (input) => {
    await rowsCome.promise;
    return rows(input);
  });
  await userEvent.keyboard('2');
  await sees(searchBox);
  await userEvent.keyboard('/ke');
  rowsCome.resolve(null);
  await sees(page.getByRole('grid'));
  await userEvent.keyboard('strel');
  await expect.element(searchBox).toHaveValue('kestrel');
  await isRequested({ search: 'kestrel' });
});

test('B and Alt with an arrow take the steps of a filter back and forth, a word that is typed being one', async () => {
  await direction.selectOptions('Credits');
  await isRequested({ direction: 'credit' });
  await searchBox.fill('k');
  await searchBox.fill('ke');
  await searchBox.fill('kestrel');
  await isRequested({ direction: 'credit', search: 'kestrel' });
  page.getByRole('grid').element().focus();
  await userEvent.keyboard('b');
  await isRequested({ direction: 'credit' });
  await expect.element(searchBox).toHaveValue('');
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await isRequested({});
  await expect.element(direction).toHaveValue('');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await isRequested({ direction: 'credit' });
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await isRequested({ direction: 'credit', search: 'kestrel' });
  await userEvent.keyboard('bbb');
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test('another account is a step too', async () => {
  await page.getByRole('combobox', { name: 'Account' }).selectOptions('30022210');
  await sees(page.getByRole('heading', { name: /Tokyo/ }));
  await userEvent.keyboard('b');
  await sees(page.getByRole('heading', { name: /Treasury EUR/ }));
});

test('under a filter the sums are of what was found, and the balances at the ends say of what they are', async () => {
  await sees(foot.getByText(/^Opening/), foot.getByText(/^[−] Debits/));
  expect(foot.getByRole('group').elements()).toHaveLength(0);
  await direction.selectOptions('Debits');
  const period = foot.getByRole('group', { name: 'The whole period' });
  await sees(period.getByText('All days, all entries:'), period.getByText(/^Closing/));
  await sees(foot.getByText(/entries found/));
  expect(period.element().textContent).not.toMatch(/Credits|Debits/);
  expect(foot.element().textContent.match(/Opening|Closing/g)).toEqual(['Opening', 'Closing']);
});

test('last month is two keys away', async () => {
  await userEvent.keyboard('pl');
  const [day = ''] = new Date().toISOString().split('T');
  const first = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1));
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0));
  const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
  await isRequested({ from: dayOf(first), to: dayOf(last) });
});
