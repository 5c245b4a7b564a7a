import { rows, type CacheReader } from '../../../engines/store/database.ts';
import { quotedTerm } from '../../../engines/store/search/search-text.ts';
import { tokensOf } from '../../../engines/store/search/tokens.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { accountKeys, findOrdinal } from '../../accounts/ordinals.ts';
import type { OwnOrder } from '../counterparty/own-orders.ts';
import { keyOfSearchSql, searchBounds } from '../entries/entry-keys.ts';
import { meaningsAt, type Meanings, type Places } from '../entries/meanings.ts';

/** The keys between which to look for entries, both included, and the maximum number of results. */
export type Span = { readonly low: number; readonly high: number; readonly limit: number };

/** Keys of entries. There may be more below `from`; null if the keys are complete. */
export type Candidates = { readonly keys: readonly number[]; readonly from: number | null };

/** The account and reference of an own order. */
export type PlacedOrder = Pick<OwnOrder, 'accountNumber' | 'reference'>;

const entriesAtOnce = 100;
/** How many entries with the words of a name are examined in one account. */
const lookedMax = 20_000;

/** Returns the entries with a label, newest first. */
export function labelledKeys(
  reader: CacheReader,
  label: number | null,
  { low, high, limit }: Span,
): Candidates {
  const keys = rows<{ key: number }>(
    reader,
    `SELECT key FROM entry_label INDEXED BY entry_label_by_label
     WHERE label = ? AND key BETWEEN ? AND ? ORDER BY key DESC LIMIT ?`,
    label,
    low,
    high,
    limit,
  ).map(({ key }) => key);
  return cutAt(keys, limit);
}

/** Returns the entries with the references of own orders. */
export function* orderedKeys(
  reader: CacheReader,
  orders: readonly PlacedOrder[],
  { low, high }: Pick<Span, 'low' | 'high'>,
): Sliced<number[]> {
  const keys: number[] = [];
  for (let start = 0; start < orders.length; start += entriesAtOnce) {
    for (const order of orders.slice(start, start + entriesAtOnce))
      keys.push(...keysUnder(reader, order, { low, high }));
    yield;
  }
  return keys;
}

/** Returns the keys of the entries of an account with a reference. */
function keysUnder(
  reader: CacheReader,
  { accountNumber, reference }: PlacedOrder,
  keys: { readonly low: number; readonly high: number },
): number[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  const { low, high } = searchBounds(account, keys);
  return rows<{ key: number }>(
    reader,
    `SELECT e.key FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ? AND e.reference = ?`,
    `reference: ${quotedTerm(reference)}`,
    low,
    high,
    reference,
  ).map(({ key }) => key);
}

type NamedEntry = Parameters<Meanings['of']>[0] & { readonly key: number };

type BankNamed = {
  readonly name: string;
  readonly places: Places;
  /** Is this bank name the wanted one? */
  readonly accepts: (name: string) => boolean;
};

/** Returns the entries with the name in the bank's own field, newest first; none if the bank file maps no such field. */
export function* bankNamedKeys(
  reader: CacheReader,
  { name, places, accepts }: BankNamed,
  span: Span,
): Sliced<Candidates> {
  const tokens = tokensOf(name);
  if (places['counterparty'] === undefined || tokens.length === 0) return { keys: [], from: null };
  const meanings = meaningsAt(places);
  const found: Candidates[] = [];
  for (const { ordinal } of accountKeys(reader)) {
    const keys: number[] = [];
    let high = span.high;
    let from: number | null = null;
    for (let looked = 0; ; looked += entriesAtOnce) {
      const piece = keysWith(
        reader,
        quotedTerm(tokens.join(' ')),
        searchBounds(ordinal, { ...span, high }),
      );
      keys.push(
        ...acceptedAmong(reader, piece, (entry) => accepts(meanings.of(entry).counterparty ?? '')),
      );
      const last = piece.at(-1);
      if (last === undefined || piece.length < entriesAtOnce) break;
      if (keys.length >= span.limit || looked >= lookedMax) {
        from = last;
        break;
      }
      high = last - 1;
      yield;
    }
    found.push({ keys, from });
    yield;
  }
  return joined(found);
}

const keysWith = (
  reader: CacheReader,
  expression: string,
  { low, high }: { readonly low: bigint; readonly high: bigint },
): number[] =>
  rows<{ key: number }>(
    reader,
    `SELECT ${keyOfSearchSql('rowid')} AS key FROM entry_search
     WHERE entry_search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
    expression,
    low,
    high,
    entriesAtOnce,
  ).map(({ key }) => key);

const acceptedAmong = (
  reader: CacheReader,
  keys: readonly number[],
  accepts: (entry: NamedEntry) => boolean,
): number[] =>
  rows<NamedEntry>(
    reader,
    `SELECT e.key, e.at AS transactionDate, e.narration, e.reference AS customReference,
       (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS transactionType, e.extras
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
    JSON.stringify(keys),
  )
    .filter(accepts)
    .map(({ key }) => key);

/** Joins the candidates of several sources, newest first, each once. Drops those below the highest `from`, where one may lack some. */
export function joined(sources: readonly Candidates[]): Candidates {
  const from = sources.reduce<number | null>(
    (highest, one) => (one.from === null ? highest : Math.max(highest ?? 0, one.from)),
    null,
  );
  const keys = [...new Set(sources.flatMap((one) => one.keys))];
  return {
    keys: keys.filter((key) => from === null || key >= from).sort((a, b) => b - a),
    from,
  };
}

/** Cuts keys, newest first, to at most `limit`. */
export const cutAt = (keys: readonly number[], limit: number): Candidates => ({
  keys: keys.slice(0, limit),
  from: keys.length < limit ? null : (keys[limit - 1] ?? null),
});
