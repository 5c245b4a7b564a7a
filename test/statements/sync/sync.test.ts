import { describe, expect, test } from 'vitest';

import { openTestDesk, type TestDesk } from '../../support/desks/test-desk.ts';
import {
  entryText,
  foreignCredentials,
  json,
  openForeignBank,
  trueEntries,
  type BankEntry,
  type ForeignBank,
  type ForeignBankOptions,
} from '../../support/simple-banks/foreign-bank.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };

const foreignBank = (options: Partial<ForeignBankOptions> = {}): Promise<ForeignBank> =>
  openForeignBank({ entries: trueEntries(170, '2026-10-01'), pageSizeMax: 25, ...options });

async function deskAt(
  bank: ForeignBank,
  statement?: object | 'auto',
  dataDir?: string,
): Promise<TestDesk> {
  const desk = await openTestDesk(dataDir === undefined ? {} : { dataDir });
  await desk.get('desk.connectBank', { bankFile: bank.bankFile(statement) });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: false });
  return desk;
}

const syncPeriod = (desk: TestDesk) => desk.sync({ accountNumbers: [accountNumber], ...period });

/** Every entry of the period as the local copy has it, oldest first. */
async function cachedEntries(desk: TestDesk): Promise<Omit<BankEntry, 'customReference'>[]> {
  const rows = [];
  for (let index = 0; ; index += 100) {
    const page = await desk.get('statements.page', {
      accountNumber,
      filter: period,
      index,
      limit: 100,
    });
    rows.push(...page.rows);
    if (page.rows.length < 100) break;
  }
  return rows.reverse().map((row) => ({
    id: row.id,
    amount: row.amount.amount,
    currency: row.amount.currency,
    direction: row.direction,
    transactionType: row.transactionType,
    transactionDate: row.transactionDate,
    narration: row.narration,
    balance: row.balance.amount,
  }));
}

/** As stored: four decimals lose their trailing zeros down to the currency's two, and nothing else changes. */
const asStored = ({ customReference, ...entry }: BankEntry): Omit<BankEntry, 'customReference'> => {
  const canonical = (text: string) => text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2');
  return { ...entry, amount: canonical(entry.amount), balance: canonical(entry.balance) };
};

const dialects = [
  { dates: ['startDate', 'endDate'], paging: ['pageNumber', 'limit'], firstPage: 1 },
  { dates: ['from', 'to'], paging: ['pageNumber', 'pageSize'], firstPage: 0 },
  { dates: ['from', 'to'], paging: ['pageOffset', 'pageSize'], pageUnit: 'item', firstPage: 0 },
  {
    dates: ['startDate', 'endDate'],
    paging: ['pageOffset', 'pageSize'],
    pageUnit: 'page',
    firstPage: 0,
  },
] as const satisfies Partial<ForeignBankOptions>[];

describe.each(dialects)('a bank that asks for %j', (dialect) => {
  test.each([true, false])(
    'newest first: %s, is proven and stored to the last digit',
    async (newestFirst) => {
      const entries = trueEntries(170, '2026-10-01', newestFirst);
      const bank = await foreignBank({
        ...dialect,
        dates: [...dialect.dates],
        paging: [...dialect.paging],
        entries,
        newestFirst,
      });
      const desk = await deskAt(bank);
      const progress = await syncPeriod(desk);
      expect(progress.accounts[0]).toMatchObject({ state: 'done', received: 170, error: null });
      expect(await cachedEntries(desk)).toEqual(entries.map(asStored));
      expect(await desk.get('statements.proof', { accountNumber, ...period })).toMatchObject({
        ok: true,
        entries: 170,
      });
    },
  );

  test('is found out by itself when the bank file says auto', async () => {
    const entries = trueEntries(170, '2026-10-01');
    const bank = await foreignBank({
      ...dialect,
      dates: [...dialect.dates],
      paging: [...dialect.paging],
      entries,
      pageSizeMax: 500,
    });
    const desk = await deskAt(bank, 'auto');
    await syncPeriod(desk);
    expect(await cachedEntries(desk)).toEqual(entries.map(asStored));
    expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
  });
});

