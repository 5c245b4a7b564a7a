import { expect, test } from 'vitest';

import { storedFile } from '../../../renderer/features/sub-clients/documents/stored-file.ts';

test('an address is shown with the host that it leads to', () => {
  expect(storedFile('https://files.bank.example/kyc/D-1?key=a%20b')).toEqual({
    host: 'files.bank.example',
    text: 'https://files.bank.example/kyc/D-1?key=a%20b',
    wasHidden: false,
  });
});

test.each([
  ['https://bank.example@elsewhere.example/x', 'elsewhere.example'],
  ['https://bank.example\\@elsewhere.example/x', 'bank.example'],
  ['HTTP://BANK.example:8443/x', 'bank.example:8443'],
  // A Cyrillic а: the name that a browser would ask for is not the one that it looks like.
  ['https://b\u0430nk.example/x', 'xn--bnk-6cd.example'],
  ['javascript:alert(1)', null],
  ['data:text/html,<b>hi</b>', null],
  ['file:///etc/passwd', null],
  ['/store/D-1', null],
  ['', null],
])('%s leads to %s', (address, host) => {
  expect(storedFile(address).host).toBe(host);
});

test('a character that is invisible, or turns the reading, is shown as its code, and is copied so', () => {
  const address = 'https://bank.example/\u202Efdp.exe\u200B\n\u0000\u{E0041}';
  expect(storedFile(address)).toMatchObject({
    text: 'https://bank.example/\\u{202E}fdp.exe\\u{200B}\\u{A}\\u{0}\\u{E0041}',
    wasHidden: true,
  });
});

test('letters of every alphabet stay as they are', () => {
  const address = 'https://bank.example/Gesellschaftsvertrag größer 東京.pdf';
  expect(storedFile(address)).toMatchObject({ text: address, wasHidden: false });
});

test('one without end is cut, and says so', () => {
  const { text } = storedFile(`https://bank.example/${'a'.repeat(100_000)}`);
  expect(text).toHaveLength(2_001);
  expect(text).toMatch(/…$/);
});
