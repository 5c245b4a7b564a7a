import { describe, expect, test } from 'vitest';

import { statementsInMt940 } from '../../../electron/nouns/statements/second-source/formats/read-mt940.ts';
import {
  formatOf,
  isStatementFormat,
  readSource,
  type SourceFormat,
} from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const format = (text: string, encoding: BufferEncoding = 'utf8') =>
  formatOf(bytesOf(text, encoding));
const bytes = (...start: readonly number[]) => formatOf(new Uint8Array([...start, 0x20, 0x20]));

describe('what a file is by its first bytes', () => {
  test.each<[SourceFormat, readonly number[]]>([
    ['pdf', [0x25, 0x50, 0x44, 0x46]],
    ['csv', [0x25, 0x50, 0x44, 0x47]],
    ['other', [0x50, 0x4b]],
    ['csv', [0x50, 0x4c]],
    ['other', [0xd0, 0xcf, 0x11, 0xe0]],
    ['csv', [0xd0, 0xcf, 0x11]],
    ['other', [0x1f, 0x8b]],
    ['csv', [0x1f, 0x8c]],
    ['other', [0x89, 0x50, 0x4e, 0x47]],
    ['csv', [0x89, 0x50]],
    ['other', [0xff, 0xd8, 0xff]],
    ['csv', [0xff, 0xd8]],
  ])('%s: %j', (found, start) => {
    expect(bytes(...start)).toBe(found);
  });

  test.each([
    '{1:F01BANK}{4:',
    '  {1:F01BANK',
    ':20:A',
    '\r\n :20:A',
    'BANK\n940\n:20:A',
    'x\r :20:A',
    'x\r\n{1:F01BANK',
    'x\n:25:1\n:28:1',
    'x\n:25:1\n:28C:1/1',
    'x\n:25P:1\n\n:28C:1/1',
  ])('MT940: %j', (text) => {
    expect(format(text)).toBe('mt940');
    expect(format(`\uFEFF${text}`)).toBe('mt940');
  });

  test.each([
    'x :20:A\n:25:1',
    'x{1:F01BANK',
    'x\n:20;A',
    'x\n:25:1',
    'x\n:25:1\n:60F:1',
    'x\n:25Q:1\n:28C:1',
    'x\n:25:1:28C:1',
    'x\n y:25:1\n:28C:1',
    'a:20:A',
    '20:A',
  ])('no MT940: %j', (text) => {
    expect(format(text)).toBe('csv');
  });

  test.each([
    ['01,S,R,261121,0200,', 'bai2'],
    ['01,,,261121,,', 'bai2'],
    [' \n01,S,R,261121,0200,1', 'bai2'],
    ['01,S,R,261121,02000,', 'csv'],
    ['01,S,R,26112,0200,', 'csv'],
    ['01,S,R,2611211,0200,', 'csv'],
    ['01,S,R,261121,0200', 'csv'],
    ['01,S,R,T,261121,0200,', 'csv'],
    ['01,S,261121,0200,', 'csv'],
    ['01,S\n,R,261121,0200,', 'csv'],
    ['01,S,R\n,261121,0200,', 'csv'],
    ['x01,S,R,261121,0200,', 'csv'],
    ['01,S,R,26112x,0200,', 'csv'],
    ['01,S,R,261121,x,', 'csv'],
  ])('BAI2 or not: %j is %s', (text, found) => {
    expect(format(text)).toBe(found);
  });

  test.each([
    ['OFXHEADER:100', 'ofx'],
    ['\n ofxheader : 100', 'ofx'],
    ['<?xml version="1.0"?><?OFX OFXHEADER="200"?>', 'ofx'],
    ['<OFX>', 'ofx'],
    ['\n<ofx\n>', 'ofx'],
    ['<OFXX>', 'xml'],
    ['<?OFXX ?>', 'xml'],
    ['xOFXHEADER:100', 'csv'],
    ['OFXHEADER;100', 'csv'],
  ])('OFX or not: %j is %s', (text, found) => {
    expect(format(text)).toBe(found);
  });

  test.each([
    ['<a>', 'xml'],
    [' \n<a>', 'xml'],
    ['x<a>', 'csv'],
    ['{"a":1}', 'json'],
    ['\n [1]', 'json'],
    ['x{"a":1}', 'csv'],
    ['x[1]', 'csv'],
    ['{x:1', 'json'],
    ['Date;Amount', 'csv'],
    ['', 'csv'],
  ])('XML, JSON or a table: %j is %s', (text, found) => {
    expect(format(text)).toBe(found);
    expect(format(`\uFEFF${text}`)).toBe(found);
  });

  test('in UTF-16 with or without its mark XML is XML', () => {
    for (const mark of ['\uFEFF', '']) {
      expect(format(`${mark}<a>`, 'utf16le')).toBe('xml');
      const big = new Uint8Array(Buffer.from(bytesOf(`${mark}<a>`, 'utf16le')).swap16());
      expect(formatOf(big)).toBe('xml');
    }
    expect(format('x\uFEFF<a>', 'utf16le')).toBe('csv');
  });

  test('is seen in the first 512 of them', () => {
    expect(format(`${' '.repeat(508)}:20:`)).toBe('mt940');
    expect(format(`${' '.repeat(509)}:20:`)).toBe('csv');
    expect(format(`x${'\uFEFF'.repeat(1)}{`)).toBe('csv');
  });

  test('is a statement or something else', () => {
    const statements = ['xml', 'mt940', 'bai2', 'ofx'] as const;
    const others = ['csv', 'json', 'pdf', 'other'] as const;
    expect(statements.map(isStatementFormat)).toEqual([true, true, true, true]);
    expect(others.map(isStatementFormat)).toEqual([false, false, false, false]);
  });
});

