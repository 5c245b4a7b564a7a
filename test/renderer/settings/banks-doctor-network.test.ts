import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { reportText } from '../../../renderer/features/settings/doctor/doctor-labels.ts';
import { pemOf } from '../../../renderer/features/settings/network/certificate-text.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { draftStore } from '../support/draft-store.ts';
import { fakePosition, sandboxDesk } from '../support/desk-records.ts';
import {
  bankRows,
  fakeNetwork,
  fakeReport,
  foreignBank,
  foreignFile,
  operationRows,
} from './bank-records.ts';
import { button, openSettings } from './open-settings.ts';
import { lacks, sees } from '../support/view.ts';

const banks = page.getByRole('list', { name: 'Banks known on this machine' });

test('the banks stand side by side with what distinguishes them, and Enter opens one', async () => {
  const { requested } = await openSettings({ section: 'banks' });
  await expect
    .element(banks)
    .toMatchTextContent(/SANDBOX · Example Bank\s*on this machine\s*393\.8 MB/);
  await expect.element(banks).toMatchTextContent(/UAT · Harbour Bank UAT.*2\.1 MB\s*Open now/s);
  await expect.element(banks).toMatchTextContent(/LIVE · Harbour Bank\s*api\.harbour\.example/);
  await expect.element(banks).toMatchTextContent(/auth\.token must start with a slash/);
  banks
    .getByRole('button', { name: /Example Bank/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => requested('banks.open')).toEqual([{ profileId: bankRows[2]?.profileId }]);
});

test('the last file that worked is put back where a bank’s file cannot be read', async () => {
  const { requested } = await openSettings({ section: 'banks' });
  await button('Restore last working file of Meridian').click();
  await expect.poll(() => requested('banks.restoreFile')).toEqual([{ profileId: '1a2b3c4d5e6f' }]);
  expect(requested('banks.open')).toHaveLength(0);
});

test('a pasted bank file that has a mistake stays to be corrected, and the bank stays open', async () => {
  const { bridge, requested } = await openSettings({ section: 'banks' });
  bridge.answer('desk.connectBank', () =>
    fail('bank-file.invalid', 'c-1', { fields: { baseUrl: 'must be an https address' } }),
  );
  const text = page.getByLabelText('Or paste its text');
  await text.fill('{"name":"X"}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await sees(/must be an https address/);
  await expect.element(text).toHaveValue('{"name":"X"}');
  expect(requested('desk.connectBank')).toEqual([{ bankFile: '{"name":"X"}' }]);
});

test('a dropped bank file is opened', async () => {
  const { requested } = await openSettings({ section: 'banks' });
  const transfer = new DataTransfer();
  transfer.items.add(new File([foreignFile], 'bank.json'));
  await sees(banks);
  page
    .getByRole('group', { name: 'Drop the bank file here' })
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  await expect.poll(() => requested('desk.connectBank')).toEqual([{ bankFile: foreignFile }]);
});

test('the doctor’s report names every check’s result in a word, with what to do about it', async () => {
  await openSettings({ section: 'doctor' });
  const checks = page.getByRole('list', { name: 'Checks' });
  await sees('1 check failed');
  const rows = checks
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows.map((row) => row.trim().split(/\s{2,}/)[0])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Good/)]),
  );
  await expect.element(checks).toMatchTextContent(/Failed\s*Get All Accounts The bank refused it/);
  await expect.element(checks).toMatchTextContent(/Ask the bank for the path/);
  await checks.getByText('Details').click();
  await sees(checks.getByText(/Scope accounts:read is missing \(HTTP status\s+403\)/));
  const pane = page.getByRole('complementary', { name: 'What the doctor found' });
  await expect
    .element(pane)
    .toMatchTextContent(/TLSv1\.3, by Example Root R3, valid until 1 Feb 2027/);
  await expect.element(pane).toMatchTextContent(/the bank’s is 4\.2 s ahead/);
  await expect.element(pane).toMatchTextContent(/from\/to, pageNumber\/pageSize, first page 1/);
});

