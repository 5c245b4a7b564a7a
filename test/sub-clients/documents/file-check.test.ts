import { describe, expect, test } from 'vitest';

import { checkFile } from '../../../electron/nouns/sub-clients/documents/file-check.ts';

/** What a bank takes that wants tables and texts beside pictures. */
const taken = [
  'application/pdf',
  'image/gif',
  'text/csv',
  'text/plain',
  'application/json',
  'application/xml',
];
const check = (name: string, bytes: Uint8Array | string, mimeTypes: readonly string[] = taken) =>
  checkFile(name, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, {
    sizeBytesMax: 1_000_000,
    mimeTypes,
  });
const typeOf = async (...given: Parameters<typeof check>): Promise<string> => {
  const verdict = await check(...given);
  return verdict.ok ? verdict.mimeType : verdict.message;
};

describe('a bank that takes kinds of text', () => {
  test.each([
    ['owners.csv', 'name;share\nJane Doe;60,5\n', 'text/csv'],
    ['OWNERS.CSV', 'name;share\n', 'text/csv'],
    ['notes.txt', '\u{FEFF}Größe, 東京, ✓\r\n\tend\f', 'text/plain'],
    ['export.json', '{"owners": [{"share": 60.5}]}', 'application/json'],
    ['export.xml', '<?xml version="1.0"?><owners/>', 'application/xml'],
    ['bare.xml', '<owners/>', 'application/xml'],
  ])('is sent %s as it is called', async (name, text, mimeType) => {
    expect(await typeOf(name, text)).toBe(mimeType);
  });

  // Each begins as the mark of another format does.
  test.each(['BMW,1200', 'MZN,1200', 'GIFT,100', 'BZh,1', 'ID3,1'])(
    'takes %s… for the text it is',
    async (first) => {
      expect(await typeOf('table.csv', `${first}\nJane Doe,60\n`)).toBe('text/csv');
    },
  );

  test('reads text as Windows and spreadsheets write it', async () => {
    const western = Uint8Array.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x3b, 0x80, 0x0d, 0x0a]);
    expect(await typeOf('western.csv', western)).toBe('text/csv');
    const wide = Buffer.from('\u{FEFF}name\tshare\r\n', 'utf16le');
    expect(await typeOf('wide.txt', wide)).toBe('text/plain');
    expect(await typeOf('wide.txt', Buffer.from(wide).swap16())).toBe('text/plain');
  });

  test('is sent nothing under the name of a text that is none', async () => {
    const program = Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4]);
    expect(await typeOf('invoice.csv', program)).toMatch(
      /^The content of invoice\.csv is a Windows program; /,
    );
    const noise = Uint8Array.from([0x20, 0x41, 0, 0x42]);
    expect(await typeOf('noise.txt', noise)).toBe(
      'noise.txt is not text by its content, but its name says otherwise.',
    );
    expect(await typeOf('cut.json', '{"owners": [')).toBe('cut.json is not valid JSON.');
    expect(await typeOf('noted.json', '{} // mine')).toBe('noted.json is not valid JSON.');
    expect(await typeOf('paper.txt', '%PDF-1.7\n%%EOF\n')).toMatch(
      /^paper\.txt is PDF by its content/,
    );
    expect(await typeOf('letter.txt', '{\\rtf1 Dear}')).toMatch(
      /^The content of letter\.txt is RTF; /,
    );
  });

  test('is sent no text by a name that it does not take', async () => {
    expect(await typeOf('page.html', '<html></html>')).toBe(
      'The content of page.html is of an unknown type; the bank accepts PDF, GIF, CSV, plain text, JSON, XML.',
    );
    expect(await typeOf('scan.pdf', 'only words')).toMatch(
      /^The content of scan\.pdf is of an unknown type/,
    );
  });

  test('names a kind of text of its own, and takes it by an ending that no other has', async () => {
    expect(await typeOf('day.sta', ':20:1\n', ['text/x-mt940'])).toBe('text/x-mt940');
    expect(await typeOf('day.csv', ':20:1\n', ['text/x-mt940'])).toMatch(
      /^The content of day\.csv is of an unknown type/,
    );
    expect(await typeOf('map.geojson', '{', ['application/geo+json'])).toBe(
      'map.geojson is not valid JSON.',
    );
  });
});

test('a bank that takes no text is sent none', async () => {
  const message = await typeOf('owners.csv', 'name;share\n', ['application/pdf']);
  expect(message).toBe('The content of owners.csv is of an unknown type; the bank accepts PDF.');
});

test.each([
  ['a Windows program', 'MZ\u0090\0\u0003\0\0\0\u0004'],
  ['a page', '<!doctype html><title>x</title><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an archive', 'PK\u0003\u0004\u0014\0\0\0\b\0'],
  ['nothing', ''],
])('%s is no paper, whatever its name ends in [U1]', async (_what, bytes) => {
  const usual = ['application/pdf', 'image/jpeg', 'image/png'];
  for (const name of ['scan.pdf', 'scan.jpg', 'scan.png'])
    expect(await check(name, Buffer.from(bytes, 'latin1'), usual)).toMatchObject({
      ok: false,
      code: bytes === '' ? 'file.empty' : 'file.type-unsupported',
    });
});

test('a picture and a paper pass as before, and only under their names', async () => {
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1');
  expect(await typeOf('logo.gif', gif)).toBe('image/gif');
  expect(await typeOf('paper.pdf', '%PDF-1.7\n%%EOF\n')).toBe('application/pdf');
  expect(await typeOf('paper.png', '%PDF-1.7\n%%EOF\n')).toMatch(/but its name says otherwise/);
});
