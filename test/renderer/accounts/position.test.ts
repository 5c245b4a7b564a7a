import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PositionView from '../../../renderer/features/accounts/position/PositionView.svelte';
import type { Position, PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import { plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import { money } from '../../../shared/money/money.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { fakeArriving } from './ahead-records.ts';
import { fakePosition, sandboxDesk, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { requested, bridge, openDesk, press, sees, wideWindow } from '../support/view.ts';

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
    cell.textContent.replaceAll(/[▼▲]|\s+/g, ' ').trim(),
  );

test('what is in flight from an account is subtracted, counted, and unfolded by its count', async () => {
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

test('what is on its way in stands beside what goes out, is counted in no balance, and each leads to its record', async () => {
  const { router } = await open({ 'outlook.arriving': () => ok(fakeArriving) });
  // Where nothing leaves there is the one sum, and the whole of what can be spent.
  await expect.poll(() => cellsOf('Treasury')[1]).toBe('in+21,938.37');
  expect(cellsOf('Treasury')[2]).toBe(cellsOf('Treasury')[0]);
  expect(cellsOf('Operating')[1]).toBe('−1,200.00 in+96,400.00');
  expect(cellsOf('Operating')[2]).toBe('8,418,918.90');
  expect(cellsOf('USD 2 accounts')[1]).toBe('−1,200.00 in+96,400.00');
  expect(cellsOf('USD 2 accounts')[2]).toBe('12,478,993.42');
  await sees(page.getByRole('button', { name: '2 on the way in to Treasury EUR' }));

  const count = page.getByRole('button', {
    name: '3 in flight on Operating, 1 of them on the way in',
  });
  await expect.element(count).toHaveClass('unknown');
  await count.click();
  const lines = page.getByRole('list', { name: 'In flight' }).getByRole('listitem');
  await expect.poll(() => lines.elements().length).toBe(3);
  await expect.element(lines.nth(0)).toMatchTextContent(/^out.*payment sent.*−\d/);
  await expect
    .element(lines.nth(2))
    .toMatchTextContent(/^in\s*Bought for 90,000\.00 EUR\s*trade traded.*no answer.*\+96,400\.00/);
  await lines.nth(2).getByRole('button', { name: 'Open Bought for 90,000.00 EUR' }).click();
  expect(router.place).toMatchObject({ view: 'conversions', params: { submissionId: 's-9' } });

  router.go('position');
  await page.getByRole('button', { name: '2 on the way in to Treasury EUR' }).click();
  await sees(/receivable due 18 Nov, 10\.00 EUR of 100\.00 EUR paid/);
  await lines.nth(0).getByRole('button', { name: 'Open Copperline Cables GmbH' }).click();
  expect(router.place).toMatchObject({ view: 'receivables', params: { id: 'RC-4' } });
});

test('what comes to no account here is named under them with its sums, and is added to none', async () => {
  await open({ 'outlook.arriving': () => ok(fakeArriving) });
  const door = page.getByRole('button', { name: /^2 on the way in to no account here/ });
  await sees(door, /^: 1,000\.00 CHF$/);
  await door.click();
  await sees('Receivable RC-6', /no amount given: added to nothing/);
});

test('what is on its way in and could not be read is reported, and the accounts stay', async () => {
  await open({ 'outlook.arriving': () => fail('store.locked', 'arriving') });
  await sees(page.getByRole('region', { name: 'Accounts by currency' }).getByRole('alert'));
  bridge.answer('outlook.arriving', () => ok(fakeArriving));
  await page
    .getByRole('region', { name: 'Accounts by currency' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect.poll(() => cellsOf('Treasury')[1]).toBe('in+21,938.37');
});

test('the change since the day before stands by account and currency, in and out apart where there was both; a day that was not fetched is no nought', async () => {
  const position = fakePosition();
  const both = (account: PositionAccount): PositionAccount =>
    account.accountName === 'Payroll Lagos' && account.day
      ? {
          ...account,
          day: {
            ...account.day,
            in: money('250000.00', 'NGN'),
            net: money('-180000000.00', 'NGN'),
          },
        }
      : account;
  const late = (account: PositionAccount): PositionAccount =>
    account.accountName === 'Collections' && account.day
      ? { ...account, day: { ...account.day, date: addDays(account.day.date, -1) } }
      : account;
  const reported: Position = {
    ...position,
    currencies: position.currencies.map((group) => ({
      ...group,
      ...(group.currency === 'USD' && { day: null }),
      accounts: group.accounts.map((account) => late(both(account))),
    })),
  };
  await open({ 'accounts.position': () => ok(reported) });
  await sees(page.getByRole('columnheader', { name: /^Since 19 Nov/ }));
  expect(cellsOf('Operating')[3]).toBe('+206,096.72');
  expect(cellsOf('Collections')[3]).toBe('?');
  expect(cellsOf('USD 2 accounts')[3]).toBe('?');
  expect(cellsOf('Payroll Lagos')[3]).toBe('−180,000,000.00 in 250,000.00, out 180,250,000.00');
  expect(cellsOf('NGN 2 accounts')[3]).toBe('−180,250,000.00');
  expect(cellsOf('Tokyo')[3]).toBe('–');
});

test('what was sent meanwhile is in flight without anybody asking', async () => {
  await open({ 'accounts.inFlight': () => ok({ rows: [], currencies: [], crossed: [] }) });
  await expect.poll(() => requested('accounts.inFlight').length).toBe(1);
  await expect.poll(() => cellsOf('Operating')[1]).toBe('–');
  const sent = {
    accountNumber: '30026712',
    inFlight: { amount: money('5.00', 'USD'), sent: [] },
    after: money('8420113.90', 'USD'),
  };
  bridge.answer('accounts.inFlight', () => ok({ rows: [sent], currencies: [], crossed: [] }));
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

test('the view says when nothing needs a person, and offline also as of when', async () => {
  const shared = await open({ 'exceptions.list': () => ok({ items: [] }) });
  onTestFinished(shared.exceptions.start());
  await sees(page.getByRole('heading', { name: 'Nothing needs you' }));
  expect(page.getByRole('button', { name: /^Go through/ }).elements()).toHaveLength(0);
  bridge.announce('desk.changed', { ...sandboxDesk, online: false });
  await sees(/^Offline: as known at/);
  await page.viewport(1024, 700);
  await sees(page.getByRole('heading', { name: 'Nothing needs you' }));
});

test('what needs a person has a noun for each group, at zero too, with what was looked at', async () => {
  const shared = await open({ 'exceptions.list': () => ok({ items: [] }) });
  onTestFinished(shared.exceptions.start());
  for (const name of [
    /^0 payments unanswered last look \d\d:\d\d$/,
    /^0 days off .*agree$/,
    /^0 exceptions$/,
    /^0 documents expired$/,
  ])
    await expect.element(page.getByRole('button', { name })).toBeDisabled();
});

test('all of the position is in a window of 900 pixels, the panels too, and nothing scrolls', async () => {
  const shared = await open({ 'exceptions.list': () => ok({ items: [] }) });
  onTestFinished(shared.exceptions.start());
  const panels = ['In and out per day', 'Outlook, 14 days'];
  for (const name of panels) await sees(page.getByRole('region', { name }));
  const view = document.querySelector('.page');
  // The top bar and the foot take 85 pixels of the window.
  await expect.poll(() => view?.scrollHeight ?? 0).toBeLessThanOrEqual(815);
});

test('what needs a person and could not be read is no nothing', async () => {
  const shared = await open({ 'exceptions.list': () => fail('store.locked', 'exceptions') });
  onTestFinished(shared.exceptions.start());
  await sees(
    page.getByRole('region', { name: 'What needs you' }).getByRole('button', { name: 'Try again' }),
  );
  expect(page.getByText('Nothing needs you').elements()).toHaveLength(0);
});

test('a floor is drawn, shown in amber where it is crossed, and stored as a person types it', async () => {
  const shared = await open();
  const operating = page.getByTitle('Floor, ceiling, target and group of Operating…');
  await expect.element(operating).toMatchTextContent(/^under by 81,081\.10\s*8,500,000$/);
  await expect.element(operating).toHaveClass('warn');
  await expect
    .element(page.getByTitle('Floor, ceiling, target and group of Collections…'))
    .toMatchTextContent(/^1,500,000$/);
  expect(rowOf('Collections').element().querySelectorAll('svg path')).toHaveLength(1);
  expect(rowOf('Treasury').element().querySelectorAll('svg path')).toHaveLength(0);

  await page.getByTitle('Floor, ceiling, target and group of Treasury EUR…').click();
  const dialog = page.getByRole('dialog', { name: /^Treasury EUR/ });
  await sees(dialog);
  bridge.answer('accounts.savePlan', () =>
    fail('input.invalid', 'plan', { message: 'The floor: EUR has 2 decimals at most.' }),
  );
  await dialog.getByRole('textbox', { name: 'Floor' }).fill('2,000,000.005');
  await press('{Enter}');
  await sees(dialog.getByText(/EUR has 2 decimals at most/));
  await expect.element(dialog.getByRole('textbox', { name: 'Floor' })).toHaveValue('2,000,000.005');
  bridge.answer('accounts.savePlan', () =>
    ok({ floor: money('2000000.00', 'EUR'), ceiling: null, target: null, group: 'Europe' }),
  );
  await dialog.getByRole('textbox', { name: 'Floor' }).fill('2,000,000');
  await dialog.getByRole('textbox', { name: 'Group' }).fill('Europe');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requested('accounts.savePlan').at(-1)).toEqual({
    accountNumber: '30027781',
    floor: '2,000,000',
    ceiling: '',
    target: '',
    group: 'Europe',
  });
  expect(shared.notices.last?.text).toBe(
    'Saved: floor, ceiling, target and group of Treasury EUR.',
  );
});

function groupedPosition(): Position {
  const position = fakePosition();
  const groups: Readonly<Record<string, string>> = {
    Operating: 'Americas',
    Collections: 'Americas',
    Vendor: 'Africa',
    'Payroll Lagos': 'Africa',
    Tokyo: 'Rest',
    Gulf: 'Rest',
  };
  return {
    ...position,
    currencies: position.currencies.map((one) => ({
      ...one,
      accounts: one.accounts.map((account) => ({
        ...account,
        plan: { ...account.plan, group: groups[account.accountName] ?? '' },
      })),
    })),
  };
}

const heads = () =>
  [...document.querySelectorAll('th[scope=rowgroup]')].map((head) => head.textContent.trim());

test('accounts stand by the groups that people gave them; what is of several currencies is not summed', async () => {
  await open({ 'accounts.position': () => ok(groupedPosition()) });
  await page.getByRole('button', { name: 'currency', exact: true }).click();
  await sees(rowOf('Americas'));
  expect(cellsOf('Americas 2 accounts')).toEqual([
    '12,480,193.42',
    '−1,200.00',
    '12,478,993.42',
    '+267,771.24',
  ]);
  expect(cellsOf('Rest 2 accounts').filter(Boolean)).toEqual([]);
  expect(heads()).toEqual(['Africa 2 accounts', 'Americas 2 accounts', 'Rest 2 accounts']);
  expect(requested('settings.saveAppearance')).toEqual([
    { ...plainAppearance, accountsBy: 'group' },
  ]);
});

test('they stand by groups after a start where they did before, until they are asked by currency', async () => {
  const appearance = { ...plainAppearance, accountsBy: 'group' as const };
  const desk = { 'desk.state': () => ok({ ...sandboxDesk, appearance }) };
  await open({ ...desk, 'accounts.position': () => ok(groupedPosition()) });
  await sees(rowOf('Americas 2 accounts'));
  expect(heads()).toEqual(['Africa 2 accounts', 'Americas 2 accounts', 'Rest 2 accounts']);
  await page.getByRole('button', { name: 'group', exact: true }).click();
  await sees(rowOf('USD 2 accounts'));
  expect(requested('settings.saveAppearance')).toEqual([plainAppearance]);
});

test('a choice that cannot be stored is reported, and holds until the window is closed', async () => {
  const shared = await open({
    'accounts.position': () => ok(groupedPosition()),
    'settings.saveAppearance': () => fail('store.readonly', 'c-1'),
  });
  await page.getByRole('button', { name: 'currency', exact: true }).click();
  await sees(rowOf('Americas 2 accounts'));
  await expect.poll(() => shared.notices.last?.text).toMatch(/^Not saved for the next start\. ./);
});

test('they stand by currency where the last group was removed', async () => {
  const appearance = { ...plainAppearance, accountsBy: 'group' as const };
  await open({ 'desk.state': () => ok({ ...sandboxDesk, appearance }) });
  await sees(rowOf('USD 2 accounts'));
});
