import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import type { Component } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import AccountsView from '../../../renderer/features/accounts/AccountsView.svelte';
import PositionView from '../../../renderer/features/accounts/position/PositionView.svelte';
import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { draftStore } from '../support/draft-store.ts';
import type { Answers } from '../support/fake-bridge.ts';
import WithHandOver from '../support/WithHandOver.svelte';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';

const accountNumber = '30027781';
const accounts = [
  { accountNumber, accountName: 'Euro operating', currency: 'EUR' },
  { accountNumber: '30026712', accountName: 'Operating', currency: 'USD' },
];
const formats = [
  { name: 'camt053', words: 'camt.053.001.08, for an ERP' },
  { name: 'pdf', words: 'PDF, for an auditor' },
];
const written = {
  saved: true,
  name: 'statements.xml',
  folder: 'inbox',
  isOpened: null,
  files: 1,
  entries: 1_204,
  leftOut: [{ accountNumber: '30029999', why: 'no day of it was fetched yet' }],
  notes: [{ what: 'Control characters removed, which XML cannot hold', entries: 2 }],
} as const;

const all = { accountNumbers: null, format: 'camt053' };
const one = {
  ...{ filePerAccount: false, filePerDay: false, withMarks: false },
  ...{ profile: '', place: 'ask', print: false },
};

const dialog = () => page.getByRole('dialog');

let drafts: ReturnType<typeof draftStore>;
let rendered: ReturnType<typeof render>;
/** What the main process stores. */
let folders: { profile: string; name: string }[];

function open(answers: Answers = {}) {
  const shared = openDesk({
    ...workingDesk(),
    ...drafts.answers,
    'handOver.choices': () => ok({ accounts, formats, folders }),
    'handOver.write': () => ok(written),
    'handOver.cancel': () => ok({ stopped: true }),
    ...answers,
  });
  rendered = render(WithHandOver, { shared, view: StatementsView, params: { accountNumber } });
  return shared;
}

/** Beside a view that has no account of its own. */
function openBeside<P extends Record<string, unknown>>(view: Component<P>, params: P) {
  const shared = openDesk({
    ...workingDesk(),
    ...drafts.answers,
    'handOver.choices': () => ok({ accounts, formats, folders }),
    'handOver.write': () => ok(written),
  });
  rendered = render(WithHandOver, { shared, view, params } as never);
  return shared;
}

/** A month of all accounts under a name, which was handed over to a folder before. */
async function keepProfile(): Promise<void> {
  open();
  await openDialog();
  await dialog().getByLabelText('Period').selectOptions('last-month');
  await field('Save as profile').fill('Month');
  await button('Save profile').click();
  await button('Choose where to save').click();
  await lacks(page.getByRole('dialog'));
  folders = [{ profile: 'Month', name: 'inbox' }];
  await (await rendered).unmount();
}

async function openDialog(): Promise<void> {
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('h');
  await sees(page.getByRole('dialog', { name: 'Hand over statements' }));
  await expect.element(button('Choose where to save')).toHaveFocus();
}

beforeEach(async () => {
  drafts = draftStore();
  folders = [];
  await wideWindow();
});

test('the month of all accounts goes by two keys, and what was left out is reported', async () => {
  const { notices } = open();
  await openDialog();
  await press('{Enter}');
  await lacks(page.getByRole('dialog'));
  const today = todayAt(Date.now());
  expect(requested('handOver.write')).toEqual([
    { ...all, from: `${today.slice(0, 8)}01`, to: today, ...one },
  ]);
  expect(notices.last?.text).toBe(
    '1,204 entries written to statements.xml in inbox. Account 30029999 was left out: no day of it was fetched yet. ' +
      'Control characters removed, which XML cannot hold: 2.',
  );
});

