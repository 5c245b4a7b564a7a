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

const said = (extras: string, given: Partial<IncomingEntry> = {}) =>
  entry('a', { ...given, extras });

describe('what a bank says of an entry besides', () => {
  test('is kept digit for digit, and handed to exports', () => {
    const { writer, reader } = openCopy();
    const extras = '{"counterparty":{"name":"Ada \\"O\\" Obi\\n"},"limit":12345678901234567890.10}';
    fetchRange(writer, [[said(extras), entry('b', { ordinal: 1 })]]);
    expect(entryById(reader, accountNumber, 'a')?.extras).toBe(extras);
    expect(entryById(reader, accountNumber, 'b')?.extras).toBeNull();
    const batch = readBatch(reader, { accountNumber, filter: {}, afterKey: null, limit: 10 });
    expect(batch.rows.map((exported) => exported.extras)).toEqual([extras, undefined]);
    quickCheck(reader);
  });

  test('is a version when it is other, and no news of money', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[said('{"valueDate":"2024-10-04"}')]]);
    expect(fetchRange(writer, [[said('{"valueDate":"2024-10-05"}')]])).toMatchObject({
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

  test('that was not kept before is taken down where the entry stands', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[entry('a')]]);
    expect(fetchRange(writer, [[said('{"valueDate":"2024-10-04"}')]])).toMatchObject({
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

  test('that is other at every reading keeps its first version and the newest', () => {
    const { writer, reader } = openCopy();
    const times = limits.extrasVersionsMax + 10;
    for (let time = 0; time < times; time += 1) fetchRange(writer, [[said(`{"age":${time}}`)]]);
    const { earlierVersions = [] } = entryById(reader, accountNumber, 'a') ?? {};
    expect(earlierVersions.length).toBeLessThanOrEqual(limits.extrasVersionsMax + 2);
    expect([earlierVersions[0]?.extras, earlierVersions.at(-1)?.extras]).toEqual([
      `{"age":${times - 2}}`,
      '{"age":0}',
    ]);
  });

  test('never takes a version of other money with it', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [[said('{"age":0}')]]);
    fetchRange(writer, [[said('{"age":0}', { amountE4: 20_000n })]]);
    fetchRange(writer, [[said('{"age":0}', { amountE4: 30_000n })]]);
    for (let time = 1; time < limits.extrasVersionsMax * 2; time += 1)
      fetchRange(writer, [[said(`{"age":${time}}`, { amountE4: 30_000n })]]);
    const { earlierVersions = [] } = entryById(reader, accountNumber, 'a') ?? {};
    expect(earlierVersions.slice(-2).map(({ amount }) => amount)).toEqual(['2.00', '1.00']);
  });
});

test('an entry that is set aside stands there with everything that the bank said of it, where it said it', () => {
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
    fetchRange(writer, [[said(extras, { narration: 'Invoice 12' }), entry('b', { ordinal: 1 })]]);
    for (const words of ['ada', 'nairobi', '4711.50', 'invoice obi'])
      expect(found(reader, words)).toEqual(['a']);
    for (const words of ['counterparty', 'true', 'nnairobi'])
      expect(found(reader, words)).toEqual([]);
  });

  test('forgets what the bank says no more, and follows an entry that moves', () => {
    const { writer, reader } = openCopy();
    const start = range(firstDay, firstDay + 3);
    fetchRange(writer, [[said('{"city":"Lagos"}')]], { start });
    fetchRange(writer, [[said('{"city":"Accra"}', { day: firstDay + 2 })]], { start });
    expect([found(reader, 'lagos'), found(reader, 'accra')]).toEqual([[], ['a']]);
    fetchRange(writer, [[entry('a', { day: firstDay + 2 })]], { start });
    expect([found(reader, 'accra'), found(reader, 'payment')]).toEqual([[], ['a']]);
    quickCheck(reader);
  });
});
