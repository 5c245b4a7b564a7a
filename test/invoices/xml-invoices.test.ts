import { describe, expect, test } from 'vitest';

import type { InvoiceReading } from '../../electron/engines/invoice-files/fields/join.ts';
import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';
import {
  ciiInvoice,
  plainInvoice,
  ublInvoice,
  type WrittenInvoice,
} from '../support/files/invoices.ts';

async function read(xml: string): Promise<InvoiceReading> {
  const reading = await readInvoice(Buffer.from(xml));
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.value;
}

const valuesOf = ({ fields }: InvoiceReading): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
const problemsOf = ({ problems }: InvoiceReading): string[] =>
  problems.map(({ message }) => message);
const kindsOf = ({ problems }: InvoiceReading): string[] => problems.map(({ kind }) => kind);

const syntaxes: readonly (readonly [string, (invoice: WrittenInvoice) => string])[] = [
  ['CII', ciiInvoice],
  ['UBL', (invoice) => ublInvoice(invoice)],
];

describe.each(syntaxes)('an invoice in %s', (_syntax, write) => {
  test('states its payment, each field with the place of it', async () => {
    const reading = await read(write(plainInvoice));
    expect(valuesOf(reading)).toEqual({
      number: 'RE-2026-117',
      seller: 'Clearwell Audit LLP',
      payee: 'Clearwell Audit',
      amount: '1190.00',
      currency: 'EUR',
      account: 'DE75512108001245126199',
      bic: 'SOGEDEFF',
      reference: 'RE-2026-117 / K 4711',
      issued: '2026-11-02',
      due: '2026-12-02',
      buyer: 'Nordhaven Trading Ltd',
    });
    expect(reading.fields.amount?.from).toBe('XML BT-115');
    expect(problemsOf(reading)).toEqual([]);
  });

  test('leaves out what it does not state', async () => {
    const { number, type, currency, due } = plainInvoice;
    const reading = await read(write({ number, type, currency, due } as WrittenInvoice));
    expect(valuesOf(reading)).toEqual({ number, currency, amount: '1190.00' });
    expect(problemsOf(reading)).toEqual([]);
  });

  test('takes what is prepaid off, as it says itself', async () => {
    const reading = await read(write({ ...plainInvoice, prepaid: '200.00', due: '990.00' }));
    expect(valuesOf(reading)['amount']).toBe('990.00');
    expect(problemsOf(reading)).toEqual([]);
  });

  test('whose amount due does not follow from its totals is held', async () => {
    const reading = await read(write({ ...plainInvoice, due: '1910.00' }));
    expect(problemsOf(reading)).toEqual([
      'The amount due is 1910.00, but total, prepayment and rounding make 1190.00. Ask the seller.',
    ]);
  });

  test.each(['1,190.00', '1e3', '1190.12345', '', '-', '999999999999999.00'])(
    'whose amount is written as “%s” has no amount',
    async (due) => {
      const reading = await read(write({ ...plainInvoice, due }));
      expect(valuesOf(reading)).not.toHaveProperty('amount');
    },
  );

  test('in yen has no decimals, and none that it cannot have', async () => {
    const yen = { ...plainInvoice, currency: 'JPY', gross: '1190', prepaid: '0' };
    expect(valuesOf(await read(write({ ...yen, due: '1190.00' })))['amount']).toBe('1190');
    expect(kindsOf(await read(write({ ...yen, due: '1190.50' })))).toEqual(['value-wrong']);
  });

  test('with nothing left to be paid is held', async () => {
    const reading = await read(write({ ...plainInvoice, prepaid: '1190.00', due: '0.00' }));
    expect(kindsOf(reading)).toEqual(['nothing-due']);
  });

  test.each([
    ['381', 'credit-note'],
    ['389', 'self-billed'],
    ['325', 'no-invoice'],
    ['999', 'kind-unknown'],
  ])('of type %s is not paid: %s', async (type, kind) => {
    expect(kindsOf(await read(write({ ...plainInvoice, type })))).toEqual([kind]);
  });

  test.each([
    ['59', 'debited'],
    ['49', 'debited'],
    ['48', 'card'],
    ['97', 'settled'],
  ])('paid by means %s names no account: %s', async (code, kind) => {
    const [means] = plainInvoice.means ?? [];
    const reading = await read(write({ ...plainInvoice, means: [{ ...means, code }] }));
    expect(kindsOf(reading)).toEqual([kind]);
    expect(valuesOf(reading)).not.toHaveProperty('account');
  });

  test('that is debited or transferred is a question', async () => {
    const [means = {}] = plainInvoice.means ?? [];
    const reading = await read(write({ ...plainInvoice, means: [{ code: '59' }, means] }));
    expect(kindsOf(reading)).toEqual(['debited']);
  });

  test('with two accounts decides for none', async () => {
    const means = [
      ...(plainInvoice.means ?? []),
      { code: '58', iban: 'DE12500105170648489890', holder: 'Clearwell Audit' },
    ];
    const reading = await read(write({ ...plainInvoice, means }));
    expect(valuesOf(reading)).not.toHaveProperty('account');
    expect(reading.problems[0]?.values?.map(({ value }) => value)).toEqual([
      'DE75512108001245126199',
      'DE12500105170648489890',
    ]);
  });

  test('with an IBAN that was mistyped has no account', async () => {
    const means = [{ code: '58', iban: 'DE75512108001245126198' }];
    const reading = await read(write({ ...plainInvoice, means }));
    expect(kindsOf(reading)).toEqual(['account-wrong']);
    expect(valuesOf(reading)).not.toHaveProperty('account');
  });

  test.each(['2026-02-30', '2026-13-01', '20261302'])(
    'due on “%s” has no due day',
    async (dueDay) => {
      const reading = await read(write({ ...plainInvoice, dueDay }));
      expect(valuesOf(reading)).not.toHaveProperty('due');
    },
  );

  test('names the payee where that is not the seller', async () => {
    const means = [{ code: '58', iban: 'DE75512108001245126199' }];
    const reading = await read(write({ ...plainInvoice, payee: 'Factor Bank AG', means }));
    expect(valuesOf(reading)).toMatchObject({
      payee: 'Factor Bank AG',
      seller: 'Clearwell Audit LLP',
    });
  });
});

