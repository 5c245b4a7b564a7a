import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import {
  accountAnswer,
  answersSignIn,
  bankFileOf,
  contextOf,
  signedIn,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

/** What the desk makes of `body`, which the bank answers to everything, under these parts of the bank file. */
async function readResponse(
  operation: 'getStatement' | 'getAccountsBy',
  { operations = {}, ...file }: { operations?: object; values?: object },
  body: string,
) {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response)) answerJson(response, body);
  });
  const bankFile = bankFileOf(bank.url, { ...file, operations: { getToken: {}, ...operations } });
  const { client } = await signedIn(bankFile);
  return operation === 'getStatement'
    ? client.call(operation, { path: { accountNumber: '9' } }, contextOf())
    : client.call(operation, { query: { accountNumber: '9' } }, contextOf());
}

const entry = (direction: string): string =>
  `{"id":"E-1","amount":1,"currency":"EUR","direction":${direction},"transactionDate":"2026-10-01T10:00:00Z","balance":1}`;
const statement = (...entries: string[]): string =>
  `{"openingBalance":0,"closingBalance":1,"startDate":"2026-10-01","endDate":"2026-10-01","statement":{"data":[${entries.join()}],"page":1,"pageSize":10,"totalItems":${String(entries.length)},"totalPages":1}}`;

const directions = (...words: string[]) => ({
  value: { statement: { data: words.map((direction) => ({ direction })) } },
});
const status = (word: string) => ({ value: { account: { status: word } } });
const account = (word: string): string => accountAnswer().replace('"active"', `"${word}"`);

describe('a bank whose words the bank file explains', () => {
  test('is read by them, numbers and flags by their text', async () => {
    const values = { direction: { '0': 'credit', true: 'debit', 'Soll ': 'debit' } };
    const body = statement(...['0', 'true', '"Soll "'].map(entry));
    expect(await readResponse('getStatement', { values }, body)).toMatchObject(
      directions('credit', 'debit', 'debit'),
    );
  });

  test('is read by an operation’s own words first, and by the others beside them', async () => {
    const file = {
      values: { status: { A: 'active', Z: 'closed' } },
      operations: { getAccountsBy: { values: { status: { A: 'alive' } } } },
    };
    expect(await readResponse('getAccountsBy', file, account('A'))).toMatchObject(status('alive'));
    expect(await readResponse('getAccountsBy', file, account('Z'))).toMatchObject(status('closed'));
  });

  test('keeps a word that no map has', async () => {
    const file = { values: { status: { A: 'active' } } };
    expect(await readResponse('getAccountsBy', file, account('a'))).toMatchObject(status('a'));
    expect(await readResponse('getAccountsBy', file, account('toString'))).toMatchObject(
      status('toString'),
    );
  });

  test('is read behind the places that the file names', async () => {
    const file = {
      values: { direction: { OUT: 'debit' } },
      operations: { getStatement: { response: { direction: '/way' } } },
    };
    const body = statement(entry('"x"').replace('"direction"', '"way":"OUT","direction"'));
    expect(await readResponse('getStatement', file, body)).toMatchObject(directions('debit'));
  });
});

const fileWith = (more: object): string =>
  JSON.stringify({
    name: 'Example Bank',
    environment: 'uat',
    baseUrl: 'https://uat.example.com',
    ...more,
  });

describe('a mistake in words or currencies names the field and the fix', () => {
  test.each([
    [
      { values: { direction: { DR: 'DEBIT' } } },
      'values.direction.DR',
      'direction does not know “DEBIT”; write “debit”',
    ],
    [
      { values: { direction: { DR: 'outgoing' } } },
      'values.direction.DR',
      'direction does not know “outgoing”; write “debit” or “credit”',
    ],
    [
      { values: { isDeleted: { Y: 'yes' } } },
      'values.isDeleted.Y',
      'isDeleted does not know “yes”; write “true” or “false”',
    ],
    [
      { values: { directon: { DR: 'debit' } } },
      'values.directon',
      'is not a field of any answer; write “direction”',
    ],
    [
      { values: { amount: { 'N/A': '0' } } },
      'values.amount.N/A',
      'amount cannot be mapped: a number, a date, a list or a record has only one meaning; remove it',
    ],
    [
      { operations: { getAccountsBy: { values: { direction: { DR: 'debit' } } } } },
      'operations.getAccountsBy.values.direction',
      'is not a field of the answer; known are message, account, accountId, clientId, entityId, uniqueRequestId, currencyIso3Code, accountName, status, availableBalance, accountType, fundingDetails',
    ],
    [
      { operations: { getStatement: { values: { direction: { DR: 'dbit' } } } } },
      'operations.getStatement.values.direction.DR',
      'direction does not know “dbit”; write “debit”',
    ],
    [
      { currencies: { usdt: 6 } },
      'currencies.usdt',
      'must be a code of 3 to 10 capital letters and digits, such as USDT',
    ],
    [
      { currencies: { JPY: 2 } },
      'currencies.JPY',
      'has 0 decimals by ISO 4217, and is known here; remove it',
    ],
    [{ currencies: { USDT: 19 } }, 'currencies.USDT', 'must be at most 18'],
    [{ values: { direction: 'DR' } }, 'values.direction', 'must be a record in braces'],
    [
      { values: { direction: { DR: 1 } } },
      'values.direction.DR',
      'must be a text in quotation marks',
    ],
  ])('%j', (more, field, problem) => {
    const parsed = parseBankFile(fileWith(more));
    expect(parsed.ok ? {} : parsed.error.fields).toEqual({ [field]: problem });
  });

  test('and correct values are accepted', () => {
    const values = {
      direction: { OUT: 'debit' },
      status: { A: 'active' },
      'branchInformation.city': { NBO: 'Nairobi' },
    };
    expect(parseBankFile(fileWith({ values }))).toMatchObject({ ok: true, value: { values } });
  });
});
