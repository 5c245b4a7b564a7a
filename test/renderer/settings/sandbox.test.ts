import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SettingsView from '../../../renderer/features/settings/SettingsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { fakeSettings } from './settings-records.ts';
import WithShared from '../support/WithShared.svelte';
import { frameView } from '../support/list-frame.ts';
import { fakePosition, restingSync, sandboxDesk } from '../support/desk-records.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { requested, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

let shared: Shared;

const numbers: RouteOutput<'sandbox.numbers'> = {
  now: '2026-11-20T09:41:07.000Z',
  subjects: [
    {
      number: 'beneficiary-returned',
      kind: 'beneficiary',
      name: 'Sandbox payee, returned',
      sentence: 'Its amount comes back.',
    },
    { number: '9900000400', kind: 'account', name: '', sentence: 'Refuses every call.' },
  ],
};

async function open(profileId = 'sandbox'): Promise<void> {
  const bank = sandboxDesk.bank && { ...sandboxDesk.bank, profileId };
  shared = openDesk({
    'desk.state': () => ok({ ...sandboxDesk, bank }),
    'settings.get': () => ok({ ...fakeSettings, bank }),
    'accounts.position': () => ok(fakePosition()),
    'sync.start': () => ok(restingSync),
    'desk.copyText': () => ok({ copied: true }),
    'sandbox.numbers': () => ok(numbers),
    'sandbox.advance': () => ok({ now: '2026-11-21T09:41:07.000Z' }),
    'sandbox.inflow': ({ reference }) =>
      ok(submissionRecord({ operation: 'simulateInflow', reference })),
  });
  frameView();
  await render(WithShared, { shared, view: SettingsView });
  await sees(page.getByRole('heading', { name: /^Settings/ }));
  if (profileId === 'sandbox') await page.getByRole('button', { name: 'Sandbox' }).click();
}

beforeEach(wideWindow);

test('the sandbox’s numbers stand with what they do, and a payee can be paid from there', async () => {
  await open();
  await sees('Its amount comes back.');
  await page.getByRole('button', { name: 'Pay beneficiary-returned' }).click();
  expect(shared.router.place).toMatchObject({
    view: 'payments',
    params: { beneficiaryId: 'beneficiary-returned' },
  });
});

test('its clock moves on, and the desk asks what happened by then', async () => {
  await open();
  await sees('20 Nov 2026, 09:41:07 UTC');
  await page.getByRole('button', { name: '+1 day' }).click();
  await expect.poll(() => requested('sync.start')).toHaveLength(1);
  expect(requested('sandbox.advance')).toMatchObject([{ ms: 86_400_000 }]);
});

test('an inflow is refused at its amount, then booked once, and its account is fetched', async () => {
  await open();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('1e3');
  await page.getByRole('button', { name: 'Book the inflow' }).click();
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  expect(requested('sandbox.inflow')).toHaveLength(0);
  await amount.fill('1,250.50');
  await page.getByRole('textbox', { name: 'Sender' }).fill('Kestrel');
  await page.getByRole('button', { name: 'Book the inflow' }).click();
  await expect.poll(() => requested('sync.start')).toHaveLength(1);
  expect(requested('sandbox.inflow')[0]).toMatchObject({
    amount: '1,250.50',
    senderName: 'Kestrel',
  });
  await expect.element(amount).toHaveValue('');
});

test('another bank has no sandbox section', async () => {
  await open('a1b2c3d4e5f6');
  await sees(page.getByRole('heading', { name: 'Session' }));
  await lacks('Sandbox');
  expect(requested('sandbox.numbers')).toHaveLength(0);
});
