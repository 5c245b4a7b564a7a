import { expect, test } from 'vitest';

import { openOnboardingDesk, wholeDetails } from '../../support/desks/onboarding-desk.ts';
import { quaysideClient, quaysideSubClient, startQuayside } from '../../support/banks/quayside.ts';
import { deskAtBank } from '../../support/desks/desk-at-bank.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';

async function drop(desk: TestDesk, subClientId: string, words: string): Promise<string> {
  const { itemId, businessUserId } = await desk.get('documents.add', {
    subClientId,
    fileName: `${words}.pdf`,
    mimeType: 'application/pdf',
    bytes: new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`)),
  });
  expect(businessUserId).toBeNull();
  await desk.get('documents.describe', {
    itemId,
    documentType: 'DIRECTOR_IDENTIFICATION',
    expiryDate: '2031-02-28',
  });
  return itemId;
}

test('a person’s document is sent with the person’s id, and the company’s without any', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  await desk.get('subClients.name', { entityId: quaysideSubClient, clientId: quaysideClient });
  const passport = await drop(desk, quaysideSubClient, 'passport');
  const changed = { itemId: passport, businessUserId: 'usr-7' };
  expect(await desk.get('documents.describe', changed)).toMatchObject({
    businessUserId: 'usr-7',
    documentType: 'DIRECTOR_IDENTIFICATION',
  });
  const lease = await drop(desk, quaysideSubClient, 'lease');
  await desk.get('documents.describe', { itemId: lease, businessUserId: 'usr-8' });
  await desk.get('documents.describe', { itemId: lease, businessUserId: null });
  await desk.get('documents.send', { itemIds: [passport, lease] });
  expect(bank.uploads.map(({ fields }) => fields['businessUserId'])).toEqual(['usr-7', undefined]);
  expect(Object.keys(bank.uploads[1]?.fields ?? {})).toEqual([
    'documentType',
    'expiryDate',
    'file',
  ]);
  // Who was typed once is offered for the next file.
  expect(await desk.get('documents.people', { subClientId: quaysideSubClient })).toEqual({
    rows: [{ subClientId: quaysideSubClient, personId: 'usr-7', name: '' }],
  });
  expect(await desk.get('documents.people', { subClientId: 'sub-43' })).toEqual({ rows: [] });
});

test('shareholders are known by name, each for its own company; given to another, a file has no person', async () => {
  const desk = await openOnboardingDesk();
  const one = (await desk.create(wholeDetails)).recordId ?? '';
  const other = (await desk.create({ ...wholeDetails, name: 'Oduya Foods' })).recordId ?? '';
  const jane = (await desk.addOwner(one, 'Jane Doe', '60')).recordId ?? '';
  const john = (await desk.addOwner(other, 'John Roe', '100')).recordId ?? '';
  expect((await desk.get('documents.people', {})).rows).toEqual(
    expect.arrayContaining([
      { subClientId: one, personId: jane, name: 'Jane Doe' },
      { subClientId: other, personId: john, name: 'John Roe' },
    ]),
  );
  const itemId = await drop(desk, one, 'passport');
  await desk.get('documents.describe', { itemId, businessUserId: jane });
  expect(await desk.get('documents.people', { subClientId: one })).toEqual({
    rows: [{ subClientId: one, personId: jane, name: 'Jane Doe' }],
  });
  expect(await desk.get('documents.move', { itemId, subClientId: other })).toMatchObject({
    subClientId: other,
    businessUserId: null,
  });
});