test('a second sync of an unchanged range changes nothing', async () => {
  const bank = await foreignBank();
  const desk = await deskAt(bank);
  await syncPeriod(desk);
  const before = await cachedEntries(desk);
  const again = await syncPeriod(desk);
  expect(again.inserted).toBe(0);
  expect(await cachedEntries(desk)).toEqual(before);
});

test('a rewritten entry keeps its old content, a withdrawn one stays marked, a new one is added [M3]', async () => {
  const bank = await foreignBank();
  const desk = await deskAt(bank);
  await syncPeriod(desk);
  const { entries } = bank.options;
  entries[20] = { ...entries[20]!, narration: 'Corrected by the bank' };
  const [gone] = entries.splice(169, 1);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]).toMatchObject({ state: 'done', error: null });
  const rewritten = await desk.get('statements.entry', { accountNumber, entryId: 'F-000020' });
  expect(rewritten).toMatchObject({ version: 2, narration: 'Corrected by the bank' });
  expect(rewritten.earlierVersions[0]?.narration).toContain('Invoice 1020');
  const withdrawn = await desk.get('statements.entry', { accountNumber, entryId: gone!.id });
  expect(withdrawn.withdrawnAt).not.toBeNull();
  expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
});

test('two entries with equal content and different ids are two entries', async () => {
  const entries = trueEntries(12, '2026-10-01');
  const twin = { ...entries[11]!, id: 'F-twin', balance: '0' };
  const amount = BigInt(twin.amount.replace('.', '')) * (twin.direction === 'debit' ? -1n : 1n);
  const balance = (BigInt(entries[11]!.balance.replace('.', '')) + amount).toString();
  twin.balance = `${balance.slice(0, -4)}.${balance.slice(-4)}`;
  const bank = await foreignBank({ entries: [...entries, twin] });
  const desk = await deskAt(bank);
  await syncPeriod(desk);
  expect(await cachedEntries(desk)).toHaveLength(13);
});

test('a balance that is off by one unit makes its day red and names the entry', async () => {
  const entries = trueEntries(60, '2026-10-01');
  entries[30] = {
    ...entries[30]!,
    balance: entries[30]!.balance.replace(/\d$/, (d) => String((Number(d) + 1) % 10)),
  };
  const desk = await deskAt(await foreignBank({ entries }));
  await syncPeriod(desk);
  const proof = await desk.get('statements.proof', { accountNumber, ...period });
  expect(proof).toMatchObject({ ok: false, state: 'broken', brokenAt: { entryId: 'F-000030' } });
  const { days } = await desk.get('statements.coverage', { accountNumber, ...period });
  const red = days.filter(({ state }) => state === 'broken').map(({ date }) => date);
  expect(red[0]).toBe(entries[30].transactionDate.slice(0, 10));
  expect(days.find(({ date }) => date === '2026-10-01')?.state).toBe('proven');
});

const bad: [string, Partial<BankEntry>, RegExp][] = [
  ['an amount with 9 decimals', { amount: '12.123456789' }, /more than 4 decimals/],
  ['an amount beyond 14 digits by its exponent', { amount: '1e15' }, /more than 14 digits/],
  ['an amount that is a text with commas', { amount: '"1,250.00"' }, /amount/],
  ['an amount that is null', { amount: 'null' }, /amount/],
  ['no currency at all', { currency: '' }, /currency/],
  [
    'a direction that no balance explains',
    { direction: 'sideways', amount: '0.0001' },
    /direction/,
  ],
  ['an impossible date', { transactionDate: '2026-02-30T10:00:00.000Z' }, /transactionDate/],
];

test.each(bad)(
  '%s is set aside by name, the other entries are stored [H17 M8]',
  async (_, change, words) => {
    const entries = trueEntries(40, '2026-10-01');
    const bank = await foreignBank({
      entries,
      intercept: (_request, response, url) => {
        if (!url.pathname.includes('/statement/')) return false;
        const text = entries
          .map((entry, at) => entryText(at === 7 ? { ...entry, ...change } : entry))
          .join(',');
        json(
          response,
          200,
          `{"message":"ok","openingBalance":1000.0000,"closingBalance":${entries.at(-1)!.balance},"startDate":"${period.from}","endDate":"${period.to}","statement":{"data":[${text}],"page":1,"pageSize":500,"totalItems":40,"totalPages":1}}`,
        );
        return true;
      },
    });
    const desk = await deskAt(bank, {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      pageUnit: 'page',
      firstPage: 1,
      pageSizeMax: 500,
    });
    const progress = await syncPeriod(desk);
    expect(progress.accounts[0]).toMatchObject({
      state: 'failed',
      error: { code: 'bank.unexpected' },
    });
    expect(progress.accounts[0]?.error?.message).toContain('F-000007');
    expect(progress.accounts[0]?.error?.message).toMatch(words);
    const summary = await desk.get('statements.summary', { accountNumber, filter: {} });
    expect(summary.accountTotal).toBe(39);
    expect(summary.setAside).toHaveLength(1);
    expect(summary.setAside[0]).toMatchObject({ entryId: 'F-000007' });
    expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(false);
  },
);