test('while it looks, each check appears as it is made', async () => {
  const { bridge } = await openSettings(
    { section: 'doctor' },
    { 'doctor.last': () => ok({ report: null }), 'doctor.run': () => new Promise(() => undefined) },
  );
  await button('Run the doctor').click();
  const growing = { ...fakeReport, finishedAt: null, findings: [], operations: [] };
  bridge.announce('doctor.progressed', { ...growing, checks: fakeReport.checks.slice(0, 2) });
  await sees('Checking: 2 done');
  bridge.announce('doctor.progressed', { ...growing, checks: fakeReport.checks.slice(0, 3) });
  await sees('Checking: 3 done');
  bridge.announce('doctor.progressed', { ...fakeReport, checks: fakeReport.checks.slice(0, 3) });
  await sees('No problems');
});

test('chosen findings are shown as changes in the editor, and saved only by the person', async () => {
  const { bridge, requested } = await openSettings({ section: 'doctor' });
  const proposed = foreignFile.replace('"auto"', '{ "dates": ["from", "to"] }');
  bridge.answer('doctor.propose', () => ok({ bankFile: proposed }));
  await page.getByRole('checkbox', { name: 'errorMessage' }).click();
  await button('Write into the bank file…').click();
  await expect.element(page.getByRole('textbox', { name: 'Bank file' })).toHaveValue(proposed);
  expect(requested('doctor.propose')).toEqual([{ fields: ['statement'] }]);
  await expect
    .element(page.getByLabelText('Changes'))
    .toMatchTextContent(/statement\s*"auto"\s*→\s*becomes\s*\{"dates":\["from","to"\]\}/);
  expect(requested('bankFile.save')).toHaveLength(0);
  await button('Save').click();
  await expect.poll(() => requested('bankFile.save')).toEqual([{ bankFile: proposed }]);
});

