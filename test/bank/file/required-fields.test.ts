import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { answersSignIn, bankFileOf, contextOf, signedIn } from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

type Written = Readonly<Record<string, unknown>>;

const fileAsking = (fields: unknown, override: Written = {}, operation = 'createSingleTransfer') =>
  parseBankFile(
    JSON.stringify({
      name: 'B',
      environment: 'uat',
      baseUrl: 'https://bank.example',
      operations: { [operation]: { ...override, fields } },
    }),
  );

const purpose = { name: 'purposeCode', label: 'Purpose of payment' };
const salary = { value: 'SALA', label: 'Salary' };

describe('an extra field that a bank file asks for', () => {
  test('needs only a name and a label; a choice needs only its values', () => {
    const read = fileAsking([
      purpose,
      { name: 'a', label: 'A', kind: 'choice', choices: [{ value: 'X' }] },
    ]);
    const usual = { kind: 'text', required: false, choices: [], maxLength: 140 };
    expect(read).toMatchObject({
      ok: true,
      value: {
        operations: {
          createSingleTransfer: {
            fields: [{ ...purpose, ...usual }, { choices: [{ value: 'X', label: 'X' }] }],
          },
        },
      },
    });
  });

  test.each<[string, string, string, unknown, Written?, string?]>([
    [
      'an operation that takes none',
      'fields',
      'createSingleTransfer, initiateRemittance, createReceivable',
      [purpose],
      {},
      'updateBeneficiary',
    ],
    [
      'a field of the catalogue',
      'fields.0.name',
      '“Narration” is a field of the operation already',
      [{ name: 'Narration', label: 'Words' }],
    ],
    [
      'the same name twice',
      'fields.1.name',
      '“purposeCode” is asked for twice: remove one',
      [purpose, { ...purpose, label: 'Other' }],
    ],
    [
      'a name that another has as its label',
      'fields.1.name',
      'is called like “purposeCode”: give each',
      [purpose, { name: 'purpose', label: 'Purpose code' }],
    ],
    ['a name of a secret', 'fields.0.name', 'may be a secret', [{ name: 'cardPin', label: 'PIN' }]],
    [
      'a name that cannot stand in braces',
      'fields.0.name',
      'letters, digits and underscores',
      [{ name: 'a.b', label: 'A' }],
    ],
    [
      'a name that every record has',
      'fields.0.name',
      'letters, digits and underscores',
      [{ name: '__proto__', label: 'A' }],
    ],
    ['no label', 'fields.0.label', 'is missing', [{ name: 'a' }]],
    [
      'a label that turns its writing',
      'fields.0.label',
      'on one line',
      [{ name: 'a', label: 'a\u202Eb' }],
    ],
    [
      'a choice without choices',
      'fields.0.choices',
      'write what can be chosen',
      [{ ...purpose, kind: 'choice' }],
    ],
    [
      'choices of a text',
      'fields.0.choices',
      'write "kind": "choice"',
      [{ ...purpose, choices: [salary] }],
    ],
    [
      'the same choice twice',
      'fields.0.choices.1.value',
      '“SALA” stands twice',
      [{ ...purpose, kind: 'choice', choices: [salary, { value: 'SALA', label: 'Pay' }] }],
    ],
    [
      'an unknown kind',
      'fields.0.kind',
      '"text", "date", "choice", "number"',
      [{ ...purpose, kind: 'list' }],
    ],
    [
      'an unknown member',
      'fields.0.mandatory',
      '“mandatory” is not a field here',
      [{ ...purpose, mandatory: true }],
    ],
    [
      'a length beyond all bounds',
      'fields.0.maxLength',
      'at most 1000',
      [{ ...purpose, maxLength: 5_000 }],
    ],
    [
      'one that a template leaves out',
      'fields.0.name',
      'goes nowhere: write “{purposeCode}”',
      [purpose],
      { request: { amt: '{amount:number}' } },
    ],
  ])(
    '%s is a mistake that names the field and the fix',
    (_, field, words, fields, override, operation) => {
      const read = fileAsking(fields, override, operation);
      const place = `operations.${operation ?? 'createSingleTransfer'}.${field}`;
      expect(read).toMatchObject({
        ok: false,
        error: { fields: { [place]: expect.stringContaining(words) as string } },
      });
    },
  );

  test('may be a passport’s number, and may stand in a query', () => {
    const passport = { name: 'senderPassportNumber', label: 'Passport number' };
    expect(fileAsking([passport])).toMatchObject({ ok: true });
    const override = { query: { code: '{purposeCode}' }, request: { amt: '{amount:number}' } };
    expect(fileAsking([purpose], override)).toMatchObject({ ok: true });
  });

  test('is never sent as the record in which the desk carries it', () => {
    expect(fileAsking([purpose], { request: { all: '{more}', p: '{purposeCode}' } })).toMatchObject(
      {
        ok: false,
        error: { message: expect.stringContaining('{more} is not known') as string },
      },
    );
  });
});

describe('on the wire', () => {
  const order = {
    ...{ accountNumber: '1', beneficiaryId: 'B', amount: '10.00', currency: 'EUR' },
    reference: 'R-1',
  };
  async function sentWith(more: Record<string, string> | undefined, override: Written) {
    const bodies: string[] = [];
    const bank = await playBank((received, response) => {
      if (answersSignIn(received, response)) return;
      bodies.push(`${received.url} ${received.body}`);
      answerJson(response, '{"transfer":{"id":"T-1"}}');
    });
    const operations = { getToken: {}, createSingleTransfer: override };
    const { client } = await signedIn(bankFileOf(bank.url, { operations }));
    const body = { ...order, ...(more ? { more } : {}) };
    const outcome = await client.call('createSingleTransfer', { body }, contextOf());
    return { outcome, bodies };
  }
  const rate = { name: 'rate', label: 'Rate', kind: 'number' };

  test('it stands behind the other fields, a number to its last digit', async () => {
    const { bodies } = await sentWith(
      { rate: '12345678901234567890.500', purposeCode: 'SALA' },
      { path: '/pay', fields: [purpose, rate] },
    );
    expect(bodies).toEqual([
      '/platform/pay {"accountNumber":"1","beneficiaryId":"B","amount":10.00,"currency":"EUR","reference":"R-1","purposeCode":"SALA","rate":12345678901234567890.500}',
    ]);
  });

  test('it stands where template and query have it, as text or as a number', async () => {
    const { bodies } = await sentWith(
      { rate: '7.50', purposeCode: 'SALA' },
      {
        path: '/pay',
        fields: [purpose, rate],
        query: { why: '{purposeCode}' },
        request: { r: ['{rate}', '{rate:number}'], ref: '{reference}' },
      },
    );
    expect(bodies).toEqual(['/platform/pay?why=SALA {"r":["7.50",7.50],"ref":"R-1"}']);
  });

  test.each([
    [{ purposeCode: 'SALA', amount: '99' }, 'body.more.amount'],
    [{ constructor: 'SALA' }, 'body.more.constructor'],
    [undefined, 'body.more.purposeCode'],
  ])('what is not asked for, and what is missing, is never sent: %o', async (more, place) => {
    const fields = [{ ...purpose, required: true }];
    const { outcome, bodies } = await sentWith(more, { fields });
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', fields: { [place]: expect.any(String) as string } },
    });
    expect(bodies).toEqual([]);
  });
});
