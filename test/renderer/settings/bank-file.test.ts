import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { catalogue } from '../../../shared/bank/catalogue.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { BankFileState } from '../../../renderer/features/settings/bank-file/bank-file.svelte.ts';
import type { Session } from '../../../renderer/state/session.svelte.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import { foreignBank, foreignDesk, foreignFile } from './bank-records.ts';
import { button, openSettings } from './open-settings.ts';
import { fakeSettings, settingsAnswers } from './settings-records.ts';
import { sees } from '../support/view.ts';

const editor = page.getByRole('textbox', { name: 'Bank file' });
const area = (): HTMLTextAreaElement => editor.element() as HTMLTextAreaElement;
const mistaken = foreignFile.replace('/data/jwt', 'data/jwt');
const key = `bank-file:${foreignBank.profileId}`;

test('the text is there as it was opened, and there is nothing to save', async () => {
  await openSettings({ section: 'bank-file' });
  await expect.element(editor).toHaveValue(foreignFile);
  await sees('As opened');
  await expect.element(button('Save')).toBeDisabled();
});

test('a mistake is shown with its line, and Enter on it leads there', async () => {
  await openSettings({ section: 'bank-file' });
  await editor.fill(mistaken);
  const mistake = page.getByRole('list', { name: 'Mistakes' }).getByRole('button');
  await expect
    .element(mistake)
    .toMatchTextContent(/Line 8 · auth\.token\s*must start with a slash, like “\/data\/jwt”/);
  await expect.element(button('Save')).toBeDisabled();
  mistake.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(editor).toHaveFocus();
  expect(area().value.slice(area().selectionStart, area().selectionEnd).trim()).toBe(
    '"token": "data/jwt"',
  );
});

test('the field at the caret has its help', async () => {
  await openSettings({ section: 'bank-file' });
  await expect.element(editor).toHaveValue(foreignFile);
  area().focus();
  const at = foreignFile.indexOf('"token"') + 3;
  area().setSelectionRange(at, at);
  const help = page.getByRole('group', { name: 'Help for the field at the caret' });
  await expect.element(help).toMatchTextContent(/auth\.token/);
  await expect.element(help).toMatchTextContent(/as a JSON Pointer/);
  await expect.element(help).toMatchTextContent(/Left out: \/data\/accessToken/);
});

test('what would change is shown before and after, and saved as it was typed', async () => {
  const { requested } = await openSettings({ section: 'bank-file' });
  const renamed = foreignFile.replace('"Harbour Bank UAT"', '"Harbour test"');
  await editor.fill(renamed);
  const changes = page.getByLabelText('Changes');
  await expect
    .element(changes)
    .toMatchTextContent(/name\s*"Harbour Bank UAT"\s*→\s*becomes\s*"Harbour test"/);
  await button('Save').click();
  await expect.poll(() => requested('bankFile.save')).toEqual([{ bankFile: renamed }]);
  await expect.poll(() => requested('drafts.forget')).toEqual([{ key }]);
  await sees('As opened');
});

