import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { newReference } from '../../../shared/reference.ts';
import {
  foreignCredentials,
  json,
  startForeignBank,
  trueEntries,
} from '../../support/simple-banks/foreign-bank.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../../support/desks/test-desk.ts';
import { operating, orderDesk, controlBank } from '../../support/desks/order-desk.ts';

const to = addDays(todayAt(Date.now()), -1);
const from = addDays(to, -20);
const period = { accountNumber: operating, from, to };

const every = [
  { kind: 'downloadStatement', format: 'csv' },
  { kind: 'downloadStatement', format: 'json' },
  { kind: 'downloadStatementV2', format: 'csv' },
  { kind: 'downloadStatementV2', format: 'json' },
  { kind: 'getStatementV2' },
] as const;

const faulty = (desk: TestDesk, operation: string, fault: object): Promise<unknown> =>
  controlBank(desk, 'faults', { rules: [{ operation, times: 1, fault }] }, 'PUT');

/** A desk that has read the period. */
async function readDesk(): Promise<TestDesk> {
  const desk = await orderDesk();
  await desk.sync({ accountNumbers: [operating], from, to: todayAt(Date.now()) });
  return desk;
}

const newest = async (desk: TestDesk) => {
  const { rows } = await desk.get('statements.page', {
    accountNumber: operating,
    filter: { from, to },
    index: 0,
    limit: 1,
  });
  return rows[0]!;
};

