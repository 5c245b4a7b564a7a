import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import type { LinesArrival } from '../../../../shared/calendar/file-arrivals.ts';
import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import type { Answers } from '../../support/fake-bridge.ts';
import { arrivalRecord } from '../payment-records.ts';
import { batchAnswers, lineRecord } from './batch-records.ts';
import { button, lacks, openDesk, press, requested, sees, wideWindow } from '../../support/view.ts';

beforeEach(wideWindow);

const lines = [lineRecord(0), lineRecord(1), lineRecord(2)];

async function openWith(
  rows: readonly LinesArrival[],
  answers: Answers = batchAnswers(lines),
): Promise<void> {
  const shared = openDesk({
    ...{ ...workingDesk(), ...answers },
    'paymentFiles.arrivals': () => ok({ rows }),
  });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
}

const arrival = (root: Pick<typeof page, 'getByRole'> = page) =>
  root.getByRole('region', { name: 'Arrival' });

test('the pane of a file and the last question before sending say when each currency arrives', async () => {
  await openWith([
    { kind: 'now', currency: 'EUR', lines: 2, arrival: arrivalRecord(false) },
    { kind: 'now', currency: 'USD', lines: 1, arrival: arrivalRecord(true) },
    {
      ...{ kind: 'later', currency: 'EUR', lines: 3 },
      ...{ day: '2026-11-30', arrivesOn: '2026-12-01' },
    },
  ]);
  const before = /^Arrives by 25 Nov( 2026)? if sent before 15:30 Berlin\.$/;
  await sees(arrival().getByText(before), arrival().getByText('EUR, 2 payments'));
  await sees(arrival().getByText(/^After the cut-off \(15:30 Berlin\): executed on 25 Nov/));
  await sees(arrival().getByText('Scheduled for 30 Nov 2026, arrives by 1 Dec 2026.'));
  await expect.element(arrival().getByText(/^After the cut-off/)).toHaveClass('warn');
  await expect.element(arrival().getByText(before)).not.toHaveClass('warn');
  await expect.element(button('Review 3 payments')).toBeEnabled();
  const asked = requested('paymentFiles.arrivals').length;
  await press('{Enter}');
  await sees(arrival(page.getByRole('dialog')).getByText('USD, 1 payment'));
  // It may have been on the screen since yesterday.
  await expect.poll(() => requested('paymentFiles.arrivals').length).toBe(asked + 1);
});

test('while the lines are being sent, a cut-off that is over stays named', async () => {
  await openWith(
    [{ kind: 'now', currency: 'USD', lines: 3, arrival: arrivalRecord(true) }],
    batchAnswers(lines, { state: 'sending' }),
  );
  await sees(button('Stop'), arrival().getByText('USD, what is not sent yet'));
  await sees(arrival().getByText(/^After the cut-off/));
});

test('a bank file without cut-offs, or a local copy that cannot be read, says nothing of days', async () => {
  await openWith([{ kind: 'now', currency: 'USD', lines: 3, arrival: null }]);
  await expect.element(button('Review 3 payments')).toBeEnabled();
  await lacks(arrival());
});

test('a failure to read the days holds nothing up', async () => {
  const shared = openDesk({
    ...{ ...workingDesk(), ...batchAnswers(lines) },
    'paymentFiles.arrivals': () => fail('store.damaged', 'c-1'),
  });
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await expect.element(button('Review 3 payments')).toBeEnabled();
  await lacks(arrival());
});
