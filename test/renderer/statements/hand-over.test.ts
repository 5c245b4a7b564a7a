import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import { todayAt } from '../../../shared/calendar.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { draftStore } from '../support/draft-store.ts';
import type { Answers } from '../support/fake-bridge.ts';
import WithShared from '../support/WithShared.svelte';
import {
  asked,
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
  files: 1,
  entries: 1_204,
  leftOut: [{ accountNumber: '30029999', why: 'no day of it was fetched yet' }],
  notes: [{ what: 'A control character, which XML does not take', entries: 2 }],
} as const;

const all = { accountNumbers: null, format: 'camt053' };
const one = { filePerAccount: false, filePerDay: false, withMarks: false };

const dialog = () => page.getByRole('dialog');

let drafts: ReturnType<typeof draftStore>;
let rendered: ReturnType<typeof render>;

function open(answers: Answers = {}) {
  const shared = openDesk({
    ...workingDesk(),
    ...drafts.answers,
    'handOver.choices': () => ok({ accounts, formats }),
    'handOver.write': () => ok(written),
    'handOver.cancel': () => ok({ stopped: true }),
    ...answers,
  });
  rendered = render(WithShared, { shared, view: StatementsView, params: { accountNumber } });
  return shared;
}

async function openDialog(): Promise<void> {
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('h');
  await sees(page.getByRole('dialog', { name: 'Hand over statements' }));
  await expect.element(button('Choose where to save')).toHaveFocus();
}

beforeEach(async () => {
  drafts = draftStore();
  await wideWindow();
});

test('the month of all accounts goes by two keys, and what could not stand there is told', async () => {
  const { notices } = open();
  await openDialog();
  await press('{Enter}');
  await lacks(page.getByRole('dialog'));
  const today = todayAt(Date.now());
  expect(asked('handOver.write')).toEqual([
    { ...all, from: `${today.slice(0, 8)}01`, to: today, ...one },
  ]);
  expect(notices.last?.text).toBe(
    '1,204 entries written to statements.xml. Account 30029999 was left out: no day of it was fetched yet. ' +
      'A control character, which XML does not take: 2.',
  );
});

test('what was chosen last, and a profile, stand there again after the window was closed', async () => {
  open();
  await openDialog();
  await page.getByLabelText('Format').selectOptions('pdf');
  await dialog().getByLabelText('Period').selectOptions('last-month');
  await page.getByLabelText('A file per account').click();
  await field('Keep these choices as').fill('Auditor');
  await button('Save the profile').click();
  await expect.element(page.getByLabelText('Profile')).toHaveValue('Auditor');
  await page.getByLabelText('Format').selectOptions('camt053');
  await userEvent.keyboard('{Escape}');
  await (await rendered).unmount();
  open();
  await openDialog();
  await dialog().getByLabelText('Profile').selectOptions('Auditor');
  await expect.element(page.getByLabelText('Format')).toHaveValue('pdf');
  await button('Choose where to save').click();
  await expect.poll(() => asked('handOver.write').length).toBe(1);
  expect(asked('handOver.write')[0]).toMatchObject({ format: 'pdf', filePerAccount: true });
});

test('how far it is stands there, Cancel stops it, and a failure is told where it was asked', async () => {
  let answer: (outcome: ReturnType<typeof fail>) => void = () => undefined;
  open({ 'handOver.write': () => new Promise((resolve) => (answer = resolve)) });
  await openDialog();
  await press('{Enter}');
  await sees(page.getByRole('dialog', { name: 'Writing the statements' }));
  bridge.announce('handOver.progressed', { files: 12, filesDone: 3, entries: 45_000 });
  await sees('45,000 entries · 3 of 12 files');
  await button('Cancel').click();
  await expect.poll(() => asked('handOver.cancel').length).toBe(1);
  answer(fail('cancelled', 'Stopped.'));
  await openDialog();
  await press('{Enter}');
  await sees(page.getByRole('dialog', { name: 'Writing the statements' }));
  answer(fail('file.unwritable', 'The disk is full.'));
  await sees('The disk is full.');
});

test('it is read by those who hear it, and fits a small window', async () => {
  await page.viewport(1024, 700);
  open();
  await openDialog();
  await page.getByLabelText('These').click();
  await page.getByLabelText(/Euro operating/).click();
  const { violations } = await axe.run(document.querySelector('dialog')!, {
    rules: { region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const box = document.querySelector('dialog')!.getBoundingClientRect();
  expect(box.bottom).toBeLessThanOrEqual(700);
});
