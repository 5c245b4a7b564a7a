import { describe, expect, test } from 'vitest';

import {
  readJsonSource,
  readPagesSource,
} from '../../../electron/nouns/statements/second-source/formats/read-json.ts';
import { readSource } from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const read = (text: string) => readJsonSource(bytesOf(text));
const refusal = (text: string) => {
  const found = read(text);
  return found.ok ? 'read' : found.error;
};
const entries = (text: string) => {
  const found = read(text);
  return found.ok ? found.value.entries : found.error;
};
const one = '{"id":"a","amount":1.5}';
const entry = { id: 'a', amount: '1.5' };

describe('a statement as JSON', () => {
  test('is read with its head and its entries, every figure as its digits are', () => {
    const text = `{"accountNumber":"77","currency":"usd","startDate":"2026-11-01","endDate":"2026-11-30",
      "openingBalance":100.10,"closingBalance":"1.5e2","statement":{"data":[{"id":"a","amount":12345678901234.5678,
      "direction":"DR","currency":"eur","transactionDate":"2026-11-20","narration":"Rent","customReference":"R-1",
      "transactionType":"fee","balance":-1.50e1}]}}`;
    expect(read(text)).toEqual({
      ok: true,
      value: {
        head: {
          ...{ account: '77', currency: 'USD', from: '2026-11-01', to: '2026-11-30' },
          ...{ opening: '100.10', closing: '150' },
        },
        entries: [
          {
            ...{ id: 'a', amount: '12345678901234.5678', direction: 'debit', currency: 'EUR' },
            ...{ date: '2026-11-20', narration: 'Rent', reference: 'R-1', type: 'fee' },
            balance: '-15.0',
          },
        ],
        hasIds: true,
      },
    });
  });

  test.each([
    ['itself', `[${one}]`],
    ['statement.data', `{"statement":{"data":[${one}]}}`],
    ['statement', `{"statement":[${one}]}`],
    ['data', `{"data":[${one}]}`],
    ['entries', `{"entries":[${one}]}`],
    ['transactions', `{"transactions":[${one}]}`],
    ['entries, beside a statement of none', `{"statement":null,"data":"x","entries":[${one}]}`],
  ])('has its entries in %s', (_place, text) => {
    expect(entries(text)).toEqual([entry]);
  });

  test('that is a page has the entries of that, not those beside it', () => {
    expect(entries(`{"statement":{"data":[${one}]},"entries":[]}`)).toEqual([entry]);
  });

  test.each(['{}', '{"entries":{}}', 'null', '1', '"a"', '{"statement":{"entries":[]}}'])(
    '%s has no list of entries',
    (text) => {
      expect(refusal(text)).toBe(
        'The file is no statement: it has no list of entries where one belongs.',
      );
    },
  );

  test('with a list of nothing has no entries', () => {
    expect(read('[]')).toEqual({ ok: true, value: { head: {}, entries: [], hasIds: true } });
  });

  test.each([
    ['names of other things', '[{"name":"a"},{"name":"b"}]'],
    ['ids that are empty', '[{"id":""}]'],
    ['no objects', '[1,null]'],
  ])('of %s is none', (_words, text) => {
    expect(refusal(text)).toBe('The file’s entries have neither an id nor an amount.');
  });

  test.each(['[{"id":"a"},{}]', '[{"amount":1},{}]', '[{},{"amount":1}]'])(
    'of which one entry has an id or an amount is read: %s',
    (text) => {
      expect(refusal(text)).toBe('read');
    },
  );

  test('that is no whole JSON is refused with what it is', () => {
    expect(refusal('{"a":')).toBe('The file is not whole JSON.');
    expect(refusal('')).toBe('The file is empty.');
  });

  test('reads a currency by either name, the first before the second', () => {
    const head = (text: string) => {
      const found = read(`{${text},"entries":[]}`);
      return found.ok && found.value.head;
    };
    expect(head('"currencyIso3Code":"kes"')).toEqual({ currency: 'KES' });
    expect(head('"currency":"usd","currencyIso3Code":"kes"')).toEqual({ currency: 'USD' });
    expect(head('"currency":5,"accountNumber":{}')).toEqual({ currency: '5' });
    expect(head('"accountNumber":{},"startDate":null,"openingBalance":[],"currency":true')).toEqual(
      {},
    );
  });

  test('has the words of a bank for its sides and figures that it cannot follow as they stand', () => {
    expect(
      entries('[{"id":"a","direction":"Haben","amount":"12,50"},{"id":"b","direction":"x"}]'),
    ).toEqual([
      { id: 'a', direction: 'credit', amount: '12,50' },
      { id: 'b', direction: 'x' },
    ]);
  });

  test('has an id that is a number as its digits, and none that is anything else', () => {
    expect(entries('[{"id":120.50,"amount":1},{"id":{},"amount":1}]')).toEqual([
      { id: '120.50', amount: '1' },
      { id: '', amount: '1' },
    ]);
  });

  test('of more entries than the desk reads is refused, and of as many is read', () => {
    const of = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
    const max = limits.secondSourceEntriesMax;
    expect(refusal(of(max))).toBe('The file’s entries have neither an id nor an amount.');
    expect(refusal(of(max + 1))).toBe('It has more entries than the desk reads.');
  });
});

describe('the pages of a statement', () => {
  const pages = (...lines: readonly string[]) => readPagesSource(bytesOf(lines.join('\n')));
  const page = (id: string, currency = 'USD') =>
    `{"currency":"${currency}","entries":[{"id":"${id}","amount":1}]}`;

  test('are one a line: the head of the first, and the entries of all', async () => {
    const expected = {
      ok: true,
      value: {
        head: { currency: 'USD' },
        entries: [
          { id: 'a', amount: '1' },
          { id: 'b', amount: '1' },
        ],
        hasIds: true,
      },
    };
    expect(await pages(page('a'), page('b', 'EUR'))).toEqual(expected);
    expect(await pages(page('a'), page('b', 'EUR'), '')).toEqual(expected);
    expect(
      await readSource('getStatementV2', bytesOf(`${page('a')}\n${page('b')}`), () => true),
    ).toEqual(expected);
  });

  test('may be none', async () => {
    expect(await pages('')).toEqual({ ok: true, value: { head: {}, entries: [], hasIds: true } });
  });

  test('are refused where one of them cannot be read', async () => {
    expect(await pages(page('a'), '{"a":')).toEqual({
      ok: false,
      error: 'The file is not whole JSON.',
    });
    for (const lines of [
      [page('a'), '', page('b')],
      ['', page('a')],
    ])
      expect(await pages(...lines)).toEqual({ ok: false, error: 'The file is empty.' });
  });

  test('of more entries than the desk reads together are refused, and of as many are read', async () => {
    const max = limits.secondSourceEntriesMax;
    const of = (count: number) => `[${'{"id":"a"},'.repeat(count - 1)}{"id":"a"}]`;
    const most = await pages(of(max - 1), of(1));
    expect(most.ok && most.value.entries.length).toBe(max);
    expect(await pages(of(max - 1), of(1), of(1))).toEqual({
      ok: false,
      error: 'It has more entries than the desk reads.',
    });
  });
});
