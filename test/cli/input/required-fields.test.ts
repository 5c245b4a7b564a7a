import { expect, test } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import type { BankRequest, BankAnswer } from '../../support/banks/bank-server.ts';
import { commandLineAt, expectError } from '../../support/programs/command-line.ts';

const fields = [
  {
    name: 'purposeCode',
    label: 'Purpose of payment',
    kind: 'choice',
    required: true,
    choices: [
      { value: 'SALA', label: 'Salary' },
      { value: 'SUPP', label: 'Supplier' },
    ],
  },
  { name: 'valueDate', label: 'Value date', kind: 'date' },
  { name: 'taxRate', label: 'Tax rate', kind: 'number' },
  { name: 'contact', label: 'Contact', maxLength: 10 },
];

/** Delta as it stands, and with the operations of two further groups that the specification only names. */
async function scene(operations: Readonly<Record<string, object>> = {}) {
  const arrived: string[] = [];
  const instead = ({ method, path, text, body }: BankRequest): BankAnswer | null => {
    const kind = /^\/platform\/(remittance|receivable)s$/.exec(path)?.[1];
    if (method !== 'POST' || (kind === undefined && !path.endsWith('/transfers'))) return null;
    arrived.push(text);
    return kind === undefined
      ? null
      : { body: { [kind]: { ...body, id: `R-${String(arrived.length)}` } } };
  };
  const { bank, call, nostro, write } = await commandLineAt(startDelta({ instead }));
  const file = JSON.parse(bank.bankFile) as { operations: Record<string, object> };
  /** Writes the bank file anew, with these overrides of its operations. */
  const asks = (overrides: Readonly<Record<string, object>>): void => {
    const all = Object.entries({
      ...file.operations,
      initiateRemittance: { path: '/remittances' },
      createReceivable: { path: '/receivables' },
      ...overrides,
    }).map(([name, override]) => [name, { ...file.operations[name], ...override }]);
    write('bank.json', JSON.stringify({ ...file, operations: Object.fromEntries(all) as object }));
  };
  asks({ createSingleTransfer: { fields }, ...operations });
  const account = bank.numberOf['EUR'] ?? '';
  const synced = await nostro('sync', '--account', account);
  expect([synced.code, synced.err]).toEqual([0, '']);
  const pay = (more?: object, reference?: string) =>
    nostro('pay', '--input', orderFrom(account, more, reference));
  return { account, arrived, asks, call, nostro, pay, write };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const orderFrom = (accountNumber: string, more?: object, reference = 'INV-1'): string =>
  JSON.stringify({
    ...{ accountNumber, beneficiaryId: 'B-1', amount: '1.50', currency: 'EUR', reference },
    ...(more ? { more } : {}),
  });

const submissionsOf = async (nostro: Scene['nostro']): Promise<string> =>
  (await nostro('submissions')).out.trim();

test('what the bank file asks for goes out beside the other fields of the body, under its own names', async () => {
  const { arrived, account, nostro } = await scene();
  const more = {
    valueDate: '2026-12-01',
    purposeCode: 'SALA',
    taxRate: 7.5,
    contact: ' Ms Oduya ',
  };
  const text = orderFrom(account, more).replace('7.5', '7.50');
  const paid = await nostro('pay', '--input', text);
  expect([paid.code, paid.err]).toEqual([0, '']);
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toContain('"taxRate":7.50');
  expect(JSON.parse(arrived[0] ?? '')).toEqual({
    accountNumber: account,
    beneficiaryId: 'B-1',
    amount: 1.5,
    currency: 'EUR',
    reference: 'INV-1',
    purposeCode: 'SALA',
    valueDate: '2026-12-01',
    taxRate: 7.5,
    contact: 'Ms Oduya',
  });
  expect(await submissionsOf(nostro)).toContain('"shown":"Salary"');
});

test('a template puts it where the bank wants it; what was left empty is left out', async () => {
  const { arrived, account, pay } = await scene({
    createSingleTransfer: {
      fields,
      request: {
        transfer: { from: '{accountNumber}', to: '{beneficiaryId}', sum: '{amount:number}' },
        codes: ['{purposeCode}', '{taxRate:number}', '{valueDate}'],
        words: '{currency} {reference} for {contact}',
        reference: '{reference}',
      },
    },
  });
  const paid = await pay({ purposeCode: 'SUPP', taxRate: '7' });
  expect([paid.code, paid.err]).toEqual([0, '']);
  expect(arrived.map((text) => JSON.parse(text) as object)).toEqual([
    {
      transfer: { from: account, to: 'B-1', sum: 1.5 },
      codes: ['SUPP', 7],
      reference: 'INV-1',
    },
  ]);
});

test.each([
  [
    'a required one that is missing',
    undefined,
    'more.purposeCode (Purpose of payment) is required',
  ],
  [
    'one that the file does not ask for',
    { purposeCode: 'SALA', purpose: 'x' },
    'more.purpose is not asked for',
  ],
  ['a choice that is none', { purposeCode: 'GIFT' }, 'must be one of SALA, SUPP'],
  ['a day that does not exist', { purposeCode: 'SALA', valueDate: '2026-02-30' }, 'more.valueDate'],
  ['a number with grouping', { purposeCode: 'SALA', taxRate: '1,000' }, 'without grouping'],
  [
    'a text that is too long',
    { purposeCode: 'SALA', contact: 'eleven long' },
    'longer than 10 characters',
  ],
])('%s is wrong use: nothing is sent, and nothing written down', async (_, more, words) => {
  const { arrived, account, nostro } = await scene();
  const body = orderFrom(account, more);
  for (const args of [
    ['pay', '--input', body],
    ['call', 'createSingleTransfer', '--input', `{"body":${body}}`],
  ]) {
    const refused = await nostro(...args);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(words);
  }
  expect(arrived).toEqual([]);
  expect(await submissionsOf(nostro)).toContain(`"submissions":[]`);
});

test('beside the other fields of an input it is refused by name, not left out', async () => {
  const { arrived, account, nostro } = await scene();
  const body = { ...(JSON.parse(orderFrom(account)) as object), purposeCode: 'SALA' };
  for (const args of [
    ['pay', '--input', JSON.stringify(body)],
    ['call', 'createSingleTransfer', '--input', JSON.stringify({ body })],
  ]) {
    const refused = await nostro(...args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('purposeCode')]);
  }
  expect(arrived).toEqual([]);
});

