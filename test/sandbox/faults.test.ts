import { gunzipSync } from 'node:zlib';

import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Fault, type FaultKind } from '../../sandbox/server/faults/faults.ts';
import { catalogue } from '../../shared/bank/catalogue.ts';
import { isDirection } from '../../shared/bank/direction.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { limits } from '../../shared/limits.ts';
import {
  openCaller,
  operating,
  statementPath,
  wholeYear,
  type Answered,
  type Caller,
} from './caller.ts';
import { quoteOf } from './orders/order-forms.ts';

let caller: Caller;
let pristine: string;
let token: string;
const seen = new Set<FaultKind>();

beforeAll(async () => {
  caller = await openCaller({ entries: 1_000 });
});
afterAll(() => caller.sandbox.close());
beforeEach(async () => {
  await caller.call('DELETE', '/sandbox/faults');
  await caller.call('DELETE', '/sandbox/calls');
  pristine = (await caller.call('GET', '/sandbox/snapshot')).text;
  token = caller.token;
});
afterEach(async () => {
  await caller.call('POST', '/sandbox/restore', pristine);
  caller.token = token;
});

/** Sets one fault, for the statement operation if no other is named. */
async function trouble(
  fault: Fault,
  match: Record<string, unknown> = {},
  operation = 'getStatement',
): Promise<void> {
  seen.add(fault.kind);
  const rule = { operation, match, fault };
  const { status, text } = await caller.call('PUT', '/sandbox/faults', { rules: [rule] });
  expect(text, text).toContain(fault.kind);
  expect(status).toBe(200);
}

const query = (pageNumber = 1) => ({ ...wholeYear, limit: '40', pageNumber: String(pageNumber) });
const raw = (): Promise<Answered> => caller.call('GET', statementPath(query()));
const answerText = async (): Promise<string> => (await raw()).text;
const page = async (number = 1) => (await caller.statement(query(number))).statement;
const idsOf = async (number = 1) => (await page(number)).data.map(({ id }) => id);

