import { parseArgs } from 'node:util';

import { parts, type Part } from './goals.ts';

export type BenchOptions = {
  readonly entries: number;
  readonly accounts: number;
  readonly parts: readonly Part[];
  /** Where every row is written as JSON. */
  readonly json: string | undefined;
  /** Is the table of this size in docs/PERFORMANCE.md written anew? */
  readonly page: boolean;
  /** Where the copies are made; the system's own place when left out. */
  readonly folder: string | undefined;
};

/** From so many entries on the window is tried over twenty accounts: one account has fewer. */
const manyEntries = 5_000_000;

/** Reads `--entries N --accounts N --json FILE --page --peers --only PART,PART --in FOLDER`. Throws for anything else. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      entries: { type: 'string', default: '100000' },
      accounts: { type: 'string' },
      json: { type: 'string' },
      page: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      only: { type: 'string' },
      in: { type: 'string' },
    },
  });
  const entries = Number(values.entries);
  if (!Number.isInteger(entries) || entries < 1_000) throw new Error('--entries is at least 1000.');
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !(parts as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`--only knows ${parts.join(', ')}.`);
  return {
    entries,
    accounts: Number(values.accounts ?? (entries >= manyEntries ? 20 : 1)),
    parts: parts.filter((part) => only?.includes(part) ?? (part !== 'peers' || values.peers)),
    json: values.json,
    page: values.page,
    folder: values.in,
  };
}