test('a page that moves while it is read is read again, and the range is proven in the end [M4]', async () => {
  const entries = trueEntries(120, '2026-10-01');
  const last = entries.pop()!;
  let pagesAsked = 0;
  const bank = await foreignBank({
    entries,
    intercept: (_request, _response, url) => {
      if (url.searchParams.get('pageNumber') === '3' && pagesAsked++ === 0) entries.push(last);
      return false;
    },
  });
  const desk = await deskAt(bank);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]).toMatchObject({ state: 'done', received: 120, error: null });
  expect(progress.inserted).toBe(120);
  expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
});

test.each([
  ['a page that is repeated', (page: number) => (page === 3 ? 2 : page)],
  ['a page that is missing', (page: number) => (page === 3 ? 99 : page)],
])('%s ends in a clear error, and nothing of the range is proven [M5]', async (_, pageFor) => {
  const bank = await foreignBank({
    intercept: (_request, _response, url) => {
      const asked = url.searchParams.get('pageNumber');
      if (asked !== null) url.searchParams.set('pageNumber', String(pageFor(Number(asked))));
      return false;
    },
  });
  const desk = await deskAt(bank);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]).toMatchObject({
    state: 'failed',
    error: { code: 'bank.unexpected' },
  });
  const { days } = await desk.get('statements.coverage', { accountNumber, ...period });
  expect(days.filter(({ state }) => state === 'proven')).toEqual([]);
});

test('an answer for other dates than requested is not stored', async () => {
  const bank = await foreignBank({
    intercept: (_request, _response, url) => {
      url.searchParams.set('endDate', '2026-10-30');
      return false;
    },
  });
  const desk = await deskAt(bank);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]?.error?.message).toMatch(/2026-10-31.*2026-10-30/);
  expect((await desk.get('statements.summary', { accountNumber, filter: {} })).accountTotal).toBe(
    0,
  );
});

test('a token that expires in the middle is renewed once, and the sync goes on', async () => {
  let asked = 0;
  const bank: ForeignBank = await foreignBank({
    intercept: (_request, _response, url) => {
      if (url.pathname.includes('/statement/') && ++asked === 4) bank.expireToken();
      return false;
    },
  });
  const desk = await deskAt(bank);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]).toMatchObject({ state: 'done', received: 170 });
  expect(bank.calls.filter((call) => call.includes('/iam/v3/session'))).toHaveLength(2);
});

test('a sync that is stopped keeps its pages, and the next one goes on behind them', async () => {
  let isCut = true;
  const bank = await foreignBank({
    intercept: (request, _response, url) => {
      if (!isCut || url.searchParams.get('pageNumber') !== '5') return false;
      request.socket.destroy();
      return true;
    },
  });
  const desk = await deskAt(bank);
  const first = await syncPeriod(desk);
  expect(first.accounts[0]).toMatchObject({ state: 'failed', error: { code: 'bank.unavailable' } });
  isCut = false;
  const before = bank.calls.length;
  const second = await syncPeriod(desk);
  expect(second.accounts[0]).toMatchObject({ state: 'done', received: 170 });
  const asked = bank.calls.slice(before).filter((call) => call.includes('/statement/'));
  expect(asked.every((call) => !/pageNumber=[12]&/.test(call))).toBe(true);
  expect(await cachedEntries(desk)).toEqual(bank.options.entries.map(asStored));
});

