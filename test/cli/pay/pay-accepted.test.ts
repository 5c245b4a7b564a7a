import { closeSync, openSync, readdirSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Behaviour } from '../../support/simple-banks/foreign-payments.ts';
import { atPaymentBank } from '../../support/programs/command-line.ts';

async function scene() {
  const { bank, data: dataDir, nostro } = await atPaymentBank();
  const references: string[] = [];
  const pay = (reference: string, ...options: string[]) => {
    if (!references.includes(reference)) references.push(reference);
    // No two look alike, and the same is the same.
    const amount = `${String(100 + references.indexOf(reference))}.10`;
    const order = { accountNumber: '9988776655', beneficiaryId: 'b-7', amount, currency: 'USD' };
    return nostro('pay', '--input', JSON.stringify({ ...order, reference }), ...options);
  };
  return { bank, dataDir, pay };
}

type Paid = { readonly outcome: string; readonly confirmed?: boolean };

const answering = (fields: Readonly<Record<string, unknown>>): Behaviour => ({
  booksAfterMs: 0,
  answer: { fields },
});

test('an answer with 200 is accepted only as far as it shows that it is ours', async () => {
  const { bank, pay } = await scene();
  const kinds: readonly [string, Behaviour, number, object][] = [
    ['FAILED', answering({ state: 'FAILED', why: 'Payee is blocked' }), 1, { outcome: 'refused' }],
    ['REJECTED', answering({ state: 'REJECTED' }), 1, { outcome: 'refused' }],
    ['another account', answering({ from: '1111' }), 3, { outcome: 'unknown' }],
    ['another beneficiary', answering({ payee: 'b-9' }), 3, { outcome: 'unknown' }],
    [
      'an amount given twice',
      { booksAfterMs: 0, answer: { says: (text) => text.replace('"amt"', '"amt":1.00,"amt"') } },
      3,
      { outcome: 'unknown' },
    ],
    ['null', answering({ ref: null, amt: null }), 0, { outcome: 'accepted', confirmed: true }],
    [
      'only an id',
      answering({ ref: undefined, amt: undefined, ccy: undefined, payee: undefined }),
      0,
      { outcome: 'accepted', confirmed: true },
    ],
    [
      'nothing',
      { booksAfterMs: 0, answer: { says: () => '{}' } },
      0,
      { outcome: 'accepted', confirmed: true },
    ],
  ];
  for (const [index, [what, behaviour, code, printed]] of kinds.entries()) {
    bank.behave(behaviour);
    const run = await pay(`R-${String(index)}`);
    expect
      .soft({ what, code: run.code, printed: run.json<Paid>() })
      .toMatchObject({ what, code, printed });
  }
  bank.findFault = { status: 200, text: '{"rows":[]}' };
  bank.behave(answering({ ref: undefined, amt: undefined, ccy: undefined }));
  const unconfirmed = await pay('R-unconfirmed');
  expect(unconfirmed.json<Paid>()).toMatchObject({ outcome: 'accepted', confirmed: false });
  expect(unconfirmed.code).toBe(0);
}, 240_000);

const cacheIn = (dataDir: string): string => {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return join(dataDir, files.find((file) => file.endsWith('cache.db')) ?? expect.fail());
};

/** Writes over every page but the first of what there is. */
function damage(path: string): void {
  const file = openSync(path, 'r+');
  const page = Buffer.alloc(4_096, 0xa5);
  for (let at = page.length; at < 4_194_304; at += page.length)
    writeSync(file, page, 0, page.length, at);
  closeSync(file);
}

/** As large as years of statements: not every page of such a copy is read when it is opened. */
const large = 40 * 1_048_576;

test('a local copy that is damaged while the bank answers changes nothing of the outcome', async () => {
  const { bank, dataDir, pay } = await scene();
  expect((await pay('R-0')).code).toBe(0);
  truncateSync(cacheIn(dataDir), large);
  // What was listed before it is sent would be read already, and no damage met.
  bank.findFault = { status: 503, text: '{}' };
  bank.behave({
    booksAfterMs: 0,
    answer: {
      says: (text) => {
        damage(cacheIn(dataDir));
        return text;
      },
    },
  });
  const paid = await pay('R-1', '--twins-unchecked');
  expect(paid.json<object>()).toMatchObject({
    outcome: 'accepted',
    state: 'accepted',
    confirmed: true,
    transferId: 'P-2',
    localFault: { code: 'local.not-kept' },
  });
  expect(paid.code).toBe(0);
  expect(paid.err).toContain('Do not send it again.');
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['R-0', 'R-1']);

  const again = await pay('R-1');
  expect(again.json<object>()).toMatchObject({ outcome: 'accepted', transferId: 'P-2' });
  expect(again.code).toBe(0);
  expect(bank.orders()).toBe(2);
}, 120_000);
