import { expect, test } from 'vitest';

import { whyNoFileOnWindows } from '../../electron/engines/exports/windows-names.ts';

test.each([
  'nul',
  'NUL.csv',
  'nul .csv',
  'nul.tar.gz',
  'nul:',
  'con',
  'aux.json',
  'prn',
  'com1',
  'COM9.csv',
  'com¹.csv',
  'lpt0',
  'CONOUT$',
  'C:\\exports\\nul',
  'C:\\exports\\aux\\november.csv',
  '../con/november.csv',
  '\\\\server\\share\\lpt1.csv',
])('%j names a device on Windows [E2]', (path) => {
  expect(whyNoFileOnWindows(path)).toMatch(/name of a device/);
});

test.each([
  ['\\\\.\\PhysicalDrive0', /a device/],
  ['//./nul', /a device/],
  ['november.csv.', /“november\.csv\.” ends in a dot or a space/],
  ['november ', /ends in a dot or a space/],
  ['C:\\2026. \\november.csv', /“2026\. ” ends/],
  ['november.csv:hidden', /character that Windows allows in no name/],
  ['what?.csv', /“what\?\.csv” has a character/],
  ['a\u0007.csv', /has a character/],
])('%j would not be stored under that name', (path, words) => {
  expect(whyNoFileOnWindows(path)).toMatch(words);
});

test.each([
  'november.csv',
  'C:\\exports\\november.csv',
  'C:november.csv',
  '\\\\?\\C:\\exports\\november.csv',
  '\\\\server\\share\\november.csv',
  '.\\..\\november.csv',
  'console.csv',
  'null.csv',
  'com10.csv',
  'auxiliary/con-result.csv',
  'Zahlungen März – 2026.csv',
])('%j names a file', (path) => {
  expect(whyNoFileOnWindows(path)).toBeNull();
});
