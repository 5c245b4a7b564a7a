import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCaller, operating, type StatementAnswer, type Caller } from './caller.ts';

const v1 = '/platform/client-service/api/v1/statement/clientStatement';
const v2 = '/platform/client-service/api/v2/statement/accounts';
const days = 'startDate=2026-11-01&endDate=2026-11-20';

let caller: Caller;
let entityId: string;
let statement: StatementAnswer;
beforeAll(async () => {
  caller = await openCaller({ entries: 300 });
  const { account } = await caller.ask<{ account: { entityId: string } }>(
    'GET',
    `/client-service/api/v1/accounts/by?accountNumber=${operating}`,
  );
  entityId = account.entityId;
  statement = await caller.statement({
    startDate: '2026-11-01',
    endDate: '2026-11-20',
    pageNumber: '1',
    limit: '500',
  });
});
afterAll(() => caller.sandbox.close());

type File = { fileName: string; mimeType: string; content: string };

async function fileAt(path: string): Promise<File & { text: string }> {
  const { status, text } = await caller.call('GET', path);
  expect(status).toBe(200);
  const { file } = JSON.parse(text) as { file: File };
  return { ...file, text: Buffer.from(file.content, 'base64').toString('utf8') };
}

describe('a downloaded statement', () => {
  it('of the first generation is one line an entry, by the names of the record', async () => {
    const { fileName, mimeType, text } = await fileAt(`${v1}/${operating}/download?${days}`);
    expect(fileName).toBe(`statement-${operating}-2026-11-01-2026-11-20.csv`);
    expect(mimeType).toContain('text/csv');
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(heading).toBe(
      '"id","transactionDate","direction","amount","currency","transactionType","narration","customReference","balance"',
    );
    expect(lines).toHaveLength(statement.statement.totalItems);
    expect(lines.length).toBeGreaterThanOrEqual(5);
    const [first] = statement.statement.data;
    expect(lines[0]).toContain(`"${first!.id}"`);
    expect(lines[0]).toContain(`"${first!.amount.toFixed(2)}"`);
  });

  it('as JSON is the statement with its account', async () => {
    const { text } = await fileAt(`${v1}/${operating}/download?${days}&format=json`);
    const downloaded = JSON.parse(text) as StatementAnswer & {
      accountNumber: string;
      currency: string;
    };
    expect(downloaded).toMatchObject({ accountNumber: operating, currency: 'USD' });
    expect(downloaded.closingBalance).toBe(statement.closingBalance);
    expect(downloaded.statement.data).toEqual(statement.statement.data);
  });

  it('of the second generation goes by the entity id, with its balances above and a column each for out and in', async () => {
    const { text } = await fileAt(`${v2}/${entityId}/download?${days}`);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(`"Account number";"${operating}"`);
    expect(lines[4]).toBe(`"Opening balance";"${statement.openingBalance.toFixed(2)}"`);
    expect(lines[6]).toContain('"Debit";"Credit"');
    expect(lines).toHaveLength(7 + statement.statement.totalItems);
  });

  it('is not written as a PDF, and says what is', async () => {
    const refused = await caller.call('GET', `${v1}/${operating}/download?${days}&format=pdf`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('ask for csv or json');
  });

  it('asks for the days by the pair that the bank understands', async () => {
    await caller.call('PUT', '/sandbox/dialect', { dates: 'from/to' });
    const { fileName } = await fileAt(
      `${v1}/${operating}/download?from=2026-11-03&to=2026-11-05&startDate=2026-01-01`,
    );
    expect(fileName).toContain('2026-11-03-2026-11-05');
    await caller.call('PUT', '/sandbox/dialect', { dates: 'any' });
  });

  it('can be falsified like a page: one amount differs', async () => {
    await caller.call('PUT', '/sandbox/faults', {
      rules: [
        { operation: 'downloadStatement', times: 1, fault: { kind: 'amount-text', text: '99.99' } },
      ],
    });
    const { text } = await fileAt(`${v1}/${operating}/download?${days}`);
    expect(text.split('\r\n')[1]).toContain('"99.99"');
    const again = await fileAt(`${v1}/${operating}/download?${days}`);
    expect(again.text.split('\r\n')[1]).not.toContain('"99.99"');
  });

  it('of an account that does not exist is refused', async () => {
    expect((await caller.call('GET', `${v2}/nobody/download?${days}`)).status).toBe(404);
    expect((await caller.call('GET', `${v1}/1/download?${days}`)).status).toBe(404);
  });
});

describe('the second generation of the statement', () => {
  it('has the same entries, in pages from 1', async () => {
    const page = async (number: number): Promise<StatementAnswer> =>
      caller.ask(
        'GET',
        `/client-service/api/v2/statement/accounts/${entityId}?${days}&pageNumber=${number}&pageSize=4`,
      );
    const first = await page(1);
    expect(first).toMatchObject({
      openingBalance: statement.openingBalance,
      closingBalance: statement.closingBalance,
      startDate: '2026-11-01',
      endDate: '2026-11-20',
      statement: { page: 1, pageSize: 4, totalItems: statement.statement.totalItems },
    });
    const pages = await Promise.all(
      Array.from({ length: first.statement.totalPages }, (_, at) => page(at + 1)),
    );
    expect(pages.flatMap(({ statement: { data } }) => data)).toEqual(statement.statement.data);
  });

  it('has no page 0 and no days that do not exist', async () => {
    for (const query of ['pageNumber=0', 'pageSize=0', 'startDate=2026-02-30'])
      expect((await caller.call('GET', `${v2}/${entityId}?${query}`)).status).toBe(400);
  });
});
