import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import CloseView from '../../../renderer/features/closes/CloseView.svelte';
import type { CloseView as View, PreparedView } from '../../../shared/ipc/review/closes.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asOf, today } from '../support/statement-records.ts';
import { button, lacks, openDesk, press, requested, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { closeHandlers, closedView, closeView, missingView } from './close-records.ts';

beforeEach(wideWindow);

const forTwo = { isRequired: true, canRequire: true, waivedBy: null };
const prepared: PreparedView = {
  ...{ actId: 'p-1', by: 'Ben Osei', at: asOf, act: 'close', isOwn: false, reason: '' },
  ...{ open: [], differences: [] },
};

async function open(view: View, more: Answers = {}): Promise<void> {
  const shared = openDesk({
    ...{ ...workingDesk(), ...closeHandlers(view) },
    'closes.prepare': () => ok({ prepared: true }),
    'closes.check': () => ok({ proof: null }),
    'closes.requireSecondPerson': () => ok(forTwo),
    ...more,
  });
  shared.router.go('close', { period: today });
  await render(WithShared, { shared, view: CloseView, params: { period: today } });
  await sees(page.getByRole('heading', { name: 'Close the day' }), /12 Nov/);
}

const dialog = page.getByRole('dialog');

test('a close that asks for two is prepared, and nothing is closed', async () => {
  await open(closeView({ secondPerson: forTwo }));
  await button(/^Prepare 20 Nov/).click();
  await sees(
    'Nothing is closed yet. A second person checks these figures on their own desk and closes.',
  );
  await button(/^Prepare 20 Nov/)
    .last()
    .click();
  await expect.poll(() => requested('closes.prepare')).toHaveLength(1);
  expect(requested('closes.close')).toEqual([]);
});

test('what a colleague prepared is checked by one key and a yes', async () => {
  await open(closeView({ secondPerson: forTwo, prepared }));
  await sees(/This desk computes the same figures/);
  await press('c');
  await sees(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: /^Close 20 Nov/ }).click();
  await expect
    .poll(() => requested('closes.check'))
    .toEqual([{ period: today, actId: 'p-1', by: '' }]);
});

test('differences are shown, and the check is off', async () => {
  const differences = [
    { accountNumber: '', what: 'Open point: entries not read', prepared: 'none', here: '2' },
    { accountNumber: '30026712', what: 'Closing balance', prepared: '1.00 EUR', here: '2.00 EUR' },
  ];
  await open(closeView({ secondPerson: forTwo, prepared: { ...prepared, differences } }));
  await sees(/This desk has other figures/, 'Closing balance', '2.00 EUR');
  await expect.element(button(/^Check and close/)).toBeDisabled();
  await press('c');
  await lacks(page.getByRole('dialog'));
  expect(requested('closes.check')).toEqual([]);
});

test('whoever prepared it has no check', async () => {
  await open(closeView({ secondPerson: forTwo, prepared: { ...prepared, isOwn: true } }));
  await sees(/A second person checks it/);
  await lacks(button(/^Check and close/));
  await press('c');
  expect(requested('closes.check')).toEqual([]);
});

test('a closed period names both, and its reopening waits for a second person', async () => {
  const { closed } = closedView;
  const proof = { ...closed!.proof, prepared: { actId: 'p-1', by: 'Ben Osei', at: asOf } };
  await open(closeView({ ...closedView, closed: { ...closed!, proof }, secondPerson: forTwo }), {
    'closes.reopen': () => ok({ reopened: false }),
  });
  await sees('prepared by Ben Osei');
  await button(/^Reopen 20 Nov/).click();
  await sees(/a second person checks the reopening/);
});

test('a desk without a team is not asked about a second person', async () => {
  await open(missingView);
  await button(/^Change…/).click();
  await sees('Closing requirements');
  await lacks('Second person');
});
