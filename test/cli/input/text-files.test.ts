import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runCommand } from '../../support/programs/cli.ts';
import { commandLine, expectError } from '../../support/programs/command-line.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const bankFile = '{"name":"Banque générale","environment":"uat","baseUrl":"http://127.0.0.1:9"}';

const scene = (bytes: Uint8Array | string) => commandLine(bytes, null);

describe('a bank file on the command line', () => {
  test.each([
    ['in UTF-16', Buffer.from(`\uFEFF${bankFile}`, 'utf16le')],
    ['in Latin-1', Buffer.from(bankFile, 'latin1')],
  ])('that is written %s is refused by that, and stays as it is', async (_how, bytes) => {
    const { data, file, nostro } = scene(bytes);
    const run = await nostro('doctor', '--write');
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.error()).toMatchObject({
      code: 'bank-file.invalid',
      message: expect.stringMatching(/^The bank file is not UTF-8 text\./) as string,
    });
    expect(readFileSync(file)).toEqual(bytes);
    expect(existsSync(data)).toBe(false);
  });

  test('that does not end is not read to its end', async () => {
    const run = await runCommand(['--bank', '/dev/zero', '--data-dir', tempFolder(), 'doctor']);
    expectError(run, 1, 'bank-file.invalid', /^The bank file is too large for a bank file\./);
  });

  test('is read with the mark of its encoding in front', async () => {
    const { nostro } = scene(`\uFEFF${bankFile}`);
    const run = await nostro('statement', '--account', '1');
    expect(run.error().code).toBe('offline.not-cached');
  });
});

test.each([
  ['is not text', Buffer.from([0x7b, 0xff, 0x7d]), 'that is not UTF-8 text'],
  ['does not end', null, 'that is too large'],
  ['is not there', undefined, 'that cannot be read'],
])('an input from a file that %s is wrong use', async (_what, bytes, words) => {
  const folder = tempFolder();
  const file = bytes === null ? '/dev/zero' : join(folder, 'input.json');
  if (bytes) writeFileSync(file, bytes);
  const run = await runCommand(['--data-dir', folder, 'pay', '--input', `@${file}`]);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error().message).toContain(`--input names a file ${words}: ${file}.`);
});