const read = (text: string | Uint8Array, isAsked = (written: string) => written === '77') =>
  readSource('downloadStatement', typeof text === 'string' ? bytesOf(text) : text, isAsked);
const refusal = async (text: string) => {
  const found = await read(text);
  return found.ok ? 'read' : found.error;
};

const body = (account: string, lines: readonly string[], currency = 'EUR') =>
  [
    ...[':20:S', `:25:${account}`, `:60F:C261101${currency}1,00`],
    ...lines.map((line) => `:61:${line}`),
    '-',
  ].join('\r\n');
const good = '261120C5,00NTRFREF//B-1';

describe('a source is read as what it is', () => {
  test('or stored, with the reason', async () => {
    expect(await refusal('%PDF-1.7')).toBe(
      'A PDF is kept as it came; its entries cannot be read from it. Fetch CSV or JSON.',
    );
    expect(await refusal('PK\u0003\u0004')).toBe(
      'The file is neither plain text nor JSON: it is kept as it came, and not compared.',
    );
    expect(await refusal('<a/>')).toBe(
      'The file is XML, but no camt.052, camt.053 or camt.054: it is kept, and not compared.',
    );
    expect(await refusal(':20:A')).toBe(
      'There is no statement in it: it is kept, and not compared.',
    );
    expect(await refusal(':20:A\r\n:61:x')).toMatch(/^No line and no balance .*: it is kept, and/);
    expect(await refusal('01,S,R,261121,0200,1,,,2/')).toBe(
      'The BAI2 file has no record 99: its end is missing: it is kept, and not compared.',
    );
    expect(await refusal('<OFX></OFX>')).toMatch(
      /in the OFX file: it is kept, and not compared\.$/,
    );
    expect(await refusal('Date')).toContain('The file names no column');
    expect(await refusal('{}')).toContain('The file is no statement');
  });

  test('with two currencies of an account, or with days that cannot be read, is stored', async () => {
    const two = `${body('77', [good])}\r\n${body('77', [good], 'USD')}`;
    expect(await refusal(two)).toBe(
      'It holds statements in several currencies: it is kept, and not compared.',
    );
    const camt = '<Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>';
    expect(await refusal(camt)).toBe(
      'The days of a statement in it cannot be read: it is kept, and not compared.',
    );
  });

  test('names its account where it is no IBAN', async () => {
    const account = async (written: string) => {
      const found = await read(body(written, [good]));
      return found.ok && found.value.head.account;
    };
    expect(await account('77')).toBe('77');
    expect(await account('')).toBeUndefined();
    for (const iban of ['NO9386011117947', 'MT84MALT011000012345MTLCAST001S', 'DE12ABCDEF12'])
      expect(await account(iban)).toBeUndefined();
    for (const other of ['DE12ABCDEF1', `DE12${'A'.repeat(31)}`, 'D112ABCDEF12', 'xDE12ABCDEF12'])
      expect(await account(other)).toBe(other);
    expect(await account(`DE12${'A'.repeat(30)}`)).toBeUndefined();
    expect(await account('DE12ABCDEF12x')).toBe('DE12ABCDEF12x');
  });

  test('says what of it is left out and not read, and nothing where nothing is', async () => {
    const whole = await read(`${body('77', [good])}\r\n:62F:C261120EUR6,00`);
    expect(whole.ok && Object.keys(whole.value)).toEqual(['head', 'entries', 'hasIds']);
    const some = await read(`${body('77', [good, 'x'])}\r\n${body('88', [good])}`);
    expect(some).toMatchObject({
      value: {
        ...{ head: { account: '77', currency: 'EUR', opening: '1.00' }, unread: 1, hasIds: false },
        notes: [
          'Its part of account 88 is left out.',
          'It has no closing balance: its end may be missing.',
          expect.stringContaining('cannot be read and is left out') as string,
        ],
      },
    });
    expect(some).not.toHaveProperty('value.excerpt');
  });

  test('picks the asked account by its name and its currency', async () => {
    const file = `${body('77', [good])}\r\n${body('88', [good, good], 'USD')}`;
    const found = await readSource(
      'downloadStatement',
      bytesOf(file),
      (written, currency) => written === '88' && currency === 'USD',
    );
    expect(found).toMatchObject({ value: { entries: [{}, {}], head: { account: '88' } } });
    const nameless = `<Document><BkToCstmrStmt>${['77', '88'].map((id) => `<Stmt><Acct><Id><Othr><Id>${id}</Id></Othr></Id></Acct></Stmt>`).join('')}</BkToCstmrStmt></Document>`;
    const asked: string[] = [];
    const read = await readSource('downloadStatement', bytesOf(nameless), (_written, currency) => {
      asked.push(currency);
      return true;
    });
    expect(read.ok).toBe(false);
    expect(asked).toEqual(['', '']);
  });
});

