import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import WebhooksView from '../../../renderer/features/webhooks/WebhooksView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import { appError } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type { WebhookView } from '../../../shared/ipc/changes/webhooks.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { address, configured, webhookAnswers, webhookChange } from './webhook-records.ts';
import { requested, bridge, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

let shared: Shared;

async function open(view: WebhookView = configured, desk: DeskState = sandboxDesk) {
  shared = openDesk({ 'desk.state': () => ok(desk), ...webhookAnswers(view) });
  void render(WithShared, { shared, view: WebhooksView, params: { part: 'configuration' } });
  await sees(page.getByRole('heading', { name: 'Configuration' }));
}

const dialog = () => page.getByRole('dialog');

beforeEach(wideWindow);

test('what is set is shown by mode, with the mode in use and as of when', async () => {
  await open();
  await sees('The mode in use is test.', address, 'no address', /^as of/);
});

test('what is known and what is not stands side by side, and that nothing is received here', async () => {
  await open();
  await sees(/names three operations/, /how it is signed/, /Nostro receives no pushes/);
});

test('the addresses of sub-clients lead to them', async () => {
  await open();
  await sees('https://hooks.lakeside.example/1');
  await button('Lakeside Clinic Ltd').click();
  expect(shared.router.place).toMatchObject({ view: 'sub-clients', params: { entityId: 's-1' } });
});

test('an address is checked while it is typed, asked for by client and environment, and sent once', async () => {
  await open();
  await userEvent.keyboard('a');
  const field = page.getByLabelText('Address', { exact: true });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByLabelText('Mode')).toHaveValue('live');
  await field.fill('http://hooks.acme.example');
  await userEvent.keyboard('{Enter}');
  await sees('must be an address that begins with https://');
  await lacks(dialog());
  await field.fill(' https://hooks.acme.example/live ');
  await lacks('must be an address that begins with https://');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toMatchTextContent(/SANDBOX.*Example Bank/s);
  await expect
    .element(dialog())
    .toMatchTextContent(/Acme Treasury Ltd.*https:\/\/hooks\.acme\.example\/live.*live/s);
  expect(requested('webhooks.add')).toEqual([]);
  await dialog().getByRole('button', { name: 'Save address' }).click();
  await lacks(dialog());
  expect(requested('webhooks.add')).toMatchObject([
    { mode: 'live', callbackUrl: 'https://hooks.acme.example/live' },
  ]);
  await lacks(field);
  await expect.element(button(/^Set address for live/)).toHaveFocus();
});

test('Escape leaves the form, and the keyboard goes on with its mode', async () => {
  await open();
  await userEvent.keyboard('a');
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await lacks(page.getByLabelText('Address', { exact: true }));
  await expect.element(button(/^Set address for live/)).toHaveFocus();
});

test('a question that is answered no leads back to the field it came from', async () => {
  await open();
  await userEvent.keyboard('a');
  const field = page.getByLabelText('Address', { exact: true });
  await field.fill('https://hooks.acme.example/live');
  await userEvent.keyboard('{Enter}');
  await sees(dialog());
  await userEvent.keyboard('{Escape}');
  await lacks(dialog());
  await expect.element(field).toHaveFocus();
  expect(requested('webhooks.add')).toEqual([]);
});

test('an address that replaces another says which, and the same one is not sent', async () => {
  await open();
  await button(/^Replace/).click();
  await sees(`Replaces ${address}`);
  await page.getByLabelText('Address', { exact: true }).fill(address);
  await sees(/already set/);
  await expect.element(button('Save address')).toBeDisabled();
});

test('what is typed is there again when the view is left and opened again', async () => {
  await open();
  await userEvent.keyboard('a');
  await page.getByLabelText('Address', { exact: true }).fill('https://half.typed');
  await userEvent.tab();
  await button(/^Timeline/).click();
  await button(/^Configuration/).click();
  await expect
    .element(page.getByLabelText('Address', { exact: true }))
    .toHaveValue('https://half.typed');
});

test('the mode is changed after a question that names client, environment and address', async () => {
  const [test] = configured.configuration!.endpoints;
  const live = { ...test!, id: 'w-2', mode: 'live', callbackUrl: 'https://live.example' };
  await open({
    ...configured,
    configuration: { ...configured.configuration!, endpoints: [test!, live] },
  });
  await button('Use live').click();
  await expect
    .element(dialog())
    .toMatchTextContent(
      /SANDBOX.*Acme Treasury Ltd.*live.*https:\/\/live\.example.*Until now it is test/s,
    );
  await dialog().getByRole('button', { name: 'Use live' }).click();
  await expect.poll(() => requested('webhooks.changeMode')).toMatchObject([{ mode: 'live' }]);
});

test('a mode without an address cannot be used', async () => {
  await open();
  await expect.element(button('Use live')).toBeDisabled();
});

test('a refusal shows the bank’s words and keeps what was typed', async () => {
  await open();
  const error = appError('bank.refused', 'c-9', { bank: { status: 422, message: 'No such host' } });
  bridge.answer('webhooks.add', () => ok(webhookChange({ state: 'refused', error })));
  await userEvent.keyboard('a');
  await page.getByLabelText('Address', { exact: true }).fill('https://gone.example');
  await userEvent.keyboard('{Enter}');
  await dialog().getByRole('button', { name: 'Save address' }).click();
  await sees('No such host');
  await expect
    .element(page.getByLabelText('Address', { exact: true }))
    .toHaveValue('https://gone.example');
});

test('a change without an answer stands there, and another one waits', async () => {
  await open({ ...configured, openSubmission: webhookChange({ state: 'unknown' }) });
  await sees('Webhook address for live', 'Possible once the sent change is settled.');
  await expect.element(button(/^Replace/)).toBeDisabled();
  bridge.answer('submissions.lookUp', () => ok(webhookChange({ state: 'accepted' })));
  await button('Look it up now').click();
  expect(requested('submissions.lookUp')).toMatchObject([{ submissionId: 'S-20411' }]);
});

test('never read: it says how to read it', async () => {
  await open({ ...configured, configuration: null, asOf: null, subClients: [] });
  await sees(page.getByRole('heading', { name: 'Not read yet' }), 'never read');
  await sees(/No sub-client’s record carries/);
  await userEvent.keyboard('r');
  await expect.poll(() => requested('webhooks.refresh')).toHaveLength(1);
});

test.each([
  ['signed out', { signedIn: false }, 'Not signed in.'],
  ['offline', { online: false }, 'The bank cannot be reached.'],
] as const)('%s it can be read and not changed', async (_, desk, words) => {
  await open(configured, { ...sandboxDesk, ...desk });
  await sees(address, words);
  await expect.element(button(/^Replace/)).toBeDisabled();
  await expect.element(button(/^Refresh/)).toBeDisabled();
  await userEvent.keyboard('r');
  expect(requested('webhooks.refresh')).toEqual([]);
});

test('closed at this bank it says so and leads to the place in the bank file', async () => {
  const closed = [
    'getClientConfiguration',
    'addANewClientConfiguration',
    'updateClientConfigurationCurrentMode',
  ] as const;
  await open(
    { ...configured, configuration: null, asOf: null },
    { ...sandboxDesk, closedOperations: closed },
  );
  await sees(/paths for Get Client Configuration/);
  await sees(/appears here once the bank file names its path/);
  await button(/in the bank file/).click();
  await expect.element(button(/^Refresh/)).toBeDisabled();
});
