import { describe, expect, test } from 'vitest';

import {
  addPaymentFile,
  columnsToMatch,
} from '../../../../electron/nouns/payments/file/payment-files.ts';
import { decimalsOf, plainAmount } from '../../../../electron/engines/columns/decimals.ts';
import { readPaymentFile } from '../../../../electron/nouns/payments/file/reading/payment-file.ts';
import { forgetShape, listShapes } from '../../../../electron/engines/columns/shapes.ts';
import { earlierFile } from '../../../../electron/nouns/payments/file/tables/file-tables.ts';
import type { ColumnMatch } from '../../../../shared/ipc/changes/payment-files.ts';
import { context, valueOf } from '../../../support/desks/lone-desk.ts';
import { painFile } from '../../../support/files/pain-files.ts';
import { bytesOf, handMade, workbook } from '../../../support/stores/table-files.ts';
import { openBatchDesk, type PaymentFileDesk } from '../batch-desk.ts';

const allRead = { whyUnread: () => null, context };

const german = (lines: readonly string[]): string =>
  ['Zahlungslauf November', 'Konto;Empfänger;Betrag;Währung;Verwendungszweck', ...lines].join(
    '\r\n',
  );
const lines = ['1;Payee b-1;1.234,50;USD;Miete', '1;Payee b-2;2,00;USD;Strom'];
const match: ColumnMatch = {
  columns: { account: 0, beneficiary: 1, amount: 2, currency: 3, narration: 4 },
  decimals: 'comma',
  firstLine: 3,
  remember: true,
};

const take = (desk: PaymentFileDesk, text: string, given?: ColumnMatch, fileName = 'lauf.csv') =>
  addPaymentFile(desk.parts, { fileName, bytes: bytesOf(text), match: given }, allRead);

async function accepted(desk: PaymentFileDesk, text: string, given?: ColumnMatch) {
  const { file } = valueOf(await take(desk, text, given));
  return { file, lines: desk.linesOf(file.batchId) };
}

