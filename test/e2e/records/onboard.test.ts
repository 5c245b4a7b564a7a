import { expect, test } from 'vitest';

import { go, startDesk, sync, type Desk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { focused } from '../support/focus.ts';
import type { Place } from '../support/place.ts';
import { fileIn, pdf } from '../support/sub-clients.ts';
import { signedIn, startSyncedDesk } from '../support/synced.ts';

const steps = ({ page }: Desk) => page.getByRole('navigation', { name: 'Steps' });
const heading = ({ page }: Desk, name: string) => page.getByRole('heading', { name, exact: true });
const queue = ({ page }: Desk) => page.getByRole('region', { name: 'Upload queue' });
const documentsArea = ({ page }: Desk) => page.getByRole('group', { name: /^Documents; files/ });

/** Goes to the sub-clients and begins a new one: the cursor is in its name. */
async function beginNew(desk: Desk): Promise<void> {
  const { page, hand } = desk;
  await go(desk, 'Sub-clients');
  await page.getByRole('tab', { name: /^List/ }).waitFor();
  await hand.press('n');
  await focused(page.getByLabel('Name *'));
}

/** Types into the field that a label names, having gone there by keys. */
async function fill(desk: Desk, label: string, text: string): Promise<void> {
  const field = desk.page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await desk.hand.press('Tab');
  }
  await focused(field);
  await desk.hand.type(text);
}

async function atBank({ bank }: Place, name: string) {
  const { subClients, documents } = await bank.snapshot();
  const subClient = subClients.find((other) => other.name === name);
  return {
    subClient,
    documents: documents.filter(({ entityId }) => entityId === subClient?.entityId),
  };
}

