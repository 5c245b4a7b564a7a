import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { writeNetworkSettings } from '../../electron/connections/session/network-settings.ts';
import { certificateFor, pkcs12Of } from '../bank/support/certificates.ts';
import type { BankAnswer } from '../support/banks/bank-server.ts';
import { startGatehouse, gatehouseAccounts, type Gate } from '../support/banks/gatehouse.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

const no = (message: string): BankAnswer => ({ status: 401, body: { message } });

/** Everything that was sent to the window, and everything that lies on the disk, as one text. */
function everythingOf(desk: TestDesk, answers: unknown): string {
  const files = readdirSync(desk.dataDir, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
  return [JSON.stringify([desk.facts, answers]), ...files].join('\n');
}

describe('at a bank with an API key the window', () => {
  const gate: Gate = ({ headers }) =>
    headers['x-api-key'] === 'canary-key-5' ? null : no(`No key ${String(headers['x-api-key'])}`);

  async function atTheBank() {
    const bank = await startGatehouse(gate);
    onTestFinished(() => bank.close());
    const desk = await openTestDesk({ keychain: memoryKeychain() });
    const auth = { way: 'api-key', credentials: { key: '{customer}' } };
    const bankFile = bank.bankFile({ auth, operations: { getAllAccounts: {} } });
    const state = await desk.get('desk.connectBank', { bankFile });
    const signIn = (customer: string) =>
      desk.request('session.signIn', { credentials: { customer }, remember: true });
    return { desk, state, signIn };
  }

  test('asks for the key as a secret, signs in by it and syncs', async () => {
    const { desk, state, signIn } = await atTheBank();
    expect(state.bank?.credentialFields).toEqual([{ name: 'customer', secret: true }]);
    const signedIn = await signIn('canary-key-5');
    expect(signedIn).toMatchObject({ ok: true, value: { signedIn: true, remembered: true } });
    expect((await desk.sync()).accounts).toHaveLength(gatehouseAccounts.length);
    expect(everythingOf(desk, signedIn)).not.toContain('canary-key');
  });

  test('reports a key that the bank does not accept, without showing it, and opens no desk for it', async () => {
    const { desk, signIn } = await atTheBank();
    const refused = await signIn('canary-key-6');
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'session.refused', bank: { message: 'No key •••' } },
    });
    expect((await desk.get('desk.state', {})).signedIn).toBe(false);
    expect(everythingOf(desk, refused)).not.toContain('canary-key');
    expect(await signIn('canary-key-5')).toMatchObject({ ok: true });
  });
});

describe('at a bank that wants a client certificate the window', () => {
  const server = certificateFor('localhost');
  const ours = certificateFor('nostro-desk');

  async function atTheBank(keychain = memoryKeychain(), dataDir = tempFolder()) {
    const gate: Gate = ({ shown }) => (shown === 'nostro-desk' ? null : no(`Who is ${shown}?`));
    const tls = { ...server, ca: [ours.cert], requestCert: true, rejectUnauthorized: false };
    const bank = await startGatehouse(gate, tls);
    onTestFinished(() => bank.close());
    const way = { kind: 'direct', address: null, username: null } as const;
    writeNetworkSettings(dataDir, { ...way, certificates: [server.cert] });
    const desk = await openTestDesk({ keychain, dataDir });
    const auth = { way: 'certificate' };
    const bankFile = bank.bankFile({ auth, operations: { getAllAccounts: {} } });
    const state = await desk.get('desk.connectBank', { bankFile });
    const choose = (name: string, bytes: string | Buffer) => {
      desk.openFrom = join(tempFolder(), name);
      writeFileSync(desk.openFrom, bytes);
      return desk.request('session.chooseCertificate', {});
    };
    const signIn = (passphrase = '') =>
      desk.request('session.signIn', {
        credentials: passphrase === '' ? {} : { 'tls:passphrase': passphrase },
        remember: true,
      });
    return { bank, desk, state, choose, signIn, keychain, dataDir };
  }

  test('takes it from a file that is chosen outside the window, remembers it, and signs in by it again', async () => {
    const { desk, state, choose, signIn, keychain, dataDir } = await atTheBank();
    expect(state.bank).toMatchObject({ clientCertificate: true, credentialFields: [] });
    const pkcs12 = pkcs12Of(ours, 'canary-phrase');
    const chosen = await choose('desk.p12', pkcs12);
    expect(chosen).toEqual({
      ok: true,
      value: { certificate: { fileName: 'desk.p12', missing: null } },
    });
    expect(await signIn('no')).toMatchObject({
      error: { fields: { 'tls:passphrase': expect.stringContaining('does not open') as string } },
    });
    const signedIn = await signIn('canary-phrase');
    expect(signedIn).toMatchObject({ ok: true, value: { signedIn: true, remembered: true } });
    expect((await desk.sync()).accounts).toHaveLength(gatehouseAccounts.length);
    const seen = everythingOf(desk, [chosen, signedIn]);
    expect(seen).not.toContain('canary-phrase');
    expect(seen).not.toContain(pkcs12.toString('base64').slice(0, 60));
    expect(seen).not.toContain(pkcs12.toString('latin1').slice(0, 60));
    await desk.close();
    const again = await openTestDesk({ keychain, dataDir });
    await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  });

  test('takes certificate and key from two files, and nothing of either from the page', async () => {
    const { bank, choose, signIn, desk } = await atTheBank();
    expect(await choose('ours.pem', ours.cert)).toMatchObject({
      value: { certificate: { missing: 'key' } },
    });
    expect(await choose('ours.key', ours.key)).toMatchObject({
      value: { certificate: { missing: null } },
    });
    const strange = certificateFor('somebody-else');
    const credentials = { 'tls:certificate': strange.cert, 'tls:key': strange.key };
    await desk.get('session.signIn', { credentials, remember: false });
    expect(new Set(bank.authorized.map(({ shown }) => shown))).toEqual(new Set(['nostro-desk']));
    expect((await signIn()).ok).toBe(true);
  });

  test.each([
    ['a text', 'hello', 'file.type-unsupported'],
    ['nothing', '', 'file.empty'],
    ['too much', 'x'.repeat(40_000), 'file.too-large'],
  ])('refuses %s', async (_what, bytes, code) => {
    const { choose } = await atTheBank();
    expect(await choose('file.pem', bytes)).toMatchObject({ error: { code } });
  });

  test('says that none was chosen', async () => {
    const { signIn } = await atTheBank();
    expect(await signIn()).toMatchObject({
      error: { code: 'input.invalid', fields: { 'tls:certificate': 'is missing' } },
    });
  });
});
