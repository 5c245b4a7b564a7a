import { expect, test } from 'vitest';

import { openOnboardingDesk, wholeDetails } from '../../support/desks/onboarding-desk.ts';
import { openTestDesk } from '../../support/desks/test-desk.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';

test('a file is not sent without the days that its type needs, and says which', async () => {
  const desk = await openOnboardingDesk();
  const subClientId = (await desk.create(wholeDetails)).recordId ?? '';
  const { itemId } = await desk.drop(subClientId, 'DIRECTOR_IDENTIFICATION', {
    fileName: 'passport.pdf',
  });
  await desk.get('documents.describe', { itemId, expiryDate: null });
  const refused = await desk.refused('documents.send', { itemIds: [itemId] });
  expect(refused).toMatchObject({
    message: expect.stringContaining(
      'passport.pdf lacks the day of expiry, which a director identification is not sent without.',
    ) as string,
    fields: { expiryDate: 'is missing' },
  });
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
  await desk.get('documents.describe', { itemId, expiryDate: '2031-02-28' });
  const sent = await desk.get('documents.send', { itemIds: [itemId] });
  expect(sent.items[0]?.state).toBe('sent');
});

test('a file with a day that can be read in two ways is not sent, also after a restart, until a person chooses one', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const subClientId = (await desk.create(wholeDetails)).recordId ?? '';
  const { itemId } = await desk.drop(subClientId, 'TAX_CERTIFICATE', { fileName: 'tax.pdf' });
  const unsure = {
    field: 'expiryDate',
    words: '04-05-2027',
    days: ['2027-05-04', '2027-04-05'],
  } as const;
  await desk.get('documents.describe', {
    itemId,
    unsureDays: [{ ...unsure, days: [...unsure.days] }],
  });
  await desk.close();

  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  expect((await again.get('documents.queue', {})).items).toMatchObject([{ unsureDays: [unsure] }]);
  const refused = await again.refused('documents.send', { itemIds: [itemId] });
  expect(refused.message).toContain('The day “04-05-2027” of tax.pdf is not confirmed yet.');
  await again.get('documents.describe', { itemId, expiryDate: '2027-05-04', unsureDays: [] });
  const sent = await again.get('documents.send', { itemIds: [itemId] });
  expect(sent.items[0]).toMatchObject({ state: 'sent', expiryDate: '2027-05-04' });
});

test('the window gets the types that the bank’s file lists, with what they need', async () => {
  const desk = await openOnboardingDesk();
  const { types } = await desk.get('documents.rules', {});
  expect(types).toHaveLength(6);
  expect(types).toContainEqual({ type: 'PROOF_OF_ADDRESS', needs: ['issueDate'] });
});
