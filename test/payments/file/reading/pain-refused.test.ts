import { describe, expect, test } from 'vitest';

import { limits } from '../../../../shared/limits.ts';
import { painFile, painText } from '../../../support/files/pain-files.ts';
import { bytesOf } from '../../../support/stores/table-files.ts';
import { one, read, refused } from './pain-reading.ts';

describe('the numbers and sums of a payment message', () => {
  const group = (before: string, amounts: readonly string[] = ['1.00']) => ({
    before,
    lines: amounts.map((amount) => ({ amount })),
  });
  const summed = (sum: string, ...amounts: string[]) =>
    painFile({ sum, groups: [{ lines: amounts.map((amount) => ({ amount })) }] });
  const isTaken = async (bytes: Uint8Array) => (await read(bytes)).rows.length > 0;

  test.each([
    ['a number', '<NbOfTxs>2</NbOfTxs>', 'states 2 payments (NbOfTxs), but the group G-2 has 1'],
    [
      'a sum',
      '<CtrlSum>2</CtrlSum>',
      'states the sum 2 (CtrlSum), but the payments of the group G-2',
    ],
  ])('differ in a later group too: %s', async (_words, before, words) => {
    expect(await refused(painFile({ groups: [group(''), group(before)] }))).toContain(words);
  });

  test('name a group without a name by its line', async () => {
    const text = painText({ groups: [group('<NbOfTxs>2</NbOfTxs>')] });
    expect(await refused(bytesOf(text.replace('<PmtInfId>G-1</PmtInfId>', '')))).toBe(
      'line 12 states 2 payments (NbOfTxs), but the group of line 10 has 1: nothing was imported.',
    );
  });

  test('may be written with noughts before them, to 15 digits in all', async () => {
    expect(await isTaken(painFile({ ...one(), count: '1'.padStart(15, '0') }))).toBe(true);
    const long = painFile({ ...one(), count: '1'.padStart(16, '0') });
    expect(await refused(long)).toContain('payments (NbOfTxs), but the file has 1');
    expect(await refused(painFile({ ...one(), count: 'x1' }))).toContain('states x1 payments');
  });

  test('are the same number, however many noughts end it', async () => {
    expect(await isTaken(summed('1.100', '0.05', '1.05'))).toBe(true);
    expect(await isTaken(summed('100', '60', '40.00'))).toBe(true);
    expect(await isTaken(summed('0', '0.00'))).toBe(true);
  });

  test('are named as they add up, to the last digit', async () => {
    expect(await refused(summed('0.06', '0.05', '0.005'))).toContain('add up to 0.055:');
    expect(await refused(summed('1', '60', '40.00'))).toContain('add up to 100:');
    expect(await refused(summed('1', '0.000000000000000001'))).toContain(
      'add up to 0.000000000000000001:',
    );
    expect(await refused(summed('1', '123456789012345678', '0.10'))).toContain(
      'add up to 123456789012345678.1:',
    );
  });

  test('say nothing where an amount is no number: its line cannot be sent', async () => {
    for (const amount of [
      '1,00',
      '-1.00',
      'x1',
      '1.',
      '1.00x',
      '1'.repeat(19),
      `1.${'1'.repeat(19)}`,
    ])
      expect([amount, await isTaken(summed('5', '1.00', amount))]).toEqual([amount, true]);
  });

  test('say nothing where a payment has two amounts', async () => {
    const text = painText({ sum: '5', groups: [{ lines: [{}, {}] }] });
    const twice = text.replace('<InstdAmt', '<InstdAmt Ccy="USD">2.00</InstdAmt><InstdAmt');
    expect(await isTaken(bytesOf(twice))).toBe(true);
    const named = text.replace('<Cdtr>', '<Cdtr/><Cdtr>');
    expect(await refused(bytesOf(named))).toContain('add up to 2:');
  });

  test('say nothing where a payment has no amount', async () => {
    const text = painText({ sum: '5', groups: [{ lines: [{}, {}] }] });
    expect(await isTaken(bytesOf(text.replace(/<Amt>.*<\/Amt>/, '')))).toBe(true);
  });

  test('count an amount that is given as the equivalent of another currency', async () => {
    const equivalent = '<EqvtAmt><Amt Ccy="EUR">3.00</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>';
    const text = painText({ sum: '5', groups: [{ lines: [{}] }] });
    const changed = text.replace(/<InstdAmt.*<\/InstdAmt>/, equivalent);
    expect(await refused(bytesOf(changed))).toContain('add up to 3:');
  });

  test('must have digits alone to be a sum', async () => {
    for (const sum of [
      'x1.00',
      '1.00x',
      '1.',
      '-1.00',
      `1.${'0'.repeat(19)}`,
      '1'.padStart(19, '0'),
    ])
      expect(await refused(summed(sum, '1.00'))).toContain(`states the sum ${sum} (CtrlSum)`);
    expect(await isTaken(summed(`1.${'0'.repeat(18)}`, '1.00'))).toBe(true);
    expect(await isTaken(summed('1'.padStart(18, '0'), '1.00'))).toBe(true);
  });
});

