import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import DueView from '../../../renderer/features/due-payments/DueView.svelte';
import { fail } from '../../../shared/errors.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import { button, lacks, openDesk, press, requested, sees, wideWindow } from '../support/view.ts';
import { dayRun, dueAnswers } from './due-records.ts';

beforeEach(wideWindow);

function open(answers: Answers): void {
  void render(WithShared, { shared: openDesk(answers), view: DueView });
}

const dialog = () => page.getByRole('dialog');
const yes = () => dialog().getByRole('button', { name: 'Send on its day' });
const rested = () => expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();

test('a person plans a run by keys: it says exactly what, how much and until when, and stands on the rows then', async () => {
  open(dueAnswers());
  await expect.element(button(/^Send on its day…/)).toBeEnabled();
  await press('{ArrowRight}');
  await sees('Clearwell Audit LLP');
  await press('a');
  await sees(/Send 1 payment on 23 Nov without a person/);
  await sees(/196,304\.00 EUR/);
  await sees(/stops at the first doubt/);
  await dialog().getByLabelText('Until (UTC, HH:MM)').fill('14:30');
  await dialog().getByLabelText('Your name').fill('Ada Merlin');
  await rested();
  await yes().click();
  await expect
    .poll(() => requested('dayRuns.plan'))
    .toEqual([
      {
        ...{ day: '2026-11-23', until: '2026-11-23T14:30:00.000Z', by: 'Ada Merlin' },
        payments: [{ reference: 'AUDIT-3', digest: 'd'.repeat(64) }],
      },
    ]);
  await sees(/sends 1 payment by itself on 23 Nov until 14:30 UTC/, /^until 14:30 UTC$/);
  await sees(/1 payment sent automatically on its day/);
});

test('what a person must send is listed with its reason, and without a name or a time nothing is planned', async () => {
  open(dueAnswers());
  await expect.element(button(/^Send on its day…/)).toBeEnabled();
  await press('a');
  await sees(/Send 2 payments on 20 Nov/);
  await dialog().getByLabelText('Your name').fill('');
  await rested();
  await expect.element(yes()).toBeDisabled();
  await dialog().getByLabelText('Your name').fill('Ada');
  await dialog().getByLabelText('Until (UTC, HH:MM)').fill('25:00');
  await expect.element(yes()).toBeDisabled();
});

test('a run that the desk refuses says why, and shows the payments anew', async () => {
  open({
    ...dueAnswers(),
    'dayRuns.plan': () =>
      fail('input.invalid', 'test', { message: 'The payments of that day changed meanwhile.' }),
  });
  await expect.element(button(/^Send on its day…/)).toBeEnabled();
  await press('a');
  await dialog().getByLabelText('Your name').fill('Ada');
  await rested();
  await yes().click();
  await sees(/The payments of that day changed meanwhile/);
  await expect.poll(() => requested('dayRuns.preview').length).toBe(2);
});

test('an open run is withdrawn by one key and a yes', async () => {
  open(dueAnswers({ runs: [dayRun()] }));
  await sees(/sends 2 payments by itself today until 15:00 UTC/);
  await lacks('Send on its day…');
  await press('w');
  await rested();
  await dialog().getByRole('button', { name: 'Withdraw run' }).click();
  await expect.poll(() => requested('dayRuns.withdraw')).toEqual([{ runId: 'run-1' }]);
  await sees(/The run today was withdrawn: 0 of 2 payments sent/);
});

test('a run that stopped says at what, and that the rest needs a person', async () => {
  open(
    dueAnswers({
      runs: [
        dayRun({
          ...{ state: 'stopped', sent: 1, endedAt: '2026-11-20T09:40:00.000Z' },
          reason: 'Payment DUTY-10: Balance too low.',
        }),
      ],
    }),
  );
  await sees(/stopped: 1 of 2 payments sent\. Payment DUTY-10: Balance too low\. The rest is due/);
  await expect.element(button(/^Review 3 due today/)).toBeEnabled();
});
