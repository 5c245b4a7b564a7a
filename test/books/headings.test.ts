import { describe, expect, test } from 'vitest';

import type { RequestedAccount, LedgerReading } from '../../electron/nouns/books/ledger/ledger.ts';
import { readLedger } from '../../electron/nouns/books/ledger/read-ledger.ts';
import { bytesOf, workbook } from '../support/stores/table-files.ts';

const reading: LedgerReading = {
  period: { from: '2026-11-01', to: '2026-11-30' },
  currency: 'EUR',
  days: 31,
  options: { columns: {}, decimals: null },
  savedFor: () => null,
};
const own: RequestedAccount = { accountNumber: '1', names: { numberOf: () => null } };

async function read(file: string | Uint8Array, more: Partial<LedgerReading> = {}) {
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  const ledger = await readLedger(bytes, { ...reading, ...more }, own);
  return ledger.ok
    ? {
        lines: ledger.value.lines.map(
          ({ day, amount, references, text }) =>
            `${day} ${amount} ${[...references, text].filter((one) => one !== '').join('|')}`,
        ),
        notes: ledger.value.notes,
      }
    : ledger.error.message;
}

describe('headings of common programs need no question', () => {
  const found = ['2026-11-20 1250.10 R-1|Miete', '2026-11-21 -90.00 R-2|Strom'];

  test.each([
    ['English', 'Date;Label;Reference;Amount'],
    ['English, of a bank', 'Value date;Remarks;Customer reference;Transaction amount'],
    ['German', 'Buchungstag;Buchungstext;Referenz;Betrag'],
    ['German, of an account', 'Wertstellung;Verwendungszweck;Belegnummer;Umsatz'],
    ['Swiss', 'Valuta;Bemerkung;Beleg;Betrag CHF'],
    ['French', 'Date opération;Libellé;Référence;Montant'],
    ['French, with its currency', 'Date de valeur;Remarque;N° pièce;Montant (EUR)'],
    ['Spanish', 'Fecha operación;Concepto;Referencia;Importe'],
    ['Dutch', 'Boekdatum;Omschrijving;Kenmerk;Bedrag (EUR)'],
    ['Dutch, of a bank', 'Rentedatum;Mededelingen;Factuurnummer;Bedrag'],
    ['Italian', 'Data contabile;Descrizione;Riferimento;Importo'],
    ['Italian, of a bank', 'Data;Causale;Documento;Importo in €'],
    ['Portuguese', 'Data;Descrição;Referência;Montante'],
    ['Portuguese, of a bank', 'Data mov.;Histórico;Documento;Valor'],
  ])('%s: %s', async (_language, heading) => {
    const rows = ['20.11.2026;Miete;R-1;1.250,10', '21.11.2026;Strom;R-2;-90,00'];
    const currency = heading.includes('CHF') ? 'CHF' : 'EUR';
    expect(await read([heading, ...rows].join('\n'), { currency })).toEqual({
      ...{ lines: found, notes: [] },
    });
  });

  test.each([
    ['German', 'Datum;Buchungstext;Beleg;Soll;Haben'],
    ['German, of money', 'Datum;Text;Beleg;Einnahmen;Ausgaben'],
    ['French', 'Date;Libellé;Pièce;Débit;Crédit'],
    ['French, with its currency', 'Date;Libellé;Pièce;Débit euros;Crédit euros'],
    ['French, of money', 'Date;Intitulé;Facture;Recettes;Dépenses'],
    ['Spanish', 'Fecha;Descripción;Factura;Debe;Haber'],
    ['Dutch', 'Datum;Omschrijving;Factuur;Debet;Credit'],
    ['Dutch, of money', 'Datum;Omschrijving;Factuur;Bij;Af'],
    ['Italian', 'Data;Descrizione;Fattura;Dare;Avere'],
    ['Portuguese', 'Data;Descrição;Fatura;Débito;Crédito'],
  ])('%s, with a column a side: %s', async (_language, heading) => {
    const rows = ['20.11.2026;Miete;R-1;1.250,10;', '21.11.2026;Strom;R-2;;90,00'];
    expect(await read([heading, ...rows].join('\n'))).toEqual({ lines: found, notes: [] });
  });

  test.each([
    ['Soll/Haben', 'S', 'H'],
    ['Debit/Credit', 'Debit', 'Credit'],
    ['Débit/Crédit', 'Débit', 'Crédit'],
    ['Af/Bij', 'Bij', 'Af'],
    ['Dare/Avere', 'Dare', 'Avere'],
    ['Debe/Haber', 'D', 'H'],
    ['Vorzeichen', '+', '-'],
  ])('a side under %s: %s and %s', async (heading, comesIn, goesOut) => {
    const rows = [
      `20.11.2026;Miete;R-1;1.250,10;${comesIn}`,
      `21.11.2026;Strom;R-2;90,00;${goesOut}`,
    ];
    expect(await read([`Datum;Text;Beleg;Betrag;${heading}`, ...rows].join('\n'))).toEqual({
      ...{ lines: found, notes: [] },
    });
  });

  test('the same as a workbook, whose numbers are no text', async () => {
    const sheet = await workbook([
      ['Data', 'Importo', 'Causale'],
      [new Date(Date.UTC(2026, 10, 20)), 1250.1, 'Affitto'],
      [new Date(Date.UTC(2026, 10, 21)), -90, 'Luce'],
    ]);
    expect(await read(sheet)).toMatchObject({
      lines: ['2026-11-20 1250.10 Affitto', '2026-11-21 -90.00 Luce'],
    });
  });
});