test('a credit note of UBL is not paid', async () => {
  const reading = await read(ublInvoice({ ...plainInvoice, type: '381' }, 'CreditNote'));
  expect(kindsOf(reading)).toEqual(['credit-note']);
});

test('an amount in another currency than the invoice decides for none', async () => {
  const xml = ublInvoice(plainInvoice).replaceAll('currencyID="EUR"', 'currencyID="USD"');
  const reading = await read(xml);
  expect(valuesOf(reading)).not.toHaveProperty('currency');
  expect(kindsOf(reading)).toContain('several');
});

test('two amounts due decide for none', async () => {
  const due = '<ram:DuePayableAmount>1190.00</ram:DuePayableAmount>';
  const xml = ciiInvoice(plainInvoice).replace(
    due,
    `${due}<ram:DuePayableAmount>1.00</ram:DuePayableAmount>`,
  );
  const reading = await read(xml);
  expect(valuesOf(reading)).not.toHaveProperty('amount');
});

test('elements of another namespace are no part of an invoice', async () => {
  const xml = ciiInvoice(plainInvoice).replace(
    '<ram:DuePayableAmount>',
    '<x:DuePayableAmount xmlns:x="urn:evil">5.00</x:DuePayableAmount><ram:DuePayableAmount>',
  );
  expect(valuesOf(await read(xml))['amount']).toBe('1190.00');
});

test.each([
  [
    'an entity bomb',
    ciiInvoice(plainInvoice).replace(
      '?>',
      '?><!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
    ),
    'it has a document type',
  ],
  ['a cut file', ciiInvoice(plainInvoice).slice(0, 900), 'is no proper XML'],
  ['another message', '<order xmlns="urn:x"><ID>1</ID></order>', 'no invoice of UBL'],
  ['a web page', 'hello', 'it is no PDF, XML, PNG or JPEG'],
  ['nothing', '', 'it is empty'],
])('%s is refused in a sentence', async (_what, text, sentence) => {
  const reading = await readInvoice(Buffer.from(text));
  expect(reading.ok).toBe(false);
  expect(!reading.ok && reading.error.message).toContain(sentence);
});

test('an invoice of ZUGFeRD 1.0 is read by its own names', async () => {
  const xml = ciiInvoice(plainInvoice)
    .replaceAll(
      'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'urn:ferd:CrossIndustryDocument:invoice:1p0',
    )
    .replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument')
    .replaceAll('rsm:ExchangedDocument', 'rsm:HeaderExchangedDocument')
    .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
    .replaceAll('ApplicableHeaderTrade', 'ApplicableSupplyChainTrade')
    .replaceAll('SettlementHeaderMonetary', 'SettlementMonetary');
  expect(valuesOf(await read(xml))).toMatchObject({
    amount: '1190.00',
    seller: 'Clearwell Audit LLP',
  });
});
