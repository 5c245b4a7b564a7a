import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { go, startDesk, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import type { Place } from '../support/place.ts';
import { board, card, fileIn, openSubClient, pdf } from '../support/sub-clients.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

/** What the bank takes at most, and one byte more. */
const tooLargeBytes = 10 * 1024 * 1024 + 1;

test('files and a folder dropped from the disk are checked one by one, each refusal with its reason [U1 U8]', async () => {
  const { place, desk } = await startSyncedDesk();
  await openSubClient(desk, 'Harmattan Foods');
  const good = fileIn(place, 'certificate of incorporation 2026-09-01.pdf', pdf('good'));
  const program = fileIn(
    place,
    'invoice.pdf',
    Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4]),
  );
  const empty = fileIn(place, 'empty.pdf', '');
  const large = fileIn(place, 'large.pdf', pdf('large'));
  truncateSync(large, tooLargeBytes);
  const folder = join(place.folder, 'scans');
  mkdirSync(join(folder, 'deeper'), { recursive: true });
  fileIn(place, 'scans/utility bill 2026-09-01.pdf', pdf('bill'));
  fileIn(place, 'scans/deeper/passport of the director 2031-02-28.pdf', pdf('passport'));
  await dropOn(board(desk), good, program, empty, large, folder);

  const queue = desk.page.getByRole('region', { name: 'Upload queue' });
  await card(desk, 'certificate of incorporation 2026-09-01.pdf').waitFor();
  await queue.getByText('utility bill 2026-09-01.pdf').waitFor();
  await card(desk, 'passport of the director 2031-02-28.pdf').waitFor();
  await card(desk, 'invoice.pdf')
    .getByText(/The content of .*It was not used/)
    .waitFor();
  await card(desk, 'empty.pdf')
    .getByText(/empty\.pdf has 0 bytes.*Choose another file/)
    .waitFor();
  await queue
    .getByText(/large\.pdf has 10 MB; the bank takes up to 10 MB.*Make it smaller/)
    .waitFor();
  const send = queue.getByRole('button', { name: /^Send\b(?! )/ });
  await expect.poll(() => send.count()).toBe(3);
  expect(await place.bank.calls('uploadSubclientDocuments')).toEqual([]);
});

test('a link, a giant, one file twice and a name with hidden marks hold no other file back, and a stored file may go from the disk [U2 U4]', async () => {
  const { place, desk } = await startSyncedDesk();
  await openSubClient(desk, 'Harmattan Foods');
  const bill = fileIn(place, 'utility bill 2026-09-01.pdf', pdf('bill'));
  const link = join(place.folder, 'link to a passport.pdf');
  symlinkSync(fileIn(place, 'elsewhere.pdf', pdf('passport')), link);
  const giant = fileIn(place, 'giant.pdf', '');
  truncateSync(giant, 2 * 1024 ** 3);
  const twin = fileIn(place, 'utility bill again 2026-09-01.pdf', pdf('bill'));
  const marked = fileIn(place, 'tax\u202Efdp.\u200Bcertificate.pdf', pdf('tax'));
  await dropOn(board(desk), link, bill, giant, twin, marked);

  const queue = desk.page.getByRole('region', { name: 'Upload queue' });
  await queue.getByText(/^link to a passport\.pdf cannot be read: it may be a link/).waitFor();
  await queue.getByText(/giant\.pdf has 2,048 MB; the bank takes up to 10 MB/).waitFor();
  await card(desk, 'taxfdp.certificate.pdf').waitFor();
  await card(desk, 'utility bill again 2026-09-01.pdf')
    .getByText(/waits in the queue already as “utility bill 2026-09-01\.pdf”/)
    .waitFor();
  rmSync(bill);
  await card(desk, 'utility bill 2026-09-01.pdf').getByRole('button', { name: 'Send' }).click();
  await card(desk, 'utility bill 2026-09-01.pdf').getByText('Sent', { exact: true }).waitFor();
  await card(desk, 'utility bill again 2026-09-01.pdf')
    .getByText(/was already sent for this sub-client as “utility bill 2026-09-01\.pdf”/)
    .waitFor();
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(1);
});