test('where no account is known a person gives the doctor one by its number', async () => {
  const position = { ...fakePosition(), accountCount: 0, currencies: [] };
  const { requested, shared } = await openSettings(
    { section: 'doctor' },
    { 'accounts.position': () => ok(position), 'doctor.last': () => ok({ report: null }) },
  );
  shared.accounts.start();
  await page.getByLabelText('Account number').fill(' 9988776655 ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requested('doctor.run')).toEqual([{ accountNumber: '9988776655' }]);
});

test('the report is copied as text, and fits what may be copied', async () => {
  const { requested } = await openSettings(
    { section: 'doctor' },
    { 'desk.copyText': () => ok({ copied: true }) },
  );
  await expect.element(button('Copy the report')).toBeEnabled();
  const text = reportText(fakeReport);
  expect(text).toContain('Nostro doctor: Harbour Bank UAT (UAT, uat.harbour.example)');
  expect(text).toContain('[Failed] Get All Accounts: The bank refused it.');
  expect(text).toContain('    HTTP 403 Scope accounts:read is missing');
  expect(text).toContain('- errorMessage: ["/fault/text"]. A refused call');
  expect(requested('bankFile.save')).toHaveLength(0);
  expect(operationRows).toHaveLength(46);
});

test('a doctor that could not look says why, and the last report stays', async () => {
  const { bridge } = await openSettings({ section: 'doctor' });
  bridge.answer('doctor.run', () => fail('session.required', 'c-1'));
  await button('Run again').click();
  await sees(page.getByText('Not signed in', { exact: true }), '1 check failed');
});

test('a proxy is saved with its password, which is never shown again', async () => {
  const { bridge, requested } = await openSettings({ section: 'network' });
  await sees('now: http://proxy.acme.example:8080');
  bridge.answer('network.save', () =>
    ok({
      ...fakeNetwork,
      proxy: {
        kind: 'manual',
        address: 'http://p.example:3128',
        username: 'ada',
        hasPassword: true,
      },
    }),
  );
  await page.getByLabelText('By this proxy').click();
  await page.getByLabelText('Address of the proxy').fill(' http://p.example:3128 ');
  await page.getByLabelText('User name').fill('ada');
  const password = page.getByLabelText('Password');
  await expect.element(password).toHaveAttribute('type', 'password');
  await password.fill('proxy-secret');
  await button('Save connection').click();
  await expect
    .poll(() => requested('network.save'))
    .toEqual([
      {
        kind: 'manual',
        address: 'http://p.example:3128',
        username: 'ada',
        password: 'proxy-secret',
      },
    ]);
  await sees('One is stored in the keychain');
  await expect.element(password).toHaveValue('');
  expect(document.body.innerHTML).not.toContain('proxy-secret');
  await button('Forget the password').click();
  await expect.poll(() => requested('network.save').at(-1)).toEqual({ password: null });
});

test('what is typed of the connection is written down while it is typed, the password never', async () => {
  const store = draftStore();
  const { shared } = await openSettings({ section: 'network' }, store.answers);
  await shared.drafts.belongTo(foreignBank.profileId);
  await page.getByLabelText('By this proxy').click();
  await page.getByLabelText('Address of the proxy').fill('http://proxy.example:8080');
  await page.getByLabelText('Password').fill('proxy-secret');
  await expect.poll(() => [...store.texts.values()].join('')).toContain('proxy.example:8080');
  await shared.drafts.writeNow();
  expect([...store.texts.values()].join('')).not.toContain('proxy-secret');
});

test('what was typed of the connection and not saved is there again behind a lock or another section, the password is not', async () => {
  const { shared } = await openSettings({ section: 'network' });
  await shared.drafts.belongTo(foreignBank.profileId);
  await page.getByLabelText('By this proxy').click();
  await page.getByLabelText('Address of the proxy').fill('http://proxy.example:8080');
  await page.getByLabelText('Password').fill('proxy-secret');
  await pasted.fill('-----BEGIN CERTIFICATE-----');
  await button('Doctor').click();
  await lacks(page.getByLabelText('Address of the proxy'));
  await button('Network').click();
  await expect
    .element(page.getByLabelText('Address of the proxy'))
    .toHaveValue('http://proxy.example:8080');
  await expect.element(pasted).toHaveValue('-----BEGIN CERTIFICATE-----');
  await expect.element(page.getByLabelText('Password')).toHaveValue('');
});

test('a mistake in the proxy’s address stands at its field', async () => {
  const { bridge } = await openSettings({ section: 'network' });
  bridge.answer('network.save', () =>
    fail('input.invalid', 'c-1', { fields: { address: 'must begin with http://' } }),
  );
  await page.getByLabelText('By this proxy').click();
  await page.getByLabelText('Address of the proxy').fill('proxy');
  await button('Save connection').click();
  await sees('must begin with http://');
  await expect
    .element(page.getByLabelText('Address of the proxy'))
    .toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Address of the proxy')).toHaveValue('proxy');
});

const pasted = page.getByLabelText('Or paste them, in PEM');
const acme = 'CN=Acme Root CA, O=Acme Treasury Ltd';
const authority = (subject: string, fingerprint: string) => ({
  subject,
  issuer: 'Acme',
  validTo: '2031-05-01T00:00:00.000Z',
  fingerprint,
  hasExpired: false,
});

test('authorities are shown by subject, issuer, expiry and fingerprint; pasted ones are added to them', async () => {
  const { bridge, requested } = await openSettings({ section: 'network' });
  await sees(/A1:B2:C3/, '1 May 2031, 00:00:00 UTC');
  const authorities = [...fakeNetwork.authorities, authority('Branch CA', '0F:0E')];
  bridge.answer('network.save', () => ok({ ...fakeNetwork, authorities }));
  await pasted.fill('-----BEGIN CERTIFICATE-----\nx\n');
  await button('Trust certificates…').click();
  await expect
    .poll(() => requested('network.save'))
    .toEqual([{ addCertificates: '-----BEGIN CERTIFICATE-----\nx' }]);
  await sees('Branch CA');
  await expect.element(pasted).toHaveValue('');
});

test('one authority is removed by itself, and the keyboard stays where it was', async () => {
  const { bridge, requested } = await openSettings(
    { section: 'network' },
    {
      'network.get': () =>
        ok({
          ...fakeNetwork,
          authorities: [...fakeNetwork.authorities, authority('Branch CA', '0F:0E')],
        }),
    },
  );
  bridge.answer('network.save', () => ok(fakeNetwork));
  await button('Remove Branch CA').click();
  await expect.poll(() => requested('network.save')).toEqual([{ removeCertificate: '0F:0E' }]);
  await lacks(page.getByText('Branch CA', { exact: true }));
  await expect.element(button(`Remove ${acme}`)).toHaveFocus();
  bridge.answer('network.save', () => ok({ ...fakeNetwork, authorities: [] }));
  await userEvent.keyboard('{Enter}');
  await sees(/only the system’s authorities are trusted\./);
});

test('what is pasted stays where the person who was asked said no, and the section says so', async () => {
  const { bridge } = await openSettings({ section: 'network' });
  bridge.answer('network.save', () => fail('declined', 'c-1'));
  await pasted.fill('-----BEGIN CERTIFICATE-----');
  await button('Trust certificates…').click();
  await sees('Not confirmed');
  await expect.element(pasted).toHaveValue('-----BEGIN CERTIFICATE-----');
});

test('a certificate as Windows saves it is read as well', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => (at === 0 ? 0x30 : at));
  const pem = pemOf(bytes);
  expect(pem.split('\n').map((line) => line.length)).toEqual([27, 64, 64, 8, 25, 0]);
  expect(pemOf(new TextEncoder().encode(pem))).toBe(pem);
});

