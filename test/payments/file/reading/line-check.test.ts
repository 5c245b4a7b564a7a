import { describe, expect, test } from 'vitest';

import { readHeading } from '../../../../electron/nouns/payments/file/reading/columns.ts';
import {
  checkLine,
  type Ledger,
} from '../../../../electron/nouns/payments/file/reading/line-check.ts';
import { indexBeneficiaries } from '../../../../electron/nouns/payments/file/reading/beneficiaries.ts';
import { overflowing, withTwins } from '../../../../electron/nouns/payments/file/reading/twins.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';

const payee = (entityId: string, name: string, accountNumber: string, accountName = name) => ({
  entityId,
  name,
  accountName,
  accountNumber,
});

const ledger: Ledger = {
  currencyByAccount: new Map([
    ['30026712', 'USD'],
    ['30022210', 'JPY'],
    ['30025501', 'KWD'],
    ['30029999', ''],
  ]),
  accountName: (accountNumber) => `Account ${accountNumber}`,
  accountOf: (written) => (/^3002\d{4}$/.test(written) ? written : null),
  beneficiaries: await indexBeneficiaries([
    [
      payee('B-1', 'Oduya Foods', 'GB33 BUKB 2020 1555 5555 55'),
      payee('B-2', 'Kestrel Ltd', '0123456789', 'Kestrel Logistics Limited'),
      payee('B-3', 'Marula GmbH', 'DE1'),
      payee('B-4', 'Márula  gmbh', 'DE2'),
      payee('B-5', 'Twin One', '777'),
      payee('B-6', 'Twin Two', '777'),
    ],
  ]),
  isReferenceUsed: (reference) => reference === 'OLD-1',
  warningsOf: () => [],
};

type Given = Partial<
  Record<
    | 'account'
    | 'beneficiary id'
    | 'beneficiary'
    | 'beneficiary account'
    | 'amount'
    | 'currency'
    | 'reference'
    | 'narration',
    string
  >
>;

function check(
  given: Given,
  {
    line = 2,
    references = new Map<string, number>(),
    defaultAccount = null as string | null,
    extra = [] as string[],
    known = ledger,
  } = {},
): CheckedLine {
  const wanted = { account: '30026712', 'beneficiary id': 'B-1', amount: '10.00', ...given };
  const cells = [...Object.values(wanted), ...extra].map((text) => ({ text }));
  const heading = readHeading({ line: 1, cells: Object.keys(wanted).map((text) => ({ text })) });
  if (!heading.ok) expect.fail(heading.error.message);
  const { columns, headings } = heading.value;
  const required = { fields: [], columns: new Map<string, number>() };
  return checkLine(
    { line, cells },
    {
      columns,
      columnCount: headings.length,
      defaultAccount,
      ledger: known,
      required,
      today: '2026-11-20',
      decimals: null,
      references,
    },
    'made-reference',
  );
}

test('a good line is read exactly, and gets the reference that was made for it', () => {
  expect(check({ amount: ' 1,234.5 ', narration: ' Rent ' })).toEqual({
    line: 2,
    reference: 'made-reference',
    accountNumber: '30026712',
    beneficiaryId: 'B-1',
    payeeName: 'Oduya Foods',
    amount: { amount: '1234.50', currency: 'USD' },
    amountText: '1,234.5',
    narration: 'Rent',
    problems: {},
    warnings: [],
  });
});

