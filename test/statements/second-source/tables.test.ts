import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import {
  listSecondSources,
  secondSourceById,
  secondSourceContent,
  type NewSource,
} from '../../../electron/nouns/statements/second-source/compare/tables.ts';
import { accountNumber, asOf, openCopy } from '../../support/stores/store.ts';

const canary = 'canary,2026-11-20,narration of a payer';

const source = (sourceId: string, given: Partial<NewSource> = {}): NewSource => ({
  sourceId,
  accountNumber,
  kind: 'downloadStatement',
  from: '2026-11-01',
  to: '2026-11-20',
  fileName: `${sourceId}.csv`,
  mimeType: 'text/csv',
  sha256: 'a'.repeat(64),
  fetchedAt: asOf,
  content: new TextEncoder().encode(canary),
  ...given,
});

test('a second source is stored byte by byte, and not in plain text', () => {
  const { writer, reader, file } = openCopy();
  const content = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
  writer.saveSecondSource(source('one', { content }), 10);
  writer.saveSecondSource(source('two'), 10);
  expect([...secondSourceContent(reader, source('one'))]).toEqual([...content]);
  expect(secondSourceById(reader, 'one')).toMatchObject({
    sizeBytes: 70_000,
    kind: 'downloadStatement',
  });
  writer.checkpoint();
  expect(readFileSync(file).includes(canary)).toBe(false);
});

test('the newest of an account stay, newest first; those of another are left alone', () => {
  const { writer, reader } = openCopy();
  writer.saveSecondSource(source('other', { accountNumber: '1' }), 2);
  for (const id of ['a', 'b', 'c']) writer.saveSecondSource(source(id), 2);
  expect(listSecondSources(reader, accountNumber).map(({ sourceId }) => sourceId)).toEqual([
    'c',
    'b',
  ]);
  expect(listSecondSources(reader, '1')).toHaveLength(1);
  writer.forgetSecondSource('c');
  expect(listSecondSources(reader, accountNumber).map(({ sourceId }) => sourceId)).toEqual(['b']);
  expect(secondSourceById(reader, 'c')).toBeNull();
  expect(() => secondSourceContent(reader, source('c'))).toThrow('no longer in the local copy');
});