describe('the messages of MT940', () => {
  const statements = (text: string) => {
    const found = statementsInMt940(bytesOf(text));
    if (!found.ok) throw new Error(found.error);
    return found.value;
  };
  const other = (reference: string) =>
    `:20:${reference}\r\n:25:77\r\n:34F:EURD0,\r\n:61:261120D9,00NTRFX\r\n-\r\n`;

  test('that are no statements are counted', () => {
    const notes = (count: number) =>
      statements(`${body('77', [good])}\r\n${other('X').repeat(count)}`)[0]?.notes.at(-1);
    expect(notes(0)).toBe('It has no closing balance: its end may be missing.');
    expect(notes(1)).toContain('One message of the file is no statement');
    expect(notes(2)).toBe(
      '2 messages of the file are no statements (MT941, MT942) and are left out.',
    );
  });

  test('that have nothing to read are none, and add no statement', () => {
    expect(statements(`${body('77', [good])}\r\n:20:A\r\n:25:77\r\n:86:x\r\n-`)).toHaveLength(1);
    for (const more of ['', '\r\n:86:x'])
      expect(statementsInMt940(bytesOf(`:20:A\r\n:25:77${more}`))).toEqual({
        ok: false,
        error: 'There is no statement in it.',
      });
  });

  test('of which no day can be read add what they lack to the first', () => {
    const undated = ':20:B\r\n:25:88\r\n:61:x\r\n:61:y\r\n-\r\n';
    const found = statements(`${undated}${body('77', [good, 'z'])}\r\n${body('99', [good])}`);
    expect(found.map(({ namedAccount, unread }) => [namedAccount, unread])).toEqual([
      ['77', 3],
      ['99', 0],
    ]);
    expect(found[0]?.notes.map((note) => /“(.)/.exec(note)?.[1])).toEqual([undefined, 'z', 'x']);
    expect(statementsInMt940(bytesOf(undated))).toMatchObject({
      error: expect.stringMatching(/^No line and no balance of it can be read\. 2 lines/) as string,
    });
    expect(statementsInMt940(bytesOf(':20:B\r\n:25:88\r\n:60F:x'))).toMatchObject({
      error: expect.stringContaining('Its opening balance cannot be read') as string,
    });
  });

  test('have their account behind the code of the bank and before its currency', () => {
    const account = (written: string, currency = 'EUR') =>
      statements(body(written, [good], currency))[0]?.namedAccount;
    expect(account('BANK/77')).toBe('77');
    expect(account('BANK/BRANCH/ 77 ')).toBe('77');
    expect(account('77EUR')).toBe('77');
    expect(account('77 EUR')).toBe('77');
    expect(account('77EUR', 'USD')).toBe('77EUR');
    expect(account('77\r\nBANKBEBB')).toBe('77');
    const [bare] = statements(':20:B\r\n:25:77\r\n:61:261120C5,00NTRFX');
    expect(bare?.namedAccount).toBe('77');
    expect(bare?.head).toStrictEqual({});
    expect(statements(':20:B\r\n:61:261120C5,00NTRFX')[0]?.namedAccount).toBe('');
  });

  test('begin the day behind an opening balance of the evening before', () => {
    const days = (opening: string, lines: readonly string[], closing = '') => {
      const text = [
        ...[':20:S', ':25:77'],
        ...(opening === '' ? [] : [`:60F:C${opening}EUR1,00`]),
        ...lines.map((day) => `:61:${day}C5,00NTRFX`),
        ...(closing === '' ? [] : [`:62F:C${closing}EUR1,00`]),
      ].join('\r\n');
      const [found] = statements(text);
      return [found?.firstDay, found?.lastDay];
    };
    expect(days('261119', ['261120'])).toEqual(['2026-11-20', undefined]);
    expect(days('261101', ['261122', '261120'])).toEqual(['2026-11-02', undefined]);
    expect(days('261120', ['261120'], '261121')).toEqual(['2026-11-20', '2026-11-21']);
    expect(days('261120', [], '261121')).toEqual(['2026-11-21', '2026-11-21']);
    expect(days('261121', ['261120'], '261121')).toEqual(['2026-11-21', '2026-11-21']);
    expect(days('261121', [])).toEqual(['2026-11-21', undefined]);
    expect(days('', ['261122', '261120'])).toEqual(['2026-11-20', undefined]);
    expect(days('', [], '261121')).toEqual(['2026-11-21', '2026-11-21']);
  });

  test('have as many entries as the desk reads, and no more', () => {
    const of = (count: number) => {
      const found = statementsInMt940(bytesOf(':61:x\n'.repeat(count)));
      return found.ok ? 'read' : found.error;
    };
    expect(of(limits.secondSourceEntriesMax)).toContain('No line and no balance of it');
    expect(of(limits.secondSourceEntriesMax + 1)).toBe(
      'It has more entries than the desk reads: ask the bank for fewer days in one file.',
    );
  });
});