describe('the amount', () => {
  test.each([
    '',
    '0',
    '0.00',
    '-5',
    '−5',
    '+5',
    '(5)',
    '1.005',
    '1e3',
    '1E3',
    '１００',
    '1.234,56',
    "1'000",
    '1 000',
    '1\u00A0000',
    '1,5',
    '1,500',
    '1,50,000',
    '100000000000000.00',
    '10000000000000000',
    'NaN',
    'Infinity',
    '$5',
    '5 USD',
    '0x10',
    '=1+1',
    '.5',
    '5.',
  ])('%j is refused with a sentence, never guessed', (amount) => {
    const line = check({ amount });
    expect(line.amount).toBeNull();
    expect(line.amountText).toBe(amount.trim());
    expect(line.problems['amount']).toBeTruthy();
  });

  test.each([
    ['30022210', '1000', '1000', 'JPY'],
    ['30025501', '1.234', '1.234', 'KWD'],
    ['30026712', '99999999999999.99', '99999999999999.99', 'USD'],
    ['30026712', '1,500.00', '1500.00', 'USD'],
  ])('from %s, %s is %s %s', (account, typed, amount, currency) => {
    expect(check({ account, amount: typed }).amount).toEqual({ amount, currency });
  });

  test.each([
    ['1.250,5x', 'The amount “1.250,5x” cannot be read: “x” is no part of an amount.'],
    ['1,5x', 'The amount “1,5x” cannot be read: “x” is no part of an amount.'],
    ['$5', 'The amount “$5” cannot be read: “$” is no part of an amount.'],
    [
      '1,500',
      'The comma of “1,500” may stand for thousands or decimals: write the amount without it.',
    ],
    ['-5', 'The amount “-5” cannot be paid: must be above zero, without a sign.'],
    ['0', 'The amount “0” cannot be paid: must be above zero.'],
    ['', 'The line has no amount.'],
  ])('%j is called what it is', (amount, sentence) => {
    expect(check({ amount }).problems['amount']).toBe(sentence);
  });

  test('has no more decimals than the currency', () => {
    expect(check({ account: '30022210', amount: '10.5' }).problems['amount']).toBe(
      'The amount “10.5” cannot be paid: JPY has no decimals.',
    );
  });
});

describe('the account', () => {
  test('is one of ours, named by the line or for the whole file', () => {
    expect(check({ account: '' }).problems['account']).toBe(
      'The line names no account to pay from.',
    );
    expect(check({ account: '1' }).problems['account']).toBe(
      'The account 1 is none of our accounts.',
    );
    const line = check({ account: '' }, { defaultAccount: '30026712' });
    expect(line).toMatchObject({ accountNumber: '30026712', problems: {} });
  });

  test('decides the currency', () => {
    expect(check({ currency: 'usd' }).amount?.currency).toBe('USD');
    expect(check({ currency: 'EUR' }).problems['currency']).toBe(
      'Account 30026712 cannot pay EUR: it is kept in USD.',
    );
    expect(check({ currency: 'ABC' }).problems['currency']).toBe(
      'ABC is not a currency known here.',
    );
    expect(check({ account: '30029999' }).problems['currency']).toMatch(
      /^The line names no currency/,
    );
    expect(check({ account: '30029999', currency: 'USD' }).problems).toEqual({});
  });
});

describe('the payee', () => {
  const found = (given: Given): string | Readonly<Record<string, string>> => {
    const line = check({ 'beneficiary id': '', ...given });
    return Object.keys(line.problems).length > 0 ? line.problems : line.beneficiaryId;
  };

  test('is found by id, by exact account number, or by a name that only one has', () => {
    expect(found({ 'beneficiary id': 'B-2' })).toBe('B-2');
    expect(found({ 'beneficiary account': 'gb33bukb20201555555555' })).toBe('B-1');
    expect(found({ beneficiary: ' oduya  FOODS ' })).toBe('B-1');
    expect(found({ beneficiary: 'Kestrel Logistics Limited' })).toBe('B-2');
  });

  test.each<[Given, string, RegExp]>([
    [{}, 'beneficiary', /^The line names no payee\.$/],
    [{ 'beneficiary id': 'B-9' }, 'beneficiaryId', /^No saved payee has the ID B-9\.$/],
    [
      { 'beneficiary account': '123' },
      'beneficiaryAccount',
      /^No saved payee has the account 123\.$/,
    ],
    [{ beneficiary: 'Nobody' }, 'beneficiary', /^No saved payee is called “Nobody”\.$/],
    [
      { beneficiary: 'Marula GmbH' },
      'beneficiary',
      /^Two saved payees are called “Marula GmbH”\.$/,
    ],
    [
      { 'beneficiary account': '777' },
      'beneficiaryAccount',
      /^Two saved payees have the account 777\.$/,
    ],
    [
      { 'beneficiary id': 'B-1', beneficiary: 'Kestrel Ltd' },
      'beneficiary',
      /saved as “Oduya Foods”/,
    ],
    [
      { 'beneficiary id': 'B-1', 'beneficiary account': '0123456789' },
      'beneficiaryAccount',
      /not the account of Oduya Foods/,
    ],
    [
      { 'beneficiary account': '0123456789', beneficiary: 'Oduya Foods' },
      'beneficiary',
      /saved as “Kestrel Ltd”/,
    ],
  ])('%o is refused', (given, field, words) => {
    const problems = found(given);
    expect(problems).toHaveProperty(field, expect.stringMatching(words));
  });

  test('two with one account number are distinguished by the name beside it', () => {
    expect(found({ 'beneficiary account': '777', beneficiary: 'twin two' })).toBe('B-6');
  });
});

