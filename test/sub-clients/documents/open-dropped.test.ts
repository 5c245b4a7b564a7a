import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';
import { openOnboardingDesk, wholeDetails } from '../../support/desks/onboarding-desk.ts';
import { openTestDesk } from '../../support/desks/test-desk.ts';

const pdf = (words: string): Uint8Array => strToU8(`%PDF-1.7\n${words}\n%%EOF\n`);
const bytesOf = (files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(files));

test('the files of an archive are stored as if dropped one by one, over a restart, and what is not used is named', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const subClientId = (await desk.create(wholeDetails)).recordId ?? '';
  const bytes = bytesOf({
    'scans/passport.pdf': pdf('one'),
    'scans/program.pdf': strToU8('MZ'),
    '../bill.pdf': pdf('two'),
  });
  const opened = await desk.get('documents.open', { subClientId, fileName: 'kyc.zip', bytes });
  expect(opened.items).toMatchObject([
    { fileName: 'passport.pdf', subClientId, state: 'ready', mimeType: 'application/pdf' },
    { fileName: 'program.pdf', state: 'refused', problem: { code: 'file.type-unsupported' } },
  ]);
  expect(opened.refused).toEqual([
    {
      fileName: 'bill.pdf',
      message:
        'bill.pdf in kyc.zip names a place outside its archive, which no archive of documents does. It was not used.',
    },
  ]);
  expect(await desk.calls('uploadSubclientDocuments')).toBe(0);
  await desk.close();

  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  const { items } = await again.get('documents.queue', { subClientId });
  expect(items.map(({ fileName, state }) => [fileName, state])).toEqual([
    ['passport.pdf', 'ready'],
    ['program.pdf', 'refused'],
  ]);
});

test('an archive that is too large to open is refused, and nothing of it is read', async () => {
  const desk = await openOnboardingDesk();
  const bytes = new Uint8Array(limits.openedBytesMax + 1);
  const refused = await desk.refused('documents.open', {
    subClientId: '',
    fileName: 'a.zip',
    bytes,
  });
  expect(refused.code).toBe('file.too-large');
});