test('every second source for a period that both hold agrees, and is stored as it came', async () => {
  const desk = await readDesk();
  const summary = await desk.get('statements.summary', {
    accountNumber: operating,
    filter: { from, to },
  });
  for (const asked of every) {
    const source = await desk.get('secondSources.fetch', { ...period, ...asked });
    expect(source, JSON.stringify(source.differences.slice(0, 2))).toMatchObject({
      verdict: 'agrees',
      entries: summary.total,
      differenceCount: 0,
      kind: asked.kind,
    });
    expect(source.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  const { rows } = await desk.get('secondSources.list', { accountNumber: operating });
  expect(rows.map(({ kind, verdict }) => [kind, verdict])).toEqual(
    every.map(({ kind }) => [kind, 'agrees']).toReversed(),
  );
  expect(rows.at(-1)).toMatchObject({
    fileName: `${operating}_${from}_${to}_v1.csv`,
    summary: `All ${summary.total} entries agree; it has no opening and closing balance.`,
  });
  expect(rows[0]?.summary).toBe(`All ${summary.total} entries and both balances are the same.`);
});

test('one amount that differs is named, with both figures, and stays so offline', async () => {
  const desk = await readDesk();
  const entry = await newest(desk);
  for (const { kind, ...rest } of every) {
    await faulty(desk, kind, { kind: 'amount-text', text: '99.99' });
    const source = await desk.get('secondSources.fetch', { ...period, kind, ...rest });
    expect(source).toMatchObject({
      verdict: 'differs',
      differenceCount: 1,
      summary: '1 entry differs.',
      differences: [
        {
          kind: 'differs',
          entryId: entry.id,
          amount: entry.amount.amount,
          fields: [{ field: 'amount', here: entry.amount.amount, there: '99.99' }],
        },
      ],
    });
  }
  await desk.get('session.signOut', {});
  const { rows } = await desk.get('secondSources.list', { accountNumber: operating });
  expect(rows.map(({ verdict }) => verdict)).toEqual(every.map(() => 'differs'));
  const again = await desk.get('secondSources.get', { sourceId: rows[0]!.sourceId });
  expect(again.differences).toHaveLength(1);
  expect(
    await desk.refused('secondSources.fetch', { ...period, kind: 'getStatementV2' }),
  ).toMatchObject({
    code: 'session.required',
  });
});

test('an amount that cannot be stored exactly is a difference, not a rounding', async () => {
  const desk = await readDesk();
  const entry = await newest(desk);
  const text = `${entry.amount.amount}000001`;
  await faulty(desk, 'downloadStatement', { kind: 'amount-text', text });
  const source = await desk.get('secondSources.fetch', { ...period, kind: 'downloadStatement' });
  expect(source.differences).toMatchObject([
    { entryId: entry.id, fields: [{ field: 'amount', here: entry.amount.amount, there: text }] },
  ]);
});

test('entries on one side only, a balance, and an entry that comes twice are each reported', async () => {
  const desk = await readDesk();
  const kind = 'downloadStatementV2' as const;
  await faulty(desk, kind, { kind: 'lying-closing' });
  expect((await desk.get('secondSources.fetch', { ...period, kind })).differences).toMatchObject([
    { kind: 'balance', entryId: null, fields: [{ field: 'closing balance' }] },
  ]);
  await faulty(desk, kind, { kind: 'entry-twice' });
  expect((await desk.get('secondSources.fetch', { ...period, kind })).differences).toMatchObject([
    { kind: 'differs', fields: [{ field: 'occurrences', here: 'once', there: 'more than once' }] },
  ]);
  await faulty(desk, kind, { kind: 'missing-page' });
  const { total } = await desk.get('statements.summary', {
    accountNumber: operating,
    filter: { from, to },
  });
  expect(await desk.get('secondSources.fetch', { ...period, kind })).toMatchObject({
    verdict: 'differs',
    differenceCount: total,
    summary: `${total} entries stand only here.`,
  });
  await faulty(desk, kind, { kind: 'rewritten-entry' });
  const rewritten = await desk.get('secondSources.fetch', { ...period, kind });
  expect(rewritten.differences).toMatchObject([{ fields: [{ field: 'narration' }] }]);
  expect(rewritten.differences[0]?.fields[0]?.there).toContain('Corrected by the bank');
  await desk.sync({ accountNumbers: [operating], from, to });
  const after = await desk.get('secondSources.get', { sourceId: rewritten.sourceId });
  expect(after.verdict).toBe('agrees');
});

test('holes in the local copy make it partial, and a sync closes it', async () => {
  const desk = await openSandboxDesk();
  await desk.sync({ from: addDays(to, -5), to });
  const early = addDays(to, -60);
  const asked = { accountNumber: operating, from: early, to, kind: 'getStatementV2' as const };
  const source = await desk.get('secondSources.fetch', asked);
  expect(source).toMatchObject({ verdict: 'partial', differenceCount: 0 });
  expect(source.summary).toMatch(/days were never fetched here.*Sync the period/);
  await desk.sync({ accountNumbers: [operating], from: early, to });
  expect(await desk.get('secondSources.get', { sourceId: source.sourceId })).toMatchObject({
    verdict: 'agrees',
  });
});

test('what was booked after the last sync is no difference of the bank’s', async () => {
  const desk = await readDesk();
  const today = todayAt(Date.now());
  await desk.get('sandbox.inflow', {
    reference: newReference(),
    accountNumber: operating,
    amount: '3',
    currency: 'USD',
    senderName: '',
    narration: 'just now',
  });
  for (const asked of every) {
    const source = await desk.get('secondSources.fetch', { ...period, to: today, ...asked });
    expect(source.verdict, asked.kind).toBe('partial');
    expect(source.summary).toContain('could not know yet');
  }
});

test('the bytes are saved as they came, and forgotten when a person says so', async () => {
  const desk = await orderDesk();
  const { sourceId, sha256 } = await desk.get('secondSources.fetch', {
    ...period,
    kind: 'downloadStatement',
    format: 'csv',
  });
  expect(await desk.get('secondSources.save', { sourceId })).toEqual({ saved: false });
  desk.saveTo = join(desk.dataDir, 'second.csv');
  expect(await desk.get('secondSources.save', { sourceId })).toEqual({
    saved: true,
    fileName: 'second.csv',
  });
  const bytes = readFileSync(desk.saveTo);
  expect(bytes.toString('utf8')).toMatch(/^"id","transactionDate"/);
  expect((await import('node:crypto')).createHash('sha256').update(bytes).digest('hex')).toBe(
    sha256,
  );
  expect(await desk.get('secondSources.forget', { sourceId })).toEqual({ forgotten: true });
  expect((await desk.get('secondSources.list', { accountNumber: operating })).rows).toEqual([]);
  expect(await desk.refused('secondSources.get', { sourceId })).toMatchObject({
    code: 'offline.not-cached',
  });
});

test('a PDF that the bank does not write is refused with the bank’s own message, and nothing is stored', async () => {
  const desk = await orderDesk();
  const refused = await desk.refused('secondSources.fetch', {
    ...period,
    kind: 'downloadStatement',
    format: 'pdf',
  });
  expect(refused).toMatchObject({ code: 'bank.refused' });
  expect(refused.bank?.message).toContain('ask for csv or json');
  const backwards = { accountNumber: operating, from: to, to: from };
  expect(
    (await desk.refused('secondSources.fetch', { ...backwards, kind: 'getStatementV2' })).fields,
  ).toHaveProperty('to');
  expect((await desk.get('secondSources.list', { accountNumber: operating })).rows).toEqual([]);
});

test.each([
  [
    'an unknown CSV',
    'Datum;Text\r\n2026-11-01;hello\r\n',
    'no column for entry id, nor for amount',
  ],
  ['a PDF', '%PDF-1.7\n...', 'A PDF is kept as it came'],
  ['a picture', '\u0089PNG\r\n', 'neither plain text nor JSON'],
  ['half a JSON', '{"statement":{"data":[', 'is not whole JSON'],
  ['a JSON that is no statement', '{"hello":1}', 'no list of entries'],
  ['a JSON that nests without end', '['.repeat(50_000), 'nests deeper than'],
  ['a quote that never closes', 'id,amount\r\n"x,1\r\n', 'quote'],
])('%s is stored and reported as unreadable', async (_name, text, words) => {
  const desk = await foreignDesk(Buffer.from(text, 'latin1').toString('base64'));
  const source = await desk.get('secondSources.fetch', foreignPeriod);
  expect(source).toMatchObject({ verdict: 'unreadable', differences: [], entries: 0 });
  expect(source.summary).toContain(words);
  const { rows } = await desk.get('secondSources.list', { accountNumber: '9988776655' });
  expect(rows).toHaveLength(1);
});

test('bad base64 and an empty file are reported, and nothing is stored', async () => {
  for (const content of ['%%%', '']) {
    const desk = await foreignDesk(content);
    expect(await desk.refused('secondSources.fetch', foreignPeriod)).toMatchObject({
      code: 'bank.unexpected',
    });
    const { rows } = await desk.get('secondSources.list', { accountNumber: '9988776655' });
    expect(rows).toEqual([]);
  }
});

test('a file as another bank writes it is read: columns, days, commas and brackets of its own', async () => {
  const [first, second] = foreignEntries;
  const lines = [
    'Account;9988776655',
    'Ccy;USD',
    'Transaction ID;Posting date;Particulars;Amount;Running balance',
    ...[first!, second!].map(({ id, transactionDate, narration, amount, direction, balance }) => {
      const figure = amount.replace('.', ',');
      const [year, month, day] = transactionDate.slice(0, 10).split('-');
      return [
        id,
        `${day!}.${month!}.${year!}`,
        ` ${narration} `,
        direction === 'debit' ? `(${figure})` : figure,
        balance.replace('.', ','),
      ].join(';');
    }),
    ';;Total;0;',
  ];
  const desk = await foreignDesk(Buffer.from(`${lines.join('\r\n')}\r\n`).toString('base64'));
  const source = await desk.get('secondSources.fetch', foreignPeriod);
  expect(source, JSON.stringify(source)).toMatchObject({ verdict: 'agrees', entries: 2 });
});

test('a file of another account, currency or period is reported as such', async () => {
  const statement = {
    accountNumber: '1234567890',
    currency: 'EUR',
    startDate: '2020-01-01',
    endDate: '2020-01-02',
    openingBalance: 1,
    closingBalance: 1,
    statement: { data: [] },
  };
  const desk = await foreignDesk(Buffer.from(JSON.stringify(statement)).toString('base64'));
  const source = await desk.get('secondSources.fetch', foreignPeriod);
  expect(source.verdict).toBe('differs');
  expect(source.summary).toContain('It is of another account, currency or period');
  expect(source.differences[0]).toMatchObject({
    kind: 'statement',
    fields: [
      { field: 'account', here: '9988776655', there: '1234567890' },
      { field: 'currency', here: 'USD', there: 'EUR' },
      { field: 'from', here: foreignDay, there: '2020-01-01' },
      { field: 'to', here: foreignDay, there: '2020-01-02' },
    ],
  });
});

test('the file is asked for by the dates that this bank understands', async () => {
  const asked: string[] = [];
  const desk = await foreignDesk(Buffer.from('id,amount\r\n').toString('base64'), asked);
  await desk.get('secondSources.fetch', foreignPeriod);
  expect(asked).toEqual([`?from=${foreignDay}&to=${foreignDay}`]);
});

const foreignDay = addDays(todayAt(Date.now()), -2);
const foreignEntries = trueEntries(2, foreignDay);
const foreignPeriod = {
  accountNumber: '9988776655',
  kind: 'downloadStatement' as const,
  from: foreignDay,
  to: foreignDay,
};

/** A desk that has synced at a bank whose file has this content. */
async function foreignDesk(content: string, asked: string[] = []): Promise<TestDesk> {
  const bank = await startForeignBank({
    entries: foreignEntries,
    openingBalance: '1000',
    dates: ['from', 'to'],
    intercept: (_request, response, url) => {
      if (!url.pathname.includes('/v9/file/')) return false;
      asked.push(url.search);
      json(
        response,
        200,
        JSON.stringify({ message: 'ok', file: { fileName: '../../x', content } }),
      );
      return true;
    },
  });
  const file = JSON.parse(bank.bankFile()) as { operations: object };
  const downloadStatement = { method: 'GET', path: '/v9/file/{accountNumber}' };
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', {
    bankFile: JSON.stringify({ ...file, operations: { ...file.operations, downloadStatement } }),
  });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: false });
  await desk.sync({ accountNumbers: ['9988776655'], from: foreignDay, to: foreignDay });
  return desk;
}