describe('a heading of two meanings is decided by its values', () => {
  test.each([
    ['Fecha;Valor;Concepto;Importe', '20.11.2026;22.11.2026;Alquiler;12,50'],
    ['Data;Descrição;Valor', '20.11.2026;Alquiler;12,50'],
    ['Datum;Valuta;Omschrijving;Bedrag', '20.11.2026;EUR;Alquiler;12,50'],
    ['Datum;Valuta;Text;Betrag', '20.11.2026;22.11.2026;Alquiler;12,50'],
    ['Date;Value;Details', '20.11.2026;12,50;Alquiler'],
    ['Value;Amount;Details', '20.11.2026;12,50;Alquiler'],
  ])('%s', async (heading, row) => {
    expect(await read(`${heading}\n${row}`)).toEqual({
      ...{ lines: ['2026-11-20 12.50 Alquiler'], notes: [] },
    });
  });
});

describe('a running balance is no amount', () => {
  test.each([
    ['next to debit and credit', 'Datum;Text;Soll;Haben;Saldo', '20.11.2026;Miete;12,50;;900,00'],
    ['next to an amount behind it', 'Datum;Text;Saldo;Betrag', '20.11.2026;Miete;900,00;12,50'],
    [
      'next to an amount of no known name',
      'Datum;Text;Saldo;Wieviel',
      '20.11.2026;Miete;900,00;12,50',
    ],
    ['in French', 'Date;Libellé;Solde;Montant', '20.11.2026;Miete;900,00;12,50'],
  ])('%s', async (_words, heading, row) => {
    expect(await read(`${heading}\n${row}`)).toMatchObject({
      lines: ['2026-11-20 12.50 Miete'],
    });
  });

  test('but the amount of a list of open items that has no other', async () => {
    expect(await read('Datum;Beleg;Saldo\n20.11.2026;R-1;12,50')).toMatchObject({
      lines: ['2026-11-20 12.50 R-1'],
    });
  });
});

describe('one day, one amount and one text need no question, whatever they are called', () => {
  const read1 = async (...rows: readonly string[]) => read(rows.join('\n'));

  test.each([
    ['Wann;Wieviel;Wofür', '20.11.2026;12,50;Miete im November'],
    ['Kdy;Kolik;Za co', '20.11.2026;12,50;Miete im November'],
    ['Kdy;Kolik;Za co;Mena', '20.11.2026;12,50;Miete im November;EUR'],
  ])('%s', async (heading, row) => {
    const read = await read1(heading, row);
    expect(read).toMatchObject({ lines: ['2026-11-20 12.50 Miete im November'] });
    expect(read).toMatchObject({
      notes: [expect.stringContaining('By its values it is read with')],
    });
  });

  test('nor does a table without any heading', async () => {
    expect(
      await read1('20.11.2026;12,50;Miete', '21.11.2026;-3,00;Strom', '22.11.2026;4,00;Gas'),
    ).toEqual({
      lines: ['2026-11-20 12.50 Miete', '2026-11-21 -3.00 Strom', '2026-11-22 4.00 Gas'],
      notes: [
        'By its values it is read with “Column 1” as day, “Column 2” as amount, “Column 3” as text.',
      ],
    });
  });

  test.each([
    ['two amounts', 'Wann;Wieviel;Rest;Wofür', '20.11.2026;12,50;3,00;Miete'],
    ['two days', 'Wann;Bis;Wieviel;Wofür', '20.11.2026;21.11.2026;12,50;Miete'],
    ['two texts', 'Wann;Wieviel;Wofür;Wer', '20.11.2026;12,50;Miete;Kestrel'],
    ['two currencies', 'Wann;Wieviel;Wofür;Von;Nach', '20.11.2026;12,50;Miete;EUR;USD'],
    ['a side of no known name', 'Wann;Wieviel;Wofür;Seite', '20.11.2026;12,50;Miete;H'],
    ['a bank’s charge and deposit', 'Fecha;Concepto;Cargo;Abono', '20.11.2026;Miete;12,50;3,00'],
    ['amounts that are not seen to be money', 'Wann;Wieviel;Wofür', '20.11.2026;12;Miete'],
  ])('%s are asked about', async (_words, heading, row) => {
    expect(await read1(heading, row)).toContain('Say what they mean');
  });

  test('words of a side that are not known, next to amounts without a sign, are asked about', async () => {
    const rows = ['20.11.2026;12,50;vstup', '21.11.2026;3,00;vystup', '22.11.2026;4,00;vstup'];
    expect(await read1('Kdy;Kolik;Smer', ...rows)).toContain('Say what they mean');
  });

  test('a day that may be a month, and thousands that may be decimals, are asked about as ever', async () => {
    const period = { from: '2026-01-01', to: '2026-12-31' };
    expect(await read('Kdy;Kolik;Za co\n04/05/2026;12,50;Miete', { period })).toContain(
      'month first',
    );
    expect(await read('Kdy;Kolik;Za co\n20.11.2026;12,500;Miete')).toContain(
      'thousands or decimals',
    );
  });
});

test('a currency in the heading of the amounts is that of the lines', async () => {
  expect(
    await read('Date;Libellé;Montant (CHF)\n20.11.2026;Miete;12,50', { currency: 'EUR' }),
  ).toEqual({
    lines: [],
    notes: ['1 line is in another currency: left out.'],
  });
});

test('sums and balances in other languages are left out by name', async () => {
  const rows = [
    '01.11.2026;Solde initial;100,00',
    '20.11.2026;Loyer;12,50',
    '30.11.2026;Saldo finale;112,50',
    '30.11.2026;Totaal;12,50',
  ];
  expect(await read(['Date;Libellé;Montant', ...rows].join('\n'))).toEqual({
    lines: ['2026-11-20 12.50 Loyer'],
    notes: ['Lines 2, 4, 5 are sums or balances by their words and were left out.'],
  });
});
