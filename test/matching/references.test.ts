import { describe, expect, test } from 'vitest';

import {
  partsOf,
  referencesOf,
  relationOf,
  Slips,
  swapsOf,
} from '../../electron/engines/matching/references.ts';
import { dayNumber } from '../../shared/calendar/calendar.ts';

const day = dayNumber('2026-11-20');
const found = (text: string, { own = [] as string[], ignored = [] as string[] } = {}) =>
  referencesOf({ id: 'L', day, units: 0n, references: own, text }, new Set(ignored));
const bare = (text: string, given = {}) => found(text, given).map((one) => one.bare);

describe('a text names', () => {
  test.each([
    [
      'a number between words, in any case and with any marks',
      'paid inv-2026/1001 today',
      ['INV20261001'],
    ],
    ['a number with marks between its parts', '¿INV_10.001-77?', ['INV1000177']],
    [
      'numbers between any separators',
      'A10001,B10002;C10003|D10004+E10005&F10006',
      ['A10001', 'B10002', 'C10003', 'D10004', 'E10005', 'F10006'],
    ],
    [
      'numbers in brackets and quotes',
      `(A10001)[B10002]"C10003"'D10004':E10005#F10006`,
      ['A10001', 'B10002', 'C10003', 'D10004', 'E10005', 'F10006'],
    ],
    [
      'two numbers with a stroke between them',
      'INV1001/INV1002',
      ['INV1001INV1002', 'INV1001', 'INV1002'],
    ],
    [
      'two numbers with strokes around them',
      '/INV1001//INV1002/',
      ['INV1001INV1002', 'INV1001', 'INV1002'],
    ],
    [
      'three numbers with strokes',
      '10001/10002/10003',
      ['100011000210003', '10001', '10002', '10003'],
    ],
    [
      'a number whose part is one by itself, where that has letters',
      'INV-2026/A1001',
      ['INV2026A1001', 'A1001'],
    ],
    ['one number of which no part is one by itself', '2026/7788', ['20267788']],
    ['one number where the part without letters could be anything', 'RE/10001', ['RE10001']],
    [
      'letters and the number behind them as one, and the number alone',
      'Invoice 10001',
      ['INVOICE10001', '10001'],
    ],
    ['the same where the number is too short alone', 'INV. 100 PO- 2345', ['INV100', 'PO2345']],
    ['no letters that end in another mark', 'INV* 10001', ['10001']],
    ['no letters behind a mark', '*INV 10001', ['10001']],
    ['no single letter, and no long word', 'X 10001 ABCDEFGHIJK 10002', ['10001', '10002']],
    ['no digits before the number', 'A1 10001', ['10001']],
    ['nothing that goes on behind its digits', 'INV 100-A', []],
    ['numbers alone with strokes around them', '/10001/10002/', ['1000110002', '10001', '10002']],
    ['letters and a number behind several blanks', 'Invoice  10001', ['INVOICE10001', '10001']],
    ['the same number once', 'INV-10001 inv10001', ['INV10001']],
    ['letters of any alphabet', 'счёт 10001 № Ё-10002', ['СЧЁТ10001', '10001', 'Ё10002']],
    ['full-width digits as digits', 'ＩＮＶ１０００１', ['INV10001']],
  ])('%s', (_words, text, expected) => {
    expect(bare(text)).toEqual(expected);
  });

  test.each([
    ['fewer than five characters', 'A100 1234'],
    ['fewer than three digits', 'KESTREL12 ABCDE'],
    ['more than forty characters', `A${'1'.repeat(40)}`],
    ['an amount', '1,250.10 -12345.67 +1.234.567,89 1\u2019000.00 100.00 12,50 98765.43'],
    [
      'a day',
      '2026-11-20 2026/1/2 20.11.2026 1.2.26 20/11/2026 2126-11-20 2126/1/22 2126.11.2 20.11.2126 1-2-2126 12/11/85 12.1.2126',
    ],
    ['a year with letters', 'BUDGET2026 1999X'],
    ['a month', '202611 202601 202612'],
    [
      'a quarter, a week or a month by name',
      'Q12026 FY2026 W472026 CW472026 KW472026 JAN2026 NOVEMBER2026 DEC312026 DECEMBER312026',
    ],
    [
      'a day without marks, the year first or last',
      '20261120 20261231 20111999 31122026 11302026 12312026 01012026 10052026 01312026 11202026 12252026',
    ],
  ])('nothing by %s', (_words, text) => {
    expect(bare(text)).toEqual([]);
  });

  test.each([
    ['a number of five characters', 'AB100', ['AB100']],
    ['a number of forty characters', 'A'.padEnd(40, '1'), ['A'.padEnd(40, '1')]],
    ['three digits among letters', 'KESTREL123', ['KESTREL123']],
    ['what is no amount: three decimals', '123.456', ['123456']],
    ['what is no amount: one decimal', '12345.6', ['123456']],
    ['what is no amount: letters around it', 'A250.10 B12.345,67', ['A25010', 'B12345']],
    ['what is no amount: more behind it', '1234.56A', ['123456A']],
    ['what is no day: letters around it', 'A2026-11-20', ['A20261120']],
    ['what is no day: more behind it', '20.11.2026A', ['20112026A']],
    ['what is no year: other digits', 'BUDGET2126', ['BUDGET2126']],
    [
      'what is no month or day: 13 and 32',
      '202613 20261332 20261232 32122026 13322026',
      ['202613', '20261332', '20261232', '32122026', '13322026'],
    ],
    [
      'what is no month or day: zero',
      '202600 20260020 20002026',
      ['202600', '20260020', '20002026'],
    ],
    [
      'what is no month or day: more digits around it',
      '120261120 202611201 1202611 X31122026 X12312026 123120261',
      ['120261120', '202611201', '1202611', 'X31122026', 'X12312026', '123120261'],
    ],
    ['what is no amount: four digits between its points', '10.2345.30', ['10234530']],
    [
      'what is no quarter: other letters, or more behind it',
      'AQ12026 XX472026 FY2026A1',
      ['AQ12026', 'XX472026', 'FY2026A1'],
    ],
  ])('%s', (_words, text, expected) => {
    expect(bare(text)).toEqual(expected);
  });

  test('no six digits that are a day near its own, in either order; and those of a far day', () => {
    // 40 days around 20 November 2026.
    for (const near of ['261120', '201126', '261011', '111026', '261230', '301226'])
      expect([near, bare(near)]).toEqual([near, []]);
    for (const far of ['261010', '101026', '261231', '311226', '260229', '991120', '112026'])
      expect([far, bare(far)]).toEqual([far, [far]]);
    expect(bare('X261120 2611201')).toEqual(['X261120', '2611201']);
    const newYear = dayNumber('2100-01-05');
    const line = { id: 'L', day: newYear, units: 0n, references: [], text: '991230' };
    expect(referencesOf(line, new Set())).toEqual([]);
    const oldYear = { ...line, day: dayNumber('2099-12-20'), text: '000105' };
    expect(referencesOf(oldYear, new Set())).toEqual([]);
    expect(bare('', { own: ['1.2.2026'] })).toEqual([]);
    expect(bare('', { own: ['1.2.2026 RE 10 01 77'] })).toEqual(['122026RE100177']);
    expect(bare('', { own: ['RE 10 01 77'] })).toEqual(['RE100177']);
  });

  test('nothing that is ignored, such as the number of the account', () => {
    expect(bare('0123456789 INV-10001', { ignored: ['0123456789'] })).toEqual(['INV10001']);
  });

  test('none of more than eight, and a reference of the line’s own all the same', () => {
    const many = Array.from({ length: 9 }, (_, at) => `INV-1000${String(at)}`);
    expect(bare(many.slice(1).join(' '))).toHaveLength(8);
    expect(bare(`PAID ${many.slice(1).join(' ')} WITH THANKS`)).toHaveLength(8);
    expect(bare(many.join(' '), { own: [' PO-77001 '] })).toEqual(['PO77001']);
    expect(bare('PO-77001', { own: many })).toEqual(['PO77001']);
  });
});

