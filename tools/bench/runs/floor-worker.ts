import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { eachPage } from './floor-pages.ts';
import { floorStore, type FloorEntry } from './floor-store.ts';
import { accountNumberAt } from '../statement-text.ts';

/**
 * What any sync must do at least, written plainly: fetch ahead, parse with exact numbers, check, look up which entries are known
 * by one query a page, insert into the same encrypted tables with the same indexes. No chain is proven, no text mapped.
 */

type Given = { readonly bankUrl: string; readonly accounts: number; readonly folder: string };
const { bankUrl, accounts, folder } = workerData as Given;
const { connection } = openCacheConnection(join(folder, 'cache.db'), randomBytes(32));
const store = floorStore(connection);
const stages = { parse: 0, read: 0, look: 0, insert: 0, index: 0, commit: 0 };

function timed<T>(stage: keyof typeof stages, work: () => T): T {
  const started = performance.now();
  const answer = work();
  stages[stage] += (performance.now() - started) / 1000;
  return answer;
}

/** Digits never pass through a double: the tokens of the two figures are quoted before the text is parsed. */
const quoted = (text: string): string =>
  text.replaceAll(/"(amount|balance)":(-?[\d.]+)/g, '"$1":"$2"');

type Raw = Readonly<Record<string, unknown>>;
type Answer = { readonly statement: { readonly data: readonly Raw[] } };

const texts = ['id', 'currency', 'direction', 'transactionType', 'transactionDate'] as const;

function entryOf(raw: Raw): FloorEntry {
  for (const name of [...texts, 'narration', 'customReference', 'amount', 'balance'])
    if (typeof raw[name] !== 'string') throw new Error(`no ${name}`);
  const entry = raw as Record<string, string>;
  return { ...(entry as unknown as FloorEntry), ...unitsOf(entry) };
}

const unitsOf = ({ amount = '', balance = '' }: Record<string, string>) => ({
  amountE4: toE4(amount),
  balanceE4: toE4(balance),
});

function toE4(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

function settle(isEnd = false): void {
  if (timed('index', () => store.settle(isEnd))) timed('commit', store.commit);
}

const started = performance.now();
let received = 0;
for (let account = 0; account < accounts; account += 1)
  for await (const text of eachPage(bankUrl, accountNumberAt(account))) {
    const { statement } = timed('parse', () => JSON.parse(quoted(text)) as Answer);
    const entries = timed('read', () => statement.data.map(entryOf));
    const fresh = timed('look', () => store.unknownOf(account, entries));
    timed('insert', () => {
      store.insert(account, fresh);
    });
    timed('commit', store.commit);
    settle();
    received += entries.length;
  }
settle(true);
connection.pragma('wal_checkpoint(TRUNCATE)');
const seconds = (performance.now() - started) / 1000;
connection.close();

const fetching = performance.now();
for (let account = 0; account < accounts; account += 1)
  for await (const text of eachPage(bankUrl, accountNumberAt(account))) received += text.length * 0;
const fetchSeconds = (performance.now() - fetching) / 1000;
parentPort?.postMessage({ seconds, received, fetchSeconds, ...stages });
