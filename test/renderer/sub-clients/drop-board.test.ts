import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import { strayDrop } from '../../../renderer/shell/dropped/stray-drop.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import { changeRequests } from '../../../renderer/state/forms/change-requests.svelte.ts';
import { usualDocumentTypes, type DocumentTypeRule } from '../../../shared/document-types.ts';
import { appError } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { frameLists } from '../support/list-frame.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import { fakeOnboarding } from './onboarding-desk.ts';
import { uploadItem } from './sub-client-records.ts';
import { mine } from '../approvals/approval-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { requested, bridge, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

frameLists();

let shared: Shared;
/** The notices of the window about files that nothing accepted. */
let notices: string[] = [];

function open(
  tab: 'list' | 'to-do' | 'board' | 'expiries',
  cards: readonly UploadItem[] = [],
  state: Partial<DeskState> = {},
  types: readonly DocumentTypeRule[] = usualDocumentTypes,
  more: Answers = {},
) {
  shared = openDesk({
    'desk.state': () => ok({ ...sandboxDesk, ...state }),
    ...fakeOnboarding(cards).answers,
    'documents.rules': () =>
      ok({ sizeBytesMax: 10_485_760, mimeTypes: ['application/pdf'], types }),
    ...more,
  });
  shared.router.go('sub-clients', { tab });
  window.onkeydown = shared.keys.onkeydown;
  notices = [];
  window.ondrop = strayDrop({
    notify: (words) => void notices.push(words),
    takeRates: () => false,
    takeTable: () => false,
    takeInvoices: () => false,
    takeDocuments: () => false,
  }).ondrop;
  shared.live.start();
  shared.session.start();
  return render(WithShared, { shared, view: SubClientsView, params: { tab } });
}

const board = () => document.querySelector('[aria-label^="Drop board; files"]');
const cell = (subClientId: string, type?: string) =>
  document.querySelector(
    `[data-sub-client=${subClientId}]${type ? `[data-type=${type}]` : ':not([data-type])'}`,
  );
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const card = (name: string) => page.getByRole('form', { name });

