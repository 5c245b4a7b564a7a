import { expect, test } from 'vitest';

import { unwritable } from '../../electron/engines/exports/whole-file.ts';

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your quota on this disk is used up'],
  ['EROFS', 'the folder is read-only'],
  ['EACCES', 'the folder may not be written to'],
  ['EIO', 'the disk failed'],
])('a disk that says %s is reported as: %s', (code, words) => {
  const cause = Object.assign(new Error(`${code}: words of the system, open '/home/ada/x'`), {
    code,
  });
  expect(unwritable('all.csv', cause).message).toBe(`all.csv could not be written: ${words}.`);
});