test('the same reference with other fields is another payment, and the same ones in another order are the same', async () => {
  const { arrived, pay } = await scene();
  const first = await pay({ purposeCode: 'SALA', contact: 'A' });
  expect([first.code, first.err]).toEqual([0, '']);
  const same = await pay({ contact: 'A', purposeCode: 'SALA' });
  expect([same.code, same.json<{ outcome: string }>().outcome]).toEqual([0, 'accepted']);
  for (const more of [{ purposeCode: 'SUPP', contact: 'A' }, { purposeCode: 'SALA' }]) {
    expectError(await pay(more), 1, 'input.invalid', 'used for something else');
  }
  expect(arrived).toHaveLength(1);
});

test('what was sent is still reported after the bank file began to ask for more', async () => {
  const { arrived, asks, pay } = await scene({ createSingleTransfer: {} });
  await pay();
  asks({ createSingleTransfer: { fields } });
  const again = await pay();
  expect([again.code, again.json<{ outcome: string }>().outcome]).toEqual([0, 'accepted']);
  expect(arrived).toHaveLength(1);
});

test('a twin is one whatever else is filled in', async () => {
  const { arrived, pay } = await scene();
  await pay({ purposeCode: 'SALA' });
  const twin = await pay({ purposeCode: 'SUPP' }, 'INV-2');
  expect(twin.error()).toMatchObject({ code: 'confirmation.required' });
  expect(arrived).toHaveLength(1);
});

