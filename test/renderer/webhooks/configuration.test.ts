import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import WebhooksView from '../../../renderer/features/webhooks/WebhooksView.svelte';
import { createShared, type Shared } from '../../../renderer/state/context.ts';
import { appError } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk.ts';
import type { WebhookView } from '../../../shared/ipc/webhooks.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { address, configured, webhookAnswers, webhookChange } from './webhook-records.ts';

let bridge: FakeBridge;
let shared: Shared;

async function open(view: WebhookView = configured, desk: DeskState = sandboxDesk) {
  bridge = installBridge({ 'desk.state': () => ok(desk), ...webhookAnswers(view) });
  shared = createShared();
  shared.live.start();
  shared.session.start();
  window.onkeydown = shared.keys.onkeydown;
  void render(WithShared, { shared, view: WebhooksView, params: { part: 'configuration' } });
  await expect.element(page.getByRole('heading', { name: 'Configuration' })).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const asked = (route: string) => bridge.asked.filter((question) => question.route === route);
const dialog = () => page.getByRole('dialog');

beforeEach(async () => {
  await page.viewport(1440, 900);
});

test('what is set is told by mode, with the mode in use and as of when', async () => {
  await open();
  await expect.element(page.getByText('The mode in use is test.')).toBeVisible();
  await expect.element(page.getByText(address)).toBeVisible();
  await expect.element(page.getByText('no address')).toBeVisible();
  await expect.element(page.getByText(/^as of/)).toBeVisible();
});

test('what is known and what is not stands side by side, and that nothing is received here', async () => {
  await open();
  await expect.element(page.getByText(/names three operations/)).toBeVisible();
  await expect.element(page.getByText(/how it is signed/)).toBeVisible();
  await expect.element(page.getByText(/Nostro receives no pushes/)).toBeVisible();
});

test('the addresses of sub-clients lead to them', async () => {
  await open();
  await expect.element(page.getByText('https://hooks.lakeside.example/1')).toBeVisible();
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
  await expect
    .element(page.getByText('must be an address that begins with https://'))
    .toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await field.fill(' https://hooks.acme.example/live ');
  await expect
    .element(page.getByText('must be an address that begins with https://'))
    .not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toMatchTextContent(/SANDBOX.*Example Bank/s);
  await expect
    .element(dialog())
    .toMatchTextContent(/Acme Treasury Ltd.*https:\/\/hooks\.acme\.example\/live.*live/s);
  expect(asked('webhooks.add')).toEqual([]);
  await dialog().getByRole('button', { name: 'Save address' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(asked('webhooks.add')).toMatchObject([
    { input: { mode: 'live', callbackUrl: 'https://hooks.acme.example/live' } },
  ]);
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button(/^Set address for live/)).toHaveFocus();
});

test('Escape leaves the form, and the keyboard goes on with its mode', async () => {
  await open();
  await userEvent.keyboard('a');
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('Address', { exact: true })).not.toBeInTheDocument();
  await expect.element(button(/^Set address for live/)).toHaveFocus();
});

test('a question that is answered no leads back to the field it came from', async () => {
  await open();
  await userEvent.keyboard('a');
  const field = page.getByLabelText('Address', { exact: true });
  await field.fill('https://hooks.acme.example/live');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  expect(asked('webhooks.add')).toEqual([]);
});

test('an address that replaces another says which, and the same one is not sent', async () => {
  await open();
  await button(/^Replace/).click();
  await expect.element(page.getByText(`Replaces ${address}`)).toBeVisible();
  await page.getByLabelText('Address', { exact: true }).fill(address);
  await expect.element(page.getByText(/stands already/)).toBeVisible();
  await expect.element(button('Save address')).toBeDisabled();
});

test('what is typed is kept when the view is left and opened again', async () => {
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
  await expect
    .poll(() => asked('webhooks.changeMode'))
    .toMatchObject([{ input: { mode: 'live' } }]);
});

test('a mode without an address cannot be used', async () => {
  await open();
  await expect.element(button('Use live')).toBeDisabled();
});

test('a refusal tells the bank’s words and keeps what was typed', async () => {
  await open();
  const error = appError('bank.refused', 'c-9', { bank: { status: 422, message: 'No such host' } });
  bridge.answer('webhooks.add', () => ok(webhookChange({ state: 'refused', error })));
  await userEvent.keyboard('a');
  await page.getByLabelText('Address', { exact: true }).fill('https://gone.example');
  await userEvent.keyboard('{Enter}');
  await dialog().getByRole('button', { name: 'Save address' }).click();
  await expect.element(page.getByText('No such host')).toBeVisible();
  await expect
    .element(page.getByLabelText('Address', { exact: true }))
    .toHaveValue('https://gone.example');
});

test('a change without an answer stands there, and another one waits', async () => {
  await open({ ...configured, openSubmission: webhookChange({ state: 'unknown' }) });
  await expect.element(page.getByText('Webhook address for live')).toBeVisible();
  await expect.element(page.getByText('Waits until what was sent is settled.')).toBeVisible();
  await expect.element(button(/^Replace/)).toBeDisabled();
  bridge.answer('submissions.lookUp', () => ok(webhookChange({ state: 'accepted' })));
  await button('Look it up now').click();
  expect(asked('submissions.lookUp')).toMatchObject([{ input: { submissionId: 'S-20411' } }]);
});

test('never read: it says how to read it', async () => {
  await open({ ...configured, configuration: null, asOf: null, subClients: [] });
  await expect.element(page.getByRole('heading', { name: 'Not read yet' })).toBeVisible();
  await expect.element(page.getByText('never read')).toBeVisible();
  await expect.element(page.getByText(/No sub-client’s record carries/)).toBeVisible();
  await userEvent.keyboard('r');
  await expect.poll(() => asked('webhooks.refresh')).toHaveLength(1);
});

test.each([
  ['signed out', { signedIn: false }, 'Not signed in.'],
  ['offline', { online: false }, 'The bank cannot be reached.'],
] as const)('%s it can be read and not changed', async (_, desk, words) => {
  await open(configured, { ...sandboxDesk, ...desk });
  await expect.element(page.getByText(address)).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(button(/^Replace/)).toBeDisabled();
  await expect.element(button(/^Refresh/)).toBeDisabled();
  await userEvent.keyboard('r');
  expect(asked('webhooks.refresh')).toEqual([]);
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
  await expect.element(page.getByText(/paths for Get Client Configuration/)).toBeVisible();
  await expect
    .element(page.getByText(/appears here once the bank file says where this bank tells it/))
    .toBeVisible();
  await button(/in the bank file/).click();
  await expect.element(button(/^Refresh/)).toBeDisabled();
});