test('type and dates are proposed from the name, and a person’s choice stands', async () => {
  const { place, desk } = await startSyncedDesk();
  await openSubClient(desk, 'Harmattan Foods');
  const name = 'passport of the director 2031-02-28.pdf';
  await dropOn(board(desk), fileIn(place, name, pdf('passport')));
  const passport = card(desk, name);
  await passport.waitFor();
  const type = passport.getByLabel('Type');
  await expect.poll(() => type.inputValue()).toBe('DIRECTOR_IDENTIFICATION');
  await expect.poll(() => passport.getByLabel('Expires').inputValue()).toBe('28 Feb 2031');
  await type.selectOption('PROOF_OF_ADDRESS');
  await passport.getByLabel('Issued').fill('2026-02-28');
  await passport.getByRole('button', { name: 'Send' }).click();
  await passport.getByText('Sent', { exact: true }).waitFor();
  expect(await documentsAt(place, 'Harmattan Foods')).toContainEqual(
    expect.objectContaining({
      documentType: 'PROOF_OF_ADDRESS',
      issueDate: '2026-02-28',
      expiryDate: '2031-02-28',
    }),
  );
});

test('the queue outlives kill -9; sent then, the last stage is done and the sub-client is submitted', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  const name = 'utility bill proof of address 2026-09-01.pdf';
  await openSubClient(killed, 'Brightwater Logistics');
  await dropOn(board(killed), fileIn(place, name, pdf('bill')));
  await expect.poll(() => card(killed, name).getByLabel('Issued').inputValue()).toBe('1 Sep 2026');
  await killed.kill();

  const desk = await startDesk(place);
  await signedIn(desk);
  const { page } = desk;
  await openSubClient(desk, 'Brightwater Logistics');
  const bill = card(desk, name);
  await expect.poll(() => bill.getByLabel('Type').inputValue()).toBe('PROOF_OF_ADDRESS');
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await page.getByText('To submit it, finish its stages: 1 left.').waitFor();
  await bill.getByRole('button', { name: 'Send' }).click();
  await bill.getByText('Sent', { exact: true }).waitFor();
  await page.getByText(/it can be submitted\.$/i).waitFor();

  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Submit Brightwater Logistics?' });
  await dialog.getByText('SANDBOX').waitFor();
  expect(await place.bank.calls('submitSubclient')).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Submitted for approval: Brightwater Logistics.').waitFor();
  await page.getByRole('complementary').getByText('pending', { exact: true }).waitFor();
  expect(await place.bank.calls('submitSubclient')).toHaveLength(1);
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(1);
});

test('twenty files caught by a lost line wait in their cells, also over a kill, and one key sends them all', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  await openBoard(killed);
  const names = Array.from(
    { length: 20 },
    (_, index) => `Brightwater Logistics utility bill ${index} 2026-09-01.pdf`,
  );
  await dropOn(queueOf(killed), ...names.map((name) => fileIn(place, name, pdf(name))));
  await killed.page.getByRole('button', { name: /^Send 20 ready/ }).waitFor();
  await place.line.cut();
  await killed.hand.press('g');
  await killed.page.getByText(/20 files were not sent yet\./).waitFor();
  await waitingCell(killed).waitFor();
  expect(await killed.page.getByText('Refused', { exact: true }).count()).toBe(0);
  await killed.kill();
  await place.line.mend();

  const desk = await startDesk(place);
  await signedIn(desk);
  await openBoard(desk);
  await waitingCell(desk).waitFor();
  const send = desk.page.getByRole('button', { name: /^Send all 20/ });
  await send.and(desk.page.locator(':enabled')).waitFor();
  const before = desk.hand.presses();
  await desk.hand.press('g');
  await desk.page.getByRole('button', { name: /^Clear 20 sent/ }).waitFor();
  expect(desk.hand.presses() - before).toBe(1);
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(20);
});

test('a file whose name does not show its owner is there again after a kill, encrypted, and is given to its owner', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  await openBoard(killed);
  await dropOn(
    queueOf(killed),
    fileIn(place, 'scan 0001 utility bill 2026-09-01.pdf', pdf('canary of nobody')),
  );
  await killed.page.getByText('Whose is it?').waitFor();
  await killed.kill();
  const spool = join(place.dataDir, 'banks', 'sandbox', 'spool');
  const [name = ''] = readdirSync(spool);
  expect(readFileSync(join(spool, name), 'latin1')).not.toContain('canary');

  const desk = await startDesk(place);
  await signedIn(desk);
  await openBoard(desk);
  await desk.page.getByRole('combobox', { name: 'Whose is it?' }).fill('brightw');
  await desk.page.getByRole('option', { name: /Brightwater Logistics/, selected: true }).waitFor();
  await desk.hand.press('Enter');
  await card(desk, 'scan 0001 utility bill 2026-09-01.pdf')
    .getByText('Brightwater Logistics')
    .waitFor();
  expect(await place.bank.calls('uploadSubclientDocuments')).toEqual([]);
});

