import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import CloseView from '../../../renderer/features/closes/CloseView.svelte';
import App from '../../../renderer/shell/App.svelte';
import { viewOf } from '../../../renderer/shell/navigation.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import { fail } from '../../../shared/errors.ts';
import type { CloseView as View } from '../../../shared/ipc/review/closes.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { installBridge, type Answers } from '../support/fake-bridge.ts';
import { faultsInSight } from '../support/looked.ts';
import { today } from '../support/statement-records.ts';
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
import { closeHandlers, closedView, closeView, missingView } from './close-records.ts';

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
  expect(requested('closes.undo')).toEqual([{ period: today, closedAt, by: closedBy }]);
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
  await sees(dialog.getByText('The figures are not the ones that were looked at'));
  await expect.poll(() => requested('closes.get').length).toBeGreaterThan(before);
});

test('where the bank does not tell who is signed in, whoever closes says their name', async () => {
  await open(closeView({ by: null }));
  await button(/^Close 20 Nov…/).click();
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await sees(dialog.getByText('Say who closes.'));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ben Osei');
  await dialog.getByRole('button', { name: 'Close 20 Nov' }).click();
  await expect.poll(() => requested('closes.close').at(-1)?.by).toBe('Ben Osei');
});

test('where the bank names no one, late entries are taken by a typed name', async () => {
  await open({ ...closedView, by: null });
  await button(/^Take /).click();
  await dialog.getByRole('button', { name: /^Take / }).click();
  await sees(dialog.getByText('Say who takes them.'));
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
  await sees(dialog.getByText('Say why it is reopened.'));
  expect(requested('closes.reopen')).toEqual([]);
  await page.getByRole('textbox', { name: 'Why is it reopened?' }).fill('An invoice came');
  await dialog.getByRole('button', { name: 'Reopen 20 Nov' }).click();
  await sees(button(/^Close with open points|^Close 20 Nov…/));
  expect(requested('closes.reopen')).toMatchObject([{ reason: 'An invoice came' }]);
});

test('a period that cannot be closed says why, and offers no close', async () => {
  await open(closeView({ obstacle: '21 Nov 2026 is not here yet: it begins at 00:00 UTC.' }));
  await sees(page.getByText('it begins at 00:00 UTC', { exact: false }));
  await lacks(button(/^Close 20 Nov…/), button('Close with open points…'));
});

test('what a close asks for is kept by account, with the saved profiles of the hand-over', async () => {
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
  await button('Keep').click();
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
