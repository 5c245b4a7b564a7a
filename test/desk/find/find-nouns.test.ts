import { expect, test } from 'vitest';

import type { HitNoun } from '../../../shared/ipc/accounts/find.ts';
import { walkMoney } from '../walk/money.ts';
import { walkRecords } from '../walk/records.ts';
import { beginWalk } from '../walk/walk.ts';

/** One search a noun, by what a person remembers of it: over records that other tests make too. */
const searches: readonly (readonly [HitNoun, text: string, shown: RegExp])[] = [
  ['accounts', 'operating usd', /Operating USD/],
  ['owners', 'baobab', /owner of .*baobab/i],
  ['payees', 'kestrel', /kestrel/i],
  ['payees', 'payee:kestrel', /kestrel/i],
  ['payments', 'accepted 30 usd', /./],
  ['files', 'kept wages', /wages-kept\.csv/],
  ['lines', 'x 1.00 usd', /W-1/],
  ['lines', 'W-1', /wages/],
  ['trades', 'trade 100', / for /],
  ['remittances', 'wanjiru 250 out', /Grace Wanjiru/],
  ['receivables', 'reference:88213', /INV-88213/],
  ['receivables', 'inv-88213 in', /INV-88213/],
  ['sub-clients', 'baobab textiles', /baobab/i],
  ['documents', 'proof address baobab', /proof of address/i],
  ['notes', 'ask ada', /Ask Ada/],
  ['notes', 'note:ada', /Ask Ada/],
];

test('every noun is found by what a person remembers of it, and nothing is sent for that', async () => {
  const walk = await beginWalk();
  const { desk } = walk;
  await desk.sync();
  for (const part of [walkMoney, walkRecords]) await part(walk);
  const line = 'account,beneficiary,amount,currency,reference,narration';
  const bytes = new Uint8Array(Buffer.from(`${line}\n${desk.usd},x,1.00,USD,W-1,wages\n`));
  await desk.get('paymentFiles.add', { fileName: 'wages-kept.csv', bytes });
  const { found } = await desk.get('find.entries', { text: '>0', limit: 1 });
  const [entry] = found.all;
  if (!entry) expect.fail('nothing was booked');
  const { accountNumber, id } = entry;
  await desk.get('statements.mark', { accountNumber, entryIds: [id], note: 'Ask Ada about this' });

  const before = await desk.posts();
  for (const [noun, text, shown] of searches) {
    const { groups } = await desk.get('find.records', { text });
    const hits = groups.find((group) => group.noun === noun)?.hits ?? [];
    expect([noun, text, hits.map((hit) => hit.text)]).toEqual([
      noun,
      text,
      expect.arrayContaining([expect.stringMatching(shown)]),
    ]);
  }
  const digits = accountNumber.slice(-4);
  const ofAccount = await desk.get('find.entries', { text: `${digits} >0`, limit: 50 });
  expect(ofAccount.chips[0]).toMatchObject({ label: 'account', words: `··${digits}` });
  expect(new Set(ofAccount.found.all.map((one) => one.accountNumber))).toEqual(
    new Set([accountNumber]),
  );
  // By any part of it, behind what is found by its beginning.
  const { inside } = await desk.get('find.inside', { text: 'harmattan 8213', limit: 5 });
  expect(inside?.entries.map(({ narration }) => narration)).toEqual([
    'Harmattan payment of INV 88213',
  ]);
  expect(inside?.since).toBeNull();
  expect(await desk.posts()).toBe(before);
}, 120_000);
