import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { strFromU8, unzipSync } from 'fflate';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';

import {
  draftMessage,
  saveLetters,
  type Letter,
} from '../../electron/nouns/sub-clients/letters.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openOnboardingDesk, wholeDetails } from '../support/desks/onboarding-desk.ts';

const letter = (given: Partial<Letter> = {}): Letter => ({
  subClientId: 'S-1',
  name: 'Baobab Textiles',
  email: 'kyc@baobab.example',
  text: 'Documents for Baobab Textiles\n\n1. Tax certificate.\n',
  ...given,
});

test('a draft is read by a mail program as it was written, to whom it is for, and as not sent', async () => {
  const name = 'Société Générale des Pêches et Conserveries d’Abidjan-Cocody — Filiale n° 2';
  const message = draftMessage(letter({ name, text: `Für ${name}\n\n1. Größe.\n` }));
  const read = await PostalMime.parse(message);
  expect(read.subject).toBe(`Documents for ${name}`);
  expect(read.to).toMatchObject([{ address: 'kyc@baobab.example' }]);
  expect(read.text?.trim().replaceAll('\r\n', '\n')).toBe(`Für ${name}\n\n1. Größe.`);
  expect(read.headers).toContainEqual(expect.objectContaining({ key: 'x-unsent', value: '1' }));
  expect(message.split('\r\n').every((line) => line.length <= 78)).toBe(true);
});

test('nothing that a record says gets into the headers of a draft', async () => {
  const read = await PostalMime.parse(
    draftMessage(
      letter({
        name: 'Evil\r\nBcc: thief@evil.example',
        email: 'a@b.example\r\nBcc: thief@evil.example',
      }),
    ),
  );
  expect(read.bcc).toBeUndefined();
  expect(read.to).toBeUndefined();
  expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
});

test('of one the ending of the name decides: a message, or text', async () => {
  const folder = tempFolder();
  for (const [name, starts] of [
    ['a.eml', 'To: kyc@baobab.example'],
    ['a.txt', 'Documents for Baobab'],
  ] as const) {
    const path = join(folder, name);
    const saved = await saveLetters([letter()], true, () => Promise.resolve(path));
    expect(saved).toEqual({ saved: true, fileName: name, letters: 1 });
    expect(readFileSync(path, 'utf8').startsWith(starts)).toBe(true);
  }
});

test('all of them go into one archive, each as both, and two of one name are two', async () => {
  const path = join(tempFolder(), 'letters.zip');
  const two = [letter(), letter({ subClientId: 'S-2', name: 'BAOBAB Textiles' })];
  await saveLetters(two, false, () => Promise.resolve(path));
  const files = unzipSync(new Uint8Array(readFileSync(path)));
  expect(Object.keys(files)).toEqual([
    'Letter to Baobab Textiles.eml',
    'Letter to Baobab Textiles.txt',
    'Letter to BAOBAB Textiles S-2.eml',
    'Letter to BAOBAB Textiles S-2.txt',
  ]);
  expect(strFromU8(files['Letter to Baobab Textiles.txt'] ?? new Uint8Array())).toBe(letter().text);
});

test('a desk saves the letter of one sub-client, and of all; nothing where a person thinks better of it', async () => {
  const path = join(tempFolder(), 'letters.zip');
  let chosen: string | undefined = path;
  const desk = await openOnboardingDesk({ saveAs: () => Promise.resolve(chosen) });
  const entityId = (await desk.create(wholeDetails)).recordId ?? '';
  const all = await desk.get('subClients.saveLetters', {});
  expect(all).toMatchObject({ saved: true, fileName: 'letters.zip' });
  const texts = Object.entries(unzipSync(new Uint8Array(readFileSync(path))));
  const own = texts.find(([name]) => name === 'Letter to Baobab Textiles.txt')?.[1];
  expect(strFromU8(own ?? new Uint8Array())).toContain('For the account of Baobab Textiles');
  chosen = undefined;
  expect(await desk.get('subClients.saveLetters', { entityId })).toEqual({ saved: false });
  const refused = await desk.refused('subClients.saveLetters', { entityId: 'nobody' });
  expect(refused.message).toContain('there is no letter');
});