test('a reference is of its line where it stands in its field, as it is written there, and of a kind by how it begins', () => {
  expect(found('INV-10001 PO-20002 123456 12345 X9876 1AB10001', { own: [' Inv 10001 '] })).toEqual(
    [
      { bare: 'INV10001', written: 'Inv 10001', isOwn: true, kind: 'INV' },
      { bare: '10001', written: '10001', isOwn: true, kind: null },
      { bare: 'PO20002', written: 'PO-20002', isOwn: false, kind: 'PO' },
      { bare: '20002', written: '20002', isOwn: false, kind: null },
      { bare: '123456', written: '123456', isOwn: false, kind: '6 12' },
      { bare: '12345', written: '12345', isOwn: false, kind: null },
      { bare: 'X9876', written: 'X9876', isOwn: false, kind: null },
      { bare: '1AB10001', written: '1AB10001', isOwn: false, kind: null },
    ].filter((one) => one.bare !== '20002'),
  );
});

test('letters and digits that are no two letters or six digits alone make no kind', () => {
  const kinds = found('X987654 123456A 1234567 AB10001').map(({ kind }) => kind);
  expect(kinds).toEqual([null, null, '7 12', 'AB']);
});

describe('a part of a reference', () => {
  test('is a beginning or an end with five characters and four digits, and never the whole', () => {
    expect(partsOf('INV12345').toSorted()).toEqual(
      ['12345', 'INV1234', 'NV12345', 'V12345'].toSorted(),
    );
    expect(partsOf('1234')).toEqual([]);
    expect(partsOf('12345')).toEqual([]);
  });

  test('has two neighbours the other way round, at every place where that makes another', () => {
    expect(swapsOf('1123')).toEqual(['1213', '1132']);
    expect(swapsOf('1')).toEqual([]);
  });

  test.each([
    ['INV12345', 'INV12345', 'whole'],
    ['INV12345', '12345', 'end'],
    ['12345', 'INV12345', 'end'],
    ['INV12345', 'INV1234', 'beginning'],
    ['INV1234', 'INV12345', 'beginning'],
    ['INV12345', 'INV12435', 'swap'],
    ['INV12345', 'NIV12345', 'swap'],
    ['INV12345', 'INV12354', 'swap'],
    ['INV12345', '2345', null],
    ['INV12345', 'INV123', null],
    ['INV12345', 'NV1234', null],
    ['INV12345', 'INV12346', null],
    ['INV12345', 'INV13345', null],
    ['INV12345', 'INV21435', null],
    ['INV12345', 'INV15342', null],
    ['INV12345', 'INV31345', null],
    ['INV1A', 'NV1A', null],
  ])('%s and %s: %s', (a, b, relation) => {
    expect(relationOf(a, b)).toBe(relation);
  });
});

