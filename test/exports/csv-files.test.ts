import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { resultFile } from '../../electron/nouns/books/result-export.ts';
import {
  writeFileResult,
  type ResultLine,
} from '../../electron/nouns/payments/file/result-export.ts';
import { recordCsv } from '../../electron/nouns/review/record-file.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

test('a recorded review is a CSV with a line for each account and each open entry', () => {
  const account = {
    ...{ accountNumber: '1', accountName: '+Ops "A"', currency: 'USD', entries: 2 },
    ...{ debits: null, credits: usd('1.50'), closing: usd('-3.00'), unread: 1, flagged: 0 },
  };
  const entry = {
    ...{ accountNumber: '1', entryId: 'e-1', day: '2026-11-20', amount: usd('1.50') },
    ...{ direction: 'credit' as const, narration: '=A1', customReference: 'R,1' },
    ...{ isUnread: true, isFlagged: false, note: '-2', files: [{ name: 'a', sha256: 'f0' }] },
  };
  const report = { from: '2026-11-19', to: '2026-11-20', words: '@all', openTotal: 1 };
  const csv = recordCsv({
    ...{ id: 'r', recordedAt: '2026-11-21T08:00:00Z', recordedBy: 'Ada' },
    report: { ...report, accounts: [account], open: [entry] },
  });
  const whole = '"2026-11-21T08:00:00Z","Ada","2026-11-19","2026-11-20"';
  expect(csv).toBe(
    [
      '\ufeff"recordedAt","recordedBy","from","to","line","accountNumber","accountName","currency","entries","debits","credits","closing","unread","flagged","date","entryId","customReference","narration","note","files","words"',
      `${whole},"account","1","'+Ops ""A""","USD","2","","1.50","-3.00","1","0","","","","","","","'@all"`,
      `${whole},"open entry","1","'+Ops ""A""","USD","","","1.50","","1","0","2026-11-20","e-1","R,1","'=A1","'-2","a (SHA-256 f0)","'@all"`,
      '',
    ].join('\r\n'),
  );
});

test('the result of a reconciliation is a CSV whose amounts and days stay as they are', () => {
  const line = { line: 2, day: '2026-11-20', amount: '-1.50', references: ['R', '2'], text: '=A1' };
  const entry = {
    ...{ id: '@e', amount: '1.50', currency: 'USD', direction: 'debit' as const },
    ...{ transactionType: 'T', transactionDate: '2026-11-20T10:00:00Z', narration: 'one\r\ntwo' },
    ...{ customReference: '', balance: '0.00' },
  };
  const result = {
    ...{ currency: 'USD', notes: [], fallen: [], bankOnly: [entry] },
    matches: [{ rule: 'exact' as const, why: 'Same "R"', books: [line], bank: [entry] }],
    booksOnly: [{ ...line, line: 3 }],
    likely: [{ line: 3, entryId: '@e', why: 'Same day.' }],
  };
  const text = Buffer.from(resultFile(result, 'csv', { remarks: { 'line 3': '+why' } })).toString();
  expect(text).toBe(
    [
      '\ufeff"match","rule","why","side","line","entry id","day","amount","currency","reference","text","note"',
      `"1","exact","Same ""R""","books","2","","2026-11-20","-1.50","USD","R 2","'=A1",""`,
      `"1","exact","Same ""R""","bank","","'@e","2026-11-20","-1.50","USD","","one\r\ntwo",""`,
      `"","books only","Perhaps entry @e. Same day.","books","3","","2026-11-20","-1.50","USD","R 2","'=A1","'+why"`,
      `"","bank only","Perhaps line 3. Same day.","bank","","'@e","2026-11-20","-1.50","USD","","one\r\ntwo",""`,
      '',
    ].join('\r\n'),
  );
});

test('the result of a payment file has its own columns, then what came of each line', async () => {
  const path = join(tempFolder(), 'result.csv');
  const checked = {
    ...{ line: 2, reference: '=R', accountNumber: '1', beneficiaryId: 'b', payeeName: 'Ada' },
    ...{ amount: usd('-1.50'), amountText: '', narration: '', problems: {}, warnings: [] },
  };
  const outcome = { submissionId: '-s', transferId: null, confirmed: true, error: '+no' };
  const sent = { cells: [{ text: '=A1' }, { text: '-1,5' }], checked, shown: 'accepted', outcome };
  const invalid = {
    ...{ shown: 'invalid', cells: [{ text: 'b' }], outcome: { ...outcome, confirmed: null } },
    checked: { ...checked, line: 3, amount: null, problems: { 'more.x': 'is "odd"' } },
  };
  async function* lines() {
    yield* (await Promise.resolve([sent, invalid])) as ResultLine[];
  }
  const file = { headings: ['=Payee', 'Amount'], columns: { amount: 1 } };
  expect(await writeFileResult(path, file, lines())).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe(
    [
      `\ufeff"'=Payee","Amount","line","state","reference sent","submission id","transfer id","error","confirmed","repaired"`,
      `"'=A1","-1.50","2","accepted","'=R","'-s","","'+no","yes",""`,
      `"b","","3","invalid","","'-s","","is ""odd""","",""`,
      '',
    ].join('\r\n'),
  );
});