test('another address is another bank: the section says so before saving, and asks', async () => {
  const { requested } = await openSettings({ section: 'bank-file' });
  const moved = foreignFile.replace('uat.harbour', 'uat2.harbour');
  await editor.fill(moved);
  await sees(/is another bank: it gets a local copy of its own/);
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save as another bank?' });
  await expect
    .element(dialog)
    .toMatchTextContent(/Harbour Bank UAT at uat\.harbour\.example stays/);
  expect(requested('bankFile.save')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Save the bank file' }).click();
  await expect.poll(() => requested('bankFile.save')).toEqual([{ bankFile: moved }]);
});

test('a bank that becomes a live one is asked about as real money', async () => {
  const { requested } = await openSettings({ section: 'bank-file' });
  await editor.fill(foreignFile.replace('"uat"', '"production"'));
  await expect.element(button('Save')).toBeEnabled();
  await button('Save').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/^LIVE · Harbour Bank UAT/);
  await expect.element(dialog).toMatchTextContent(/everything sent is real money/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(requested('bankFile.save')).toHaveLength(0);
});

test('a text that could not be saved stays, with the reason', async () => {
  const { bridge } = await openSettings({ section: 'bank-file' });
  bridge.answer('bankFile.save', () => fail('store.full', 'c-1'));
  const renamed = foreignFile.replace('UAT"', 'test"');
  await editor.fill(renamed);
  await expect.element(button('Save')).toBeEnabled();
  await userEvent.keyboard('{Control>}s{/Control}');
  await sees('The disk is full');
  await expect.element(editor).toHaveValue(renamed);
});

test('unsaved text is written down, and is there again after a restart', async () => {
  const { requested } = await openSettings({ section: 'bank-file' });
  await editor.fill(mistaken);
  await expect.poll(() => requested('drafts.keep')).toEqual([{ key, text: mistaken }]);
});

test('what was written down unsaved is opened, marked as such, and discarded only when asked', async () => {
  const { requested } = await openSettings(
    { section: 'bank-file' },
    { 'drafts.read': () => ok({ text: mistaken }) },
  );
  await expect.element(editor).toHaveValue(mistaken);
  await sees('1 mistake');
  await button('Discard changes').click();
  await expect.element(editor).toHaveValue(foreignFile);
  await expect.poll(() => requested('drafts.forget')).toEqual([{ key }]);
  await button('Restore my changes').click();
  await expect.element(editor).toHaveValue(mistaken);
});

test('unsaved text is stored when the section is left before it is written down', async () => {
  const { requested } = await openSettings({ section: 'bank-file' });
  await editor.fill(mistaken);
  await button('General').click();
  await expect.poll(() => requested('drafts.keep')).toEqual([{ key, text: mistaken }]);
  await button('Bank file').click();
  await expect.element(editor).toHaveValue(mistaken);
});

test.each([
  ['desk.lock', (session: Session) => session.lock()],
  ['banks.open', (session: Session) => session.openBank('sandbox')],
  ['desk.leaveBank', (session: Session) => session.leaveBank()],
] as const)('unsaved text is written down before %s closes what holds it', async (route, leave) => {
  const { bridge, requested, shared } = await openSettings({ section: 'bank-file' });
  bridge.answer(route, () => fail('internal', 'c-1'));
  await editor.fill(mistaken);
  await leave(shared.session);
  expect(requested('drafts.keep')).toEqual([{ key, text: mistaken }]);
  const routes = bridge.requested.map((call) => call.route);
  expect(routes.indexOf('drafts.keep')).toBeLessThan(routes.indexOf(route));
});

test('text that only this window has, as after a lock by the system, is written down once it is open again', async () => {
  const { requested, shared } = await openSettings({ section: 'bank-file' });
  const { profileId } = foreignBank;
  shared.drafts.keep('bank-file', profileId, mistaken);
  const opened = new BankFileState(profileId, shared.drafts);
  await opened.open({ ...fakeSettings, bankFile: foreignFile });
  expect(opened.text).toBe(mistaken);
  await expect.poll(() => requested('drafts.keep')).toContainEqual({ key, text: mistaken });
});

test('Tab indents, Shift and Tab takes it back, and behind Escape it moves on', async () => {
  await openSettings({ section: 'bank-file' });
  await expect.element(editor).toHaveValue(foreignFile);
  area().focus();
  const at = foreignFile.indexOf('"statement"');
  area().setSelectionRange(at, at);
  await userEvent.keyboard('{Tab}');
  expect(area().value).toBe(foreignFile.replace('  "statement"', '    "statement"'));
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(area().value).toBe(foreignFile);
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(editor).not.toHaveFocus();
  expect(area().value).toBe(foreignFile);
});

test('a closed operation gets its entry where it belongs, with the caret in its path', async () => {
  const { requested } = await openSettings({ section: 'bank-file', operation: 'createSubclient' });
  await sees(/Have\s+the\s+bank\s+confirm/);
  await expect.element(editor).toHaveFocus();
  const { method, path } = catalogue.createSubclient;
  expect(JSON.parse(area().value)).toMatchObject({
    operations: { getToken: { method: 'POST' }, createSubclient: { method, path } },
  });
  expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe(path);
  expect(requested('bankFile.save')).toHaveLength(0);
});

test('a text with a mistake in its frame says that there is no place yet', async () => {
  await openSettings(
    { section: 'bank-file', operation: 'createSubclient' },
    { 'drafts.read': () => ok({ text: '{ "name": "Half' }) },
  );
  await sees(/no place yet for “createSubclient”/);
  await expect.element(editor).toHaveValue('{ "name": "Half');
});

test('the sandbox’s file cannot be changed, and serves as a start', async () => {
  const { bridge, requested } = await openSettings(
    { section: 'bank-file' },
    { ...settingsAnswers(), 'desk.copyText': () => ok({ copied: true }) },
    sandboxDesk,
  );
  await sees(/built in and cannot be changed/);
  await expect.element(editor).toHaveAttribute('readonly');
  expect(JSON.parse(area().value)).toMatchObject({ environment: 'uat' });
  expect(bridge.requested.map(({ route }) => route)).not.toContain('bankFile.check');
  expect(requested('drafts.keep')).toHaveLength(0);
  await sees(button('Copy as a start'));
});

test('all 46 operations stand under their groups; a closed one leads to its place', async () => {
  const { shared } = await openSettings({ section: 'operations' });
  await sees(/^46 operations: 6 specified, 37 confirmed, 3 closed\./);
  expect(page.getByRole('row').elements()).toHaveLength(
    1 + 46 + new Set(Object.values(catalogue).map(({ group }) => group)).size,
  );
  const row = page.getByRole('row', { name: /Create Subclient POST/ });
  await expect.element(row).toMatchTextContent(/assumed\s*Closed/);
  await row.getByRole('button').click();
  expect(shared.router.place.params).toEqual({
    section: 'bank-file',
    operation: 'createSubclient',
  });
  expect(foreignDesk.closedOperations).toHaveLength(3);
});