test('what was chosen last, and a profile, stand there again after the window was closed', async () => {
  open();
  await openDialog();
  await page.getByLabelText('Format').selectOptions('pdf');
  await dialog().getByLabelText('Period').selectOptions('last-month');
  await page.getByLabelText('A file per account').click();
  await field('Save as profile').fill('Auditor');
  await button('Save profile').click();
  await expect.element(page.getByLabelText('Profile')).toHaveValue('Auditor');
  await page.getByLabelText('Format').selectOptions('camt053');
  await userEvent.keyboard('{Escape}');
  await (await rendered).unmount();
  open();
  await openDialog();
  await dialog().getByLabelText('Profile').selectOptions('Auditor');
  await expect.element(page.getByLabelText('Format')).toHaveValue('pdf');
  await button('Choose where to save').click();
  await expect.poll(() => requested('handOver.write').length).toBe(1);
  expect(requested('handOver.write')[0]).toMatchObject({ format: 'pdf', filePerAccount: true });
});

test('a profile whose folder cannot be forgotten stays, and the dialog says so', async () => {
  const keep = { isFull: true };
  const full = () => fail('store.full', 'c', { message: 'The disk is full.' });
  const answers = {
    'handOver.forgetFolder': () => (keep.isFull ? full() : ok({ forgotten: true as const })),
  };
  open(answers);
  await openDialog();
  await field('Save as profile').fill('Month');
  await button('Save profile').click();
  await button('Delete Month').click();
  await sees(/^The disk is full$/);
  await expect.element(page.getByLabelText('Profile')).toHaveValue('Month');
  keep.isFull = false;
  await button('Delete Month').click();
  await expect.element(page.getByLabelText('Profile')).toHaveValue('');
});

test('the progress is shown, Cancel stops the writing, and a failure is shown where it was asked for', async () => {
  let answer: (outcome: ReturnType<typeof fail>) => void = () => undefined;
  open({ 'handOver.write': () => new Promise((resolve) => (answer = resolve)) });
  await openDialog();
  await press('{Enter}');
  await sees(page.getByRole('dialog', { name: 'Writing the statements' }));
  bridge.announce('handOver.progressed', { files: 12, filesDone: 3, entries: 45_000 });
  await sees('45,000 entries · 3 of 12 files');
  await button('Cancel').click();
  await expect.poll(() => requested('handOver.cancel').length).toBe(1);
  answer(fail('cancelled', 'Stopped.'));
  await openDialog();
  await press('{Enter}');
  await sees(page.getByRole('dialog', { name: 'Writing the statements' }));
  answer(fail('file.unwritable', 'c', { message: 'The disk is full.' }));
  await sees(/^The disk is full\./);
});