test('wrong credentials show the bank’s own message, and nothing is stored', async () => {
  const bank = await foreignBank();
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  const error = await desk.refused('session.signIn', {
    credentials: { username: 'treasury', password: 'wrong' },
    remember: true,
  });
  expect(error).toMatchObject({
    code: 'session.refused',
    bank: { message: 'Unknown user or pass phrase' },
  });
  expect([...desk.keychain.entries.keys()].filter((name) => name.includes('credentials'))).toEqual(
    [],
  );
});

test('everything fetched reads on when the bank is gone', async () => {
  const bank = await foreignBank();
  const desk = await deskAt(bank);
  await syncPeriod(desk);
  await bank.close();
  const offline = await desk.sync({ accountNumbers: [accountNumber] });
  expect(offline.error?.code).toBe('network.unreachable');
  expect((await desk.get('desk.state', {})).online).toBe(false);
  expect(await cachedEntries(desk)).toHaveLength(170);
  const found = await desk.get('statements.page', {
    accountNumber,
    filter: { search: 'invoice 1042' },
    index: 0,
    limit: 10,
  });
  expect(found.rows.map(({ id }) => id)).toEqual(['F-000042']);
});

test('a total that lies ends in a clear error, the entries that came are stored, and nothing is proven [M5]', async () => {
  const entries = trueEntries(40, '2026-10-01');
  const bank = await foreignBank({
    entries,
    pageSizeMax: 500,
    intercept: (_request, response, url) => {
      if (!url.pathname.includes('/statement/')) return false;
      const page = Number(url.searchParams.get('pageNumber'));
      const rows = page === 1 ? [...entries].reverse().map(entryText) : [];
      const size = Number(url.searchParams.get('limit'));
      json(
        response,
        200,
        `{"message":"ok","openingBalance":1000.0000,"closingBalance":${entries.at(-1)!.balance},"startDate":"${period.from}","endDate":"${period.to}","statement":{"data":[${rows.join(',')}],"page":${String(page)},"pageSize":${String(size)},"totalItems":41,"totalPages":1}}`,
      );
      return true;
    },
  });
  const desk = await deskAt(bank);
  const progress = await syncPeriod(desk);
  expect(progress.accounts[0]).toMatchObject({
    state: 'failed',
    error: { code: 'bank.unexpected' },
  });
  expect(progress.accounts[0]?.error?.message).toMatch(/41|must hold/);
  expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(false);
});

test('an entry that comes twice with another amount is stored once and set aside once, and every sync reports it', async () => {
  const entries = trueEntries(40, '2026-10-01');
  entries.push({ ...entries[12]!, amount: '999.0000' });
  const bank = await foreignBank({ entries });
  const desk = await deskAt(bank);
  for (const round of [1, 2]) {
    const progress = await syncPeriod(desk);
    expect([round, progress.accounts[0]?.error?.code]).toEqual([round, 'bank.unexpected']);
    expect(progress.accounts[0]?.error?.message).toContain('F-000012');
  }
  const summary = await desk.get('statements.summary', { accountNumber, filter: {} });
  expect(summary.accountTotal).toBe(40);
  expect(summary.setAside).toHaveLength(1);
  const stored = await desk.get('statements.entry', { accountNumber, entryId: 'F-000012' });
  expect(stored.version).toBe(1);
  expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(false);
});

test('a sync that is cancelled stops soon, keeps its pages, and the next one goes on', async () => {
  const bank = await foreignBank({
    entries: trueEntries(400, '2026-08-01'),
    pageSizeMax: 10,
  });
  const desk = await deskAt(bank);
  await desk.get('sync.start', {
    accountNumbers: [accountNumber],
    from: '2026-08-01',
    to: '2026-10-31',
  });
  await expect
    .poll(async () => (await desk.get('sync.progress', {})).accounts[0]?.received ?? 0)
    .toBeGreaterThan(20);
  const stopped = await desk.get('sync.cancel', {});
  expect(stopped.running).toBe(false);
  const had = (await desk.get('statements.summary', { accountNumber, filter: {} })).accountTotal;
  const progress = await desk.sync({
    accountNumbers: [accountNumber],
    from: '2026-08-01',
    to: '2026-10-31',
  });
  expect(progress.accounts[0]).toMatchObject({ state: 'done', received: 400 });
  expect(progress.inserted).toBeLessThanOrEqual(400 - had);
});
