import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Agent, request } from 'undici';

import { StatementEntry } from '../../shared/bank/statements.ts';
import { dayNumber } from '../../shared/calendar.ts';
import { parseExact } from '../../shared/exact-json.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { openCacheConnection } from '../../electron/store/opening/cache-connection.ts';
import { hashOfId } from '../../electron/statements/entry-keys.ts';
import { accountNumber } from './statement-text.ts';

/**
 * The floor under the sync: download, exact parse, validate, insert into the same encrypted tables with the same
 * indexes, written plainly in one thread: `node floor-run.ts BASE_URL FROM TO`.
 */

const [, , baseUrl = '', from = '', to = ''] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'nostro-floor-'));
const { connection } = openCacheConnection(join(folder, 'cache.db'), randomBytes(32));
const agent = new Agent({ connections: 4 });
const path = `${baseUrl}/platform/client-service/api/v1/statement/clientStatement/${accountNumber}`;

async function page(pageNumber: number): Promise<string> {
  const query = new URLSearchParams({
    startDate: from,
    endDate: to,
    pageNumber: String(pageNumber),
    limit: '500',
  });
  const { body } = await request(`${path}?${query}`, { dispatcher: agent });
  return body.text();
}

const putEntry = connection.prepare(
  `INSERT INTO entry (key, account, id, amount_e4, currency, direction, type, at, narration, reference, balance_e4,
     version, seen_at, withdrawn_at) VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, NULL)`,
);
const putPlace = connection.prepare('INSERT INTO entry_place (id_hash, key) VALUES (?, ?)');
const putSearch = connection.prepare(
  'INSERT INTO entry_search (rowid, narration, reference) VALUES (?, ?, ?)',
);
const typeIds = new Map<string, number>();
let received = 0;

function insert(text: string): number {
  const { statement } = parseExact(text) as {
    statement: { data: unknown[]; totalPages: { source: string } };
  };
  connection.exec('BEGIN');
  for (const raw of statement.data) insertEntry(StatementEntry.parse(raw));
  connection.exec('COMMIT');
  received += statement.data.length;
  return Number(statement.totalPages.source);
}

function insertEntry(entry: StatementEntry): void {
  const type = typeIds.get(entry.transactionType) ?? typeIds.size + 1;
  typeIds.set(entry.transactionType, type);
  const key = nextKey(entry.transactionDate);
  putEntry.run(
    key,
    entry.id,
    toUnits(entry.amount),
    entry.currency,
    entry.direction === 'credit' ? 1 : 0,
    type,
    entry.transactionDate,
    entry.narration,
    entry.customReference,
    toUnits(entry.balance),
    Date.now(),
  );
  putPlace.run(hashOfId(0, entry.id), key);
  putSearch.run(key, entry.narration, entry.customReference);
}

let slot = 2 ** 24;
function nextKey(at: string): number {
  slot -= 1;
  return dayNumber(at.slice(0, 10)) * 2 ** 34 + slot;
}

const started = performance.now();
const total = insert(await page(1));
let ahead = Array.from({ length: 4 }, (_, at) => page(at + 2));
for (let pageNumber = 2; pageNumber <= total; pageNumber += 1) {
  const [text, ...rest] = ahead;
  ahead = pageNumber + 4 <= total ? [...rest, page(pageNumber + 4)] : rest;
  insert((await text) ?? '');
}
connection.pragma('wal_checkpoint(TRUNCATE)');
const seconds = (performance.now() - started) / 1000;
connection.close();
await agent.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds, received }));
