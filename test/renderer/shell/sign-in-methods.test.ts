import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import type { BankProfile } from '../../../shared/ipc/desk/desk.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import App from '../../../renderer/shell/App.svelte';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bank: BankProfile = {
  profileId: 'b-1',
  name: 'Gatehouse UAT',
  environment: 'uat',
  host: 'uat.gatehouse.example',
  credentialFields: [{ name: 'apiKey', secret: true }],
  clientCertificate: false,
};

async function open(extra: Partial<BankProfile> = {}): Promise<void> {
  const signedOut = { signedIn: false, signedInAt: null, user: null, remembered: false };
  bridge.answer('desk.state', () =>
    ok({ ...sandboxDesk, ...signedOut, bank: { ...bank, ...extra } }),
  );
  await render(App);
  await button('Sign in').click();
}

const sent = () => bridge.requested.findLast(({ route }) => route === 'session.signIn')?.input;

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge(workingDesk());
});

test('a bank with an API key is asked for it, masked, and nothing else', async () => {
  await open();
  bridge.answer('session.signIn', () => ok(sandboxDesk));
  const key = page.getByLabelText('Api key');
  await expect.element(key).toHaveAttribute('type', 'password');
  expect(page.getByLabelText('Password').query()).toBeNull();
  await key.fill('k-1');
  await button('Sign in').click();
  await expect.poll(sent).toEqual({ credentials: { apiKey: 'k-1' }, remember: true });
});

test('a client certificate is chosen outside the window: its name and what is missing are shown, its passphrase masked', async () => {
  await open({ credentialFields: [], clientCertificate: true });
  const certificates = [
    { fileName: 'desk.pem', missing: 'key' as const },
    { fileName: 'desk.key', missing: null },
  ];
  bridge.answer('session.chooseCertificate', () =>
    ok({ certificate: certificates.shift() ?? null }),
  );
  await button('Choose file…').click();
  await sees(/desk\.pem does not hold the private key: choose its file too\./);
  await button('Choose file…').click();
  await sees('desk.key');
  await button('Choose file…').click();
  await sees('desk.key');
  const passphrase = page.getByLabelText('Passphrase of that file, if it has one');
  expect(passphrase.element().getAttribute('type')).toBe('password');
  bridge.answer('session.signIn', () =>
    fail('input.invalid', 'c-1', {
      fields: {
        'tls:passphrase': 'does not open the key of the client certificate',
        'tls:certificate': 'has ended on 2026-01-31',
      },
    }),
  );
  await button('Sign in').click();
  await sees('does not open the key of the client certificate');
  await sees('The client certificate has ended on 2026-01-31.');
  await expect.poll(sent).toEqual({ credentials: {}, remember: true });
  await passphrase.fill('canary-phrase');
  await button('Sign in').click();
  await expect
    .poll(sent)
    .toEqual({ credentials: { 'tls:passphrase': 'canary-phrase' }, remember: true });
});
