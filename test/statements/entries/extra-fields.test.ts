import { describe, expect, test } from 'vitest';

import { readBatch } from '../../../electron/nouns/statements/search/long-reads.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { EntryReader } from '../../../electron/nouns/statements/reading/entry-reader.ts';
import { entryById } from '../../../electron/nouns/statements/entries/entry-detail.ts';
import { firstPage } from '../../../electron/nouns/statements/tables.ts';
import { quickCheck, rows, type CacheReader } from '../../../electron/engines/store/database.ts';
import { JsonNumber } from '../../../shared/json/exact-json.ts';
import { limits } from '../../../shared/limits.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
} from '../../support/stores/store.ts';

const found = (reader: CacheReader, search: string): string[] =>
  firstPage(reader, { accountNumber, filter: { search } }, 100).rows.map(({ id }) => id);

const eventsOf = (reader: CacheReader) =>
  rows<{ subject_id: string; field: string }>(reader, 'SELECT subject_id, field FROM bank_event');

const entryA = (extras: string, given: Partial<IncomingEntry> = {}) =>
  entry('a', { ...given, extras });

describe('an extra field that a bank sends with an entry', () => {
  test('is stored digit for digit, and handed to exports', () => {
    const { writer, reader } = openCopy();
    const extras = '{"counterparty":{"name":"Ada \\"O\\" Obi\\n"},"limit":12345678901234567890.10}';
    fetchRange(writer, [[entryA(extras), entry('b', { ordinal: 1 })]]);
    expect(entryById(reader, accountNumber, 'a')?.extras).toBe(extras);
    expect(entryById(reader, accountNumber, 'b')?.extras).toBeNull();
    const batch = readBatch(reader, { accountNumber, filter: {}, afterKey: null, limit: 10 });
    expect(batch.rows.map((exported) => exported.extras)).toEqual([extras, undefined]);
    quickCheck(reader);
  });

  test('makes a new version when it changes, and no news of money', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entryA('{"valueDate":"2024-10-04"}')]]);
    expect(fetchRange(writer, [[entryA('{"valueDate":"2024-10-05"}')]])).toMatchObject({
      changed: 1,
      inserted: 0,
    });
    expect(entryById(reader, accountNumber, 'a')).toMatchObject({
      version: 2,
      extras: '{"valueDate":"2024-10-05"}',
      earlierVersions: [{ version: 1, extras: '{"valueDate":"2024-10-04"}' }],
    });
    fetchRange(writer, [[entry('a')]]);
    expect(entryById(reader, accountNumber, 'a')).toMatchObject({
      version: 3,
      rewritten: false,
      extras: null,
    });
    fetchRange(writer, [[entry('a', { narration: 'Other' })]]);
    expect(firstPage(reader, { accountNumber, filter: {} }, 1).rows).toMatchObject([
      { version: 4, rewritten: true },
    ]);
    expect(eventsOf(reader)).toEqual([{ subject_id: 'a', field: 'narration' }]);
  });

  test('does not hide what changed of the money beside it', () => {
    const { writer, reader } = openCopy();
    const many = (value: string, first: Partial<IncomingEntry> = {}) =>
      Array.from({ length: 20 }, (_, ordinal) =>
        entry(`e${String(ordinal)}`, {
          ordinal,
          extras: `{"age":${value}}`,
          ...(ordinal === 0 ? first : {}),
        }),
      );
    fetchRange(writer, [many('1')]);
    fetchRange(writer, [many('2', { amountE4: 20_000n })]);
    expect(eventsOf(reader)).toEqual([{ subject_id: 'e0', field: 'amount' }]);
  });

  test('that was not stored before is added to the entry in place', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entry('a')]]);
    expect(fetchRange(writer, [[entryA('{"valueDate":"2024-10-04"}')]])).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    expect(entryById(reader, accountNumber, 'a')).toMatchObject({
      version: 1,
      extras: '{"valueDate":"2024-10-04"}',
      earlierVersions: [],
    });
    expect(found(reader, '2024-10-04')).toEqual(['a']);
  });

  test('that changes at every reading retains its first version and the newest ones', () => {
    const { writer, reader } = openCopy();
    const times = limits.extrasVersionsMax + 10;
    for (let time = 0; time < times; time += 1) fetchRange(writer, [[entryA(`{"age":${time}}`)]]);
    const { earlierVersions = [] } = entryById(reader, accountNumber, 'a') ?? {};
    expect(earlierVersions.length).toBeLessThanOrEqual(limits.extrasVersionsMax + 2);
    expect([earlierVersions[0]?.extras, earlierVersions.at(-1)?.extras]).toEqual([
      `{"age":${times - 2}}`,
      '{"age":0}',
    ]);
  });

  test('never takes a version of other money with it', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entryA('{"age":0}')]]);
    fetchRange(writer, [[entryA('{"age":0}', { amountE4: 20_000n })]]);
    fetchRange(writer, [[entryA('{"age":0}', { amountE4: 30_000n })]]);
    for (let time = 1; time < limits.extrasVersionsMax * 2; time += 1)
      fetchRange(writer, [[entryA(`{"age":${time}}`, { amountE4: 30_000n })]]);
    const { earlierVersions = [] } = entryById(reader, accountNumber, 'a') ?? {};
    expect(earlierVersions.slice(-2).map(({ amount }) => amount)).toEqual(['2.00', '1.00']);
  });
});

test('an entry that is set aside shows everything that the bank sent of it, where the bank sent it', () => {
  const raw = {
    id: 'e1',
    amount: new JsonNumber('1.00'),
    direction: 'sideways',
    extras: '{"limit":12345678901234567890.10}',
  };
  const days = { from: firstDay, to: firstDay };
  const read = new EntryReader(days).read(raw, 0);
  expect(read.ok ? null : read.unreadable.text).toBe(
    '{"id":"e1","amount":1.00,"direction":"sideways","limit":12345678901234567890.10}',
  );
});

describe('the search', () => {
  test('finds its texts and numbers beside those of the entry, and not the names of its fields', () => {
    const { writer, reader } = openCopy();
    const extras = '{"counterparty":{"name":"Ådå Obi\\nNairobi"},"deal":4711.50,"ok":true}';
    fetchRange(writer, [[entryA(extras, { narration: 'Invoice 12' }), entry('b', { ordinal: 1 })]]);
    for (const words of ['ada', 'nairobi', '4711.50', 'invoice obi'])
      expect(found(reader, words)).toEqual(['a']);
    for (const words of ['counterparty', 'true', 'nnairobi'])
      expect(found(reader, words)).toEqual([]);
  });

  test('forgets what the bank no longer sends, and follows an entry that moves', () => {
    const { writer, reader } = openCopy();
    const start = range(firstDay, firstDay + 3);
    fetchRange(writer, [[entryA('{"city":"Lagos"}')]], { start });
    fetchRange(writer, [[entryA('{"city":"Accra"}', { day: firstDay + 2 })]], { start });
    expect([found(reader, 'lagos'), found(reader, 'accra')]).toEqual([[], ['a']]);
    fetchRange(writer, [[entry('a', { day: firstDay + 2 })]], { start });
    expect([found(reader, 'accra'), found(reader, 'payment')]).toEqual([[], ['a']]);
    quickCheck(reader);
  });
});