describe('a file whose heading is not ours', () => {
  test('is asked about, with what its values look like, and nothing of it is stored', async () => {
    const desk = openBatchDesk();
    const text = german([...lines, '1;Payee b-3;7,25;USD;Gas']);
    expect(await take(desk, text)).toMatchObject({
      ok: false,
      error: { code: 'file.columns-unknown' },
    });
    const shown = valueOf(
      await columnsToMatch(desk.parts, { fileName: 'a.csv', bytes: bytesOf(text) }, context),
    );
    expect(shown.firstLine).toBe(3);
    expect(shown.columns).toEqual([
      { heading: 'Konto', description: 'accounts of ours', guess: 'account', decimals: 'whole' },
      {
        heading: 'Empfänger',
        description: 'names of saved payees',
        guess: 'beneficiary',
        decimals: 'whole',
      },
      {
        heading: 'Betrag',
        description: 'amounts, decimals behind a comma',
        guess: 'amount',
        decimals: 'comma',
      },
      { heading: 'Währung', description: 'currencies', guess: 'currency', decimals: 'whole' },
      { heading: 'Verwendungszweck', description: 'texts', guess: 'narration', decimals: 'whole' },
    ]);
    expect(listShapes(desk.parts.journal, 'payments')).toEqual([]);
  });

  test('is read as a person matched it, exactly, and the next of its shape by itself', async () => {
    const desk = openBatchDesk();
    const first = await accepted(desk, german(lines), match);
    expect(first.lines.map(({ amount, shown }) => [amount?.amount, shown])).toEqual([
      ['1234.50', 'ready'],
      ['2.00', 'ready'],
    ]);
    const next = await accepted(desk, german(['1;Payee b-3;0,75;USD;Gas']));
    expect(next.lines[0]).toMatchObject({ amount: { amount: '0.75' }, shown: 'ready' });
    expect(next.file.notes[0]).toMatch(/^Its columns were matched as for lauf\.csv on /);
    expect(listShapes(desk.parts.journal, 'payments')).toMatchObject([
      {
        fileName: 'lauf.csv',
        decimals: 'comma',
        columns: expect.arrayContaining(['Betrag: amount']) as string[],
      },
    ]);
  });

  test('is asked about again where it only resembles one, or its amounts are written otherwise', async () => {
    const desk = openBatchDesk();
    valueOf(await take(desk, german(lines), match));
    const asked = { ok: false, error: { code: 'file.columns-unknown' } };
    expect(await take(desk, german(lines).replace('Betrag', 'Betrag brutto'))).toMatchObject(asked);
    expect(await take(desk, german(lines).replace('Währung;', ''))).toMatchObject(asked);
    expect(await take(desk, german(['1;Payee b-1;1,234.50;USD;x']))).toMatchObject(asked);
    forgetShape(
      desk.parts.journal,
      listShapes(desk.parts.journal, 'payments')[0]?.shapeId ?? '',
      '2026-11-20T09:41:00.000Z',
    );
    expect(await take(desk, german(['1;Payee b-3;0,75;USD;Gas']))).toMatchObject(asked);
  });

  test('that was not to be remembered is asked about again', async () => {
    const desk = openBatchDesk();
    valueOf(await take(desk, german(lines), { ...match, remember: false }));
    expect(await take(desk, german(['1;Payee b-3;0,75;USD;Gas']))).toMatchObject({ ok: false });
  });

  test('is not remembered where it needs no match, as a payment message does not', async () => {
    const desk = openBatchDesk();
    const bytes = painFile({ groups: [{ lines: [{ id: 'A' }] }] });
    const added = await addPaymentFile(desk.parts, { fileName: 'run.xml', bytes, match }, allRead);
    expect(desk.linesOf(valueOf(added).file.batchId)).toMatchObject([{ reference: 'A' }]);
    expect(listShapes(desk.parts.journal, 'payments')).toEqual([]);
  });

  test('is the same file when it is dropped again, and its twins are duplicates', async () => {
    const desk = openBatchDesk();
    const twin = german(['1;Payee b-1;2,00;USD;x', '1;Payee b-1;2,00;USD;x']);
    const first = await accepted(desk, twin, match);
    expect(first.lines.map(({ warnings }) => warnings.map(({ kind }) => kind))).toEqual([
      ['duplicate'],
      ['duplicate'],
    ]);
    const again = await accepted(desk, twin);
    expect(earlierFile(desk.parts.journal, again.file)?.batchId).toBe(first.file.batchId);
  });

  test('without any heading is read from its first line, and known by the kinds of its values', async () => {
    const desk = openBatchDesk();
    const bare = '1\tPayee b-1\t12,50\tUSD\n1\tPayee b-2\t3,00\tUSD';
    const columns = { account: 0, beneficiary: 1, amount: 2, currency: 3 };
    const first = await accepted(desk, bare, { ...match, columns, firstLine: 1 });
    expect(first.lines.map(({ line, amount }) => [line, amount?.amount])).toEqual([
      [1, '12.50'],
      [2, '3.00'],
    ]);
    expect((await accepted(desk, bare.replace('12,50', '13,50'))).lines[0]?.amount?.amount).toBe(
      '13.50',
    );
    expect(await take(desk, bare.replaceAll('\tUSD', '\tUSD\tx'))).toMatchObject({ ok: false });
  });

  test('in our own words with decimal commas is asked about too, and never read by a guess', async () => {
    const desk = openBatchDesk();
    const refused = await take(desk, 'account;payee;amount\n1;Payee b-1;12,50');
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('a comma before the decimals') as string },
    });
  });

  test('under titles, in our own words, needs no person: what stood over it is reported', async () => {
    const desk = openBatchDesk();
    const read = await accepted(
      desk,
      'Payments\nKestrel,,\naccount,payee,amount\n1,Payee b-1,12.50',
    );
    expect(read.lines).toMatchObject([{ line: 4, amount: { amount: '12.50' } }]);
    expect(read.file.notes).toContain('The 2 lines over its heading were left out.');
  });
});

