import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import AccountPanels from '../../../renderer/features/accounts/ahead/AccountPanels.svelte';
import {
  axisWidth,
  axisWords,
  wholeSteps,
} from '../../../renderer/features/accounts/ahead/flow-days.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import { fail } from '../../../shared/errors.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition, restingSync, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { today } from '../support/statement-records.ts';
import { requested, bridge, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { draftedOutlook, fakeFlows, fakeOutlook } from './ahead-records.ts';

beforeEach(wideWindow);

const account = fakePosition()
  .currencies.flatMap(({ accounts }) => accounts)
  .find(({ accountName }) => accountName === 'Operating')!;

function open(answers: Answers = {}, floor: Money | null = null) {
  const shared = openDesk({ ...workingDesk(), ...answers });
  const rendered = render(WithShared, { shared, view: AccountPanels, params: { account, floor } });
  return { shared, rendered };
}

const chart = page.getByRole('slider', { name: /^In and out per day of Operating/ });
const shownAs = page.getByLabelText('Shown as');
const valueText = (): string => chart.element().getAttribute('aria-valuetext') ?? '';
const read = (): string => document.querySelector('[aria-live="polite"]')?.textContent.trim() ?? '';

test('each line of the outlook says what and why, and leads where it comes from', async () => {
  const { shared } = open();
  await sees('monthly, 23rd · on time 11 of 12, ±2 %');
  const rows = page.getByRole('table').first().getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/^Now\s*In flight.*−43,620\.40.*2,869,864\.53/);
  await button('VAT 2026/10').click();
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30026712', entryId: 'E-1' },
  });
  for (const [name, view] of [
    ['In flight', 'payments'],
    ['Copperline Cables GmbH', 'receivables'],
    ['payroll-2026-11-dublin.csv', 'payment-files'],
    ['Bought for 90,000.00 EUR', 'conversions'],
  ] as const) {
    await button(name).click();
    expect(shared.router.view).toBe(view);
  }
});

test('a payment that was begun is a line that does not look sent, and leads to its form; one without an amount is named alone', async () => {
  const { shared } = open({ 'outlook.ahead': () => ok(draftedOutlook()) });
  const rows = page.getByRole('table').first().getByRole('row');
  await expect
    .element(rows.nth(2))
    .toMatchTextContent(/^Draft\s*Müller Präzisionsteile\s*a draft, not sent\s*−12,500\.00/);
  const drawn = (row: number) => {
    const name = rows.nth(row).getByRole('button').first().element();
    return [getComputedStyle(name).fontStyle, getComputedStyle(name).color];
  };
  expect(drawn(1)[0]).toBe('normal');
  expect(drawn(2)[0]).toBe('italic');
  expect(drawn(2)[1]).not.toBe(drawn(1)[1]);
  await button('Müller Präzisionsteile').click();
  expect(shared.router.place).toMatchObject({ view: 'payments', params: { draft: 'to B-7' } });
  await sees(/^Drafts without an amount, not counted:/);
  await button('Oduya Foods').click();
  expect(shared.router.place).toMatchObject({ view: 'payments', params: { draft: 'to B-8' } });
});

test('each line is one row with its balance, and what does not fit next to the chart is one press away', async () => {
  const whole = fakeOutlook();
  const [line] = whole.lines.slice(-1);
  const lines = [...whole.lines, ...Array.from({ length: 4 }, () => line!)];
  const name = 'Consolidated Freight and Warehousing Company of the Eastern Ports Ltd';
  open({
    'outlook.ahead': () => ok({ ...whole, lines: [{ ...line!, name }, ...lines] }),
  });
  const rows = page.getByRole('table').first().getByRole('row');
  await sees(rows.nth(1));
  // The head is one of them.
  expect(rows.elements()).toHaveLength(6);
  const heights = rows
    .elements()
    .slice(2)
    .map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(30);
  // A name is never cut: its reason gives way.
  await expect.element(rows.nth(1)).toMatchTextContent(new RegExp(name));
  await button(new RegExp(`^${String(lines.length - 4)} more, to `)).click();
  expect(rows.elements()).toHaveLength(lines.length + 2);
  await button('Show fewer').click();
  expect(rows.elements()).toHaveLength(6);
});

test('a floor that is crossed says from when to when and by how much at most', async () => {
  open({}, money('2500000.00', 'USD'));
  await sees(/^72,435\.47 USD under the floor, 26 Nov to 30 Nov/);
  await sees(button('Cover…'));
});

test('a floor of another currency, or one that holds, is not mentioned', async () => {
  open({}, money('9999999.00', 'EUR'));
  await sees(/^monthly, 23rd/);
  await lacks(/under the floor/);
});

test('without history the outlook says why it is empty, and what a short one cannot show yet', async () => {
  const empty = { ...fakeOutlook(), lines: [], history: null, isShort: true };
  open({ 'outlook.ahead': () => ok(empty) });
  await sees(/No day of its statement was fetched yet/);
});

