import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { outlineOf } from '../../../electron/nouns/statements/second-source/compare/compare-source.ts';
import { statementsInCamt } from '../../../electron/nouns/statements/second-source/formats/read-camt.ts';
import { statementsInMt940 } from '../../../electron/nouns/statements/second-source/formats/read-mt940.ts';
import { accountStatementsOf } from '../../../electron/nouns/statements/second-source/formats/account-statements.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { limits } from '../../../shared/limits.ts';
import { operating, syncedDesk } from '../../support/desks/order-desk.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';

const to = addDays(todayAt(Date.now()), -1);
const from = addDays(to, -9);
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

const whole = {
  ...{ accountNumbers: null, filePerAccount: false, filePerDay: false, withMarks: false, from, to },
  ...({ profile: '', place: 'ask', print: false } as const),
};

/** The statements of every account as a file, such as a bank would send. */
async function fileOf(
  desk: TestDesk,
  format: 'mt940' | 'camt053' | 'bai2',
  name: string,
): Promise<string> {
  desk.saveTo = join(desk.dataDir, name);
  await desk.get('handOver.write', { ...whole, format });
  return readFileSync(desk.saveTo, 'utf8');
}

const give = (desk: TestDesk, fileName: string, text: string) =>
  desk.get('secondSources.give', { fileName, bytes: bytesOf(text) });

describe('a statement file of the bank that was dropped', () => {
  test.each(['mt940', 'camt053', 'bai2'] as const)(
    'as %s is split by account, compared with what is here, and stored with its days',
    async (format) => {
      const desk = await syncedDesk();
      const text = await fileOf(desk, format, 'all.txt');
      const { accounts } = await desk.get('handOver.choices', {});
      const given = await give(desk, 'C:\\in\\bank.txt', text);
      expect(given.fileName).toBe('bank.txt');
      expect(given.parts.map(({ source }) => source?.accountNumber).sort()).toEqual(
        accounts.map(({ accountNumber }) => accountNumber).sort(),
      );
      for (const { source, sentence } of given.parts)
        expect([source?.verdict, sentence]).toEqual(['agrees', expect.any(String)]);
      await desk.get('session.signOut', {});
      const { rows } = await desk.get('secondSources.list', { accountNumber: operating });
      expect(rows).toMatchObject([
        {
          kind: 'givenFile',
          fileName: 'bank.txt',
          verdict: 'agrees',
          sizeBytes: Buffer.byteLength(text),
        },
      ]);
      // Dropped again it is the same file; of another file of the same days a sentence says so.
      await give(desk, 'bank.txt', text);
      expect(
        (await desk.get('secondSources.list', { accountNumber: operating })).rows,
      ).toHaveLength(1);
      const other = await give(desk, 'again.txt', `${text}\r\n`);
      const part = other.parts.find(({ source }) => source?.accountNumber === operating);
      expect(part?.sentence).toContain('Its days overlap those of bank.txt');
      desk.saveTo = join(desk.dataDir, 'copy.txt');
      await desk.get('secondSources.save', { sourceId: rows[0]?.sourceId ?? '' });
      expect(readFileSync(desk.saveTo, 'utf8')).toBe(text);
    },
  );

  test('as an intraday report agrees in what it has, and proves no day', async () => {
    const desk = await syncedDesk();
    const text = (await fileOf(desk, 'camt053', 'all.xml'))
      .replace(/<Bal>[^]*?<\/Bal>/g, '')
      .replace(/Stmt>/g, 'Rpt>')
      .replace(/BkToCstmrRpt/g, 'BkToCstmrAcctRpt')
      .replace('camt.053', 'camt.052');
    const { parts } = await give(desk, 'now.xml', text);
    const own = parts.find(({ source }) => source?.accountNumber === operating);
    expect(own?.source?.verdict).toBe('partial');
    expect(own?.sentence).toMatch(
      /^What both hold agrees \(\d+\)\. It is an intraday report \(camt\.052\), which need not have every entry and proves no day/,
    );
  });

  test('that differs by one amount is reported as such, entry by entry', async () => {
    const desk = await syncedDesk();
    const text = await fileOf(desk, 'mt940', 'all.sta');
    const at = text.indexOf(':61:');
    const line = text.slice(at, text.indexOf('\r\n', at));
    const other = line.replace(
      /([CD])(\d+),/,
      (_all, mark: string, digits: string) => `${mark}1${digits},`,
    );
    const { parts } = await give(desk, 'bank.sta', text.replace(line, other));
    const differing = parts.filter(({ source }) => source?.verdict === 'differs');
    expect(differing).toHaveLength(1);
    expect(differing[0]?.source?.differenceCount).toBe(2);
    expect(differing[0]?.sentence).toMatch(
      /^1 entry stands only here, 1 entry stands only there\. .*a (?:debit|credit) of [1-9]0+\.00 [A-Z]{3} is missing\.$/,
    );
  });

  test('of an account that the bank does not list, or in another currency, is not stored, and a sentence says why', async () => {
    const desk = await syncedDesk();
    const text = (account: string, currency: string) =>
      `:20:1\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261119${currency}1,00\r\n:62F:C261120${currency}1,00\r\n-`;
    const unknown = await give(desk, 'a.sta', text('DE89370400440532010044871', 'USD'));
    expect(unknown.parts).toMatchObject([
      { isKnown: false, source: null, endingAlike: [operating] },
    ]);
    expect(unknown.parts[0]?.sentence).toMatch(
      /^The bank lists no account DE89.* nothing of it was kept/,
    );
    const other = await give(desk, 'b.sta', text(operating, 'CHF'));
    expect(other.parts[0]?.sentence).toBe(
      `It is in CHF, and account ${operating} is kept in USD: nothing of it was kept.`,
    );
    expect((await desk.get('secondSources.list', { accountNumber: operating })).rows).toEqual([]);
    const name = { written: 'DE89370400440532010044871', currency: 'USD' };
    await desk.get('accounts.nameAccount', { ...name, accountNumber: operating });
    const given = await give(desk, 'a.sta', text(name.written, 'USD'));
    expect(given.parts[0]?.source).toMatchObject({ accountNumber: operating });
  });

  test.each([
    ['is cut', '<Document><BkToCstmrStmt><Stmt>', 'no proper XML'],
    [
      'is another message',
      '<Document xmlns="pain.002.001.03"><x/></Document>',
      'the file is pain.002.001.03, a payment status report, and has no entries of an account',
    ],
    ['is a table', 'Date;Amount\n1;2', 'no statement file in camt.052, camt.053'],
    ['has a line that is none, and nothing else', ':20:1\r\n:25:1\r\n:61:xx', 'cannot be read'],
    ['has no days', ':20:1\r\n:25:1\r\n:28C:1/1', 'no statement in it'],
  ])('and %s is refused in one sentence, and nothing is stored', async (_what, text, words) => {
    const desk = await syncedDesk();
    const error = await desk.refused('secondSources.give', {
      fileName: 'x.xml',
      bytes: bytesOf(text),
    });
    expect(error.message).toMatch(/^x\.xml: .*\. It was not used\./);
    expect(error.message).toContain(words);
  });

  test('and is too large is refused by its size', async () => {
    const desk = await syncedDesk();
    const bytes = new Uint8Array(limits.secondSourceBytesMax + 1);
    const error = await desk.refused('secondSources.give', { fileName: 'x.sta', bytes });
    expect(error).toMatchObject({ code: 'file.too-large' });
    expect(error.message).toContain('fewer days');
  });
});

