import { expect, test } from 'vitest';

import { readAccounts, refreshAccounts } from '../../electron/nouns/accounts/refresh.ts';
import { listAccounts } from '../../electron/nouns/accounts/tables.ts';
import { answersSignIn, bankFileOf, signedIn } from '../bank/support/desk-client.ts';
import { answerJson, playBank } from '../bank/support/scripted-server.ts';
import { context, openLoneDesk } from '../support/desks/lone-desk.ts';

const accounts = Array.from({ length: 5 }, (_, index) => ({
  accountId: `acc-${String(index)}`,
  currencyIso3Code: 'USD',
  accountName: `Account ${String(index)}`,
  availableBalance: index,
  fundingDetails: [{ accountNumber: String(7_000 + index) }],
}));

/** Two accounts of the page, counted from `first`. */
const page = (number: number, first = 1) => accounts.slice((number - first) * 2).slice(0, 2);

/** A client of a bank that lists its accounts so, by the page asked for and what names it. */
async function clientOf(
  answer: (query: URLSearchParams) => unknown,
  override: Record<string, unknown> = {},
) {
  const asked: string[] = [];
  const bank = await playBank((request, response) => {
    if (answersSignIn(request, response)) return;
    const { searchParams } = new URL(request.url, 'http://bank');
    asked.push(searchParams.toString());
    answerJson(response, answer(searchParams));
  });
  const operations = { getToken: {}, getAllAccounts: override };
  const { client } = await signedIn(bankFileOf(bank.url, { operations }));
  return { client, asked };
}

const idsOf = (read: object): unknown =>
  (read as { value: { accountId: string }[] }).value.map(({ accountId }) => accountId);

const at = (query: URLSearchParams, name = 'pageNumber', first = 1) =>
  Number(query.get(name) ?? first);

test.each<[string, (query: URLSearchParams) => unknown, Record<string, unknown>?]>([
  [
    'counts beside the list',
    (query) => ({ accounts: page(at(query)), page: at(query), totalPages: 3 }),
  ],
  [
    'a record of its own',
    (query) => ({ accounts: page(at(query)), pagination: { current_page: at(query), total: 5 } }),
  ],
  [
    'counts from nought, as text',
    (query) => ({
      accounts: page(at(query, 'pageNumber', 0), 0),
      meta: { page: { number: String(at(query, 'pageNumber', 0)), totalElements: '5' } },
    }),
  ],
  ['a flag', (query) => ({ accounts: page(at(query)), hasMore: at(query) < 3 })],
  ['the last of them', (query) => ({ accounts: page(at(query)), last: at(query) === 3 })],
  [
    'a link',
    (query) => ({
      accounts: page(at(query)),
      _links: { next: at(query) < 3 ? { href: '/accounts?p=2' } : null },
    }),
  ],
  [
    'counts around a list elsewhere, under a name of its own',
    (query) => ({ data: { rows: page(at(query, 'p')), totalCount: 5, pageNo: at(query, 'p') } }),
    { items: '/data/rows', query: { p: '{pageNumber}' } },
  ],
])('a list whose pages are given by %s is read to its end', async (_how, answer, override) => {
  const { client, asked } = await clientOf(answer, override);
  const desk = openLoneDesk();
  const read = await refreshAccounts({ ...desk.parts, bank: client }, context);
  expect(read).toMatchObject({ ok: true, value: { count: 5, unread: [] } });
  expect(listAccounts(desk.reader).map(({ accountNumber }) => accountNumber)).toEqual(
    accounts.map(({ fundingDetails: [funding] }) => funding?.accountNumber),
  );
  expect(asked).toHaveLength(3);
  expect(asked[0]).toBe('');
});

test('a list that shows no pages is asked for once, as it is', async () => {
  const { client, asked } = await clientOf(() => ({ accounts, paging: 'none' }));
  expect(idsOf(await readAccounts(client, context))).toEqual(idsOf({ value: accounts }));
  expect(asked).toEqual(['']);
});

test.each([
  [
    'the same page again',
    () => ({ accounts: page(1), totalItems: 5 }),
    'answers the same page again',
  ],
  [
    'nothing behind the first page',
    (query: URLSearchParams) => ({ accounts: page(query.size === 0 ? 1 : 9), hasMore: true }),
    'goes on, and gives nothing behind 2 items',
  ],
])(
  'a bank that answers %s has no list that is whole, and the file’s place for it is named',
  async (_what, answer, words) => {
    const { client } = await clientOf(answer);
    const read = await readAccounts(client, context);
    expect(read).toMatchObject({ error: { code: 'bank.unexpected', operation: 'getAllAccounts' } });
    const message = read.ok ? '' : read.error.message;
    expect(message).toContain(words);
    expect(message).toContain('operations.getAllAccounts.query');
  },
);

test('the bank file can say that what looks like a count is none', async () => {
  const { client } = await clientOf(() => ({ accounts: page(1), total: 900 }), {
    response: { 'paging.totalItems': '/nowhere' },
  });
  expect(idsOf(await readAccounts(client, context))).toEqual(idsOf({ value: page(1) }));
});

test('a list of null has nothing in it', async () => {
  const { client } = await clientOf(() => ({ accounts: null }));
  expect(await readAccounts(client, context)).toEqual({ ok: true, value: [] });
});