test('a short history is shown with the day on which it begins', async () => {
  const history = { from: addDays(today, -40), to: today };
  open({ 'outlook.ahead': () => ok({ ...fakeOutlook(), history, isShort: true }) });
  await sees(/is complete from 11 Oct on\. Monthly payments show after three occurrences/);
});

test('arrows go from day to day, each is read out with its amounts, and Enter opens it', async () => {
  const hole = addDays(today, -1);
  const { shared } = open({
    'flows.read': ({ from = today, to = today }) => ok(fakeFlows({ from, to }, [hole])),
  });
  await sees(chart);
  expect(valueText()).toMatch(
    /^20 Nov: in nothing, out [\d,]+\.00 USD, 3 entries, balance [\d,.]+ USD$/,
  );
  chart.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(valueText()).toBe('19 Nov: not fetched');
  await expect.poll(read).toBe('19 Nov: not fetched');
  await userEvent.keyboard('{PageUp}');
  expect(valueText()).toMatch(/^12 Nov: /);
  await userEvent.keyboard('{Home}');
  expect(valueText()).toMatch(/^22 Oct: /);
  await userEvent.keyboard('{Enter}');
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30026712', from: '2026-10-22', to: '2026-10-22' },
  });
});

test('the chart is drawn in the colours of the page, and its table has the same days', async () => {
  open();
  await sees(chart);
  const canvas = chart.element().querySelector('canvas');
  if (!canvas) expect.fail('nothing is drawn');
  const colours = new Set<string>();
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) colours.add([...data.slice(at, at + 3)].join());
  // Money in, money out and the balance.
  for (const name of ['--good', '--thumb', '--accent'])
    expect([name, colours.has(shownColour(name))]).toEqual([name, true]);
  await shownAs.selectOptions('Table');
  const table = page.getByRole('region', { name: 'In and out per day as a table' });
  await sees(table, 'Together');
  await button('Year').click();
  await expect
    .poll(() => requested('flows.read').at(-1))
    .toMatchObject({ from: '2025-11-21', to: today });
});

function shownColour(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return (colour.match(/\d+/g) ?? []).slice(0, 3).join();
}

test('a month stands beside the one before and the same of last year, with what it has more', async () => {
  open();
  await shownAs.selectOptions('Months');
  await sees('Closing balance', '1–20 Nov 2026', '1–20 Oct 2026');
  // Every column says what it has, also beside a month that was not fetched.
  const heads = [...document.querySelectorAll('thead th')].map(({ textContent }) =>
    textContent.trim(),
  );
  expect(heads.filter((head) => head === 'Difference')).toHaveLength(2);
  expect(heads).not.toContain('');
  await sees('1–20 Nov 2025 was not fetched whole.');
  await button('Last month').click();
  await expect.poll(() => requested('flows.compared').at(-1)).toMatchObject({ month: 'last' });
});

test('the outlook of one account is not shown under the name of the next', async () => {
  let answer: (() => void) | undefined;
  const { rendered } = open();
  await sees(/^monthly, 23rd/);
  const other = { ...account, accountName: 'Collections', accountNumber: '30020932' };
  bridge.answer(
    'outlook.ahead',
    ({ accountNumber }) =>
      new Promise((resolve) => (answer = () => resolve(ok(fakeOutlook(accountNumber))))),
  );
  await (await rendered).rerender({ params: { account: other, floor: null } });
  await sees(page.getByRole('heading', { name: /^Outlook, 14 days Collections/ }));
  await lacks(/^monthly, 23rd/);
  answer?.();
  await sees(/^monthly, 23rd/);
});

test('what moves is read anew at the end of a sync, however short ago it was read', async () => {
  open();
  await sees(/^monthly, 23rd/);
  bridge.answer('outlook.ahead', () => ok({ ...fakeOutlook(), lines: [] }));
  bridge.announce('sync.progressed', { ...restingSync, running: true });
  expect(requested('outlook.ahead')).toHaveLength(1);
  bridge.announce('sync.progressed', restingSync);
  await lacks(/^monthly, 23rd/);
  expect(requested('outlook.ahead')).toHaveLength(2);
});

test('what cannot be read says so in each panel by itself', async () => {
  open({ 'outlook.ahead': () => fail('store.locked', 'look') });
  await sees(chart, page.getByRole('alert'));
});

test('the axes of the chart abbreviate nothing and are written as amounts are', () => {
  expect([2_800_000, -50_000, 0].map(axisWords)).toEqual(['2,800,000', '−50,000', '0']);
  expect(
    wholeSteps.every((step, at) => Number.isSafeInteger(step) && step > (wholeSteps[at - 1] ?? 0)),
  ).toBe(true);
  expect(axisWidth(['4,118,220,007'])).toBeGreaterThan(axisWidth(['0']));
});
