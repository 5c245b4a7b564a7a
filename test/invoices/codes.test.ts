import { describe, expect, test } from 'vitest';

import { readPaymentCode } from '../../electron/engines/invoice-files/codes/payment-code.ts';
import {
  joinSources,
  type InvoiceReading,
} from '../../electron/engines/invoice-files/fields/join.ts';

function read(lines: readonly string[], encoding: BufferEncoding = 'utf8'): InvoiceReading | null {
  const source = readPaymentCode(Buffer.from(lines.join('\n'), encoding), 'on page 1');
  return source && joinSources([source]);
}

const valuesOf = (reading: InvoiceReading | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reading?.fields ?? {}).map(([name, { value }]) => [name, value]),
  );
const kindsOf = (reading: InvoiceReading | null): string[] =>
  reading?.problems.map(({ kind }) => kind) ?? [];

const epc = (changes: Readonly<Record<number, string>> = {}): string[] => {
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    'BPOTBEB1',
    'Red Cross',
    'BE72000000001616',
    'EUR1.5',
    'CHAR',
  ];
  return Object.assign([...lines, '', 'Urgency fund', ''], changes);
};

describe('a code for a SEPA transfer', () => {
  test('states payee, account, amount and text', () => {
    expect(valuesOf(read(epc()))).toEqual({
      payee: 'Red Cross',
      account: 'BE72000000001616',
      bic: 'BPOTBEB1',
      amount: '1.50',
      currency: 'EUR',
      reference: 'Urgency fund',
    });
  });

  test('takes the structured reference, and refuses one whose check digits do not fit', () => {
    const withReference = (reference: string) => read(epc({ 9: reference, 10: '' }));
    expect(valuesOf(withReference('RF18539007547034'))['reference']).toBe('RF18539007547034');
    expect(kindsOf(withReference('RF19539007547034'))).toEqual(['value-wrong']);
    expect(kindsOf(read(epc({ 9: 'RF18539007547034' })))).toEqual(['several']);
  });

  test('leaves an open amount unknown', () => {
    expect(valuesOf(read(epc({ 7: '' })))).not.toHaveProperty('amount');
    expect(kindsOf(read(epc({ 7: '' })))).toEqual([]);
  });

  test.each(['USD1.50', 'EUR1,50', 'EUR0.00', 'EUR-1.00', 'EUR1.505', 'EUR12345678901', '1.50'])(
    'has no amount where it is written as %s',
    (amount) => {
      const reading = read(epc({ 7: amount }));
      expect(valuesOf(reading)).not.toHaveProperty('amount');
      expect(kindsOf(reading)).toEqual(['value-wrong']);
    },
  );

  test('is decoded by its own character set', () => {
    const lines = epc({ 2: '2', 5: 'Müller & Söhne' });
    expect(valuesOf(read(lines, 'latin1'))['payee']).toBe('Müller & Söhne');
  });

  test.each([
    [{ 1: '003' }],
    [{ 2: '9' }],
    [{ 3: 'INST' }],
    [{ 11: 'x\ny' }],
    [{ 10: 'a'.repeat(400) }],
  ])('of another kind is not used: %o', (changes) => {
    const reading = read(epc(changes));
    expect(valuesOf(reading)).toEqual({});
    expect(kindsOf(reading)).toEqual(['value-wrong']);
  });

  test('with a mistyped IBAN has no account', () => {
    expect(kindsOf(read(epc({ 6: 'BE72000000001617' })))).toEqual(['account-wrong']);
  });
});

const swiss = (changes: Readonly<Record<number, string>> = {}): string[] => {
  const creditor = ['S', 'Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel', 'CH'];
  const debtor = ['S', 'Pia Rutschmann', 'Marktgasse', '28', '9400', 'Rorschach', 'CH'];
  const lines = [
    ...['SPC', '0200', '1', 'CH4431999123000889012', ...creditor, '', '', '', '', '', '', ''],
    ...['1949.75', 'CHF', ...debtor, 'QRR', '210000000003139471430009017', 'Order of June', 'EPD'],
    '//S1/10/10201409/11/190512/20/1400.000-53',
  ];
  return Object.assign(lines, changes);
};

describe('a code of a Swiss QR bill', () => {
  test('states payee, account, amount, reference, number and day', () => {
    expect(valuesOf(read(swiss()))).toEqual({
      payee: 'Robert Schneider AG',
      buyer: 'Pia Rutschmann',
      account: 'CH4431999123000889012',
      amount: '1949.75',
      currency: 'CHF',
      reference: '210000000003139471430009017',
      number: '10201409',
      issued: '2019-05-12',
    });
  });

  test('leaves an open amount unknown, and pays no notice', () => {
    expect(valuesOf(read(swiss({ 18: '' })))).not.toHaveProperty('amount');
    expect(kindsOf(read(swiss({ 18: '' })))).toEqual([]);
    expect(kindsOf(read(swiss({ 18: '0.00' })))).toEqual(['nothing-due']);
  });

  test.each([
    ['a reference with a wrong check digit', { 28: '210000000003139471430009018' }],
    ['a QR reference with a plain IBAN', { 3: 'CH5800791123000889012' }],
    ['a creditor reference with a QR-IBAN', { 27: 'SCOR', 28: 'RF18539007547034' }],
    ['a reference of no kind', { 27: 'NON' }],
  ])('%s is not used', (_what, changes) => {
    const reading = read(swiss(changes));
    expect(valuesOf(reading)).not.toHaveProperty('reference');
    expect(kindsOf(reading)).toEqual(['value-wrong']);
  });

  test('takes a creditor reference, or a message where there is none', () => {
    const plain = { 3: 'CH5800791123000889012' };
    expect(
      valuesOf(read(swiss({ ...plain, 27: 'SCOR', 28: 'RF18539007547034' })))['reference'],
    ).toBe('RF18539007547034');
    expect(valuesOf(read(swiss({ ...plain, 27: 'NON', 28: '' })))['reference']).toBe(
      'Order of June',
    );
  });

  test.each([
    [{ 1: '0100' }],
    [{ 2: '2' }],
    [{ 30: '' }],
    [{ 19: 'USD' }],
    [{ 18: "1'949.75" }],
    [{ 18: '1949.7' }],
    [{ 3: 'CH4431999123000889013' }],
    [{ 3: 'DE75512108001245126199' }],
  ])('that is not as the standard has it is a problem: %o', (changes) => {
    expect(kindsOf(read(swiss(changes))).length).toBeGreaterThan(0);
  });
});

test.each(['https://example.com/pay', '', 'BCD', 'SPC', 'WIFI:T:WPA;S:office;;'])(
  'another code, “%s”, states nothing',
  (text) => {
    const reading = read([text]);
    expect(valuesOf(reading)).toEqual({});
  },
);
