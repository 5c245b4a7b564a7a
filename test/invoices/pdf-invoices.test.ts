import { describe, expect, test } from 'vitest';

import type { InvoiceReading } from '../../electron/engines/invoice-files/fields/join.ts';
import { areStreamsWhole } from '../../electron/engines/invoice-files/pdf/whole-streams.ts';
import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';
import {
  ciiInvoice,
  pdfInvoice,
  plainInvoice,
  type WrittenPdf,
} from '../support/files/invoices.ts';

async function read(written: WrittenPdf): Promise<InvoiceReading> {
  const reading = await readInvoice(await pdfInvoice(written));
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.value;
}

const valuesOf = ({ fields }: InvoiceReading): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
const fromOf = ({ fields }: InvoiceReading): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from]));
const kindsOf = ({ problems }: InvoiceReading): string[] => problems.map(({ kind }) => kind);

const code = [
  ...['BCD', '002', '1', 'SCT', '', 'Clearwell Audit', 'DE75512108001245126199'],
  ...['EUR1190.00', '', '', 'RE-2026-117 / K 4711'],
].join('\n');
const words = [
  'Clearwell Audit LLP',
  'Rechnungsnummer: RE-2026-117',
  'Gesamtbetrag: 1.190,00 EUR',
  'Zahlbar bis zum 02.12.2026',
  'IBAN: DE75 5121 0800 1245 1261 99  BIC: SOGEDEFF',
];

/** The same PDF, once for each compressed stream, whose checksum is then another. */
function withWrongChecksums(pdf: Uint8Array): Buffer[] {
  const file = Buffer.from(pdf);
  const found: Buffer[] = [];
  for (let at = file.indexOf('\nendstream'); at >= 0; at = file.indexOf('\nendstream', at + 1)) {
    const changed = Buffer.from(file);
    changed[at - 1] = (changed[at - 1] ?? 0) ^ 1;
    if (!areStreamsWhole(changed)) found.push(changed);
  }
  expect(found.length).toBeGreaterThan(0);
  return found;
}

describe('a PDF', () => {
  test.each(['factur-x.xml', 'ZUGFeRD-invoice.xml', 'xrechnung.xml', 'rechnung.XML'])(
    'with %s states what the data states',
    async (name) => {
      const reading = await read({ files: { [name]: ciiInvoice(plainInvoice) }, lines: words });
      expect(valuesOf(reading)).toMatchObject({ number: 'RE-2026-117', amount: '1190.00' });
      expect(fromOf(reading)['amount']).toBe('XML BT-115');
      expect(kindsOf(reading)).toEqual([]);
    },
  );

  test('with a drawn payment code states what the code states', async () => {
    const reading = await read({ code, lines: ['Invoice'] });
    expect(valuesOf(reading)).toEqual({
      payee: 'Clearwell Audit',
      account: 'DE75512108001245126199',
      amount: '1190.00',
      currency: 'EUR',
      reference: 'RE-2026-117 / K 4711',
    });
    expect(fromOf(reading)['amount']).toBe('payment code on page 1');
  });

  test('of words alone proposes account, amount, due day and number', async () => {
    const reading = await read({ lines: words });
    expect(valuesOf(reading)).toEqual({
      number: 'RE-2026-117',
      amount: '1190.00',
      currency: 'EUR',
      account: 'DE75512108001245126199',
      due: '2026-12-02',
    });
    expect(new Set(Object.values(reading.fields).map(({ kind }) => kind))).toEqual(
      new Set(['text']),
    );
  });

  test('whose data and page name other accounts is held, and names both', async () => {
    const lines = words.map((line) =>
      line.replace('DE75 5121 0800 1245 1261 99', 'DE12 5001 0517 0648 4898 90'),
    );
    const reading = await read({ files: { 'factur-x.xml': ciiInvoice(plainInvoice) }, lines });
    expect(valuesOf(reading)).not.toHaveProperty('account');
    expect(reading.problems.find(({ field }) => field === 'account')?.values).toMatchObject([
      { value: 'DE75512108001245126199', from: 'XML BT-84' },
      { value: 'DE12500105170648489890', from: 'text of page 1' },
    ]);
  });

  test('whose data and code differ in the amount is held', async () => {
    const other = code.replace('EUR1190.00', 'EUR1910.00');
    const reading = await read({
      files: { 'factur-x.xml': ciiInvoice(plainInvoice) },
      code: other,
    });
    expect(valuesOf(reading)).not.toHaveProperty('amount');
    expect(kindsOf(reading)).toEqual(['contradiction']);
  });

  test('whose page shows another total than its data is held', async () => {
    const lines = words.map((line) => line.replace('1.190,00', '11.900,00'));
    const reading = await read({ files: { 'factur-x.xml': ciiInvoice(plainInvoice) }, lines });
    expect(valuesOf(reading)).not.toHaveProperty('amount');
  });

  test('with two IBANs in its words decides for none', async () => {
    const reading = await read({ lines: [...words, 'or DE12 5001 0517 0648 4898 90'] });
    expect(valuesOf(reading)).not.toHaveProperty('account');
    expect(kindsOf(reading)).toEqual(['several']);
  });

  test('that is protected by a password is refused in a sentence', async () => {
    const reading = await readInvoice(await pdfInvoice({ lines: words, password: 'secret' }));
    expect(!reading.ok && reading.error.message).toBe(
      'it is protected by a password: save it without one.',
    );
  });

  test('that is cut states nothing', async () => {
    const pdf = await pdfInvoice({
      lines: words,
      files: { 'factur-x.xml': ciiInvoice(plainInvoice) },
    });
    const reading = await readInvoice(pdf.slice(0, 400));
    expect(reading.ok && Object.keys(reading.value.fields).length > 0).toBe(false);
  });

  test.each([
    ['its words', { lines: words }],
    ['its data', { files: { 'factur-x.xml': ciiInvoice(plainInvoice) } }],
    ['one of both', { files: { 'factur-x.xml': ciiInvoice(plainInvoice) }, lines: words }],
  ])(
    'whose compressed content is not what its checksum states: %s fill nothing in',
    async (_what, written) => {
      const pdf = await pdfInvoice(written);
      expect(areStreamsWhole(pdf)).toBe(true);
      for (const damaged of withWrongChecksums(pdf)) {
        const reading = await readInvoice(damaged);
        if (!reading.ok) continue;
        expect(reading.value.fields).toEqual({});
        expect(reading.value.notes[0]).toContain('It was damaged');
      }
    },
  );

  test('that was damaged is still paid by its payment code, which corrects itself', async () => {
    const pdf = await pdfInvoice({ code, lines: words });
    const [damaged] = withWrongChecksums(pdf);
    const reading = await readInvoice(damaged ?? pdf);
    expect(reading.ok && fromOf(reading.value)).toMatchObject({ amount: 'payment code on page 1' });
  });

  test('of many pages says which of them were not read', async () => {
    const reading = await read({ lines: words, pages: 15 });
    expect(reading.notes).toContain('Pages after page 12 were not read.');
  });
});