test('a file that was on its way when the desk was killed is unknown, and is not sent again [U6]', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  const name = 'utility bill 2026-09-01.pdf';
  await openSubClient(killed, 'Brightwater Logistics');
  await dropOn(board(killed), fileIn(place, name, pdf('bill')));
  const sendButton = card(killed, name).getByRole('button', { name: 'Send' });
  await sendButton.waitFor();
  // The bank has the file, and the desk cannot learn of it yet.
  await place.bank.setFaults(
    { operation: 'uploadSubclientDocuments', fault: { kind: 'never-answer-after-commit' } },
    { operation: 'getSubclientDocuments', fault: { kind: 'status', status: 501 } },
  );
  await sendButton.click();
  await expect.poll(() => place.bank.calls('uploadSubclientDocuments')).toHaveLength(1);
  await killed.kill();

  const desk = await startDesk(place);
  await signedIn(desk);
  await openSubClient(desk, 'Brightwater Logistics');
  await card(desk, name).getByText('No answer', { exact: true }).waitFor();
  expect(await card(desk, name).getByRole('button', { name: 'Send' }).count()).toBe(0);
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(1);
});

test('an upload whose answer is lost is unknown, is not sent twice, and the bank’s documents settle it [U6]', async () => {
  const { place, desk } = await startSyncedDesk();
  const name = 'utility bill 2026-09-01.pdf';
  await openSubClient(desk, 'Brightwater Logistics');
  await dropOn(board(desk), fileIn(place, name, pdf('bill')));
  const bill = card(desk, name);
  await place.bank.setFaults({
    operation: 'uploadSubclientDocuments',
    fault: { kind: 'cut-after-commit' },
  });
  await bill.getByRole('button', { name: 'Send' }).click();
  await bill.getByText('No answer', { exact: true }).waitFor();
  await bill.getByText(/may have arrived/).waitFor();
  expect(await bill.getByRole('button', { name: /Send|Remove/ }).count()).toBe(0);

  await place.bank.setFaults();
  await bill.getByRole('button', { name: 'Check documents' }).click();
  await bill.getByText('Sent', { exact: true }).waitFor();
  await desk.page.getByText(/it can be submitted\.$/i).waitFor();
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(1);
  const { receivedFiles } = await place.bank.snapshot();
  expect(receivedFiles.map(({ fileName }) => fileName)).toEqual([name]);
  await bill.getByText('Details', { exact: true }).click();
  await bill.getByText(receivedFiles[0]!.documentId).waitFor();
});

test('a sub-client is deleted only once its name is typed', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page } = desk;
  await openSubClient(desk, 'Tern Software');
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Tern Software?' });
  const confirm = dialog.getByRole('button', { name: 'Delete at the bank' });
  const typed = dialog.getByLabel('Type “Tern Software” to confirm');
  await typed.fill('Tern Softwar');
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await typed.fill('Tern Software');
  await confirm.click();
  await page.getByText('Tern Software is deleted at the bank.').waitFor();
  await page.getByText('Deleted at the bank. It can be read, not changed.').waitFor();
  expect(await place.bank.calls('deleteSubclient')).toHaveLength(1);
});

async function openBoard(desk: Desk): Promise<void> {
  await go(desk, 'Sub-clients');
  await desk.page.getByRole('tab', { name: /Drop board/ }).click();
  await desk.page
    .getByRole('grid', { name: 'Drop board' })
    .getByRole('gridcell', { name: /Brightwater Logistics/ })
    .first()
    .waitFor();
}

/** Beside the matrix: what is dropped there belongs to no cell. */
const queueOf = ({ page }: Desk) => page.getByRole('complementary', { name: 'Queue' });

const waitingCell = ({ page }: Desk) =>
  page
    .getByRole('row', { name: /Brightwater/ })
    .getByText('not sent yet')
    .first();

/** The documents that the bank itself holds for a sub-client. */
async function documentsAt({ bank }: Place, name: string) {
  const { subClients, documents } = await bank.snapshot();
  const id = subClients.find((subClient) => subClient.name === name)?.entityId;
  return documents.filter(({ entityId }) => entityId === id);
}
