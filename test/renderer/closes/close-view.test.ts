import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import CloseView from '../../../renderer/features/closes/CloseView.svelte';
import App from '../../../renderer/shell/App.svelte';
import { viewOf } from '../../../renderer/shell/navigation.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import { fail } from '../../../shared/errors.ts';
import type { CloseCell, CloseView as View } from '../../../shared/ipc/review/closes.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { installBridge, type Answers } from '../support/fake-bridge.ts';
import { faultsInSight } from '../support/look/looked.ts';
import { asOf, today } from '../support/statement-records.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import {
  closeHandlers,
  closedView,
  closeView,
  daysReview,
  missingView,
  stopAt,
} from './close-records.ts';

beforeAll(async () => {
  await viewOf('close')?.load();
}, 120_000);

beforeEach(() => {
  vi.setSystemTime(`${today}T18:00:00.000Z`);
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(view: View, more: Answers = {}): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...closeHandlers(view), ...more });
  shared.router.go('close', { period: today });
  await render(WithShared, { shared, view: CloseView, params: { period: today } });
  await sees(page.getByRole('heading', { name: 'Close the day' }), /12 Nov/);
  return shared;
}

const dialog = page.getByRole('dialog');
const reasonFor = (what: RegExp) => page.getByRole('textbox', { name: what });

test('a clean day is closed by three keys: to the view, Enter, and yes to what is restated', async () => {
  await wideWindow();
  const desk = installBridge({ ...workingDesk(), ...everything, ...closeHandlers(closeView()) });
  await render(App);
  await sees('Treasury EUR');
  await press('z');
  await expect.element(button(/^Close 20 Nov…/)).toHaveFocus();
  await press('{Enter}');
  await sees(dialog.getByRole('heading', { name: 'Close 20 Nov' }));
  await expect.element(dialog.getByRole('button', { name: 'Close 20 Nov' })).toHaveFocus();
  await sees(dialog.getByText('2,640,118', { exact: false }).first());
  await press('{Enter}');
  await sees(page.getByText(/^Closed: 20 Nov, 7 accounts/));
  const closes = desk.requested.filter(({ route }) => route === 'closes.close');
  expect(closes.map(({ input }) => input)).toEqual([
    { period: today, digest: 'd'.repeat(64), reasons: {}, by: '' },
  ]);
}, 60_000);

const openDays = ['2026-11-17', '2026-11-18', '2026-11-19', today];

test('all open days are closed by three keys, and by one Ctrl Z they are open again', async () => {
  await wideWindow();
  const desk = installBridge({
    ...workingDesk(),
    ...everything,
    ...closeHandlers(missingView, { openDays }),
  });
  await render(App);
  await sees('Treasury EUR');
  await press('z');
  await expect.element(button('Close all 4 days to 20 Nov…')).toHaveFocus();
  await press('{Enter}');
  await sees(dialog.getByRole('heading', { name: 'Close 2 days to 18 Nov' }));
  await sees(dialog.getByText('with 14 Nov to 16 Nov'));
  await expect.element(dialog.getByRole('button', { name: 'Close 2 days' })).toHaveFocus();
  await press('{Enter}');
  await sees(page.getByText(/^Closed: 2 days to 18 Nov\./));
  const inputs = (route: string) =>
    desk.requested.filter((one) => one.route === route).map(({ input }) => input);
  const days = daysReview().days.map(({ period, digest }) => ({ period, digest }));
  expect(inputs('closes.closeDays')).toEqual([{ days, by: '' }]);
  expect(inputs('closes.close')).toEqual([]);
  await press('{Control>}z{/Control}');
  await sees(page.getByText(/^Undone: Closed: 2 days/));
  const closes = days.map(({ period }) => ({ period, closedAt: expect.any(String) as string }));
  expect(inputs('closes.undo')).toEqual([{ closes, by: 'Ada Desk' }]);
}, 60_000);

async function openMany(more: Answers = {}): Promise<Shared> {
  await wideWindow();
  const handlers = closeHandlers(closeView(), { openDays });
  const shared = openDesk({ ...workingDesk(), ...handlers, ...more });
  shared.router.go('close', {});
  await render(WithShared, { shared, view: CloseView, params: {} });
  await sees(button('Close all 4 days to 20 Nov…'));
  return shared;
}

