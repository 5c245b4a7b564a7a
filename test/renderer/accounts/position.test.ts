import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PositionView from '../../../renderer/features/accounts/position/PositionView.svelte';
import type { Position } from '../../../shared/ipc/accounts.ts';
import { addDays } from '../../../shared/calendar.ts';
import { money } from '../../../shared/money/money.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { fakePosition, sandboxDesk, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asked, bridge, openDesk, sees, wideWindow } from '../support/view.ts';

beforeEach(wideWindow);

async function open(answers: Answers = {}) {
  const shared = openDesk({ ...workingDesk(), ...answers });
  void render(WithShared, { shared, view: PositionView });
  await sees(page.getByRole('button', { name: /^Operating/ }));
  return shared;
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const cellsOf = (name: string): string[] =>
  [...rowOf(name).first().element().querySelectorAll('td.num')].map((cell) =>
    cell.textContent.trim(),
  );

test('what is in flight from an account is taken off, counted, and unfolded by its count', async () => {
  await open();
  const count = page.getByRole('button', { name: '2 in flight from Operating' });
  await sees(count);
  expect(cellsOf('Operating')[1]).toBe('−1,200.00');
  expect(cellsOf('Operating')[2]).toBe('8,418,918.90');
  expect(cellsOf('Collections')[1]).toBe('–');
  // The band of the currency takes it off too.
  expect(cellsOf('USD 2 accounts')[1]).toBe('−1,200.00');
  expect(cellsOf('USD 2 accounts')[2]).toBe('12,478,993.42');

  count.element().focus();
  await userEvent.keyboard('{Enter}');
  const list = page.getByRole('list', { name: 'In flight' });
  await sees(list);
  await expect.element(list).toMatchTextContent(/Sable Trading \(Pty\)/);
  await expect.element(count).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(list).not.toBeInTheDocument();
});

test('the day’s money in and out stand by account and currency; a day that was not fetched is no nought', async () => {
  const position = fakePosition();
  const [, , , naira, dollars] = position.currencies;
  if (!naira || !dollars) expect.fail('the desk has other accounts');
  const late = dollars.accounts.map((account) =>
    account.accountName === 'Collections' && account.day
      ? { ...account, day: { ...account.day, date: addDays(account.day.date, -1) } }
      : account,
  );
  const told: Position = {
    ...position,
    currencies: position.currencies.map((group) =>
      group === dollars ? { ...group, day: null, accounts: late } : group,
    ),
  };
  await open({ 'accounts.position': () => ok(told) });
  await sees(page.getByRole('columnheader', { name: /^In 20 Nov/ }));
  expect(cellsOf('Operating').slice(3, 5)).toEqual(['206,096.72', '–']);
  expect(cellsOf('Collections').slice(3, 5)).toEqual(['?', '?']);
  expect(cellsOf('USD 2 accounts').slice(3, 5)).toEqual(['?', '?']);
  expect(cellsOf('Payroll Lagos').slice(3, 5)).toEqual(['–', '180,250,000.00']);
  expect(cellsOf('NGN 2 accounts').slice(3, 5)).toEqual(['–', '180,250,000.00']);
});

test('what was sent meanwhile is in flight without anybody asking', async () => {
  await open({ 'accounts.inFlight': () => ok({ rows: [], currencies: [] }) });
  await expect.poll(() => asked('accounts.inFlight').length).toBe(1);
  expect(cellsOf('Operating')[1]).toBe('–');
  const sent = {
    accountNumber: '30026712',
    inFlight: { amount: money('5.00', 'USD'), sent: [] },
    after: money('8420113.90', 'USD'),
  };
  bridge.answer('accounts.inFlight', () => ok({ rows: [sent], currencies: [] }));
  bridge.announce('store.changed', { topic: 'transfers' });
  await expect.poll(() => cellsOf('Operating')[1], { timeout: 10_000 }).toBe('−5.00');
  expect(cellsOf('Operating')[2]).toBe('8,420,113.90');
});

const selectedName = (): string =>
  document.querySelector('[aria-current]')?.textContent.trim().split(/\s/)[0] ?? '';

test('arrows and a click select an account, Enter and a second click open its statement', async () => {
  const { router } = await open();
  const names = page.getByRole('row').getByRole('button', { name: /\d{4}/ }).elements();
  expect(names.length).toBeGreaterThan(3);
  const nameAt = (at: number): string => names[at]?.textContent.trim().split(/\s/)[0] ?? '';
  expect(selectedName()).toBe(nameAt(0));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(selectedName).toBe(nameAt(2));
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(selectedName).toBe(nameAt(1));
  await page.getByRole('button', { name: /^Operating/ }).click();
  await expect.poll(selectedName).toBe('Operating');
  expect(router.view).toBe('position');
  await userEvent.keyboard('{Enter}');
  expect(router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30026712' },
  });
  router.go('position');
  await page.getByRole('button', { name: /^Collections/ }).dblClick();
  expect(router.view).toBe('statements');
});

test('nothing that needs a person is said so, and offline it says of when that is', async () => {
  const shared = await open({ 'exceptions.list': () => ok({ items: [] }) });
  onTestFinished(shared.exceptions.start());
  await sees(page.getByRole('heading', { name: 'Nothing needs you' }));
  expect(page.getByRole('button', { name: /^Go through/ }).elements()).toHaveLength(0);
  bridge.announce('desk.changed', { ...sandboxDesk, online: false });
  await sees(/^Offline: as known at/);
});

test('what needs a person and could not be read is no nothing', async () => {
  const shared = await open({ 'exceptions.list': () => fail('store.locked', 'exceptions') });
  onTestFinished(shared.exceptions.start());
  await sees(
    page.getByRole('region', { name: 'What needs you' }).getByRole('button', { name: 'Try again' }),
  );
  expect(page.getByText('Nothing needs you').elements()).toHaveLength(0);
});