function drop(onto: Element | null, ...files: File[]): void {
  const dataTransfer = new DataTransfer();
  files.forEach((file) => dataTransfer.items.add(file));
  onto?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const pdf = (name: string) => new File([new Uint8Array(12)], name, { type: 'application/pdf' });

const complete = (itemId: string, rest: Partial<UploadItem> = {}) =>
  uploadItem(itemId, { documentType: 'BANK_LETTER', ...rest });

beforeEach(wideWindow);

describe('the drop board', () => {
  test('a file dropped on a cell is of that sub-client and type, whatever its name', async () => {
    await open('board');
    await sees(rowOf('Kestrel').getByText('drop here').first());
    drop(cell('SC-1', 'BANK_LETTER'), pdf('Oduya passport.pdf'));
    await expect.element(card('Oduya passport.pdf')).toMatchTextContent(/Kestrel Logistics Ltd/);
    expect(requested('documents.add')).toMatchObject([{ subClientId: 'SC-1' }]);
    expect(requested('documents.describe')).toMatchObject([{ documentType: 'BANK_LETTER' }]);
    expect(requested('documents.send')).toEqual([]);
  });

  test('a file dropped on a row is of that sub-client, and its type is guessed', async () => {
    await open('board');
    await sees(rowOf('Oduya'));
    drop(cell('SC-2'), pdf('tax clearance.pdf'));
    await expect.element(card('tax clearance.pdf')).toMatchTextContent(/Oduya Foods/);
    expect(requested('documents.describe')).toMatchObject([{ documentType: 'TAX_CERTIFICATE' }]);
  });

  test('dropped at large, everything is guessed from the name, shown with its words, and one key sends all', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(
      board(),
      pdf('Oduya Foods tax clearance exp 2027-03.pdf'),
      pdf('kt003 utility bill 1.10.2026.pdf'),
    );
    const first = card('Oduya Foods tax clearance exp 2027-03.pdf');
    await expect
      .element(first)
      .toMatchTextContent(/Oduya Foods · Tax certificate · expires 31 Mar 2027/);
    await expect
      .element(first)
      .toMatchTextContent(/from “Oduya Foods”, “tax clearance”, “2027-03” in the file name/);
    await expect
      .element(card('kt003 utility bill 1.10.2026.pdf'))
      .toMatchTextContent(/Marula GmbH · Proof of address · issued 1 Oct 2026/);
    await expect.element(page.getByRole('button', { name: /^Send 2 ready/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requested('documents.send')).toHaveLength(1);
    expect(requested('documents.send')).toMatchObject([{ itemIds: ['added-0', 'added-1'] }]);
    await sees(first.getByText('Sent', { exact: true }));
  });

  test('where a rule asks for an approval, the files are requested, and sent only from Approvals', async () => {
    changeRequests.isUsed = true;
    onTestFinished(() => {
      changeRequests.decline();
      changeRequests.isUsed = false;
    });
    const needs = [{ role: 'checker', count: 1, has: 0, when: 'every document' }];
    await open('board', [complete('u1'), complete('u2')], {}, usualDocumentTypes, {
      'approvals.changeNeeds': () => ok({ needs, mayApprove: ['Ben Osei'] }),
      'approvals.requestChange': () => ok(mine),
    });
    await sees('u1.pdf', 'u2.pdf');
    await userEvent.keyboard('g');
    const wanted = { route: 'documents.send', input: { itemIds: ['u1', 'u2'] } };
    await expect.poll(() => changeRequests.pending).toMatchObject({ change: wanted });
    changeRequests.decline();
    await lacks('Not confirmed');
    await userEvent.keyboard('g');
    await expect.poll(() => changeRequests.pending).toMatchObject({ change: wanted });
    const { change } = changeRequests.pending!;
    await changeRequests.confirm('Passports of the new directors', change);
    await sees('Its approval is requested');
    expect(requested('approvals.requestChange')).toMatchObject([{ change: wanted }]);
    expect(requested('documents.send')).toEqual([]);
  });

  test('a file that names no sub-client is stored at once, and not described before somebody says whose it is', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), pdf('scan 0001 passport 2031-02-28.pdf'));
    const whose = page.getByRole('combobox', { name: 'Whose is it?' });
    await expect.element(whose).toHaveFocus();
    expect(requested('documents.add')).toMatchObject([{ subClientId: '' }]);
    expect(requested('documents.describe')).toEqual([]);
    await userEvent.keyboard('harm{Enter}');
    await expect
      .element(card('scan 0001 passport 2031-02-28.pdf'))
      .toMatchTextContent(/Harmattan Energy · Director identification/);
    expect(requested('documents.move')).toEqual([{ itemId: 'added-0', subClientId: 'SC-5' }]);
  });

  test('files without a sub-client are there again after a restart, and one that is left out is gone', async () => {
    await open('board', [uploadItem('u1', { subClientId: '', fileName: 'scan.pdf' })]);
    await sees('scan.pdf', 'Whose is it?', '1 file needs details.');
    await userEvent.keyboard('g');
    expect(requested('documents.send')).toEqual([]);
    await page.getByRole('button', { name: 'Leave out' }).click();
    await lacks('scan.pdf');
    expect(requested('documents.remove')).toEqual([{ itemId: 'u1' }]);
  });

  test('twenty files caught by a lost line stay in their cells as not sent, and one key sends them all', async () => {
    const problem = appError('network.unreachable', 'c-1');
    const files = Array.from({ length: 20 }, (_, index) =>
      complete(`u${String(index)}`, { problem, subClientId: index % 2 === 0 ? 'SC-1' : 'SC-2' }),
    );
    await open('board', files);
    await sees(
      rowOf('Kestrel').getByText('not sent yet'),
      rowOf('Oduya').getByText('not sent yet'),
      card('u0.pdf').getByText('Not sent yet', { exact: true }),
      '20 files were not sent yet.',
    );
    await lacks('Refused');
    await userEvent.keyboard('g');
    await expect
      .poll(() => requested('documents.send'))
      .toEqual([{ itemIds: files.map(({ itemId }) => itemId) }]);
  });

  test('that they go by themselves is chosen on the board, and shown while there is no line', async () => {
    const problem = appError('network.unreachable', 'c-1');
    await open('board', [complete('u1', { problem })], { online: false });
    const choice = page.getByRole('checkbox', { name: /automatically when back online/ });
    await expect.element(choice).not.toBeChecked();
    await sees(/1 file was not sent yet\./);
    await choice.click();
    await sees(/1 file was not sent yet: it goes once the bank can be reached/);
    expect(requested('documents.saveWhenBack')).toEqual([{ isSent: true }]);
  });

  test('an unplaced file waits while somebody looks elsewhere', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), pdf('scan.pdf'));
    await sees('Whose is it?');
    await page.getByRole('tab', { name: /To do/ }).click();
    await page.getByRole('tab', { name: /Drop board/ }).click();
    await sees('Whose is it?');
  });

  test('a file of another sub-client is given to it', async () => {
    await open('board', [complete('u1', { fileName: 'letter.pdf' })]);
    await card('letter.pdf').getByRole('button', { name: 'Change' }).click();
    const whose = card('letter.pdf').getByRole('combobox', { name: 'Sub-client' });
    await expect.element(whose).toHaveFocus();
    await userEvent.keyboard('oduya{Enter}');
    await expect
      .poll(() => requested('documents.move'))
      .toEqual([{ itemId: 'u1', subClientId: 'SC-2' }]);
    await expect.element(whose).toHaveValue('Oduya Foods');
  });

  test('a file that was sent before is not sent with the others, nor by Enter on its card', async () => {
    await open('board', [
      complete('u1', { fileName: 'new.pdf' }),
      complete('u2', { fileName: 'old.pdf', duplicateOf: 'before.pdf' }),
    ]);
    await sees(/already sent for this sub-client as “before.pdf”/, '1 file needs details.');
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['u1'] }]);
    (card('old.pdf').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(requested('documents.send')).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: 'Send anyway' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => requested('documents.send'))
      .toEqual([{ itemIds: ['u1'] }, { itemIds: ['u2'] }]);
  });

  test('of the same bytes only the first goes with the others, and each says where the other is', async () => {
    const same = { fileName: 'first.pdf', subClientId: 'SC-1', isSent: false };
    await open('board', [
      complete('u1', { fileName: 'first.pdf' }),
      complete('u2', { fileName: 'second.pdf', sameAs: same }),
      complete('u3', {
        fileName: 'third.pdf',
        sameAs: { ...same, subClientId: 'SC-2', isSent: true },
      }),
    ]);
    await expect
      .element(card('second.pdf'))
      .toMatchTextContent(/waits in the queue already as “first.pdf”. Remove one of the two/);
    await expect
      .element(card('third.pdf'))
      .toMatchTextContent(
        /was sent for Oduya Foods as “first.pdf”. Send it only if it belongs to both/,
      );
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['u1'] }]);
  });

  test('an empty file that names no sub-client is rejected, and no one is asked whose it is', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), new File([], 'nothing.pdf'), pdf('Marula tax.pdf'));
    await sees(card('Marula tax.pdf'), /nothing\.pdf has 0 bytes/);
    await lacks('Whose is it?');
  });

  /** Drags by the name of a file, as the hand does, and lets go over an element. */
  function drag(name: string, onto: Element | null): void {
    const dataTransfer = new DataTransfer();
    const send = (type: string, to: Element | null | undefined) =>
      to?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    send(
      'dragstart',
      [...document.querySelectorAll('[draggable=true] b, b[draggable=true]')].find(
        (one) => one.textContent === name,
      ),
    );
    send('dragover', onto);
    send('drop', onto);
  }

  test('a card dragged to a cell is of that sub-client and type; beside every cell it stays as it was', async () => {
    await open('board', [complete('u1', { fileName: 'letter.pdf' })]);
    await sees(card('letter.pdf'));
    drag('letter.pdf', document.querySelector('h1'));
    drag('letter.pdf', board());
    expect(notices).toEqual([]);
    drag('letter.pdf', cell('SC-2', 'TAX_CERTIFICATE'));
    await expect.element(card('letter.pdf')).toMatchTextContent(/Oduya Foods · Tax certificate/);
    expect(requested('documents.move')).toEqual([{ itemId: 'u1', subClientId: 'SC-2' }]);
    expect(requested('documents.add')).toEqual([]);
  });

  test('a file without a sub-client is dragged to a row: it is of that sub-client, and the rest is guessed', async () => {
    await open('board', [
      uploadItem('u1', { subClientId: '', fileName: 'scan tax clearance.pdf' }),
    ]);
    await sees('Whose is it?');
    drag('scan tax clearance.pdf', cell('SC-3'));
    await expect
      .element(card('scan tax clearance.pdf'))
      .toMatchTextContent(/Marula GmbH · Tax certificate/);
    await lacks('Whose is it?');
  });

  test('the files of an archive and of a message come as if each had been dropped', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), new File([new Uint8Array(12)], 'kyc.zip'));
    await expect
      .element(card('Oduya Foods tax clearance exp 31.12.27.pdf'))
      .toMatchTextContent(/Oduya Foods · Tax certificate · expires 31 Dec 2027/);
    await sees('scan 0001.pdf', 'Whose is it?', /inner\.zip in kyc\.zip is an archive within/);
    expect(requested('documents.add')).toEqual([]);
    expect(requested('documents.open')).toMatchObject([{ subClientId: '', fileName: 'kyc.zip' }]);
  });

  test('an archive whose name shows the sub-client gives it to those of its files that show none', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), new File([new Uint8Array(12)], 'Marula papers.eml'));
    await sees(card('scan 0001.pdf'));
    await expect
      .poll(() => requested('documents.move'))
      .toEqual([
        { itemId: 'opened-0', subClientId: 'SC-2' },
        { itemId: 'opened-1', subClientId: 'SC-3' },
      ]);
    await lacks('Whose is it?');
  });

  const rejected = (itemId: string, rest: Partial<UploadItem> = {}) =>
    uploadItem(itemId, {
      state: 'refused',
      problem: appError('file.type-unsupported', 'c-1'),
      ...rest,
    });

  test('a file that was rejected by its content is asked nothing, and what is known of it stands', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    bridge.answer('documents.add', ({ fileName, subClientId }) =>
      ok(rejected('r1', { fileName, subClientId })),
    );
    bridge.answer('documents.describe', () => ok(rejected('r1')));
    drop(board(), pdf('scan 0007.pdf'));
    await sees(card('scan 0007.pdf'));
    await lacks('Whose is it?');
    drop(board(), pdf('Marula tax clearance exp 31-12-2027.pdf'));
    await expect
      .poll(() => requested('documents.describe'))
      .toMatchObject([{ documentType: 'TAX_CERTIFICATE', expiryDate: '2027-12-31' }]);
  });

  test('a rejected file that is dropped again, put right, is not asked whose it is, and takes over what was chosen', async () => {
    await open('board', [
      rejected('r1', {
        fileName: 'scan 0007.heic',
        subClientId: 'SC-5',
        documentType: 'DIRECTOR_IDENTIFICATION',
        expiryDate: '2031-02-28',
      }),
    ]);
    await sees(card('scan 0007.heic'));
    drop(board(), pdf('scan 0007.pdf'));
    await expect
      .element(card('scan 0007.pdf'))
      .toMatchTextContent(/Harmattan Energy · Director identification · expires 28 Feb 2031/);
    await lacks(card('scan 0007.heic'), 'Whose is it?');
    expect(requested('documents.remove')).toEqual([{ itemId: 'r1' }]);
  });

  test('a day that can be read in two ways is asked about at its field, and keeps the file back until one is chosen', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    drop(board(), pdf('Marula tax clearance expires 04-05-2027.pdf'));
    const tax = card('Marula tax clearance expires 04-05-2027.pdf');
    await sees(tax.getByText('“04-05-2027” can be read in 2 ways. Which is it?'));
    await sees('1 file needs details.');
    await userEvent.keyboard('g');
    expect(requested('documents.send')).toEqual([]);
    await tax.getByRole('button', { name: '5 Apr 2027' }).click();
    await expect
      .element(tax)
      .toMatchTextContent(/Marula GmbH · Tax certificate · expires 5 Apr 2027/);
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['added-0'] }]);
  });

  test('a day is typed as people write it; what is no day, or two, is reported at the field', async () => {
    await open('board', [complete('u1', { documentType: 'DIRECTOR_IDENTIFICATION' })]);
    const expires = card('u1.pdf').getByLabelText('Expires');
    await sees('a director identification is not sent without it');
    await expires.fill('soon');
    await userEvent.keyboard('{Tab}');
    await sees('“soon” is not a date. Write it like 12 Sep 2026.');
    await expires.fill('4/5/2031');
    await userEvent.keyboard('{Tab}');
    await sees(card('u1.pdf').getByRole('button', { name: '5 Apr 2031' }));
    expect(requested('documents.send')).toEqual([]);
    await expires.fill('28.02.31');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['u1'] }]);
    expect(requested('documents.describe').at(-1)).toEqual({
      itemId: 'u1',
      expiryDate: '2031-02-28',
      unsureDays: [],
    });
  });

  test('a type that the bank’s file lists, or a document has, is a column', async () => {
    await open('board', [], {}, [
      { type: 'UBO_DECLARATION', needs: [] },
      { type: 'REGISTRATION_CERTIFICATE', needs: [] },
    ]);
    await sees(rowOf('Kestrel'));
    const heads = page.getByRole('columnheader');
    await expect.element(heads.nth(1)).toMatchTextContent(/Ubo declaration/);
    await expect.element(heads.nth(2)).toMatchTextContent(/Registration/);
    // Kestrel has a document of this type at the bank.
    await expect.element(heads.nth(3)).toMatchTextContent(/Address/);
    await lacks(page.getByRole('columnheader', { name: 'Tax' }));
    drop(cell('SC-1', 'UBO_DECLARATION'), pdf('owners.pdf'));
    await expect
      .element(card('owners.pdf'))
      .toMatchTextContent(/Kestrel Logistics Ltd · Ubo declaration/);
  });

  test('impossible days keep a file from being sent with the others, and are reported at the field', async () => {
    await open('board', [
      complete('u1'),
      complete('u2', { issueDate: '2026-02-01', expiryDate: '2026-01-31' }),
    ]);
    await sees(card('u2.pdf').getByText('is before the day of issue'));
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['u1'] }]);
    await card('u2.pdf').getByRole('button', { name: 'Send' }).click();
    expect(requested('documents.send')).toHaveLength(1);
  });

  test('the keyboard stays in the queue when a line of it goes', async () => {
    await open('board', [complete('u1'), complete('u2')]);
    await card('u1.pdf').getByRole('button', { name: 'Remove' }).click();
    await lacks(card('u1.pdf'));
    await expect.element(card('u2.pdf')).toHaveFocus();
    drop(board(), new File([], 'nothing.pdf'));
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(card('u2.pdf')).toHaveFocus();
    await card('u2.pdf').getByRole('button', { name: 'Remove' }).click();
    await expect
      .poll(() => document.activeElement?.closest('aside')?.getAttribute('aria-label'))
      .toBe('Queue');
  });

  test('what was sent is cleared by one key, and what waits stays', async () => {
    await open('board', [
      complete('u1', { state: 'sent', documentId: 'D-1' }),
      complete('u2'),
      complete('u3', { state: 'sent', documentId: 'D-3' }),
    ]);
    await sees(page.getByRole('button', { name: /^Clear 2 sent/ }));
    await userEvent.keyboard('c');
    await lacks(card('u1.pdf'));
    await sees(card('u2.pdf'));
    expect(requested('documents.remove')).toEqual([{ itemId: 'u1' }, { itemId: 'u3' }]);
  });

  test('hundreds of cards are all drawn, though not at once', async () => {
    const many = Array.from({ length: 120 }, (_, index) => complete(`u${String(index)}`));
    await open('board', many);
    await page.getByRole('button', { name: 'Board and cards' }).click();
    await sees(card('u0.pdf'));
    await expect.element(card('u119.pdf')).toBeInTheDocument();
  });

  test('of hundreds that are ready one key sends all, a hundred in each question', async () => {
    const many = Array.from({ length: 250 }, (_, index) => complete(`u${String(index)}`));
    await open('board', many);
    await sees(page.getByRole('button', { name: /^Send 250 ready/ }));
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toHaveLength(3);
    expect(requested('documents.send').flatMap(({ itemIds }) => itemIds)).toEqual(
      many.map(({ itemId }) => itemId),
    );
  });

  test('offline, files are accepted and stored, and nothing is sent', async () => {
    await open('board', [], { online: false });
    await sees(rowOf('Marula'));
    drop(board(), pdf('Marula tax.pdf'));
    await sees(card('Marula tax.pdf'), /Files are stored, encrypted, until you send them/);
    await userEvent.keyboard('g');
    expect(requested('documents.send')).toEqual([]);
  });

  test('those that need something come first, and each cell says what', async () => {
    await open('board', [complete('u1', { state: 'unknown' })]);
    const rows = page.getByRole('grid', { name: 'Drop board' }).getByRole('row');
    await expect.element(rows.nth(1)).toMatchTextContent(/Kestrel/);
    await sees(rowOf('Kestrel').getByText('no answer'), rowOf('Harmattan').getByText('expired'));
    await sees(rowOf('Oduya').getByText('3 Jan 2027'));
    await expect.element(rows.last()).toMatchTextContent(/Marula/);
    await sees(rowOf('Kestrel').getByText('approved'));
  });
});