describe('what a person matched', () => {
  test.each<[string, Partial<ColumnMatch>, RegExp]>([
    [
      'has no amount',
      { columns: { account: 0, beneficiary: 1 } },
      /no column was matched to the amount/,
    ],
    ['has no payee', { columns: { account: 0, amount: 2 } }, /no column was matched to the payee/],
    [
      'gives one column twice',
      { columns: { beneficiary: 1, narration: 1, amount: 2 } },
      /two meanings/,
    ],
    [
      'names a column that is not there',
      { columns: { beneficiary: 1, amount: 90 } },
      /fewer columns/,
    ],
    [
      'names a field that is none',
      { columns: { beneficiary: 1, amount: 2, constructor: 3 } },
      /no payment has a field/,
    ],
    ['begins behind the end', { firstLine: 90 }, /no payment/],
  ])('and %s is refused', async (_words, given, words) => {
    const refused = await readPaymentFile(bytesOf(german(lines)), {
      match: { ...match, ...given },
    });
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(words) as string },
    });
  });

  test.each([
    ['ambiguous', '1,500'],
    ['mixed', '1.5\n1;x;2,5'],
  ])('never has %s decimals guessed', async (_words, amounts) => {
    const bytes = bytesOf(`K;N;B\n1;x;${amounts}`);
    const columns = { account: 0, beneficiary: 1, amount: 2 };
    const undecided = { columns, decimals: null, firstLine: 2 };
    const refused = await readPaymentFile(bytes, { match: undecided });
    expect(refused).toMatchObject({ ok: false, error: { code: 'file.columns-unknown' } });
    expect(
      await readPaymentFile(bytes, { match: { ...undecided, decimals: 'point' } }),
    ).toMatchObject({ ok: true });
  });

  test('leaves an amount that is written the other way as a problem of its line', async () => {
    const desk = openBatchDesk();
    const mixed = german([
      '1;Payee b-1;1.234,50;USD;x',
      '1;Payee b-2;1,234.50;USD;x',
      '1;Payee b-3;-5,00;USD;x',
      '1;Payee b-3;;USD;x',
    ]);
    const { lines: read } = await accepted(desk, mixed, match);
    expect(read.map(({ shown, problems }) => [shown, problems['amount']])).toEqual([
      ['ready', undefined],
      ['invalid', 'The amount “1,234.50” is not written with a comma before the decimals.'],
      ['invalid', 'The amount “-5.00” cannot be paid: must be above zero, without a sign.'],
      ['invalid', 'The line has no amount.'],
    ]);
  });

  test('shows what a name hides: right-to-left and invisible marks are problems of the line', async () => {
    const desk = openBatchDesk();
    const hidden = german(['1;Payee \u202Eb-1;1,50;USD;x', '1;Payee\u200Bb-1;1,50;USD;x']);
    const { lines: read } = await accepted(desk, hidden, match);
    expect(read.map(({ shown }) => shown)).toEqual(['invalid', 'invalid']);
  });
});

describe('the decimals of a column', () => {
  const of = (...texts: string[]) => decimalsOf(texts.map((text) => ({ text })));
  test.each([
    [['1.234,50', '2'], 'comma'],
    [['1,234.50', '12'], 'point'],
    [['0,5', '1,500'], 'comma'],
    [['1,500', '2.500'], 'ambiguous'],
    [['1,5', '1.5'], 'mixed'],
    [['1.234.567', '1,234,567'], 'mixed'],
    [['1 234,50'], 'comma'],
    [['1\u00A0234.50'], 'point'],
    [['1’234.50'], 'point'],
    [['12', '7'], 'whole'],
    [['12.11.2026'], 'whole'],
  ])('%j are %s', (texts, found) => {
    expect(of(...texts)).toBe(found);
  });

  test('a number of a workbook has no say and keeps its point', () => {
    const number = { text: '12.345', isNumber: true as const };
    expect(decimalsOf([number, { text: '1,5' }])).toBe('comma');
    expect(plainAmount(number, 'comma')).toBe('12.345');
    expect(plainAmount({ text: '12.345' }, 'comma')).toBe('12345');
    expect(plainAmount({ text: '1.23' }, 'comma')).toBeNull();
    expect(plainAmount({ text: '90.071.992.547.409,93' }, 'comma')).toBe('90071992547409.93');
  });
});

describe('a line of totals', () => {
  const read = async (text: string) => {
    const file = await readPaymentFile(bytesOf(`payee,amount,currency\n${text}`));
    if (!file.ok) expect.fail(file.error.message);
    return [file.value.rows.map(({ line }) => line), file.value.notes] as const;
  };

  test('is left out by name, at the end and in the middle', async () => {
    expect(
      await read('a,1.00,USD\nSubtotal,1.00,\nb,2.50,USD\nc,1.00,USD\nGrand total:,4.50,USD'),
    ).toEqual([
      [2, 4, 5],
      [
        'Line 3, “Subtotal 1.00”, is a line of totals and was left out.',
        'Line 6, “Grand total: 4.50”, is a line of totals and was left out.',
      ],
    ]);
  });

  test('that does not agree with its lines says so', async () => {
    const [, notes] = await read('a,1.00,USD\nTotal USD,1.01,');
    expect(notes).toEqual([
      'Line 3, “Total USD 1.01”, is a line of totals and was left out. It is not what the lines over it add up to: look at them.',
    ]);
  });

  test('without a word is one only where the sum is exact', async () => {
    expect((await read('a,0.10,USD\nb,0.20,USD\n,0.30,'))[0]).toEqual([2, 3]);
    expect((await read('a,0.10,USD\nb,0.20,USD\n,0.31,'))[0]).toEqual([2, 3, 4]);
  });

  test('is no payment to somebody whose name has the word', async () => {
    expect((await read('Total Energies,1.00,USD\nSumma Ltd,2.00,USD'))[0]).toEqual([2, 3]);
  });
});

