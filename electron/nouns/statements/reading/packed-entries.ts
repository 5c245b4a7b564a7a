import type { Extras } from '../../../../shared/bank/extras.ts';
import { hashOfId } from '../entries/entry-keys.ts';
import type { IncomingEntry, PageToSave } from '../entries/incoming.ts';

/**
 * The entries of a page in the form that is sent to the storing thread, oldest first. SQLite inserts new ones directly from the JSON
 * text, so that thread creates and binds no values.
 */
export type PackedEntries = {
  /** The hash of each entry's account and id. */
  readonly hashes: Float64Array;
  readonly ordinals: Float64Array;
  /** The transaction types of the page; entries refer to them by index. */
  readonly types: readonly string[];
  /** Runs of consecutive entries of one day. */
  readonly days: readonly PackedDay[];
};

/** A page with packed entries, as it is sent between the threads. */
export type PackedPage = Omit<PageToSave, 'entries'> & { readonly entries: PackedEntries };

type PackedDay = {
  readonly day: number;
  readonly count: number;
  /** A JSON list of {@link PackedEntry}. */
  readonly rows: string;
  /** The counts and amounts to add to the sums of the day. */
  readonly sums: readonly PackedSum[];
};

type PackedSum = {
  readonly type: number;
  readonly direction: 'debit' | 'credit';
  readonly entries: number;
  readonly amountE4: bigint;
};

/** `direction` is 1 for a credit, 0 for a debit. Amounts are in units of 10^-4 as text. */
type PackedEntry = [
  ordinal: number,
  id: string,
  amountE4: string,
  currency: string,
  direction: 0 | 1,
  type: number,
  at: string,
  narration: string,
  reference: string,
  balanceE4: string,
  extras: Extras | null,
  digits: number | null,
];

/** The columns of a packed row; {@link packedValues} has their values in SQL. `types` is a JSON list of the types' numbers. */
export const packedColumns =
  'id, amount_e4, currency, direction, type, at, narration, reference, balance_e4, extras, digits';
export const packedValues = (row: string, types: string): string =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    .map((at) => (at === 5 ? `${types} ->> (${row} ->> 5)` : `${row} ->> ${at}`))
    .join(', ');

/** The start of a JSON escape, as of a NUL or half a surrogate pair. SQLite would not read these back unchanged. */
const escaped = '\\u';

/** Can SQLite store the entries from their text? */
export const isPlain = ({ days }: PackedEntries): boolean =>
  !days.some(({ rows }) => rows.includes(escaped));

export function packEntries(account: number, given: readonly IncomingEntry[]): PackedEntries {
  const entries = given.toSorted((a, b) => a.ordinal - b.ordinal);
  const types = [...new Set(entries.map(({ transactionType }) => transactionType))];
  return {
    hashes: Float64Array.from(entries, ({ id }) => hashOfId(account, id)),
    ordinals: Float64Array.from(entries, ({ ordinal }) => ordinal),
    types,
    days: runsOfDays(entries).map((run) => packDay(run, types)),
  };
}

function runsOfDays(entries: readonly IncomingEntry[]): IncomingEntry[][] {
  const runs: IncomingEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0]?.day === entry.day) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function packDay(entries: readonly IncomingEntry[], types: readonly string[]): PackedDay {
  const sums = new Map<string, PackedSum>();
  const rows = entries.map((entry): PackedEntry => {
    const type = types.indexOf(entry.transactionType);
    const { direction, amountE4 } = entry;
    const place = `${direction} ${type}`;
    const sum = sums.get(place);
    sums.set(place, {
      ...{ type, direction },
      entries: (sum?.entries ?? 0) + 1,
      amountE4: (sum?.amountE4 ?? 0n) + amountE4,
    });
    return [
      entry.ordinal,
      entry.id,
      String(amountE4),
      entry.currency,
      direction === 'credit' ? 1 : 0,
      type,
      entry.at,
      entry.narration,
      entry.customReference,
      String(entry.balanceE4),
      entry.extras ?? null,
      entry.digits ?? null,
    ];
  });
  return {
    day: entries[0]?.day ?? 0,
    count: rows.length,
    rows: JSON.stringify(rows),
    sums: [...sums.values()],
  };
}

/** Unpacks the entries, oldest first. */
export const unpackEntries = ({
  days,
  types,
}: Pick<PackedEntries, 'days' | 'types'>): IncomingEntry[] =>
  days.flatMap(({ day, rows }) =>
    // Only `packDay` writes this text, so the cast is safe.
    (JSON.parse(rows) as PackedEntry[]).map((row) => unpackEntry(row, day, types)),
  );

function unpackEntry(row: PackedEntry, day: number, types: readonly string[]): IncomingEntry {
  const [ordinal, id, amountE4, currency, direction, type, at, narration, reference] = row;
  const [balanceE4, extras, digits] = [row[9], row[10], row[11]];
  return {
    ...{ id, currency, at, day, narration, ordinal },
    amountE4: BigInt(amountE4),
    direction: direction === 1 ? 'credit' : 'debit',
    transactionType: types[type] ?? '',
    customReference: reference,
    balanceE4: BigInt(balanceE4),
    extras: extras ?? undefined,
    digits: digits ?? undefined,
  };
}
