import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { everyCard, subClientAnswers, subClientDetail, uploadItem } from './sub-client-records.ts';
import { requested, bridge, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

function open(entityId: string | undefined, cards: readonly UploadItem[] = []) {
  const shared = openDesk(subClientAnswers(cards));
  void render(WithShared, { shared, view: SubClientsView, params: { entityId } });
}

const card = (name: string) => page.getByRole('form', { name });

/** Drops files on an element, as a person would. */
function drop(onto: Element | null, ...files: File[]): void {
  const dataTransfer = new DataTransfer();
  files.forEach((file) => dataTransfer.items.add(file));
  onto?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const pdf = (name: string, bytes = 12) =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

beforeEach(wideWindow);

test.each([1440, 1024])(
  'statuses are shown word for word at %i, stages and expiry in words',
  async (width) => {
    await page.viewport(width, 700);
    open(undefined);
    const row = page.getByRole('row', { name: /Sable Trading/ });
    await expect.element(row).toMatchTextContent(/ZAF · draft · approval: rejected\s*2 left/);
    await sees(row.getByText(/rejected/));
  },
);

const queue = () => page.getByRole('region', { name: 'Upload queue' });

describe('the document board', () => {
  test('guesses type and date from a dropped file, and sends nothing by itself', async () => {
    open('SC-1');
    await sees(page.getByText('drop it here').first());
    drop(document.querySelector('aside'), pdf('tax certificate exp 2027-03-31.pdf'));
    await expect
      .element(page.getByLabelText('Type', { exact: true }))
      .toHaveValue('TAX_CERTIFICATE');
    await expect.element(page.getByLabelText('Expires')).toHaveValue('31 Mar 2027');
    await sees('from “2027-03-31” in the file name; check it');
    expect(requested('documents.send')).toHaveLength(0);
  });

  test('a file dropped on a stage takes its type, whatever its name', async () => {
    open('SC-1');
    await sees(page.getByText('drop it here').first());
    drop(document.querySelector('[data-type=BANK_LETTER]'), pdf('passport.pdf'));
    await expect.element(page.getByLabelText('Type', { exact: true })).toHaveValue('BANK_LETTER');
  });

  test('Enter on a card sends it, and the bank’s document id is shown', async () => {
    open('SC-1');
    await sees(page.getByText('drop it here').first());
    drop(document.querySelector('aside'), pdf('passport 2031-02-28.pdf'), pdf('bank letter.pdf'));
    await expect.element(card('passport 2031-02-28.pdf')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(card('bank letter.pdf')).toHaveFocus();
    await queue().getByText('Details', { exact: true }).click();
    await sees('D-500');
    expect(requested('documents.send')).toHaveLength(1);
  });

  test('a file without a type is not sent; the field says why', async () => {
    open('SC-1', [uploadItem('u1', { fileName: 'scan.pdf' })]);
    await button('Send').click();
    await sees('choose the type of document');
    expect(requested('documents.send')).toHaveLength(0);
  });

  test('a type of the bank’s own can be typed', async () => {
    open('SC-1', [uploadItem('u1', { fileName: 'scan.pdf' })]);
    await page.getByLabelText('Type', { exact: true }).selectOptions('Other…');
    await page.getByLabelText('Type, as the bank’s code').fill('UBO_CHART');
    await userEvent.tab();
    await button('Send').click();
    await expect
      .poll(() => requested('documents.describe'))
      .toContainEqual({
        itemId: 'u1',
        documentType: 'UBO_CHART',
      });
    await queue().getByText('Details', { exact: true }).click();
    await sees('D-500');
  });

  test('a file larger than the bank takes is rejected before it is read', async () => {
    open('SC-1');
    await sees(page.getByText('drop it here').first());
    drop(document.querySelector('aside'), pdf('huge.pdf', 10_485_761));
    await sees(/huge.pdf has 10 MB; the bank takes up to/);
    expect(requested('documents.add')).toHaveLength(0);
  });

  test('every state of a card says what it is and what to do', async () => {
    open('SC-1', everyCard);
    await expect.element(page.getByText('62 %')).toBeInTheDocument();
    await expect.element(page.getByText(/is HEIC; the bank/)).toBeInTheDocument();
    await expect.element(page.getByText(/already sent for this sub-client/)).toBeInTheDocument();
    await expect.element(page.getByText(/the file may have arrived/)).toBeInTheDocument();
    await expect.element(page.getByText('D-88120')).toBeInTheDocument();
    await expect.element(page.getByText(/is not accepted for this sub-client/)).toBeInTheDocument();
    await expect.element(button('Send again')).toBeInTheDocument();
  });

  test('a file without an answer cannot be removed or sent again, only looked up', async () => {
    open(
      'SC-1',
      everyCard.filter(({ state }) => state === 'unknown'),
    );
    const unknown = card('bank letter.pdf');
    await sees(unknown);
    await lacks(unknown.getByRole('button', { name: 'Remove' }));
    await unknown.getByRole('button', { name: 'Check documents' }).click();
    expect(requested('subClients.refresh')).toEqual([{ entityId: 'SC-1' }]);
  });

  test('progress announced by the main process moves the bar', async () => {
    const item = uploadItem('u1', { documentType: 'BANK_LETTER', sizeBytes: 1_000 });
    open('SC-1', [item]);
    await sees(button('Send'));
    bridge.announce('upload.progressed', { ...item, state: 'sending', sentBytes: 250 });
    await sees('25 %');
    bridge.announce('upload.progressed', { ...item, subClientId: 'SC-2', sentBytes: 900 });
    await sees('25 %');
  });
});

test('where the bank stores a document’s files is shown as text, by its host, and never a link', async () => {
  const address = 'https://files.bank.example@elsewhere.example/D-1?<b>key</b>';
  open('SC-1');
  const detail = subClientDetail('SC-1');
  const [first] = detail?.documents ?? [];
  if (!detail || !first) throw new Error('SC-1 has documents');
  const documents = [{ ...first, uploadedFiles: [address, 'stored at head office'] }];
  bridge.answer('subClients.get', () => ok({ ...detail, documents }));
  bridge.announce('store.changed', { topic: 'subClients' });
  await sees('Stored at elsewhere.example', address, 'stored at head office');
  await sees(button('Copy the address of the stored file').first());
  expect(document.querySelectorAll('aside a, aside img, aside iframe')).toHaveLength(0);
});

describe('submit and delete', () => {
  test('a sub-client with stages left cannot be submitted, and the reason is shown', async () => {
    open('SC-1');
    await expect.element(button('Submit')).toBeDisabled();
    await sees(/finish its stages: 3 left/);
  });

  test('submitting restates name, client and environment, and asks once', async () => {
    open('SC-3');
    await button('Submit').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(/SANDBOX/);
    await expect.element(dialog).toMatchTextContent(/Marula GmbH, sub-client of Acme Treasury Ltd/);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => requested('subClients.submit')).toHaveLength(1);
    await lacks(dialog);
  });

  test('deleting needs the name typed', async () => {
    open('SC-3');
    await button('Delete…').click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete at the bank' });
    await expect.element(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill('Marula GmbH');
    await confirm.click();
    await expect
      .poll(() => requested('subClients.delete'))
      .toEqual([expect.objectContaining({ entityId: 'SC-3', confirmation: 'Marula GmbH' })]);
  });

  test('a deleted sub-client is only read: nothing can be dropped on it', async () => {
    open('SC-6');
    await sees(/can be read, not changed/);
    drop(document.querySelector('aside'), pdf('passport.pdf'));
    await lacks(button('Submit'));
    expect(requested('documents.add')).toHaveLength(0);
  });
});
