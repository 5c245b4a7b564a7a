import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { openSecondCopy } from '../bench-desk.ts';
import { peakMb } from '../figures.ts';

/**
 * The floor under the export: SQLite itself writes each row as a line of CSV, and the lines go into a file by the thousand:
 * `node export-floor-run.ts DATA_DIR ACCOUNTS FILE`.
 */

const [, , dataDir = '', accounts = '1', file = ''] = process.argv;
mkdirSync(dirname(file), { recursive: true });
const copy = await openSecondCopy(dataDir);
const quoted = (column: string): string => `'"' || replace(${column}, '"', '""') || '"'`;
const amount = (column: string): string =>
  `'"' || CAST(${column} / 10000 AS TEXT) || printf('.%02d', abs(${column}) % 10000 / 100) || '"'`;
const cells = [
  quoted('e.id'),
  quoted('e.at'),
  `CASE e.direction WHEN 1 THEN '"credit"' ELSE '"debit"' END`,
  amount('e.amount_e4'),
  quoted('e.currency'),
  quoted('(SELECT name FROM transaction_type t WHERE t.id = e.type)'),
  quoted('e.narration'),
  quoted('e.reference'),
  amount('e.balance_e4'),
];
const lines = copy.reader.connection
  .prepare(
    `SELECT ${cells.join(` || ',' || `)} FROM entry e INDEXED BY entry_account
     WHERE e.account = ? AND e.withdrawn_at IS NULL ORDER BY e.key`,
  )
  .pluck();

let firstRowMs = Number.NaN;
const one = write(0);
let all = 0;
for (let account = 0; account < Number(accounts); account += 1) all += write(account);
await copy.close();
console.log(JSON.stringify({ seconds: one, allSeconds: all, firstRowMs, peakMb: peakMb() }));

/** Seconds. */
function write(account: number): number {
  const started = performance.now();
  const out = openSync(file, 'w');
  let held: string[] = [];
  for (const line of lines.iterate(account)) {
    if (Number.isNaN(firstRowMs)) firstRowMs = performance.now() - started;
    held.push(line as string);
    if (held.length < 5_000) continue;
    writeSync(out, `${held.join('\r\n')}\r\n`);
    held = [];
  }
  writeSync(out, held.join('\r\n'));
  closeSync(out);
  return (performance.now() - started) / 1000;
}
