import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import { SubClient } from '../../../shared/bank/onboarding.ts';
import { fail } from '../../../shared/errors.ts';
import type { SubClientDetail, SubClientRow } from '../../../shared/ipc/changes/sub-clients.ts';
import { ok } from '../../../shared/result.ts';
import { accountAnswers } from '../accounts/account-records.ts';
import WithShared from '../support/WithShared.svelte';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  sees,
  wideWindow,
} from '../support/view.ts';
import { subClientAnswers, subClientDetail, uploadItem } from './sub-client-records.ts';

const closedOperations = [
  'getAllSubclients',
  'getSubclient',
  'createSubclient',
  'updateSubclient',
  'getSubclientDocuments',
  'getSubclientShareholders',
] as const;

const namedDetail = (more: Partial<SubClientDetail> = {}): SubClientDetail => ({
  subClient: SubClient.decode({ entityId: 'sub-42', status: '' }),
  asOf: null,
  clientId: 'QC-7',
  documents: [],
  documentsAsOf: null,
  shareholding: null,
  requirements: [],
  goneAt: null,
  openSubmission: null,
  ...more,
});

const namedRow: SubClientRow = {
  entityId: 'sub-42',
  name: 'sub-42',
  businessName: '',
  code: '',
  countryOfRegistration: '',
  status: '',
  approvalStatus: '',
  stagesRemaining: [],
  nearestExpiry: null,
  documentCount: null,
  documentWords: {},
  asOf: null,
};

/** A desk at a bank of the six specified operations, at which one sub-client may have been named. */
function open(answers: Answers = {}, params: { entityId?: string; tab?: 'board' } = {}) {
  let rows: SubClientRow[] = params.entityId === 'sub-42' ? [namedRow] : [];
  const shared = openDesk({
    ...accountAnswers(),
    ...subClientAnswers(),
    'subClients.list': () => ok({ rows, asOf: null }),
    'subClients.get': () => ok(namedDetail()),
    'subClients.name': ({ entityId }) => {
      rows = [namedRow];
      return ok({ entityId });
    },
    'subClients.forget': () => {
      rows = [];
      return ok({ forgotten: true });
    },
    'desk.state': () => ok({ ...sandboxDesk, user: null, closedOperations: [...closedOperations] }),
    ...answers,
  });
  void render(WithShared, { shared, view: SubClientsView, params });
}

beforeEach(wideWindow);

test('where the bank has no list the page says so, and one way leads on', async () => {
  open();
  await sees(/names no list of sub-clients/, /known by their IDs/);
  expect(document.querySelectorAll('.page button.main')).toHaveLength(1);
  await expect.element(button('Find by ID')).toHaveClass('main');
});

test('one is named by its id and its client’s: a client that accounts name is offered, another may be typed', async () => {
  open();
  await button('Find by ID').click();
  await expect.element(field('Sub-client ID')).toHaveFocus();
  await userEvent.keyboard(' sub-42 ');
  await sees(/of account 3002/);
  await field('Client ID').fill('QC-7');
  await userEvent.keyboard('{Enter}');
  await sees(
    page.getByRole('heading', { name: 'sub-42' }),
    'The bank has returned no details yet.',
  );
  await sees('known by its ID alone');
  expect(requested('subClients.name')).toEqual([{ entityId: 'sub-42', clientId: 'QC-7' }]);
  await lacks(button('Edit'), button('Check documents'), page.getByText('Next steps'));
  await expect.element(button('Submit')).toBeEnabled();
});

test('it is submitted and deleted after the usual questions, by its id and under its client', async () => {
  open({}, { entityId: 'sub-42' });
  await button('Submit').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Submit sub-42\?/);
  await expect.element(dialog).toMatchTextContent(/sub-42, sub-client of QC-7/);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => requested('subClients.submit')).toMatchObject([{ entityId: 'sub-42' }]);
  await lacks(dialog);
  await button('Delete…').click();
  const confirm = dialog.getByRole('button', { name: 'Delete at the bank' });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('sub-42');
  await confirm.click();
  await expect
    .poll(() => requested('subClients.delete'))
    .toMatchObject([{ entityId: 'sub-42', confirmation: 'sub-42' }]);
});

test('stages of the last answer keep nothing back where they cannot be asked for anew', async () => {
  const known = subClientDetail('SC-1');
  if (!known) throw new Error('SC-1 is known');
  open({ 'subClients.get': () => ok(known) }, { entityId: 'SC-1' });
  await sees(/As the bank last reported it, of its stages 3 left\./);
  await expect.element(button('Submit')).toBeEnabled();
});

test('a file without an answer asks a person to ask the bank, as nothing else would show its outcome', async () => {
  const item = uploadItem('u1', {
    subClientId: 'sub-42',
    documentType: 'BANK_LETTER',
    state: 'unknown',
  });
  open({ 'documents.queue': () => ok({ items: [item] }) }, { entityId: 'sub-42' });
  await sees(/Ask the bank before you drop it again\./);
  await lacks(button('Check documents'));
});

test('one that was named by mistake is removed from the list; one that has files is not', async () => {
  open({}, { entityId: 'sub-42' });
  await button('Remove from the list').click();
  await sees('No sub-clients yet');
  expect(requested('subClients.forget')).toEqual([{ entityId: 'sub-42' }]);
});

test('it stands on the drop board, and takes files there', async () => {
  open({}, { entityId: 'sub-42', tab: 'board' });
  await sees(page.getByRole('gridcell', { name: /sub-42/ }).first(), 'known by its ID');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['%PDF-'], 'lease.pdf', { type: 'application/pdf' }));
  document
    .querySelector('[data-sub-client="sub-42"][data-type=PROOF_OF_ADDRESS]')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.poll(() => requested('documents.add')).toMatchObject([{ subClientId: 'sub-42' }]);
});

test('why it was not added to the list is shown at its field', async () => {
  const error = {
    message: 'its client stays until then',
    fields: { clientId: 'stays QC-8 until that is settled' },
  };
  open({ 'subClients.name': () => fail('input.invalid', 'c-1', error) });
  await button('Find by ID').click();
  await field('Sub-client ID').fill('sub-42');
  await field('Client ID').fill('QC-7');
  await userEvent.keyboard('{Enter}');
  await sees('stays QC-8 until that is settled');
  expect(bridge.requested.filter(({ route }) => route === 'subClients.get')).toEqual([]);
});