test('a screen reader can read the dialog, and it fits a small window', async () => {
  await page.viewport(1024, 700);
  folders = [{ profile: '', name: 'inbox' }];
  open();
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('h');
  await sees(button('Save to inbox'));
  await page.getByLabelText('Format').selectOptions('pdf');
  await sees(page.getByLabelText('Open for printing'));
  await page.getByLabelText('These').click();
  await page.getByLabelText(/Euro operating/).click();
  const { violations } = await axe.run(document.querySelector('dialog')!, {
    rules: { region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const box = document.querySelector('dialog')!.getBoundingClientRect();
  expect(box.bottom).toBeLessThanOrEqual(700);
});

const lastMonth = () => {
  const end = addDays(`${todayAt(Date.now()).slice(0, 8)}01`, -1);
  return { from: `${end.slice(0, 8)}01`, to: end };
};

test('the month of all accounts goes by its profile in two keys from Position, to its folder without a question', async () => {
  await keepProfile();
  openBeside(PositionView, {});
  await sees(button('Hand over…'));
  let keys = 0;
  const key = async (name: string): Promise<void> => {
    keys += 1;
    await press(name);
  };
  await key('h');
  await sees(page.getByRole('dialog', { name: 'Hand over statements' }));
  await expect.element(button('Save to inbox')).toHaveFocus();
  await expect.element(page.getByLabelText('Profile')).toHaveValue('Month');
  await key('{Enter}');
  await lacks(page.getByRole('dialog'));
  expect(keys).toBe(2);
  expect(requested('handOver.write')).toEqual([
    { ...all, ...lastMonth(), ...one, profile: 'Month', place: 'kept' },
  ]);
});

test('as last time it goes without the dialog, and is reported at the foot', async () => {
  await keepProfile();
  const { handOver, notices } = openBeside(PositionView, {});
  await sees(button('Hand over…'));
  handOver.ask('again');
  await expect.poll(() => requested('handOver.write').length).toBe(1);
  expect(requested('handOver.write')[0]).toMatchObject({ profile: 'Month', place: 'kept' });
  await expect.poll(() => notices.last?.text).toMatch(/^1,204 entries written to .* in inbox\./);
  expect(document.querySelector('dialog')).toBeNull();
});

test('as last time, where none was, is the dialog', async () => {
  const { handOver } = openBeside(PositionView, {});
  await sees(button('Hand over…'));
  handOver.ask('again');
  await sees(page.getByRole('dialog', { name: 'Hand over statements' }));
  expect(requested('handOver.write')).toEqual([]);
});

test('a folder that is gone is reported where it was asked for, and the next yes asks for a place', async () => {
  await keepProfile();
  const { handOver } = openBeside(PositionView, {});
  await sees(button('Hand over…'));
  const gone = 'The folder inbox is not there any more.';
  bridge.answer('handOver.write', () => fail('file.unwritable', 'c-1', { message: gone }));
  handOver.ask('again');
  await sees(/^The folder inbox is not there any more\./);
  bridge.answer('handOver.write', () => ok(written));
  await expect.element(button('Choose where to save')).toBeVisible();
  await press('{Enter}');
  await expect.poll(() => requested('handOver.write').length).toBe(2);
  expect(requested('handOver.write')[1]).toMatchObject({ profile: 'Month', place: 'ask' });
});

test('another place is asked for where a person wants one', async () => {
  await keepProfile();
  openBeside(PositionView, {});
  await sees(button('Hand over…'));
  await press('h');
  await button('Another place…').click();
  await button('Choose where to save').click();
  await expect.poll(() => requested('handOver.write').length).toBe(1);
  expect(requested('handOver.write')[0]).toMatchObject({ profile: 'Month', place: 'ask' });
});

test('Ctrl P is a PDF of the account in view, opened to be printed, and no last time', async () => {
  await keepProfile();
  const { router, notices } = open({ 'handOver.write': () => ok({ ...written, isOpened: true }) });
  router.go('statements', { accountNumber });
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('{Control>}p{/Control}');
  await sees(page.getByRole('dialog', { name: 'Print statements' }));
  await press('{Enter}');
  await expect.poll(() => requested('handOver.write').length).toBe(1);
  expect(requested('handOver.write')[0]).toMatchObject({
    accountNumbers: [accountNumber],
    ...{ format: 'pdf', print: true, place: 'ask' },
  });
  await expect.poll(() => notices.last?.text).toContain('It was opened. Print it there.');
  await press('h');
  await expect.element(page.getByLabelText('Profile')).toHaveValue('Month');
  await expect.element(page.getByLabelText('Format')).toHaveValue('camt053');
});

test('it opens from the accounts and from the review, and writes nothing of no account', async () => {
  for (const view of [AccountsView, ReviewView]) {
    openBeside(view as Component<Record<string, unknown>>, {});
    if (view === ReviewView) await button('More').click();
    await button('Hand over…').click();
    await sees(page.getByRole('dialog', { name: 'Hand over statements' }));
    await page.getByLabelText('These').click();
    await button('Choose where to save').click();
    await sees(/^No account is chosen\./);
    expect(requested('handOver.write')).toEqual([]);
    await (await rendered).unmount();
  }
});