test('the review says at which day it stops and why; where that is the first, the day is opened instead', async () => {
  await openMany({ 'closes.reviewDays': () => ok(daysReview({ stop: stopAt('2026-11-19') })) });
  await button('Close all 4 days to 20 Nov…').click();
  await sees(
    dialog.getByText('19 Nov stays open, and every day after it.'),
    dialog.getByText('2 entries not read'),
  );
  await button('Cancel').click();
  bridge.answer('closes.reviewDays', () =>
    ok(daysReview({ days: [], accounts: [], stop: stopAt('2026-11-17') })),
  );
  await button('Close all 4 days to 20 Nov…').click();
  await sees(dialog.getByRole('heading', { name: 'No day can be closed yet' }));
  await press('{Enter}');
  await lacks(dialog);
  expect(requested('closes.get').at(-1)).toEqual({ period: '2026-11-17' });
  expect(requested('closes.closeDays')).toEqual([]);
});

test('a day that moved meanwhile stays open and is reported; what was closed before it can be undone', async () => {
  const { notices } = await openMany({
    'closes.closeDays': () =>
      ok({
        ...{ closed: [{ period: '2026-11-17', closedAt: asOf }], closedBy: 'Ada Desk', exports: 7 },
        stop: { period: '2026-11-18', why: 'The figures of 18 Nov 2026 moved meanwhile.' },
      }),
  });
  await button('Close all 4 days to 20 Nov…').click();
  await dialog.getByRole('button', { name: 'Close 2 days' }).click();
  await expect
    .poll(() => notices.last?.text)
    .toBe(
      'Closed: 1 day to 17 Nov, 7 exports written. 18 Nov stays open: The figures of 18 Nov 2026 moved meanwhile.',
    );
});

test('where nothing could be closed the dialog says why and stays; without a person of the bank a name is typed', async () => {
  await openMany({
    'closes.reviewDays': () => ok(daysReview({ by: null })),
    'closes.closeDays': () => fail('close.moved', 'c-1', { message: 'Moved.' }),
  });
  await button('Close all 4 days to 20 Nov…').click();
  await dialog.getByRole('button', { name: 'Close 2 days' }).click();
  await sees(dialog.getByText('Enter who closes.'));
  expect(requested('closes.closeDays')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Your name' }).fill(' Ben Osei ');
  await dialog.getByRole('button', { name: 'Close 2 days' }).click();
  await sees(dialog.getByText('The figures changed since your review'));
  expect(requested('closes.closeDays').at(-1)?.by).toBe('Ben Osei');
});

test('after a click Enter does what its keycap says, whatever was clicked; after Tab it belongs to the control', async () => {
  await open(closeView());
  await page.getByRole('button', { name: /^19 Nov/ }).click();
  const before = requested('closes.get').length;
  await userEvent.keyboard('{Enter}');
  await sees(dialog.getByRole('heading', { name: /^Close 19 Nov/ }));
  expect(requested('closes.get')).toHaveLength(before);
  await button('Cancel').click();
  await lacks(dialog);
  await button('Earlier').click();
  await press('{Enter}');
  await sees(dialog.getByRole('heading', { name: /^Close / }));
  await press('{Escape}');
  await lacks(dialog);
  await page.getByRole('button', { name: /^17 Nov/ }).click();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => requested('closes.get').at(-1)).toEqual({ period: '2026-11-18' });
  await lacks(dialog);
});

test('a month that is not over is not opened as the period, and shows how many of its days are closed', async () => {
  const running = { period: '2026-11', closed: 16, over: 19 };
  const handlers = closeHandlers(closeView());
  await open(closeView(), {
    'closes.list': (asked) =>
      asked.kind === 'day'
        ? handlers['closes.list']!(asked)
        : ok({ newest: '2026-10', running, openDays: [], lines: [] }),
  });
  await button('Month').click();
  await sees(page.getByText('16 of 19 closed'), page.getByText('not over'));
  expect(requested('closes.get').at(-1)).toEqual({ period: '2026-10' });
});