type Lines = {
  lines: { line: number; state: string; problems: Record<string, string> }[];
  notes: string[];
};

test('a payment file has it in columns, by name or by label; a line without a required one is a problem of that line', async () => {
  const { arrived, account, nostro, write } = await scene();
  const lines = [
    'Account,Payee ID,Amount,Currency,Reference,PURPOSE OF PAYMENT,valueDate',
    `${account},B-1,1.10,EUR,F-1,SALA,2026-12-01`,
    `${account},B-1,1.20,EUR,F-2,,`,
    `${account},B-1,1.30,EUR,F-3,GIFT,tomorrow`,
  ];
  const path = write('pay.csv', lines.join('\n'));
  const checked = await nostro('pay', '--file', path);
  expect(checked.code).toBe(1);
  expect(checked.json<Lines>()).toMatchObject({
    notes: [],
    lines: [
      { line: 2, state: 'ready', problems: {} },
      {
        line: 3,
        state: 'invalid',
        problems: { 'more.purposeCode': 'Purpose of payment is required.' },
      },
      {
        line: 4,
        problems: {
          'more.purposeCode': 'Purpose of payment must be one of SALA, SUPP.',
          'more.valueDate': expect.stringMatching(
            /must be a day that exists, YYYY-MM-DD\.$/,
          ) as string,
        },
      },
    ],
  });
  expect(arrived).toEqual([]);
  const sent = await nostro('pay', '--file', path, '--skip-problems');
  expect(sent.json<Lines>().lines.map(({ state }) => state)).toEqual([
    'accepted',
    'invalid',
    'invalid',
  ]);
  expect(arrived.map((text) => JSON.parse(text) as object)).toMatchObject([
    { reference: 'F-1', purposeCode: 'SALA', valueDate: '2026-12-01' },
  ]);
});

test('a payment file without the column says so at each line', async () => {
  const { account, nostro, write } = await scene();
  const lines = `account,beneficiary id,amount,currency\n${account},B-1,1.10,EUR\n`;
  const path = write('pay.csv', lines);
  const checked = await nostro('pay', '--file', path);
  expect(checked.json<Lines>().lines).toMatchObject([
    {
      problems: {
        'more.purposeCode':
          'Purpose of payment is required, and the file has no column “Purpose of payment”.',
      },
    },
  ]);
});

test('a remittance and a receivable carry theirs, and miss theirs, alike', async () => {
  const own = [{ name: 'sourceOfFunds', label: 'Source of funds', required: true }];
  const { arrived, account, call } = await scene({
    initiateRemittance: { path: '/remittances', fields: own },
    createReceivable: { path: '/receivables', fields: own },
  });
  const money = { accountNumber: account, amount: '1.50', currency: 'EUR' };
  const orders = {
    initiateRemittance: {
      ...{
        ...money,
        reference: 'REM-1',
        purpose: 'Invoice',
        senderName: 'Us',
        senderCountry: 'NLD',
      },
      ...{ recipientName: 'Oduya', recipientCountry: 'KEN', recipientAccountNumber: '1' },
      recipientBankBicOrCode: 'EQBLKENA',
    },
    createReceivable: { ...money, reference: 'REC-1', payerName: 'Oduya' },
  };
  for (const [name, body] of Object.entries(orders)) {
    const refused = await call(name, { body });
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Source of funds')]);
    const more = { sourceOfFunds: 'Sales' };
    const sent = await call(name, { body: { ...body, more } });
    expect([sent.code, sent.err]).toEqual([0, '']);
  }
  expect(arrived.map((text) => JSON.parse(text) as object)).toEqual(
    Object.values(orders).map((body) => ({ ...body, amount: 1.5, sourceOfFunds: 'Sales' })),
  );
});