describe('a workbook', () => {
  test('shows a day as a day: what a program made of 1.12 is no amount of forty thousand', async () => {
    const bytes = await workbook([
      ['payee', 'amount'],
      ['Oduya', new Date(Date.UTC(2026, 11, 1))],
      ['Oduya', 12.5],
    ]);
    const file = await readPaymentFile(bytes);
    if (!file.ok) expect.fail(file.error.message);
    expect(file.value.rows.map(({ cells }) => cells[1]?.text)).toEqual(['2026-12-01', '12.5']);
  });

  test('with merged titles over its heading, and a sum by formula under its lines', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const sheet = `<worksheet><sheetData><row r="1">${cell('Payments of November')}</row><row r="3">${cell('payee')}${cell('amount')}</row><row r="4">${cell('Oduya')}<c><v>12.5</v></c></row><row r="5">${cell('Summe')}<c><f>SUM(B4:B4)</f><v>12.5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`;
    const file = await readPaymentFile(handMade({ 'xl/worksheets/sheet1.xml': sheet }));
    if (!file.ok) expect.fail(file.error.message);
    expect(file.value.rows.map(({ line }) => line)).toEqual([4]);
    expect(file.value.notes).toEqual([
      'The line over its heading was left out.',
      'Line 5, “Summe 12.5”, is a line of totals and was left out.',
    ]);
  });
});

test.each([
  ['Bénéficiaire;Montant;Devise;Libellé', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Beneficiario;Importe;Moneda;Concepto', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Begunstigde;Bedrag;Munt;Omschrijving', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Fornitore;Importo;Valuta;Causale', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Fornecedor;Montante;Moeda;Descrição', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Empfänger;Valor;Währung;Bemerkung', ['beneficiary', 'amount', 'currency', 'narration']],
  ['Client;Fournisseur;Montant;Montant TTC', [null, null, null, null]],
])('%s is guessed, and a person still says so', async (heading, guesses) => {
  const desk = openBatchDesk();
  const row = heading.startsWith('Client') ? 'a x;b x;12,50;13,50' : 'a x;12,50;USD;Rent of May';
  const bytes = bytesOf(`${heading}\n${row}`);
  expect(await take(desk, `${heading}\n${row}`)).toMatchObject({
    error: { code: 'file.columns-unknown' },
  });
  const shown = valueOf(await columnsToMatch(desk.parts, { fileName: 'a.csv', bytes }, context));
  expect(shown.columns.map(({ guess }) => guess)).toEqual(guesses);
});

test('a name that may be a day is no guess of an amount', async () => {
  const desk = openBatchDesk();
  const bytes = bytesOf('Name;Valor;Importe\nPayee b-1;20.11.2026;12,50');
  const shown = valueOf(await columnsToMatch(desk.parts, { fileName: 'a.csv', bytes }, context));
  expect(shown.columns.map(({ guess }) => guess)).toEqual(['beneficiary', null, 'amount']);
});

test('two columns of amounts are shown and none is guessed', async () => {
  const desk = openBatchDesk();
  const bytes = bytesOf('Name;Soll;Haben\nPayee b-1;12,50;\nPayee b-2;;3,00\nPayee b-3;1,25;');
  const shown = valueOf(await columnsToMatch(desk.parts, { fileName: 'a.csv', bytes }, context));
  expect(shown.columns.map(({ guess }) => guess)).toEqual(['beneficiary', null, null]);
});

test('twenty thousand lines are matched and read', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `1;x;${String(at + 1)},25;USD;y`);
  const read = await readPaymentFile(bytesOf(german(many)), { match });
  if (!read.ok) expect.fail(read.error.message);
  expect(read.value.rows).toHaveLength(20_000);
  const more = await readPaymentFile(bytesOf(german([...many, ...lines])), { match });
  expect(more).toMatchObject({ ok: false, error: { code: 'file.too-large' } });
});