test('an account whose entries no one has read says so, without a tick', async () => {
  const view = closeView();
  const beforeFirstSync: CloseCell = {
    ...{ is: 'not-asked', words: 'before the first sync', isGrave: false, place: null },
  };
  const accounts = view.accounts.map((account): View['accounts'][number] => ({
    ...account,
    cells: { ...account.cells, read: beforeFirstSync },
  }));
  await open({ ...view, accounts });
  await expect
    .poll(() => page.getByRole('cell', { name: 'before the first sync' }).elements().length)
    .toBe(accounts.length + 1);
  await lacks(page.getByText('Read: yes'));
});

test('a cell that fails leads to its cause, and G goes through what is missing one behind the other', async () => {
  const shared = await open(missingView);
  await button('14 Nov breaks').click();
  expect(shared.router.place).toMatchObject({ view: 'statements', params: { from: today } });
  shared.router.back();
  await button('611 of 620').click();
  expect(shared.router.view).toBe('books');
  shared.router.back();
  const places: string[] = [];
  while (places.length < missingView.points.length) {
    await userEvent.keyboard('g');
    places.push(shared.router.view);
    shared.router.back();
  }
  expect(places).toEqual(['exceptions', 'statements', 'review']);
});

test('with open points a close asks a reason for each, which stays while the dialog is left', async () => {
  await open(missingView);
  await button('Close with open points…').click();
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await expect.poll(() => document.querySelectorAll('dialog [aria-invalid=true]').length).toBe(3);
  expect(requested('closes.close')).toEqual([]);
  await reasonFor(/1 unanswered change/).fill('The bank told by phone');
  await button('Cancel').click();
  await lacks(dialog);
  await button('Close with open points…').click();
  await expect.element(reasonFor(/1 unanswered change/)).toHaveValue('The bank told by phone');
  await reasonFor(/1 account does not/).fill('Corrected on 23 Nov');
  await reasonFor(/2 entries not read/).fill('Read by Ben');
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(page.getByText('Closed with 3 open points'));
  expect(requested('closes.close')).toMatchObject([
    {
      reasons: {
        unknown: 'The bank told by phone',
        'proven:broken': 'Corrected on 23 Nov',
        read: 'Read by Ben',
      },
    },
  ]);
});

test('a close just made is undone by Ctrl Z; one that is refused says why, and stays closed', async () => {
  const { notices } = await open(closeView());
  await button(/^Close 20 Nov…/).click();
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(button(/^Reopen 20 Nov/));
  const { closedAt, closedBy } = closedView.closed!.proof;
  await press('{Control>}z{/Control}');
  await sees(button(/^Close 20 Nov…/));
  expect(requested('closes.undo')).toEqual([
    { closes: [{ period: today, closedAt }], by: closedBy },
  ]);
  expect(notices.last?.text).toMatch(/^Undone: Closed: 20 Nov/);

  bridge.answer('closes.undo', () => fail('undo.overtaken', 'c-1', { message: 'Not just now.' }));
  await button(/^Close 20 Nov…/).click();
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(button(/^Reopen 20 Nov/));
  await press('{Control>}z{/Control}');
  await expect
    .poll(() => notices.last?.text)
    .toMatch(/^Not undone: Closed: 20 Nov.*Not just now\./);
  await sees(button(/^Reopen 20 Nov/));
});

test('a reason that was left is gone on with where the drafts lead', async () => {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...closeHandlers(missingView) });
  shared.drafts.keep('close', `${today} unknown`, 'The bank told by phone');
  const params = { period: today, dialog: 'close' as const };
  await render(WithShared, { shared, view: CloseView, params });
  await expect.element(reasonFor(/1 unanswered change/)).toHaveValue('The bank told by phone');
});

test('figures that moved since they were looked at keep the day open, and are read anew', async () => {
  await open(closeView(), {
    'closes.close': () => fail('close.moved', 'c-1', { message: 'The figures moved meanwhile.' }),
  });
  await button(/^Close 20 Nov…/).click();
  const before = requested('closes.get').length;
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(dialog.getByText('The figures changed since your review'));
  await expect.poll(() => requested('closes.get').length).toBeGreaterThan(before);
});

test('where the bank does not say who is signed in, whoever closes enters their name', async () => {
  await open(closeView({ by: null }));
  await button(/^Close 20 Nov…/).click();
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(dialog.getByText('Enter who closes.'));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ben Osei');
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await expect.poll(() => requested('closes.close').at(-1)?.by).toBe('Ben Osei');
});

