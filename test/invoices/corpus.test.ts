import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { InvoiceProblemKind } from '../../electron/engines/invoice-files/fields/source.ts';
import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';

/** A file of a public test suite, and what an invoice of it states: read by other means than ours, and by eye. */
type CorpusFile = {
  readonly file: string;
  /** Its path in corpus/files, where it is stored here. */
  readonly storedAs?: string;
  readonly sha256: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: readonly InvoiceProblemKind[];
};

const expected = JSON.parse(
  readFileSync(new URL('./corpus/expected.json', import.meta.url), 'utf8'),
) as readonly CorpusFile[];

const stored = expected.filter((one) => one.storedAs !== undefined);

/** A folder with the repositories as `owner/name/…`; see corpus/README.md. Most of the files are not stored here. */
const folder = process.env['INVOICE_CORPUS_DIR'];

test('the list of the corpus is long enough, names each file once, and 60 of them are here', () => {
  expect(expected.length).toBeGreaterThanOrEqual(60);
  expect(new Set(expected.map(({ file }) => file)).size).toBe(expected.length);
  expect(new Set(stored.map((one) => one.storedAs)).size).toBeGreaterThanOrEqual(60);
});

async function isReadRight(path: string | URL, { sha256, fields, problems }: CorpusFile) {
  const bytes = readFileSync(path);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  const reading = await readInvoice(bytes);
  const read = reading.ok ? reading.value : { fields: {}, problems: [] };
  const values = Object.entries(read.fields).map(([field, { value }]) => [field, value]);
  expect(Object.fromEntries(values)).toEqual(fields);
  expect([...new Set(read.problems.map(({ kind }) => kind))].toSorted()).toEqual(problems);
}

test.each(stored)('$storedAs is read without a wrong field', async (one) => {
  await isReadRight(new URL(`./corpus/files/${one.storedAs ?? ''}`, import.meta.url), one);
});

describe.skipIf(folder === undefined)('a file of a public test suite', () => {
  test.each(expected)('$file is read without a wrong field', async (one) => {
    await isReadRight(join(folder ?? '', one.file), one);
  });
});
