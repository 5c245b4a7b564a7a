import { expect, test } from 'vitest';

import { proposeBankFile, type Proposal } from '../../electron/connections/recordings/propose.ts';
import { startHarbour } from '../support/banks/harbour.ts';
import { recordedBank } from '../support/simple-banks/recorded-bank.ts';

/** What stays: the words of the specification, and what no bank may choose. */
const fixed = new Set(
  'platform startDate endDate limit pageNumber from to pageSize pageOffset'.split(' '),
);

/** Words that mean nothing in any language, the same one for the same word. */
function scrambler() {
  const words = new Map<string, string>();
  const scrambled = (word: string): string => {
    const known =
      words.get(word) ??
      `zq${'abcdefghijklmnopqrstuvwxyz'[words.size % 26] ?? ''}${'xyz'[Math.floor(words.size / 26)] ?? ''}`;
    words.set(word, known);
    return known;
  };
  const back = (text: string): string =>
    text
      .split('/')
      .map((part) => [...words].find(([, given]) => given === part)?.[0] ?? part)
      .join('/');
  return { scrambled, back };
}

const inText = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => inText(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name), inText(inner, rename)]),
  );
};

test('at a bank whose every word means nothing, what the figures prove is proposed, the rest is asked, and nothing is wrong', async () => {
  const { bank, proxy, nostro, call } = await recordedBank(startHarbour());
  const { accountNumber } = bank;
  await nostro('sync', '--account', accountNumber);
  await call('getAllBeneficiaries', {});
  const order = {
    accountNumber,
    beneficiaryId: 'B-77',
    amount: '1234.50',
    currency: 'USD',
    reference: 'HT-PAY-1',
  };
  await nostro('pay', '--input', JSON.stringify(order));

  const { scrambled, back } = scrambler();
  // Figures are doubles here; none of this book has more digits than they hold.
  const body = (text: string): string => JSON.stringify(inText(JSON.parse(text), scrambled));
  const entries = proxy.entries.map((entry) => {
    const url = new URL(entry.request.url);
    url.pathname = url.pathname
      .split('/')
      .map((part) =>
        part === '' || fixed.has(part) || part === accountNumber ? part : scrambled(part),
      )
      .join('/');
    url.search = new URLSearchParams(
      [...url.searchParams].map(([name, value]) => [
        fixed.has(name) ? name : scrambled(name),
        value,
      ]),
    ).toString();
    const { postData } = entry.request;
    return {
      request: {
        ...entry.request,
        url: url.href,
        ...(postData ? { postData: { ...postData, text: body(postData.text) } } : {}),
      },
      response: {
        ...entry.response,
        content: { ...entry.response.content, text: body(entry.response.content.text) },
      },
    };
  });
  const bytes = Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }));
  const proposed = await proposeBankFile([{ name: 'scrambled.har', bytes }]);
  expect(proposed.ok).toBe(true);
  const { bankFile, questions } = proposed.ok ? proposed.value : ({} as Proposal);
  const own = JSON.parse(bank.bankFile) as Record<string, Operations>;
  const theirs = bankFile['operations'] as Operations;

  expect((bankFile['auth'] as { token: string; header: string }).header).toBe('x-access-token');
  expect(Object.keys(theirs).toSorted()).toEqual(['getStatement', 'getToken']);
  const proven = Object.keys(theirs['getStatement']?.response ?? {});
  expect(proven).toEqual(
    expect.arrayContaining(
      'amount balance direction currency transactionDate startDate endDate openingBalance closingBalance'.split(
        ' ',
      ),
    ),
  );
  const asked = questions.map(({ place }) => place);
  expect(asked).toContain('operations.getStatement.response.id');
  expect(asked.filter((place) => /^(GET|POST) /.test(place)).length).toBeGreaterThan(1);
  for (const [name, operation] of Object.entries(theirs)) {
    expect([name, back(operation.path ?? '')]).toEqual([name, own['operations']?.[name]?.path]);
    for (const [key, pointer] of Object.entries(operation.response ?? {}))
      expect([name, key, back(pointer)]).toEqual([
        name,
        key,
        own['operations']?.[name]?.response?.[key],
      ]);
  }
}, 60_000);

type Operations = Record<string, { path?: string; response?: Record<string, string> }>;