test('where the bank names no one, late entries are taken by a typed name', async () => {
  await open({ ...closedView, by: null });
  await button(/^Take /).click();
  await dialog.getByRole('button', { name: /^Take / }).click();
  await sees(dialog.getByText('Enter who takes them.'));
  expect(requested('closes.acknowledge')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Your name' }).fill(' Ines Frei ');
  await dialog.getByRole('button', { name: /^Take / }).click();
  await expect
    .poll(() => requested('closes.acknowledge'))
    .toEqual([{ period: today, by: 'Ines Frei' }]);
  await sees(page.getByText('taken into 20 Nov').first());
});

test('a closed day shows its fixed figures, what came late beside them, and takes it by T', async () => {
  await open(closedView);
  await sees(
    page.getByText('Ada Desk').first(),
    'Lagoon Marine Services Ltd',
    page.getByText(/corrected on 23 Nov/),
  );
  await userEvent.keyboard('t');
  await expect.poll(() => requested('closes.acknowledge')).toEqual([{ period: today, by: '' }]);
  await sees(page.getByText('taken into 20 Nov').first());
  await lacks(button(/^Take /));
});

test('reopening asks for a reason before it does', async () => {
  await open(closedView);
  await button('Reopen 20 Nov…').click();
  await dialog.getByRole('button', { name: 'Reopen 20 Nov' }).click();
  await sees(dialog.getByText('Enter the reason.'));
  expect(requested('closes.reopen')).toEqual([]);
  await page.getByRole('textbox', { name: 'Why is it reopened?' }).fill('An invoice came');
  await dialog.getByRole('button', { name: 'Reopen 20 Nov' }).click();
  await sees(button(/^Close with open points|^Close 20 Nov…/));
  expect(requested('closes.reopen')).toMatchObject([{ reason: 'An invoice came' }]);
});

test('a period that cannot be closed says why, and offers no close', async () => {
  await open(
    closeView({
      obstacle: '20 Nov 2026 is not over: it can be closed from 21 Nov 2026, 00:00 UTC.',
    }),
  );
  await sees(page.getByText('it can be closed from 21 Nov 2026, 00:00 UTC', { exact: false }));
  await lacks(button(/^Close 20 Nov…/), button('Close with open points…'));
});

test('what a close asks for is stored by account, with the saved profiles of the hand-over', async () => {
  const chosen = {
    ...{ whose: 'all', accounts: [], period: 'yesterday', from: '', to: '', format: 'camt053' },
    ...{ filePerAccount: true, filePerDay: false, withMarks: false, print: false },
  };
  const profiles = [{ name: 'To the books', chosen }];
  await open(closeView(), {
    'drafts.read': () => ok({ text: JSON.stringify({ last: null, profile: '', profiles }) }),
  });
  await button('Change…').click();
  await page.getByRole('checkbox', { name: 'Second source of Tokyo ··2210' }).click();
  await page.getByRole('checkbox', { name: 'To the books', exact: true }).click();
  await button('Save').click();
  await expect
    .poll(() => requested('closes.saveRequirements'))
    .toEqual([
      {
        secondSource: ['30022210'],
        books: [],
        exports: [
          {
            ...{ profile: 'To the books', format: 'camt053', accountNumbers: null },
            ...{ filePerAccount: true, withMarks: false },
          },
        ],
      },
    ]);
});

/** In the whole window, where it has its place. */
async function openInWindow(view: View): Promise<void> {
  await wideWindow();
  installBridge({ ...workingDesk(), ...everything, ...closeHandlers(view) });
  await render(App);
  await sees('Treasury EUR');
  await press('z');
  await sees(page.getByRole('heading', { name: 'Close the day' }), /12 Nov/);
}

test('an open day and the question for its reasons look right', async () => {
  await openInWindow(missingView);
  await expect.element(button(/^Go through/)).toHaveFocus();
  expect(await faultsInSight()).toEqual([]);
  await button('Close with open points…').click();
  await sees(dialog);
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('a closed day looks right', async () => {
  await openInWindow(closedView);
  await sees('Lagoon Marine Services Ltd');
  expect(await faultsInSight()).toEqual([]);
}, 60_000);