test('a new sub-client is entered, owned, documented and submitted by keyboard, one drop and one key for its documents', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  const name = 'Osprey Rail';
  await beginNew(desk);
  await hand.type(name);
  await fill(desk, 'Registered business name', 'Osprey Rail GmbH');
  await fill(desk, 'Country of registration', 'Germany');
  await hand.press('Tab');
  // The segments of a date are typed in the order of the machine's own language.
  await page.getByLabel('Registered on').fill('2019-04-02');
  await fill(desk, 'Business type', 'limited company');
  await hand.press('Enter');
  await heading(desk, 'Address and contact').waitFor();
  await steps(desk).getByText('saved at').first().waitFor();
  expect(await place.bank.calls('createSubclient')).toHaveLength(1);
  await fill(desk, 'Address', 'Am Wall 1');
  await fill(desk, 'City', 'Bremen');
  await fill(desk, 'E-mail', 'office@osprey.example');
  await hand.press('Enter');
  await heading(desk, 'Shareholders').waitFor();
  expect((await atBank(place, name)).subClient).toMatchObject({
    countryOfRegistration: 'DEU',
    registrationDate: '2019-04-02',
    businessAddressLine1: 'Am Wall 1',
    city: 'Bremen',
    status: 'draft',
  });

  for (const [owner, share] of [
    ['Ida Brand', '66.6667'],
    ['Jo Brand', '33.3333'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an owner' }).focus();
    await hand.press('Enter');
    await focused(page.getByLabel('Name of the owner').last());
    await hand.type(owner);
    await fill(desk, `Share of ${owner} in per cent`, share);
  }
  await page.getByText('adds to 100 %', { exact: true }).waitFor();
  await hand.press('Enter');
  await heading(desk, 'Documents').waitFor();
  expect(await place.bank.calls('createSubclientShareholder')).toHaveLength(2);

  const before = hand.presses();
  await dropOn(
    documentsArea(desk),
    fileIn(place, 'certificate of incorporation 2019-04-02.pdf', pdf('registration')),
    fileIn(place, 'utility bill 2026-10-01.pdf', pdf('bill')),
    fileIn(place, 'passport of the director exp 2031-03.pdf', pdf('passport')),
  );
  for (const file of ['certificate', 'utility bill', 'passport']) {
    await focused(page.getByRole('form', { name: new RegExp(file) }));
    await hand.press('Enter');
  }
  await expect
    .poll(() => page.getByText('Sent', { exact: true }).count(), { timeout: 15_000 })
    .toBe(3);
  expect(hand.presses() - before).toBe(3);
  expect((await atBank(place, name)).documents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        documentType: 'REGISTRATION_CERTIFICATE',
        issueDate: '2019-04-02',
      }),
      expect.objectContaining({ documentType: 'PROOF_OF_ADDRESS', issueDate: '2026-10-01' }),
      expect.objectContaining({
        documentType: 'DIRECTOR_IDENTIFICATION',
        expiryDate: '2031-03-31',
      }),
    ]),
  );

  await page.getByText(/it can be submitted\.$/i).waitFor();
  await page.getByRole('button', { name: 'Go on' }).focus();
  await hand.press('Enter');
  const submit = page.getByRole('button', { name: 'Submit…' });
  await submit.waitFor();
  await focused(submit);
  await hand.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Submit ${name}?` });
  await dialog.getByText('SANDBOX').waitFor();
  await focused(dialog.getByRole('button', { name: 'Submit' }));
  expect(await place.bank.calls('submitSubclient')).toEqual([]);
  await hand.press('Enter');
  await page.getByText(`Submitted for approval: ${name}.`).waitFor();
  expect((await atBank(place, name)).subClient?.status).toBe('submitted');
});

test('many files for many sub-clients take one drop and one key; a file sent before waits for a confirmation', async () => {
  const { place, desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Sub-clients');
  await page.getByRole('tab', { name: /^List/ }).waitFor();
  await hand.press('d');
  await page.getByRole('grid', { name: 'Drop board' }).waitFor();
  await page
    .getByRole('gridcell', { name: /Brightwater Logistics/ })
    .first()
    .waitFor();
  const { subClients } = await place.bank.snapshot();
  const codeOf = (name: string) => subClients.find((other) => other.name === name)?.code ?? '';
  const foods = `${codeOf('Harmattan Foods')} CAC certificate.pdf`;
  const before = hand.presses();
  await dropOn(
    queue(desk),
    fileIn(place, foods, pdf('cac')),
    fileIn(place, 'Brightwater Logistics utility bill 1.10.2026.pdf', pdf('brightwater')),
    fileIn(place, 'Cedar & Vale passport exp 2030-06.pdf', pdf('cedar')),
  );
  const sendAll = page.getByRole('button', { name: /^Send 3 ready/ });
  await sendAll.waitFor();
  await focused(sendAll);
  await hand.press('Enter');
  await expect
    .poll(() => queue(desk).getByText('Sent', { exact: true }).count(), { timeout: 15_000 })
    .toBe(3);
  expect(hand.presses() - before).toBe(1);
  expect((await atBank(place, 'Harmattan Foods')).documents).toContainEqual(
    expect.objectContaining({ documentType: 'REGISTRATION_CERTIFICATE' }),
  );
  expect((await atBank(place, 'Brightwater Logistics')).documents).toContainEqual(
    expect.objectContaining({ documentType: 'PROOF_OF_ADDRESS', issueDate: '2026-10-01' }),
  );
  expect((await atBank(place, 'Cedar & Vale')).documents).toContainEqual(
    expect.objectContaining({
      documentType: 'DIRECTOR_IDENTIFICATION',
      expiryDate: '2030-06-30',
    }),
  );

  await dropOn(queue(desk), fileIn(place, `again ${foods}`, pdf('cac')));
  await queue(desk)
    .getByText(/The same file was already sent for this sub-client/)
    .waitFor();
  await hand.press('g');
  expect(await place.bank.calls('uploadSubclientDocuments')).toHaveLength(3);
  await queue(desk).getByRole('button', { name: 'Send anyway' }).click();
  await expect.poll(() => place.bank.calls('uploadSubclientDocuments')).toHaveLength(4);
});

test('what was typed outlives kill -9, the lock and a bank out of reach, and is sent once the line is back', async () => {
  const { place, desk: killed } = await startSyncedDesk();
  await beginNew(killed);
  await killed.hand.type('Osprey Rail');
  await killed.page.getByText(/^Stored on this machine at/).waitFor();
  await killed.kill();

  const desk = await startDesk(place);
  await signedIn(desk);
  const { page, hand } = desk;
  await beginNew(desk);
  await expect.poll(() => page.getByLabel('Name *').inputValue()).toBe('Osprey Rail');
  await page.getByLabel('Tax number').fill('DE-77');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await signedIn(desk);
  await beginNew(desk);
  await expect.poll(() => page.getByLabel('Tax number').inputValue()).toBe('DE-77');

  await place.line.cut();
  await hand.press('Escape');
  await sync(desk);
  await hand.press('n');
  await focused(page.getByLabel('Name *'));
  await hand.press('Enter');
  await fill(desk, 'City', 'Bremen');
  await page.getByText(/^The bank cannot be reached. Your entries are stored/).waitFor();
  await hand.press('Escape');
  await place.line.mend();
  await sync(desk);
  expect(await place.bank.calls('createSubclient')).toEqual([]);
  await hand.press('n');
  await focused(page.getByLabel('Name *'));
  await hand.press('Enter');
  await heading(desk, 'Address and contact').waitFor();
  await hand.press('Enter');
  await heading(desk, 'Shareholders').waitFor();
  expect((await atBank(place, 'Osprey Rail')).subClient).toMatchObject({
    tin: 'DE-77',
    city: 'Bremen',
  });
  expect(await place.bank.calls('createSubclient')).toHaveLength(1);
});

test('what is to be done leads to where it is done, and what expires is listed for all sub-clients', async () => {
  const { desk } = await startSyncedDesk();
  const { page, hand } = desk;
  await go(desk, 'Sub-clients');
  await page.getByRole('group', { name: 'Expiring documents' }).waitFor();
  await hand.press('t');
  await page.getByRole('grid', { name: 'To do' }).waitFor();
  await hand.press('j');
  const first = page.getByRole('row', { selected: true });
  const whose = await first.getByRole('gridcell').nth(1).innerText();
  await hand.press('Enter');
  await heading(desk, whose).first().waitFor();
  await go(desk, 'Sub-clients');
  await hand.press('x');
  await page.getByRole('grid', { name: 'Expiries' }).waitFor();
  await page.getByRole('button', { name: /^expired/ }).click();
  await page.getByRole('gridcell', { name: /ago$/ }).first().waitFor();
});
