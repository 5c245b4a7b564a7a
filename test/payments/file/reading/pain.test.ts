import { describe, expect, test } from 'vitest';

import { addDays, dayOf } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { addPaymentFile } from '../../../../electron/nouns/payments/file/payment-files.ts';
import { readPaymentFile } from '../../../../electron/nouns/payments/file/reading/payment-file.ts';
import { painFile, painText, type PainGiven } from '../../../support/files/pain-files.ts';
import { bytesOf } from '../../../support/stores/table-files.ts';
import { beginning, context, valueOf } from '../../../support/desks/lone-desk.ts';
import { openBatchDesk } from '../batch-desk.ts';
import { one, read, refused, texts } from './pain-reading.ts';

describe('a payment message', () => {
  test.each(['03', '09', '12'])('pain.001.001.%s is read payment by payment', async (version) => {
    const bytes = painFile({
      version,
      count: '3',
      sum: '7.5',
      groups: [
        { account: '1', lines: [{ id: 'A' }, { id: 'B', amount: '2.50', currency: 'EUR' }] },
        { account: '2', date: '2026-12-01', lines: [{ id: 'C', amount: '4' }] },
      ],
    });
    expect(await texts(bytes)).toEqual([
      ['1', '001', 'Payee b-1', '1.00', 'USD', 'A', '', '2026-11-20'],
      ['1', '001', 'Payee b-1', '2.50', 'EUR', 'B', '', '2026-11-20'],
      ['2', '001', 'Payee b-1', '4', 'USD', 'C', '', '2026-12-01'],
    ]);
  });

  test('is located by the lines of the file; on one line its payments are numbered, and a note says so', async () => {
    const text = painText({ groups: [{ lines: [{ id: 'A' }, { id: 'B' }] }] });
    const rows = (await read(bytesOf(text))).rows.map(({ line }) => text.split('\n')[line - 1]);
    expect(rows).toEqual(['<CdtTrfTxInf>', '<CdtTrfTxInf>']);
    const flat = await read(bytesOf(text.replaceAll('\n', '')));
    expect(flat.rows.map(({ line }) => line)).toEqual([1, 2]);
    expect(flat.notes.join()).toContain('Its payments are numbered');
  });

  test.each<[string, (text: string) => Uint8Array]>([
    ['with a prefix', (text) => bytesOf(prefixed(text))],
    ['with a byte order mark', (text) => bytesOf(`\uFEFF${text}`)],
    ['in UTF-16', (text) => bytesOf(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['in ISO-8859-1', (text) => bytesOf(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['with CDATA', (text) => bytesOf(text.replace('Müller', '<![CDATA[Müller]]>'))],
    ['with a reference to a character', (text) => bytesOf(text.replace('ü', '&#252;'))],
  ])('%s reads the same', async (_words, make) => {
    const text = painText(one({ name: 'Müller' }));
    expect(await texts(make(text))).toEqual(await texts(bytesOf(text)));
    expect((await texts(make(text)))[0]?.[2]).toBe('Müller');
  });

  test('without an end-to-end id gets references of ours, and a note says so', async () => {
    const file = await read(painFile(one({ id: 'NOTPROVIDED' })));
    expect(file.rows[0]?.cells[5]?.text).toBe('');
    expect(file.notes[0]).toBe(
      '1 payment has no end-to-end id: Nostro gave each a reference of its own.',
    );
  });

  test('carries remittance, structured too, and reports what of it is not sent', async () => {
    const more = `<RmtInf><Ustrd>Rent</Ustrd><Strd><RfrdDocInf><Nb>88213</Nb></RfrdDocInf><RfrdDocAmt><DuePyblAmt Ccy="USD">1.00</DuePyblAmt></RfrdDocAmt><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>`;
    const file = await read(painFile(one({ more })));
    expect(file.rows[0]?.cells[6]?.text).toBe('Rent RF18539007547034 88213');
    expect(file.notes.join('\n')).toContain(
      'amounts and dates of the documents that are paid (USD, 1.00), from line',
    );
  });

  test('whose bank asks for the day of a payment has it sent as that field', async () => {
    const requiredFields = [
      { name: 'executionDate', label: 'Execution date', kind: 'date' },
    ] as never;
    const file = await readPaymentFile(painFile(one()), { requiredFields });
    if (!file.ok) expect.fail(file.error.message);
    expect(file.value.columns).not.toHaveProperty('executionDate');
    expect(file.value.notes.join()).not.toContain('execution date');
  });
});

describe('of a payment message, elements of other namespaces are no data', () => {
  const amount = '<Amt><InstdAmt Ccy="USD">10.00</InstdAmt></Amt>';
  const text = painText(one({ amount: '10.00' }));

  test.each([
    [
      'a foreign amount before ours',
      '<Amt><x:InstdAmt xmlns:x="urn:x" Ccy="USD">9999.00</x:InstdAmt><InstdAmt Ccy="USD">10.00</InstdAmt></Amt>',
    ],
    [
      'one that declares its namespace itself, without a prefix',
      '<Amt><InstdAmt xmlns="urn:x" Ccy="USD">9999.00</InstdAmt><InstdAmt Ccy="USD">10.00</InstdAmt></Amt>',
    ],
    [
      'elements of ours within a foreign one',
      `<x:Old xmlns:x="urn:x">${amount.replace('10.00', '9999.00')}</x:Old>${amount}`,
    ],
    [
      'a foreign currency attribute',
      '<Amt><InstdAmt Ccy="USD" x:Ccy="EUR" xmlns:x="urn:x">10.00</InstdAmt></Amt>',
    ],
  ])('%s', async (_words, written) => {
    expect((await texts(bytesOf(text.replace(amount, written))))[0]?.slice(3, 5)).toEqual([
      '10.00',
      'USD',
    ]);
  });

  test('nor is a foreign payment one; what is left out is named with its line', async () => {
    const payment = /<CdtTrfTxInf>[^]*<\/CdtTrfTxInf>/.exec(text)?.[0] ?? '';
    const foreign = payment.replace('<CdtTrfTxInf>', '<CdtTrfTxInf xmlns="urn:x">');
    const file = await read(bytesOf(text.replace(payment, `${foreign}\n${payment}`)));
    expect(file.rows).toHaveLength(1);
    expect(file.notes).toContain(
      'Left out: an element of another namespace, CdtTrfTxInf on line 17. It is no part of the message.',
    );
  });

  test('and a message is one by its own namespace, not by one that it only names', async () => {
    const named = text.replace('xmlns="', 'xmlns="urn:x" xmlns:p="');
    expect(await refused(bytesOf(named))).toContain('no payment message');
  });

  test('an undeclared prefix is no proper XML', async () => {
    expect(await refused(bytesOf(text.replaceAll('InstdAmt', 'p:InstdAmt')))).toMatch(
      /no proper XML/,
    );
  });
});

test.each([
  ['a comment', '1<!-- -->0.00'],
  ['CDATA', '1<![CDATA[0.0]]>0'],
  ['an instruction', '1<?x y?>0.00'],
])('an amount that %s parts is read whole', async (_words, amount) => {
  expect((await texts(painFile(one({ amount }))))[0]?.[3]).toBe('10.00');
});

describe('a line of a payment message', () => {
  const standing = async (given: PainGiven) => {
    const desk = openBatchDesk();
    const file = { fileName: 'run.xml', bytes: painFile(given) };
    const added = await addPaymentFile(desk.parts, file, { whyUnread: () => null, context });
    return desk.linesOf(valueOf(added).file.batchId);
  };

  test('is checked as one of every other file', async () => {
    const [ready, twice, noPayee, other] = await standing({
      groups: [
        {
          lines: [
            { id: 'A' },
            { id: 'A' },
            { id: 'C', iban: '999' },
            { id: 'D', name: 'Somebody else' },
          ],
        },
      ],
    });
    expect(ready).toMatchObject({ shown: 'ready', reference: 'A', beneficiaryId: 'b-1' });
    expect(twice?.problems).toHaveProperty('reference');
    expect(noPayee?.problems).toHaveProperty('beneficiaryAccount');
    expect(other?.problems).toHaveProperty('beneficiary');
  });

  test.each<[string, string, string, RegExp]>([
    [
      'an equivalent amount',
      '<InstdAmt Ccy="USD">1.00</InstdAmt>',
      '<EqvtAmt><Amt Ccy="EUR">1.00</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>',
      /EqvtAmt/,
    ],
    ['no currency', ' Ccy="USD"', '', /names no currency/],
    ['a comma', '>1.00<', '>1,000<', /no amount as XML writes it/],
    ['a letter before it', '>1.00<', '>x1.00<', /no amount as XML writes it/],
    ['a letter behind it', '>1.00<', '>1.00x<', /no amount as XML writes it/],
    ['no digit behind its point', '>1.00<', '>1.<', /no amount as XML writes it/],
    ['a sign', '>1.00<', '>-1.00<', /no amount as XML writes it/],
  ])('with %s is not sent', async (_words, from, to, words) => {
    const text = painText(one());
    const desk = openBatchDesk();
    const file = { fileName: 'run.xml', bytes: bytesOf(text.replace(from, to)) };
    const added = await addPaymentFile(desk.parts, file, { whyUnread: () => null, context });
    const [line] = desk.linesOf(valueOf(added).file.batchId);
    expect(line?.shown).toBe('invalid');
    expect(line?.problems['amount']).toMatch(words);
  });

  test.each([
    ['InstdAmt', 'amount', '<InstdAmt Ccy="USD">9999.00</InstdAmt><InstdAmt Ccy="USD">'],
    ['CdtrAcct', 'beneficiaryAccount', '<CdtrAcct><Id><IBAN>X</IBAN></Id></CdtrAcct><CdtrAcct>'],
    ['IBAN', 'beneficiaryAccount', '<Id><Othr><Id>001</Id></Othr><IBAN>001</IBAN></Id></CdtrAcct>'],
    ['EndToEndId', 'reference', '<EndToEndId>OTHER</EndToEndId><EndToEndId>'],
    ['PmtId', 'reference', '<PmtId></PmtId><PmtId>'],
    ['Nm', 'beneficiary', '<Nm>Somebody else</Nm><Nm>Payee b-1'],
    ['RmtInf', 'narration', '</CdtrAcct><RmtInf/><RmtInf><Ustrd>Rent</Ustrd></RmtInf>'],
  ])('with %s twice is not sent, whichever comes first', async (name, field, written) => {
    const text = painText(one());
    const from: Record<string, string | RegExp> = {
      InstdAmt: '<InstdAmt Ccy="USD">',
      IBAN: /<Id><Othr><Id>001.*<\/CdtrAcct>/,
      Nm: '<Nm>Payee b-1',
      RmtInf: '</CdtrAcct>',
    };
    const desk = openBatchDesk();
    const bytes = bytesOf(text.replace(from[name] ?? `<${name}>`, written));
    const file = { fileName: 'run.xml', bytes };
    const added = await addPaymentFile(desk.parts, file, { whyUnread: () => null, context });
    const [line] = desk.linesOf(valueOf(added).file.batchId);
    expect(line?.shown).toBe('invalid');
    expect(line?.problems).toEqual({
      [field]: expect.stringContaining(`is given twice (${name}, again on line`) as string,
    });
  });

  test.each(['7', '12', '7.5', '12.50'])('of %s has an amount that can be sent', async (amount) => {
    expect((await read(painFile(one({ amount })))).rows[0]?.cells[3]).toEqual({ text: amount });
  });

  test('without an amount has no other fault there than that it is missing', async () => {
    const bytes = bytesOf(painText(one()).replace('>1.00<', '><'));
    expect((await read(bytes)).rows[0]?.cells[3]).toEqual({ text: '' });
  });

  test('by cheque is not sent', async () => {
    const [line] = await standing(one({ more: '<ChqInstr><ChqTp>CCHQ</ChqTp></ChqInstr>' }));
    expect(line?.problems['beneficiaryAccount']).toMatch(/cheque/);
  });

  test('of a group that is paid by cheque is not sent', async () => {
    const cheque = painText(one()).replace('<PmtMtd>TRF<', '<PmtMtd>CHK<');
    expect((await read(bytesOf(cheque))).rows[0]?.cells[1]?.problem).toMatch(/cheque/);
  });

  test('for a later day is scheduled for it, and says so', async () => {
    const dayAhead = addDays(dayOf(beginning), 30);
    const [early] = await standing({ groups: [{ date: dayAhead, lines: [{}] }] });
    expect(early).toMatchObject({
      shown: 'later',
      due: { entered: dayAhead, day: dayAhead },
      warnings: [{ kind: 'dated', weight: 'notice' }],
    });
    expect(early?.warnings[0]?.message).toBe(
      `Its file asks for it on ${fullDay(dayAhead)}: it is scheduled, and nothing is sent before.`,
    );
    const [due] = await standing({ groups: [{ date: '2001-01-04', lines: [{}] }] });
    expect([due?.warnings, due?.shown, due?.due]).toEqual([[], 'ready', undefined]);
    const [wrong] = await standing({ groups: [{ date: '2999-01-04', lines: [{}] }] });
    expect(wrong?.problems['executionDate']).toContain('check the year');
  });
});

/** Every element of the message with a prefix. */
const prefixed = (text: string): string =>
  text.replace(/<(\/?)(?=[A-Z])/g, '<$1p:').replace('xmlns=', 'xmlns:p=');
