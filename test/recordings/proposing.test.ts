import { expect, test } from 'vitest';

import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import {
  proposeBankFile,
  type NoProposal,
  type Proposal,
} from '../../electron/connections/recordings/propose.ts';
import type { Result } from '../../shared/result.ts';

const base = 'https://uat.kestrel.example';
const token = 'tok-0123456789-canary-abcdef';
const password = 'pa55-canary-word';

type Exchange = {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  status?: number;
  answer: unknown;
};

/** Pairs as a person writes them down. */
const pairsOf = (exchanges: readonly Exchange[]): string =>
  exchanges
    .map(({ method = 'GET', url, headers = {}, body, form, status = 200, answer }) =>
      [
        `${method} ${url.startsWith('/') ? `${base}/platform${url}` : url}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === undefined ? [] : ['', JSON.stringify(body)]),
        ...(form === undefined ? [] : ['', new URLSearchParams(form).toString()]),
        '',
        `HTTP ${String(status)}`,
        '',
        JSON.stringify(answer),
        '',
      ].join('\n'),
    )
    .join('\n');

const signIn: Exchange = {
  method: 'POST',
  url: '/auth/login',
  body: { user: 'kestrel-desk', password },
  answer: { token },
};
const authorized = { authorization: `Bearer ${token}` };
const statementPath = '/client-service/api/v1/statement/clientStatement/K-1';

type Entry = { in: boolean; amount: number };

/** A statement in the specification's shape, its direction in these words. */
function statement(
  entries: readonly Entry[],
  words: readonly [out: string, into: string],
): Exchange {
  let balance = 10_000;
  const data = entries.map(({ in: isIn, amount }, at) => {
    balance += isIn ? amount : -amount;
    return {
      id: `e-${String(at)}`,
      amount,
      currency: 'USD',
      direction: words[isIn ? 1 : 0],
      transactionType: 'transfer',
      transactionDate: `2026-11-0${String(at + 1)}T10:00:00.000Z`,
      narration: `Invoice ${String(at)}`,
      customReference: '',
      balance,
    };
  });
  return {
    url: `${statementPath}?startDate=2026-11-01&endDate=2026-11-08&pageNumber=1&pageSize=50`,
    headers: authorized,
    answer: {
      message: '',
      openingBalance: 10_000,
      closingBalance: balance,
      startDate: '2026-11-01',
      endDate: '2026-11-08',
      statement: { data, page: 1, pageSize: 50, totalItems: data.length, totalPages: 1 },
    },
  };
}

const moves: Entry[] = [
  { in: true, amount: 150 },
  { in: false, amount: 70 },
  { in: true, amount: 33 },
  { in: false, amount: 12 },
];

async function propose(
  exchanges: readonly Exchange[],
  answers: Readonly<Record<string, string>> = {},
): Promise<Result<Proposal, NoProposal>> {
  const bytes = Buffer.from(pairsOf(exchanges));
  const result = await proposeBankFile(
    [{ name: 'recorded.txt', bytes }],
    new Map(Object.entries(answers)),
  );
  const text = JSON.stringify(result);
  for (const secret of [token, password, 'kestrel-desk']) expect(text).not.toContain(secret);
  if (result.ok) expect(parseBankFile(JSON.stringify(result.value.bankFile)).ok).toBe(true);
  return result;
}

async function proposal(
  exchanges: readonly Exchange[],
  answers?: Readonly<Record<string, string>>,
): Promise<Proposal> {
  const result = await propose(exchanges, answers);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const placesAsked = ({ questions }: Proposal): string[] => questions.map(({ place }) => place);

test('unknown words for in and out are explained by the balances', async () => {
  const { bankFile, evidence } = await proposal([signIn, statement(moves, ['raus', 'rein'])]);
  expect(bankFile['values']).toEqual({ direction: { raus: 'debit', rein: 'credit' } });
  expect(evidence).toContainEqual({
    place: 'values.direction.raus',
    from: 'recorded.txt pair 2',
    because: 'The balance falls by the amount wherever it stands, in 3 steps looked at.',
  });
});

test('usual spellings need no map, and one that contradicts the balances is asked about', async () => {
  expect((await proposal([signIn, statement(moves, ['DR', 'CR'])])).bankFile).not.toHaveProperty(
    'values',
  );
  const exchanges = [signIn, statement(moves, ['CR', 'DR'])];
  const open = await proposal(exchanges);
  expect(placesAsked(open)).toEqual(
    expect.arrayContaining(['values.direction.CR', 'values.direction.DR']),
  );
  expect(open.bankFile).not.toHaveProperty('values');
  const answers = { 'values.direction.CR': 'debit', 'values.direction.DR': 'credit' };
  expect((await proposal(exchanges, answers)).bankFile['values']).toEqual({
    direction: { CR: 'debit', DR: 'credit' },
  });
});

test('a word used for both directions proves nothing and is not explained', async () => {
  const { bankFile } = await proposal([signIn, statement(moves, ['booked', 'booked'])]);
  expect(bankFile).not.toHaveProperty('values');
});

test('requests to two addresses are not mixed: which one is the bank’s is asked', async () => {
  const other: Exchange = {
    url: 'https://other.example/platform/accounts',
    answer: { accounts: [] },
  };
  const exchanges = [signIn, statement(moves, ['debit', 'credit']), other];
  const open = await proposal(exchanges);
  expect(open.questions).toContainEqual({
    place: 'baseUrl',
    question: expect.any(String) as string,
    choices: [base, 'https://other.example'],
  });
  expect((await proposal(exchanges, { baseUrl: base })).bankFile).toMatchObject({ baseUrl: base });
});

test('a token that stands at two places, and a header that a tool left out, are asked about', async () => {
  const twice = { ...signIn, answer: { token, session: { id: token } } };
  expect((await proposal([twice, statement(moves, ['debit', 'credit'])])).questions).toContainEqual(
    expect.objectContaining({ place: 'auth.token', choices: ['/token', '/session/id'] }),
  );
  const bare = { ...statement(moves, ['debit', 'credit']), headers: {} };
  const open = await proposal([signIn, bare]);
  expect(placesAsked(open)).toContain('auth.header');
  expect(open.bankFile['auth']).toMatchObject({
    request: { user: '{user}', password: '{password}' },
    token: '/token',
  });
  const alone = await proposal([signIn, bare], { 'auth.header': 'authorization, the token alone' });
  expect(alone.bankFile['auth']).toMatchObject({ header: 'authorization', scheme: '' });
});

test('the scheme in front of the token is none of the secrets, also where the sign-in names it', async () => {
  const named = { ...signIn, answer: { token, tokenType: 'Bearer' } };
  const page = statement(moves, ['debit', 'credit']);
  const { bankFile } = await proposal([named, page]);
  expect(bankFile['auth']).toMatchObject({ header: 'authorization', scheme: 'Bearer' });
  const bare = await proposal([named, { ...page, headers: {} }]);
  expect(bare.bankFile['auth']).toMatchObject({ header: 'authorization', scheme: 'Bearer' });
});

test('Basic, a key in a header and client credentials are distinguished from a sign-in by token', async () => {
  const page = statement(moves, ['debit', 'credit']);
  const other = { ...page, url: `${page.url}&limit=1` };
  const having = (headers: Record<string, string>): Exchange[] =>
    [page, other].map((exchange) => ({ ...exchange, headers }));
  const basic = await proposal(
    having({ authorization: `Basic ${btoa(`kestrel-desk:${password}`)}` }),
  );
  expect(basic.bankFile['auth']).toEqual({ way: 'basic' });
  expect(JSON.stringify(basic)).not.toContain(btoa(`kestrel-desk:${password}`));
  const key = await proposal(having({ 'x-bank-api-key': token }));
  expect(key.bankFile['auth']).toEqual({ way: 'api-key', header: 'x-bank-api-key' });

  const form: Exchange = {
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    form: {
      grant_type: 'client_credentials',
      client_id: 'kestrel-desk',
      client_secret: password,
      scope: 'accounts',
    },
    answer: { access_token: token, expires_in: 900 },
  };
  expect((await proposal([form, page])).bankFile['auth']).toEqual({
    way: 'client-credentials',
    clientAuthentication: 'client_secret_post',
    scope: 'accounts',
    token: '/access_token',
    expiresIn: '/expires_in',
    header: 'authorization',
    scheme: 'Bearer',
  });
  const login = { ...form, form: { username: 'kestrel-desk', password } };
  expect((await proposal([login, page])).bankFile['auth']).toMatchObject({
    encoding: 'form',
    request: { username: '{username}', password: '{password}' },
  });
});

test('without a sign-in the proposal says so and makes none up', async () => {
  const open = await proposal([{ ...statement(moves, ['debit', 'credit']), headers: {} }]);
  expect(placesAsked(open)).toContain('auth');
  expect(open.bankFile).not.toHaveProperty('auth');
});

test('a single page of an offset is more than one dialect: it is asked, and left to the doctor meanwhile', async () => {
  const page = statement(moves, ['debit', 'credit']);
  const url = `${statementPath}?from=2026-11-01&to=2026-11-08&pageOffset=0&pageSize=50`;
  const exchanges = [signIn, { ...page, url }];
  const open = await proposal(exchanges);
  expect(open.bankFile['statement']).toBe('auto');
  expect(open.questions).toContainEqual(
    expect.objectContaining({
      place: 'statement',
      choices: [
        'from/to pageOffset/pageSize items from 0',
        'from/to pageOffset/pageSize from 0',
        'auto',
      ],
    }),
  );
});

const order: Exchange = {
  method: 'POST',
  url: '/pay/orders',
  headers: { ...authorized, 'x-flight': 'one' },
  body: {
    from: 'K-1',
    to: 'B-7',
    amt: '12.50',
    ccy: 'USD',
    ref: 'REF-1',
    channel: 'api',
    otp: '118822-canary',
  },
  answer: { order: { id: 'O-1', ref: 'REF-1', state: 'PARKED', amt: '12.50', ccy: 'USD' } },
};

test('an extra field of a request is included only if a person confirms it, and a secret never', async () => {
  const exchanges = [signIn, statement(moves, ['debit', 'credit']), order];
  const open = await proposal(exchanges);
  const place = 'operations.createSingleTransfer.request.channel';
  expect(open.bankFile['operations']).toMatchObject({
    createSingleTransfer: {
      path: '/pay/orders',
      request: {
        from: '{accountNumber}',
        to: '{beneficiaryId}',
        amt: '{amount}',
        ccy: '{currency}',
        ref: '{reference}',
      },
      response: { id: '/order/id', reference: '/order/ref', status: '/order/state' },
    },
  });
  expect(JSON.stringify(open)).not.toContain('118822');
  expect(placesAsked(open)).toEqual(
    expect.arrayContaining([
      place,
      'operations.createSingleTransfer.request.otp',
      'idempotency.header',
      'statusWords.PARKED',
    ]),
  );
  const settled = await proposal(exchanges, {
    [place]: 'as recorded',
    'idempotency.header': 'x-flight',
    'statusWords.PARKED': 'on its way',
  });
  expect(settled.bankFile).toMatchObject({
    idempotency: { header: 'x-flight' },
    operations: { createSingleTransfer: { request: { channel: 'api' } } },
  });
  expect(settled.bankFile).not.toHaveProperty('statusWords');
});

test('a refusal with two texts alike is asked about, and the assumed places need no confirmation', async () => {
  const refusal = (answer: object): Exchange => ({
    url: '/pay/none',
    headers: authorized,
    status: 404,
    answer,
  });
  const page = statement(moves, ['debit', 'credit']);
  expect(
    (await proposal([signIn, page, refusal({ message: 'No such place' })])).bankFile,
  ).not.toHaveProperty('errorMessage');
  const two = refusal({ en: { text: 'No such place' }, de: { text: 'Kein solcher Ort' } });
  const open = await proposal([signIn, page, two]);
  expect(placesAsked(open)).toContain('errorMessage');
  expect(
    (await proposal([signIn, page, two], { errorMessage: '/en/text' })).bankFile,
  ).toMatchObject({
    errorMessage: ['/en/text'],
  });
});

test('recordings of no bank, and of an address that no file may have, are refused in a sentence', async () => {
  const page: Exchange = { url: 'https://www.example/index.json', answer: {} };
  expect(await propose([page])).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('below /platform') as string },
  });
  const open: Exchange = { url: 'http://uat.kestrel.example/platform/x', answer: {} };
  expect(await propose([open])).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('must be https') as string },
  });
});
