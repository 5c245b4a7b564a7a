import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseEntry, plainEntry } from '../../../electron/nouns/statements/entries/plain-entry.ts';
import { StatementEntry } from '../../../shared/bank/statements.ts';
import { JsonNumber } from '../../../shared/json/exact-json.ts';
import { knowCurrenciesOf } from '../../../shared/money/currencies.ts';

const usual = {
  id: 'e-1',
  amount: new JsonNumber('12.50'),
  currency: 'USD',
  direction: 'debit',
  transactionType: 'transfer',
  transactionDate: '2026-11-20T09:41:00.000Z',
  narration: 'Rent',
  customReference: '',
  balance: new JsonNumber('-7.5'),
};

const figures = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,15})(\.\d{1,6})?([eE][+-]?\d{1,2})?$/),
  fc.constantFrom('-0', '-0.00', '0', '007', '1,000', '.5', '99999999999999.9999', ''),
);
const strange = fc.oneof(
  fc.constantFrom(undefined, null, true, false, '', '\ud800', 'a\udc00b', {}, []),
  fc.constantFrom(' usd ', 'usd', 'abc', 'ABC', 'Bob', 'DR', ' cr. ', 'OUT', 'Credit', 'debit '),
  fc.constantFrom('2026-02-30T09:41:00Z', '2026-11-20T24:00:00Z', '2026-11-20T23:59:60Z'),
  fc.constantFrom('2026-11-20T09:41:00+01:00', '2026-11-20', '2026-11-20T09:41:00.123456789Z'),
  figures,
  figures.map((source) => new JsonNumber(source)),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

/** A usual entry of which a few fields are anything, or are not there. */
const entries = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(usual), 'extras', 'more'), strange, {
      maxKeys: 3,
    }),
    fc.subarray(Object.keys(usual), { maxLength: 1 }),
  )
  .map(([given, missing]) => {
    const record: Record<string, unknown> = { ...usual, ...given };
    for (const name of missing) Reflect.deleteProperty(record, name);
    return record;
  });

const readBy = (read: typeof parseEntry, raw: unknown): unknown => {
  const outcome = read(raw);
  return outcome.success ? outcome.data : outcome.error.issues;
};

test('an entry is read, or refused, by the words of the catalogue, whatever is in it', () => {
  knowCurrenciesOf({ abc: 2, BOB: 3 });
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: entries }, strange), (raw) => {
      expect(readBy(parseEntry, raw)).toEqual(
        readBy((value) => StatementEntry.safeParse(value), raw),
      );
    }),
    { numRuns: 3_000 },
  );
  knowCurrenciesOf({});
});

test('what is plain needs no catalogue, and a nought with a sign is not plain', () => {
  expect(plainEntry(usual)).toEqual(StatementEntry.parse(usual));
  expect(plainEntry({ ...usual, amount: '12.50', customReference: null })).not.toBeNull();
  expect(plainEntry({ ...usual, amount: new JsonNumber('-0.00') })).toBeNull();
  expect(plainEntry({ ...usual, amount: new JsonNumber('1e2') })).toBeNull();
  expect(plainEntry(null)).toBeNull();
  expect(plainEntry([usual])).toBeNull();
});