/** Names of the fields that the catalogue's own schema refuses. */
function refusedFields(text: string): string[] {
  const { error } = catalogue.getStatement.output.safeDecode(parseExact(text) as never);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

async function lastCall() {
  const { text } = await caller.call('GET', '/sandbox/calls');
  const { calls } = JSON.parse(text) as { calls: { status: number | null; performed: boolean }[] };
  return calls.at(-1);
}

describe('a fault that answers instead of the bank', () => {
  it.each(['json', 'html', 'empty'] as const)('sends a status with a body in %s', async (body) => {
    await trouble({ kind: 'status', status: 502, body, message: 'Bad gateway', retryAfter: '7' });
    const { status, headers, text } = await raw();
    expect([status, headers['retry-after']]).toEqual([502, '7']);
    if (body === 'json') expect(JSON.parse(text)).toMatchObject({ message: 'Bad gateway' });
    if (body === 'html') expect(text).toMatch(/^<!doctype html>.*Bad gateway/);
    if (body === 'empty') expect(text).toBe('');
    expect(await lastCall()).toMatchObject({ status: 502, performed: false });
  });

  it('says it is busy', async () => {
    await trouble({ kind: 'busy', retryAfter: '3' });
    const { status, headers } = await raw();
    expect([status, headers['retry-after']]).toEqual([429, '3']);
  });

  it('redirects', async () => {
    await trouble({ kind: 'redirect', location: 'http://127.0.0.1:9/trap' });
    const { status, headers } = await raw();
    expect([status, headers['location']]).toEqual([307, 'http://127.0.0.1:9/trap']);
  });

  it('nests its JSON too deep', async () => {
    await trouble({ kind: 'deep-json', depth: 5_000 });
    expect(await answerText()).toBe('['.repeat(5_000) + ']'.repeat(5_000));
  });

  it('lets the access token expire at the nth call', async () => {
    await trouble({ kind: 'token-expired' }, { nth: 2 });
    expect((await raw()).status).toBe(200);
    const second = await raw();
    expect(second.status).toBe(401);
    expect(JSON.parse(second.text)).toMatchObject({ code: 'token_expired' });
    await caller.signIn();
    expect((await raw()).status).toBe(200);
  });
});

describe('a fault of the connection', () => {
  it.each(['reset', 'cut-after-commit'] as const)('ends it by %s', async (kind) => {
    await trouble({ kind });
    await expect(raw()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(await lastCall()).toMatchObject({
      status: null,
      performed: kind === 'cut-after-commit',
    });
  });

  it.each(['never-answer', 'never-answer-after-commit'] as const)('is %s', async (kind) => {
    await trouble({ kind });
    const call = request(`${caller.sandbox.baseUrl}${statementPath(query())}`, {
      headers: { authorization: `Bearer ${caller.token}` },
      headersTimeout: 200,
      dispatcher: new Agent({ headersTimeout: 200 }),
    });
    await expect(call).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
    expect(await lastCall()).toMatchObject({ status: null, performed: kind !== 'never-answer' });
  });

  it.each(['length', 'chunked'] as const)('cuts a body framed by %s', async (framing) => {
    await trouble({ kind: 'cut-body', framing });
    await expect(raw()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  it('cuts a body whose end nothing marks', async () => {
    await trouble({ kind: 'cut-body', framing: 'close' });
    const { status, headers, text } = await raw();
    expect(status).toBe(200);
    expect(headers['content-length']).toBeUndefined();
    expect(text.length).toBeGreaterThan(100);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it('sends a body without end', async () => {
    await trouble({ kind: 'endless-body' });
    const { body } = await request(`${caller.sandbox.baseUrl}${statementPath(query())}`, {
      headers: { authorization: `Bearer ${caller.token}` },
    });
    let received = 0;
    for await (const chunk of body) {
      received += (chunk as Buffer).length;
      if (received > limits.answerBytesMax) break;
    }
    expect(received).toBeGreaterThan(limits.answerBytesMax);
  });

  it('sends a huge body', async () => {
    await trouble({ kind: 'huge-body' });
    const text = await answerText();
    expect(text.length).toBeGreaterThan(limits.answerBytesMax);
    expect(JSON.parse(text)).toHaveProperty('statement');
  });

  it('drips', async () => {
    await trouble({ kind: 'slow-drip', bytes: 2_000, everyMs: 1 });
    const { body } = await request(`${caller.sandbox.baseUrl}${statementPath(query())}`, {
      headers: { authorization: `Bearer ${caller.token}` },
    });
    let chunks = 0;
    for await (const chunk of body) chunks += (chunk as Buffer).length > 0 ? 1 : 0;
    expect(chunks).toBeGreaterThan(1);
  });

  it('answers late, and only then', async () => {
    await trouble({ kind: 'latency', ms: 60 });
    const started = performance.now();
    expect((await raw()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(55);
  });

  it('names another content type', async () => {
    await trouble({ kind: 'content-type', value: 'text/html' });
    const { headers, text } = await raw();
    expect(headers['content-type']).toBe('text/html');
    expect(JSON.parse(text)).toHaveProperty('statement');
  });

  it('compresses unasked', async () => {
    await trouble({ kind: 'gzip' });
    const { body, headers } = await request(`${caller.sandbox.baseUrl}${statementPath(query())}`, {
      headers: { authorization: `Bearer ${caller.token}` },
    });
    expect(headers['content-encoding']).toBe('gzip');
    const plain = gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
    expect(JSON.parse(plain)).toHaveProperty('statement');
  });
});

describe('a fault of the paging', () => {
  it('repeats the page before', async () => {
    const first = await idsOf(1);
    await trouble({ kind: 'duplicate-page' });
    const second = await page(2);
    expect(second.page).toBe(2);
    expect(second.data.map(({ id }) => id)).toEqual(first);
    expect(await idsOf(1)).toEqual(first);
  });

  it('leaves a page empty', async () => {
    await trouble({ kind: 'missing-page' }, { page: '2' });
    expect((await page(1)).data).toHaveLength(40);
    const second = await page(2);
    expect(second.data).toEqual([]);
    expect(second.totalItems).toBeGreaterThan(80);
  });

  it('shuffles a page', async () => {
    const order = await idsOf();
    await trouble({ kind: 'shuffled-order' });
    const shuffled = await idsOf();
    expect(shuffled).not.toEqual(order);
    expect(shuffled.toSorted()).toEqual(order.toSorted());
  });

  it('lies about the total', async () => {
    const { totalItems } = await page();
    await trouble({ kind: 'lying-total', by: 41 });
    const lie = await page();
    expect(lie.totalItems).toBe(totalItems + 41);
    expect(lie.totalPages).toBe(Math.ceil((totalItems + 41) / 40));
  });

  it('lies about the closing balance by one cent', async () => {
    const { closingBalance } = await caller.statement(query());
    await trouble({ kind: 'lying-closing' });
    const lie = await caller.statement(query());
    expect(Math.round((lie.closingBalance - closingBalance) * 100)).toBe(1);
  });

  it('moves while it is read', async () => {
    const [first, { totalItems }] = [await idsOf(1), await page(1)];
    await trouble({ kind: 'moving-page' }, { page: '2' });
    const second = await page(2);
    expect(second.totalItems).toBe(totalItems + 1);
    expect(second.data[0]?.id).toBe(first.at(-1));
  });
});

describe('a fault of an entry', () => {
  it('brings it twice, the second time with another amount', async () => {
    await trouble({ kind: 'entry-twice' });
    const { data } = await page();
    expect(data).toHaveLength(41);
    expect(data[40]?.id).toBe(data[0]?.id);
    expect(data[40]?.amount).not.toBe(data[0]?.amount);
  });

  it.each([
    [{ kind: 'amount-text', text: '12.123456789' }, 'amount'],
    [{ kind: 'amount-text', text: '1.5e-9' }, 'amount'],
    [{ kind: 'impossible-date' }, 'transactionDate'],
  ] satisfies [Fault, string][])('%j makes the catalogue refuse its %s', async (fault, field) => {
    expect(refusedFields(await answerText())).toEqual([]);
    await trouble(fault);
    expect(refusedFields(await answerText())).toEqual([`statement.data.0.${field}`]);
  });

  it('writes a direction that is unknown', async () => {
    await trouble({ kind: 'unknown-direction' });
    expect(isDirection((await page()).data[0]?.direction ?? 'debit')).toBe(false);
  });

  it('writes it in a currency that no table has', async () => {
    await trouble({ kind: 'unknown-currency' });
    expect((await page()).data[0]?.currency).toBe('XQQ');
  });

  it('rewrites it under its id', async () => {
    const before = (await caller.statement({ ...wholeYear, limit: '1000' })).statement.data;
    await trouble({ kind: 'rewritten-entry' });
    const after = (await caller.statement({ ...wholeYear, limit: '1000' })).statement.data;
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.at(-1)?.narration).toMatch(/Corrected by the bank/);
    expect(before.at(-1)?.narration).toBe('Balance brought forward');
  });

  it('withdraws it, and balances follow', async () => {
    const before = (await caller.statement({ ...wholeYear, limit: '1000' })).statement;
    const gone = before.data.at(-1);
    await trouble({ kind: 'withdrawn-entry' });
    const after = (await caller.statement({ ...wholeYear, limit: '1000' })).statement;
    expect(after.totalItems).toBe(before.totalItems - 1);
    expect(after.data.map(({ id }) => id)).not.toContain(gone?.id);
    const fall = (before.data[0]?.balance ?? 0) - (after.data[0]?.balance ?? 0);
    expect(Math.round(fall * 100)).toBe(Math.round((gone?.amount ?? 0) * 100));
  });
});

describe('a fault of an order', () => {
  const transfers = '/platform/client-service/api/v1/transfers';
  const order = (reference: string) => ({
    accountNumber: operating,
    beneficiaryId: 'beneficiary-accepted',
    amount: 12.99,
    currency: 'USD',
    reference,
  });
  const foundBy = async (reference: string) =>
    (await caller.call('GET', `${transfers}?reference=${reference}`)).text;

  it('answers another amount than was booked', async () => {
    await trouble({ kind: 'wrong-echo' }, {}, 'createSingleTransfer');
    expect((await caller.call('POST', transfers, order('E'))).text).toContain('"amount":13.00,');
    expect(await foundBy('E')).toContain('"amount":12.99,');
  });

  it('books it late', async () => {
    await trouble({ kind: 'late-booking', ms: 100 }, {}, 'createSingleTransfer');
    expect((await caller.call('POST', transfers, order('L'))).status).toBe(200);
    expect(await foundBy('L')).toContain('"totalItems":0,');
    await caller.call('POST', '/sandbox/clock/advance', { ms: 100 });
    expect(await foundBy('L')).toContain('"totalItems":1,');
  });
});

describe('a fault rule', () => {
  it('strikes only the account, the page and the number of times that it names', async () => {
    const rule = {
      operation: 'getStatement',
      match: { accountNumber: operating, page: '2' },
      times: 1,
      fault: { kind: 'status', status: 503 },
    };
    await caller.call('PUT', '/sandbox/faults', { rules: [rule] });
    const statusOf = async (number: number, account?: string) =>
      (await caller.call('GET', statementPath(query(number), account))).status;
    expect(await statusOf(1)).toBe(200);
    expect(await statusOf(2, '3020017345')).toBe(200);
    expect(await statusOf(2)).toBe(503);
    expect(await statusOf(2)).toBe(200);
  });

  it('finds its account in the body of a change, which is done before the answer is cut', async () => {
    const match = { accountNumber: operating };
    const rule = { operation: 'simulateInflow', match, fault: { kind: 'cut-after-commit' } };
    await caller.call('PUT', '/sandbox/faults', { rules: [rule] });
    const { totalItems } = await page();
    const body = { accountNumber: operating, amount: 3, currency: 'USD' };
    const path = '/platform/client-service/api/v1/accounts/simulate-inflow';
    await expect(caller.call('POST', path, body)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect((await page()).totalItems).toBe(totalItems + 1);
  });

  it('with a mistake is refused by name, and no rule changes', async () => {
    const rules = [{ operation: '*', fault: { kind: 'status', status: 9_000 } }];
    const { status, text } = await caller.call('PUT', '/sandbox/faults', { rules });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field: 'rules.0.fault.status' }] });
  });

  it('of a price is seen in what is quoted', async () => {
    const bought = async (): Promise<number> => (await quoteOf(caller)).buyAmount;
    const fair = await bought();
    await trouble({ kind: 'poor-price', basisPoints: 300 }, {}, 'getQuote');
    expect((await bought()) / fair).toBeCloseTo(0.97, 3);
  });

  it('exists in every kind, and every kind was seen on the wire above', () => {
    const kinds = Fault.options.map(({ shape }) => shape.kind.value);
    expect([...seen].toSorted()).toEqual(kinds.toSorted());
  });
});