describe('what is dropped beside every place for it', () => {
  /** On no part of the view, so that the window receives it. */
  async function dropBeside(...files: File[]): Promise<void> {
    await sees(page.getByRole('heading', { name: 'Sub-clients' }));
    drop(document.querySelector('h1'), ...files);
  }

  test.each(['board', 'to-do', 'list', 'expiries'] as const)(
    'is accepted by the board, from %s',
    async (tab) => {
      await open(tab);
      await dropBeside(pdf('Oduya Foods tax clearance.pdf'));
      await sees(card('Oduya Foods tax clearance.pdf'), page.getByRole('tab', { selected: true }));
      await expect
        .element(page.getByRole('tab', { selected: true }))
        .toMatchTextContent(/Drop board/);
      expect(requested('documents.add')).toMatchObject([{ subClientId: 'SC-2' }]);
      expect(notices).toEqual([]);
    },
  );

  test('is accepted for the sub-client that is looked at', async () => {
    await open('list');
    await rowOf('Kestrel').click();
    await sees(page.getByText(/^Drop files or a folder/));
    await dropBeside(pdf('Oduya tax clearance.pdf'));
    await expect.poll(() => requested('documents.add')).toMatchObject([{ subClientId: 'SC-1' }]);
    expect(notices).toEqual([]);
  });

  test('is not accepted behind a question, and a notice says so', async () => {
    await open('board');
    await sees(rowOf('Marula'));
    const dialog = document.body.appendChild(document.createElement('dialog'));
    onTestFinished(() => dialog.remove());
    dialog.showModal();
    drop(dialog, pdf('Marula tax.pdf'));
    await expect.poll(() => notices).toEqual([expect.stringMatching(/^File not used/)]);
    expect(requested('documents.add')).toEqual([]);
  });
});