describe('the reference', () => {
  test.each(['has space', 'x'.repeat(36), 'ö', '<x>'])('%j is refused', (reference) => {
    expect(check({ reference }).problems['reference']).toMatch(
      /^The reference is not one of 1 to 35 letters.*\.$/,
    );
  });

  test('is unique in the file and was never used', () => {
    const references = new Map<string, number>();
    expect(check({ reference: 'INV-1' }, { references }).problems).toEqual({});
    expect(check({ reference: 'INV-1' }, { references, line: 9 }).problems['reference']).toBe(
      'Line 2 has the same reference.',
    );
    // A bank may take both for the same.
    expect(check({ reference: 'inv-1' }, { references, line: 9 }).problems['reference']).toBe(
      'Line 2 has the same reference.',
    );
    expect(check({ reference: 'OLD-1' }).problems['reference']).toBe(
      'The reference OLD-1 was used for an earlier payment.',
    );
  });
});

test('a narration is one line of at most 140 characters', () => {
  expect(check({ narration: 'x'.repeat(140) }).problems).toEqual({});
  expect(check({ narration: 'x'.repeat(141) }).problems['narration']).toContain('140');
  expect(check({ narration: 'a\nb' }).problems['narration']).toContain('line break');
  expect(check({ narration: 'a\u202Eb' }).problems['narration']).toContain('hidden mark');
});

test('a line with more values than columns may have lost a quote', () => {
  expect(check({}, { extra: ['50.00'] }).problems['line']).toContain('a quote may be missing');
  expect(check({}, { extra: ['', ' '] }).problems).toEqual({});
});

test('every field of a bad line has its own sentence', () => {
  const { problems, warnings } = check({
    account: '1',
    'beneficiary id': 'no',
    amount: 'x',
    currency: 'USD',
    reference: '?',
    narration: 'y'.repeat(200),
  });
  expect(Object.keys(problems).sort()).toEqual([
    'account',
    'amount',
    'beneficiaryId',
    'narration',
    'reference',
  ]);
  expect(warnings).toEqual([]);
});

test('lines that pay the same amount to the same payee point at each other', () => {
  const warning: PaymentWarning = { kind: 'currency', weight: 'confirm', message: 'x' };
  const known = { ...ledger, warningsOf: () => [warning] };
  const lines = [2, 3, 4, 5, 6, 7].map((line) => ({
    checked: check({ amount: line === 4 ? '11.00' : '10.00' }, { line, known }),
    line,
  }));
  const [first, , other] = withTwins(lines);
  expect(first?.line).toBe(2);
  expect(first?.checked.warnings.map(({ message }) => message)).toEqual([
    'x',
    'The same amount to Oduya Foods stands in lines 3, 5, 6 and 1 more too.',
  ]);
  expect(other?.checked.warnings).toEqual([warning]);
});

test('payments that add up to more than the desk can hold are reported by their currency', () => {
  const large = check({ amount: '60000000000000.00' });
  expect(overflowing([large])).toBeNull();
  expect(overflowing([large, check({ amount: 'x' }), large])).toBe('USD');
});