test('the connection is tested by the doctor’s first checks alone', async () => {
  const { requested } = await openSettings({ section: 'network' });
  await button('Test connection').click();
  const checks = page.getByRole('list', { name: 'Checks' });
  await expect.element(checks).toMatchTextContent(/Address.*Encryption.*Sign-in/s);
  expect(checks.getByRole('listitem').elements()).toHaveLength(3);
  expect(requested('doctor.run')).toHaveLength(1);
});

test('at the sandbox the section says why there is no connection to test', async () => {
  await openSettings({ section: 'network' }, {}, sandboxDesk);
  await sees(/runs on this machine, without a proxy/);
  expect(button('Test connection').elements()).toHaveLength(0);
});

const current = page.getByLabelText('Current password');
const fresh = page.getByLabelText('New password', { exact: true });
const repeated = page.getByLabelText('New password, repeated');

async function enterPasswords(now: string, next: string, again: string): Promise<void> {
  await button('Reset password…').click();
  await current.fill(now);
  await fresh.fill(next);
  await repeated.fill(again);
  await button('Reset the password').click();
}

const openBank = { ...sandboxDesk, bank: foreignBank };

test('a new password is sent once, and is nowhere in the window afterwards', async () => {
  const { bridge, requested } = await openSettings({ section: 'general' }, {}, openBank);
  bridge.answer('session.resetPassword', () => ok(openBank));
  await enterPasswords('old-secret', 'new-secret', 'new-secret');
  await expect
    .poll(() => requested('session.resetPassword'))
    .toEqual([{ currentPassword: 'old-secret', newPassword: 'new-secret' }]);
  await sees(button('Reset password…'));
  expect(current.elements()).toHaveLength(0);
});

test.each([
  ['a', 'a', 'a', 'must differ from the current one'],
  ['a', 'b', 'c', 'is not the same as the new one'],
  ['', 'b', 'b', 'is needed'],
])('passwords %j, %j and %j are not sent: %s', async (now, next, again, problem) => {
  const { requested } = await openSettings({ section: 'general' }, {}, openBank);
  await enterPasswords(now, next, again);
  await sees(problem);
  expect(requested('session.resetPassword')).toHaveLength(0);
});

test('a password that the bank refuses is reported at its field, and what was typed is gone', async () => {
  const { bridge } = await openSettings({ section: 'general' }, {}, openBank);
  bridge.answer('session.resetPassword', () =>
    fail('input.invalid', 'c-1', { fields: { currentPassword: 'is not the current one' } }),
  );
  await enterPasswords('old', 'new', 'new');
  await sees('is not the current one');
  for (const field of [current, fresh, repeated]) {
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveAttribute('type', 'password');
  }
});

test('without an answer either password may hold, and the new one is to be tried first', async () => {
  const { bridge } = await openSettings({ section: 'general' }, {}, openBank);
  bridge.answer('session.resetPassword', () => fail('session.password-unsure', 'c-1'));
  await enterPasswords('old', 'new', 'new');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/either password may hold now.*sign in with\s+the new one first/s);
});

test('resetting the password begins at its first field, Escape leaves it, and the keyboard is back', async () => {
  await openSettings({ section: 'general' }, {}, openBank);
  await button('Reset password…').click();
  await expect.element(current).toHaveFocus();
  await userEvent.keyboard('abc{Enter}');
  await expect.element(fresh).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Reset password…')).toHaveFocus();
  expect(current.elements()).toHaveLength(0);
});

test('where the bank file does not confirm it, the password is not asked for', async () => {
  await openSettings({ section: 'general' });
  await sees(/path for Reset Password is not known yet/);
  expect(button('Reset password…').elements()).toHaveLength(0);
});