describe('Escape on the board', () => {
  test('leaves a field for its card, and the card for the matrix; keys work there', async () => {
    await open('board', [complete('u1')]);
    await card('u1.pdf').getByRole('button', { name: 'Change' }).click();
    await expect
      .element(card('u1.pdf').getByRole('combobox', { name: 'Sub-client' }))
      .toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(card('u1.pdf')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Drop board' })).toHaveFocus();
    await userEvent.keyboard('g');
    await expect.poll(() => requested('documents.send')).toEqual([{ itemIds: ['u1'] }]);
  });

  test('leaves the field of a file without a sub-client, behind what was typed in it', async () => {
    await open('board', [uploadItem('u1', { subClientId: '' })]);
    await page.getByRole('combobox', { name: 'Whose is it?' }).click();
    await userEvent.keyboard('harm{Escape}{Escape}');
    await expect.element(page.getByRole('grid', { name: 'Drop board' })).toHaveFocus();
    expect(requested('documents.move')).toEqual([]);
  });
});

describe('to do and expiries', () => {
  test('say that nothing is known while the sub-clients were never fetched', async () => {
    await open('to-do');
    bridge.answer('subClients.requirements', () => ok({ rows: [] }));
    bridge.answer('documents.expiries', () => ok({ rows: [] }));
    bridge.answer('subClients.list', () => ok({ rows: [], asOf: null }));
    bridge.announce('store.changed', { topic: 'subClients' });
    await sees('Not known yet');
    await userEvent.keyboard('x');
    await sees('Not known yet');
    bridge.answer('subClients.list', () => ok({ rows: [], asOf: '2026-11-20T09:41:00.000Z' }));
    bridge.announce('store.changed', { topic: 'subClients' });
    await sees('No expiring documents');
  });

  test('the strip counts what runs out, and a stretch opens its list', async () => {
    await open('list');
    const strip = page.getByRole('group', { name: 'Expiring documents' });
    await expect
      .element(strip)
      .toMatchTextContent(/1 ?expired.*1 ?within 30 days.*1 ?31 to 60 days.*0 ?61/);
    await strip.getByRole('button', { name: /31 to 60/ }).click();
    await expect.element(rowOf('Oduya Foods')).toMatchTextContent(/3 Jan 2027.*in 44 days/);
    await lacks(rowOf('Harmattan'));
  });

  test('what runs out is saved as a calendar, and a notice says so', async () => {
    await open('expiries');
    bridge.answer('documents.saveCalendar', () => ok({ saved: true, fileName: 'x.ics' }));
    await page.getByRole('button', { name: 'Save as calendar…' }).click();
    await expect.poll(() => shared.notices.last?.text).toBe('Calendar saved as x.ics.');
  });

  test('what is asked of a sub-client is copied as a letter', async () => {
    await open('list');
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => copied.mockRestore());
    await rowOf('Kestrel').click();
    await page.getByRole('button', { name: 'Copy as a letter' }).click();
    await expect
      .poll(() => copied.mock.lastCall?.[0])
      .toMatch(
        /1\. Proof of address: the one at the bank expires on 8 Dec 2026\.\n2\. Tax certificate\./,
      );
  });

  test('the letter of one sub-client is saved beside it, those of all from what is to be done', async () => {
    await open('list');
    bridge.answer('subClients.saveLetters', ({ entityId }) =>
      ok({ saved: true, fileName: 'x.eml', letters: entityId === undefined ? 3 : 1 }),
    );
    await rowOf('Kestrel').click();
    await page.getByRole('button', { name: 'Save the letter…' }).click();
    await expect.poll(() => shared.notices.last?.text).toBe('Letter saved as x.eml.');
    await page.getByRole('tab', { name: /To do/ }).click();
    await page.getByRole('button', { name: 'Save all letters…' }).click();
    await expect.poll(() => shared.notices.last?.text).toBe('3 letters saved as x.eml.');
    expect(requested('subClients.saveLetters')).toEqual([{ entityId: 'SC-1' }, {}]);
  });

  test('Enter on what is to be done opens the steps where it is done', async () => {
    await open('to-do');
    await rowOf('Add the owners').click();
    await userEvent.keyboard('{Enter}');
    await sees(page.getByRole('heading', { name: 'Shareholders', exact: true }));
    expect(shared.router.place.params).toMatchObject({ entityId: 'SC-1', place: 'shareholders' });
  });

  test('what is to be done for one that is approved opens beside the list', async () => {
    await open('to-do');
    await rowOf('Upload a valid tax certificate').click();
    await userEvent.keyboard('{Enter}');
    await sees(page.getByRole('heading', { name: 'Harmattan Energy' }));
    await sees(page.getByRole('tab', { name: /List/, selected: true }));
  });

  test('tabs are reached by keys of their own and by arrows', async () => {
    await open('list');
    await sees(rowOf('Kestrel'));
    await userEvent.keyboard('t');
    await sees(page.getByRole('tab', { name: /To do/, selected: true }));
    (page.getByRole('tab', { name: /To do/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(page.getByRole('tab', { name: /Drop board/, selected: true }))
      .toHaveFocus();
  });
});

describe('a sub-client beside the list', () => {
  test('one that is gone from the bank is shown plainly as such and only read', async () => {
    await open('list');
    const { answers } = fakeOnboarding();
    bridge.answer('subClients.get', async (input) => {
      const outcome = await answers['subClients.get']!(input);
      return outcome.ok ? ok({ ...outcome.value, goneAt: '2026-11-19T08:00:00.000Z' }) : outcome;
    });
    await rowOf('Kestrel').click();
    await sees(/no longer has it since 19 Nov 2026/);
    await sees('No longer at the bank. It can be read, not changed.');
    await lacks(page.getByRole('button', { name: /Add files/ }));
  });

  test('what to do next stands with its one action, owners and documents with their states', async () => {
    await open('list');
    await rowOf('Kestrel').click();
    const pane = page.getByRole('complementary', { name: 'Sub-client' });
    await sees(pane.getByText('Upload the tax certificate'));
    await expect.element(pane.getByText('40 % remaining')).toBeInTheDocument();
    await expect.element(pane.getByText('approved', { exact: true })).toBeInTheDocument();
    await pane.getByRole('button', { name: 'Enter owners' }).click();
    await sees(page.getByRole('heading', { name: 'Shareholders', exact: true }));
  });
});