describe('a payment message is refused in one sentence', () => {
  const text = painText({ groups: [{ lines: [{}, { id: 'B' }] }] });
  test.each<[string, Uint8Array, string]>([
    [
      'cut off in its middle',
      bytesOf(text.slice(0, text.indexOf('INV-1') + 2)),
      'it ends in its middle, on line 18 behind 1 payment: fetch the whole file.',
    ],
    [
      'with a document type',
      bytesOf(text.replace('<Document', '<!DOCTYPE Document>\n<Document')),
      'line 2 has a document type (DOCTYPE), which no payment message has: nothing of it was read.',
    ],
    [
      'with an entity of its own',
      bytesOf(text.replace('Payee b-1', '&me;')),
      'line 20 is no proper XML (undefined entity).',
    ],
    [
      'that says another encoding than it is in',
      bytesOf(text.replace('Payee', 'Päyee'), 'latin1'),
      'its line 20 is not written in UTF-8: it was damaged, or saved in another encoding than it says.',
    ],
    [
      'in an encoding that is not supported',
      bytesOf(text.replace('UTF-8', 'EBCDIC-US')),
      'it says that it is written in EBCDIC-US: save it as UTF-8.',
    ],
    [
      'whose number of payments differs',
      painFile({ ...one(), count: '2' }),
      'line 7 states 2 payments (NbOfTxs), but the file has 1: nothing was imported.',
    ],
    [
      'whose sum differs by the last digit',
      painFile({ ...one({ amount: '90071992547409.93' }), sum: '90071992547409.92' }),
      'line 8 states the sum 90071992547409.92 (CtrlSum), but the payments of the file add up to 90071992547409.93: nothing was imported.',
    ],
    [
      'whose sum is no number',
      painFile({ ...one(), sum: '1,00' }),
      'line 8 states the sum 1,00 (CtrlSum), but the payments of the file add up to 1: nothing was imported.',
    ],
    [
      'of which a group’s sum differs',
      painFile({ groups: [{ before: '<CtrlSum>2.00</CtrlSum>', lines: [{}] }] }),
      'line 12 states the sum 2.00 (CtrlSum), but the payments of the group G-1 add up to 1: nothing was imported.',
    ],
    [
      'of direct debits',
      bytesOf(text.replace('pain.001.001.03', 'pain.008.001.02')),
      'it is pain.008.001.02, a direct debit initiation, and no payment message. Payments are read from CSV, XLSX and pain.001.',
    ],
    [
      'of the states of payments',
      bytesOf(text.replace('pain.001.001.03', 'pain.002.001.03')),
      'it is pain.002.001.03, a payment status report, and no payment message. Payments are read from CSV, XLSX and pain.001.',
    ],
    [
      'of a version that is too old',
      bytesOf(text.replace('pain.001.001.03', 'pain.001.001.02')),
      'it is pain.001.001.02: pain.001 is read from .03 to .12.',
    ],
    [
      'that is other XML',
      bytesOf('<?xml version="1.0"?><invoice xmlns="urn:x"/>'),
      'it is XML whose outermost element is invoice, and no payment message. Payments are read from CSV, XLSX and pain.001.',
    ],
    ...(
      [
        ['a second number of payments', '<NbOfTxs>2</NbOfTxs>', '<NbOfTxs>2</NbOfTxs>', 8],
        ['a second debtor account', '<DbtrAcct>', '<DbtrAcct/>', 16],
        ['a second execution date', '<ReqdExctnDt>', '<ReqdExctnDt>2999-01-01</ReqdExctnDt>', 14],
      ] as const
    ).map(([words, before, again, line]): [string, Uint8Array, string] => [
      `with ${words}`,
      bytesOf(text.replace(before, `${again}\n${before}`)),
      `line ${String(line)} has a second ${/\w+/.exec(before)?.[0] ?? ''}, which a message has once: nothing of it was read.`,
    ]),
    [
      'with a second header',
      bytesOf(text.replace('<PmtInf>', '<GrpHdr/>\n<PmtInf>')),
      'line 10 begins a second header (GrpHdr): nothing of it was read.',
    ],
    [
      'of a version that is too new',
      bytesOf(text.replace('pain.001.001.03', 'pain.001.001.13')),
      'it is pain.001.001.13: pain.001 is read from .03 to .12.',
    ],
    [
      'whose number of payments is none',
      painFile({ ...one(), count: '1x' }),
      'line 7 states 1x payments (NbOfTxs), but the file has 1: nothing was imported.',
    ],
    [
      'that ends before its first payment',
      bytesOf(text.slice(0, text.indexOf('<DbtrAgt>'))),
      'it ends in its middle, on line 16 behind 0 payments: fetch the whole file.',
    ],
    [
      'that ends behind two payments',
      bytesOf(text.slice(0, text.indexOf('</PmtInf>'))),
      'it ends in its middle, on line 29 behind 2 payments: fetch the whole file.',
    ],
    [
      'without an element',
      bytesOf('<?xml version="1.0"?>'),
      'line 1 is no proper XML (document must contain a root element).',
    ],
    [
      'with a document type, also where it is another message',
      bytesOf('<?xml version="1.0"?><!DOCTYPE invoice><invoice xmlns="urn:x"/>'),
      'line 1 has a document type (DOCTYPE), which no payment message has: nothing of it was read.',
    ],
    [
      'whose outermost element has a long name',
      bytesOf(`<?xml version="1.0"?><i${'x'.repeat(60)}/>`),
      `it is XML whose outermost element is i${'x'.repeat(59)}, and no payment message. Payments are read from CSV, XLSX and pain.001.`,
    ],
    [
      'whose namespace says nothing, by the first element in its document',
      bytesOf('<?xml version="1.0"?><Document xmlns="urn:x"><BkToCstmrStmt/><Other/></Document>'),
      'it is camt.053, an account statement, and no payment message. Payments are read from CSV, XLSX and pain.001.',
    ],
    ['without a payment', painFile({ groups: [] }), 'there is no payment (CdtTrfTxInf) in it.'],
  ])('%s', async (_words, bytes, words) => {
    expect(await refused(bytes)).toBe(words);
  });

  test('whose outermost element is another, whatever its namespace', async () => {
    const other = text.replaceAll(/(?<=<\/?)Document/g, 'Envelope');
    expect(await refused(bytesOf(other))).toContain('no payment message');
  });

  test('entities within entities cost nothing: they are never expanded', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`,
    ).join('');
    const bomb = text.replace('<Document', `<!DOCTYPE d [<!ENTITY a0 "ha">${laughs}]>\n<Document`);
    expect(await refused(bytesOf(bomb.replace('Payee b-1', '&a9;')))).toContain('DOCTYPE');
  });

  test('elements without end are too deep', async () => {
    const deep = text.replace(
      '</CdtTrfTxInf>',
      `${'<a>'.repeat(50)}${'</a>'.repeat(50)}</CdtTrfTxInf>`,
    );
    expect(await refused(bytesOf(deep))).toMatch(/deeper/);
  });

  test('whose elements are closed wrongly, and not for what seems to follow', async () => {
    expect(await refused(bytesOf(text.replace('<PmtId>', '</b><PmtId>')))).toBe(
      'line 18 is no proper XML (unexpected close tag).',
    );
  });

  test('with a prefix of another than its own namespace, in the words of the reader', async () => {
    const bound = text.replace('<PmtId>', '<PmtId xmlns:xml="urn:x">');
    expect(await refused(bytesOf(bound))).toBe(
      'line 18 is no proper XML (xml prefix must be bound to http://www.w3.org/XML/1998/namespace).',
    );
  });

  describe('with more payments than a file may have', () => {
    /** Behind them it is no proper XML. */
    const holding = (count: number, end = `${' '.repeat(40_000)}</b>`) =>
      bytesOf(
        painText({ count: String(count), groups: [{ lines: [] }] }).replace(
          '</PmtInf>',
          `${'<CdtTrfTxInf/>'.repeat(count)}</PmtInf>${end}`,
        ),
      );

    test('of which nothing more is read', async () => {
      const words = 'it has more than 20000 lines.';
      expect(await refused(holding(limits.paymentLinesMax + 1))).toBe(words);
    });

    test('and with as many as it may have it is read to its end', async () => {
      expect(await refused(holding(limits.paymentLinesMax))).toMatch(/no proper XML/);
      const { rows } = await read(holding(limits.paymentLinesMax, ''));
      expect(rows).toHaveLength(limits.paymentLinesMax);
    });
  });
});