describe('a slip is as good as the whole', () => {
  const isGood = (a: string, b: string, others: readonly string[] = []) =>
    new Slips(new Set([...others, a, b])).isGood(a, b);

  test('where only the beginning is lost, and six digits are left', () => {
    expect(isGood('INV2026349690', '349690')).toBe(true);
    expect(isGood('349690', 'INV2026349690')).toBe(true);
    expect(isGood('INV202649690', '49690')).toBe(false);
    expect(isGood('49690', 'INV202649690')).toBe(false);
  });

  test('where the end is lost, and no third number begins alike', () => {
    expect(isGood('INV2026349690', 'INV20263496')).toBe(true);
    expect(isGood('INV20263496', 'INV2026349690')).toBe(true);
    expect(isGood('INV2026349690', 'INV20263496', ['INV20263777'])).toBe(false);
    expect(isGood('INV2026349690', 'INV20263496', ['INV20263'])).toBe(false);
    expect(isGood('INV2026349690', 'INV20263496', ['INV20264777', 'INV10001', 'ZZZ10001'])).toBe(
      true,
    );
  });

  test('where two digits are swapped outside the digits that numbers count with', () => {
    expect(isGood('PO83716402', 'PO87316402')).toBe(true);
    expect(isGood('PO83716402', 'PO83716420')).toBe(false);
    expect(isGood('PO8371640299', 'PO8376140299')).toBe(true);
    // Behind the digits that numbers count with a year or a check digit may stand.
    expect(isGood('4535432312', '4535433212')).toBe(false);
    expect(isGood('PO83716402', 'PO83761402')).toBe(false);
    expect(isGood('PO83716402', 'PO83176402')).toBe(true);
    // Each of the two stands in a row of numbers: both may be right.
    const beside = ['PO83716403', 'PO87316409'];
    expect(isGood('PO83716402', 'PO87316402', beside)).toBe(false);
    expect(isGood('PO83716402', 'PO87316402', beside.slice(0, 1))).toBe(true);
    expect(isGood('PO83716402', 'PO87316402', beside.slice(1))).toBe(true);
  });
});
