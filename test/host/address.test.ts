import { expect, test } from 'vitest';

import { toBrowser, toProgram } from '../../tools/host/address.ts';

test.each([
  ['desk://app/index.html', 'https://app.desk.invalid/index.html'],
  ['desk://app', 'https://app.desk.invalid'],
  ['desk://app/a?b=c#d', 'https://app.desk.invalid/a?b=c#d'],
  ['desk://app.evil/', 'https://app.evil.desk.invalid/'],
])('%s is %s in the browser, and back', (inProgram, inBrowser) => {
  expect(toBrowser(inProgram)).toBe(inBrowser);
  expect(toProgram(inBrowser)).toBe(inProgram);
});

test.each(['https://bank.example/', 'about:blank', 'https://app.desk.invalid.evil.example/', ''])(
  '%s is the same in both',
  (address) => {
    expect(toBrowser(address)).toBe(address);
    expect(toProgram(address)).toBe(address);
  },
);
