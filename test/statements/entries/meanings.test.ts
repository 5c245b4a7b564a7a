import { describe, expect, test } from 'vitest';

import { csvFormat } from '../../../electron/nouns/statements/export/export-csv.ts';
import { batchOf } from '../../../electron/nouns/statements/export/export-format.ts';
import { meaningsBy } from '../../../electron/nouns/statements/entries/meanings.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { bankFileOf } from '../../bank/support/desk-client.ts';
import {
  accountNumber,
  entry as storedEntry,
  fetchRange,
  openCopy,
} from '../../support/stores/store.ts';

const entry = {
  id: 'e1',
  amount: '1.00',
  currency: 'USD',
  direction: 'credit',
  transactionType: 'transfer',
  transactionDate: '2026-10-01T23:30:00.000Z',
  narration: 'Invoice 4711',
  customReference: 'REF-1',
  balance: '1.00',
} as const;

const meanings = (response: Record<string, string>) =>
  meaningsBy(bankFileOf('http://127.0.0.1:1', { operations: { getStatement: { response } } }));

const valueDateOf = (value: string) =>
  meanings({ valueDate: '/v' }).of({ ...entry, extras: `{"v":${value}}` });

describe('a meaning that the bank file gives', () => {
  test('is read from the extra fields of the bank, however deep', () => {
    const extras =
      '{"counterparty":{"name":"Ada Obi"},"lines":["INV 4711","part 1"],"dates":{"value":"2026-10-02"},"n":12.50}';
    const { names, of } = meanings({
      remittanceInformation: '/lines',
      counterparty: '/counterparty/name',
      valueDate: '/dates/value',
    });
    expect(names).toEqual(['valueDate', 'counterparty', 'remittanceInformation']);
    expect(of({ ...entry, extras })).toEqual({
      valueDate: '2026-10-02',
      counterparty: 'Ada Obi',
      remittanceInformation: 'INV 4711 part 1',
    });
    expect(meanings({ counterparty: '/n' }).of({ ...entry, extras })).toEqual({
      counterparty: '12.50',
    });
  });

  test.each([
    ['"2026-10-02"', '2026-10-02'],
    ['"2026-10-02T23:30:00+14:00"', '2026-10-02'],
  ])('is the day that the bank wrote: %s', (value, day) => {
    expect(valueDateOf(value)).toEqual({ valueDate: day });
  });

  test.each([
    '"02.10.2026"',
    '"20261002"',
    '"2026-02-30"',
    '"2026-10-02?"',
    '20261002',
    'null',
    '{}',
  ])('is none where the bank writes %s: nothing is guessed', (value) => {
    expect(valueDateOf(value)).toEqual({});
  });

  test.each(['""', '" "', 'null', 'true', '{"name":"x"}', '["x",{}]', '[]'])(
    'is no text where the bank writes %s',
    (value) => {
      const extras = `{"v":${value}}`;
      expect(meanings({ counterparty: '/v' }).of({ ...entry, extras })).toEqual({});
    },
  );

  test('may be a field that is known, under its own name or where the file takes it from', () => {
    expect(meanings({ bookingDate: '/transactionDate' }).of(entry)).toEqual({
      bookingDate: '2026-10-01',
    });
    const response = { narration: '/text', remittanceInformation: '/text' };
    expect(meanings(response).of(entry)).toEqual({ remittanceInformation: 'Invoice 4711' });
    const elsewhere = { transactionDate: '/posted', bookingDate: '/transactionDate' };
    expect(meanings(elsewhere).of(entry)).toEqual({});
  });

  test('is nothing without the file', () => {
    const { names, of } = meaningsBy(bankFileOf('http://127.0.0.1:1'));
    expect([names, of({ ...entry, extras: '{"valueDate":"2026-10-02"}' })]).toEqual([[], {}]);
  });

  test('has a column of CSV, empty where the bank did not say it, and safe in a spreadsheet', () => {
    const { names, ...lens } = meanings({ valueDate: '/v', counterparty: '/payer' });
    expect(csvFormat.begin(names)).toContain('"balance","valueDate","counterparty"');
    expect(csvFormat.begin([])).toContain('"balance"\r\n');
    const { writer, reader } = openCopy();
    fetchRange(writer, [[storedEntry('e1', { extras: '{"payer":"=1+1"}' })]]);
    const question = { accountNumber, filter: {}, afterKey: null, limit: 10 };
    const { text } = batchOf(csvFormat, reader, question, {
      meanings: { names, ...lens },
      isFirst: true,
    });
    expect(new TextDecoder().decode(text)).toMatch(/"1.00","","'=1\+1"\r\n$/);
  });
});

test('the bank file gives them to entries of Get Statement alone', () => {
  const checked = (operations: object) =>
    parseBankFile(
      JSON.stringify({ name: 'B', environment: 'uat', baseUrl: 'https://b.example', operations }),
    );
  expect(checked({ getStatement: { response: { valueDate: '/valueDate' } } }).ok).toBe(true);
  const wrong = checked({ getAccountsBy: { response: { valueDate: '/valueDate' } } });
  expect(wrong.ok ? '' : JSON.stringify(wrong.error)).toContain('is not a field of the answer');
  const unknown = checked({ getStatement: { response: { valuta: '/valueDate' } } });
  expect(unknown.ok ? '' : JSON.stringify(unknown.error)).toContain('bookingDate');
});