const mt940 = (days: readonly (readonly [opening: string, line: string, closing: string])[]) =>
  bytesOf(
    days
      .map(
        ([opening, line, closing], at) =>
          `:20:S\r\n:25:1/2\r\n:28C:${at + 1}/1\r\n:60F:${opening}\r\n${line}\r\n:62F:${closing}\r\n-`,
      )
      .join('\r\n'),
  );
const day = (at: number, before: string, amount: string, after: string) =>
  [
    `C2611${at - 1}USD${before}`,
    `:61:2611${at}C${amount}NTRFNONREF`,
    `C2611${at}USD${after}`,
  ] as const;

function accountStatementIn(bytes: Uint8Array) {
  const outcome = statementsInMt940(bytes);
  if (!outcome.ok) throw new Error(outcome.error);
  return accountStatementsOf(outcome.value)[0];
}

test('statements of days go on from each other, whatever their order, and one that is there twice counts once', () => {
  const [first, second] = [day(18, '1,00', '2,00', '3,00'), day(19, '3,00', '4,00', '7,00')];
  expect(accountStatementIn(mt940([second, first, second]))).toMatchObject({
    namedAccount: '2',
    from: '2026-11-18',
    to: '2026-11-19',
    head: { opening: '1.00', closing: '7.00', currency: 'USD' },
    entries: [{ amount: '2.00' }, { amount: '4.00' }],
    notes: ['One of its statements stands there twice and counts once.'],
  });
});

test('a day that is missing between them is reported', () => {
  const statement = accountStatementIn(
    mt940([day(18, '1,00', '2,00', '3,00'), day(20, '9,00', '1,00', '10,00')]),
  );
  expect(statement?.notes.join()).toContain('does not begin with the balance');
});

test('lines of a bank before the first statement do not hide that it is MT940', async () => {
  const bytes = mt940([day(18, '1,00', '2,00', '3,00')]);
  const outline = await outlineOf(
    bytesOf(`0000 01BANKXX\r\n940 00\r\n${Buffer.from(bytes).toString()}`),
  );
  expect(outline).toMatchObject({
    ok: true,
    value: { accountStatements: [{ namedAccount: '2' }] },
  });
});

test('an entry of camt.053 that is not booked is left out, by name', async () => {
  const entry = (amount: string, status: string) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-11-18</Dt></BookgDt></Ntry>`;
  const text = `<Document><BkToCstmrStmt><Stmt><FrToDt><FrDtTm>2026-11-18T00:00:00</FrDtTm><ToDtTm>2026-11-20T00:00:00</ToDtTm></FrToDt>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${entry('1', 'BOOK')}${entry('2', '<Cd>PDNG</Cd>')}</Stmt></BkToCstmrStmt></Document>`;
  const outcome = await statementsInCamt(bytesOf(text));
  expect(outcome.ok && accountStatementsOf(outcome.value)[0]).toMatchObject({
    namedAccount: 'DE89370400440532013000',
    from: '2026-11-18',
    to: '2026-11-19',
    entries: [{ amount: '1' }],
    notes: ['One entry of it is not booked yet and is left out.'],
  });
});

test('a file with more entries than are read is refused whole, though no statement in it has so many', () => {
  const line = ':61:261118C1,00NTRFNONREF\r\n';
  const half = limits.secondSourceEntriesMax / 2 + 1;
  const statement = `:20:S\r\n:25:1\r\n:60F:C261117USD0,00\r\n${line.repeat(half)}:62F:C261118USD${half},00\r\n-\r\n`;
  const outcome = statementsInMt940(bytesOf(`${statement}${statement}`));
  expect(outcome.ok ? '' : outcome.error).toMatch(/^It has more entries than the desk reads/);
});
