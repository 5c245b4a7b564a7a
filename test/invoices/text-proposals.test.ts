import { describe, expect, test } from 'vitest';

import { linesOfPage } from '../../electron/engines/invoice-files/pdf/page-text.ts';
import { proposeFromText } from '../../electron/engines/invoice-files/pdf/text-proposals.ts';

const proposed = (...lines: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(proposeFromText([{ page: 1, lines }]).source.values).map(([field, values]) => [
      field,
      values.map(({ value }) => value),
    ]),
  );

describe('words of a page propose', () => {
  test.each([
    ['Amount due: EUR 1,234.56', '1234.56'],
    ['Zahlbetrag 1.234,56 €', '1234.56'],
    ["Totale da pagare CHF 1'234.56", '1234.56'],
    ['Net à payer : 1 234,56 EUR', '1234.56'],
    ['Total due 0.50', '0.50'],
  ])('the amount in “%s”', (line, amount) => {
    expect(proposed(line)['amount']).toEqual([amount]);
  });

  test('what is due before a total that was paid in part', () => {
    expect(proposed('Grand total 500.00', 'Amount due 300.00')['amount']).toEqual(['300.00']);
  });

  test.each([
    'Amount due: 12.345',
    'Amount due: 1.234.567',
    'Amount due 1,23',
    'Total 5.00',
    'Subtotalen 5.00',
  ])('no amount in “%s” that is not clear', (line) => {
    const { amount = [] } = proposed(line);
    if (line === 'Amount due 1,23') expect(amount).toEqual(['1.23']);
    else expect(amount).toEqual([]);
  });

  test.each([
    ['Due date: 2026-12-02', '2026-12-02'],
    ['Fällig am 2.12.2026', '2026-12-02'],
    ['Zahlbar bis 2. Dezember 2026', '2026-12-02'],
    ['Échéance : 02 décembre 2026', '2026-12-02'],
    ['Due date: 25/12/2026', '2026-12-25'],
  ])('the due day in “%s”', (line, day) => {
    expect(proposed(line)['due']).toEqual([day]);
  });

  test.each(['Due date: 03/04/2026', 'Due date: 31.02.2026', 'Due in 30 days'])(
    'no due day in “%s”',
    (line) => {
      expect(proposed(line)).not.toHaveProperty('due');
    },
  );

  test.each([
    ['IBAN DE75 5121 0800 1245 1261 99 BIC SOGEDEFF', ['DE75512108001245126199']],
    ['IBAN:DE75512108001245126199', ['DE75512108001245126199']],
    ['IBAN DE75 5121 0800 1245 1261 98', undefined],
  ])('the account in “%s”', (line, account) => {
    expect(proposed(line)['account']).toEqual(account);
  });

  test.each([
    ['Invoice no. INV-2026-0042', 'INV-2026-0042'],
    ['Rechnungsnummer: 4711/26.', '4711/26'],
    ['Facture n° F2026-12', 'F2026-12'],
  ])('the number in “%s”', (line, number) => {
    expect(proposed(line)['number']).toEqual([number]);
  });
});

test('pieces of a page become lines from top to bottom, and a wide gap two spaces', () => {
  const piece = (text: string, x: number, y: number) => ({
    text,
    x,
    y,
    width: text.length * 5,
    height: 10,
  });
  expect(
    linesOfPage([
      piece('due', 52, 700),
      piece('1.00', 200, 701),
      piece('Amount', 20, 700),
      piece('Top', 20, 780),
    ]),
  ).toEqual(['Top', 'Amount due  1.00']);
});
