import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { InvoiceProblemKind } from '../../electron/engines/invoice-files/fields/source.ts';
import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';

/** A file of a public test suite, and what an invoice of it states: read by other means than ours, and by eye. */
type CorpusFile = {
  readonly file: string;
  readonly sha256: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: readonly InvoiceProblemKind[];
};

const expected = JSON.parse(
  readFileSync(new URL('./corpus/expected.json', import.meta.url), 'utf8'),
) as readonly CorpusFile[];

/** A folder with the repositories as `owner/name/…`; see corpus/README.md. The files are not ours and are not kept here. */
const folder = process.env['INVOICE_CORPUS_DIR'];

test('the list of the corpus is long enough, and names each file once', () => {
  expect(expected.length).toBeGreaterThanOrEqual(60);
  expect(new Set(expected.map(({ file }) => file)).size).toBe(expected.length);
});

describe.skipIf(folder === undefined)('a file of a public test suite', () => {
  test.each(expected)(
    '$file is read without a wrong field',
    async ({ file, sha256, fields, problems }) => {
      const bytes = readFileSync(join(folder ?? '', file));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      const reading = await readInvoice(bytes);
      const read = reading.ok ? reading.value : { fields: {}, problems: [] };
      const values = Object.entries(read.fields).map(([field, { value }]) => [field, value]);
      expect(Object.fromEntries(values)).toEqual(fields);
      expect([...new Set(read.problems.map(({ kind }) => kind))].toSorted()).toEqual(problems);
    },
  );
});
