import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  emptyHead,
  noDigest,
  type CountedAct,
  type Envelope,
  type Head,
  type NumberedAct,
} from '../acts/act.ts';
import { envelopeDigest } from '../acts/chain.ts';
import { envelopeIn } from '../acts/envelope.ts';
import type { ReadAct } from '../acts/read-act.ts';
import { row, rows, run, type TeamCopy } from '../store/database.ts';
import { addClaims, whyContrary, type NameOf } from './claim-table.ts';

/** An act with the result of this desk's check. */
export type CheckedAct = {
  readonly row: NumberedAct;
  /** As much of the act as could be read; null where it is no act at all. */
  readonly act: ReadAct | null;
  /** Why the act changes nothing; null for a valid act. */
  readonly void: string | null;
};

/** The last act of the copy. */
export const headOf = (copy: TeamCopy): Head =>
  row<Head>(copy, 'SELECT n, digest FROM team_act ORDER BY n DESC LIMIT 1') ?? emptyHead;

/** When the founding act was numbered, by the server's clock; null where the copy has none. */
export const foundedAt = (copy: TeamCopy): Timestamp | null =>
  row<{ at: Timestamp }>(copy, 'SELECT at FROM team_act WHERE n = 1')?.at ?? null;

/** The digest at a number; zeros before the first act, null after the last. */
export const digestAt = (copy: TeamCopy, n: number): string | null =>
  n === 0
    ? noDigest
    : (row<{ digest: string }>(copy, 'SELECT digest FROM team_act WHERE n = ?', n)?.digest ?? null);

/** The `seq` and the envelope's digest of the last act under a key, void or not; null before the first. */
export function lastOf(copy: TeamCopy, key: string): CountedAct | null {
  const last = row<{ seq: number; envelope: Uint8Array }>(
    copy,
    'SELECT seq, envelope FROM team_act WHERE key = ? ORDER BY n DESC LIMIT 1',
    key,
  );
  return last && { seq: last.seq, digest: envelopeDigest(last.envelope) };
}

/** Stores an act with the claims that it makes or settles. Returns why it changes nothing; null for a valid act. */
export function addAct(
  copy: TeamCopy,
  { row: { n, digest, at, ...sealed }, act, ...found }: CheckedAct,
  nameOf: NameOf,
): string | null {
  const { key, seq, kind } = act?.envelope ?? { key: '', seq: 0, kind: '' };
  const why = found.void ?? (act && whyContrary(copy, act));
  run(
    copy,
    `INSERT INTO team_act (n, digest, key, seq, kind, envelope, signature, body, at, void)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[n, digest, key, seq, kind, sealed.envelope, sealed.signature, sealed.body, at, why],
  );
  if (act !== null && why === null) addClaims(copy, act, nameOf);
  return why;
}

/** An act of the copy, with why it changes nothing; null for a valid one. */
export type StoredAct = NumberedAct & { readonly void: string | null };

/** Acts after a number, in their order. */
export const actsBehind = (copy: TeamCopy, after: number, limit: number): StoredAct[] =>
  rows<StoredAct>(
    copy,
    'SELECT n, digest, envelope, signature, body, at, void FROM team_act WHERE n > ? ORDER BY n LIMIT ?',
    after,
    limit,
  );

/** Valid acts of these kinds, in their order. */
export const actsOfKinds = (copy: TeamCopy, kinds: readonly string[]): NumberedAct[] =>
  rows<NumberedAct>(
    copy,
    `SELECT n, digest, envelope, signature, body, at FROM team_act
     WHERE kind IN (SELECT value FROM json_each(?)) AND void IS NULL ORDER BY n`,
    JSON.stringify(kinds),
  );

/** Valid acts of these kinds after a number, in their order. */
export const actsOfKindsBehind = (
  copy: TeamCopy,
  kinds: readonly string[],
  after: number,
): NumberedAct[] =>
  rows<NumberedAct>(
    copy,
    `SELECT n, digest, envelope, signature, body, at FROM team_act
     WHERE kind IN (SELECT value FROM json_each(?)) AND n > ? AND void IS NULL ORDER BY n`,
    JSON.stringify(kinds),
    after,
  );

/** The valid act of a kind with a digest; null where there is none. */
export const actOfKind = (copy: TeamCopy, kind: string, digest: string): NumberedAct | null =>
  row<NumberedAct>(
    copy,
    `SELECT n, digest, envelope, signature, body, at FROM team_act
     WHERE kind = ? AND digest = ? AND void IS NULL LIMIT 1`,
    ...[kind, digest],
  );

/** Valid acts of these kinds between two numbers, both left out, in their order. */
export const actsOfKindsBetween = (
  copy: TeamCopy,
  kinds: readonly string[],
  { after, before }: { readonly after: number; readonly before: number },
): NumberedAct[] =>
  rows<NumberedAct>(
    copy,
    `SELECT n, digest, envelope, signature, body, at FROM team_act
     WHERE kind IN (SELECT value FROM json_each(?)) AND n > ? AND n < ? AND void IS NULL ORDER BY n`,
    ...[JSON.stringify(kinds), after, before],
  );

/** The number of the first valid act of a kind; null where there is none. */
export const firstOfKind = (copy: TeamCopy, kind: string): number | null =>
  row<{ n: number | null }>(
    copy,
    'SELECT min(n) AS n FROM team_act WHERE kind = ? AND void IS NULL',
    kind,
  )?.n ?? null;

/** The next valid acts of a kind after a number, in their order. */
export const actsOfKindBehind = (
  copy: TeamCopy,
  kind: string,
  after: number,
  limit: number,
): NumberedAct[] =>
  rows<NumberedAct>(
    copy,
    `SELECT n, digest, envelope, signature, body, at FROM team_act
     WHERE kind = ? AND n > ? AND void IS NULL ORDER BY n LIMIT ?`,
    ...[kind, after, limit],
  );

/** The kinds of all acts, each once. The query steps from kind to kind in the index. */
export const kindsIn = (copy: TeamCopy): string[] =>
  rows<{ kind: string }>(
    copy,
    `WITH RECURSIVE found (kind) AS (
       SELECT min(kind) FROM team_act
       UNION ALL
       SELECT (SELECT min(kind) FROM team_act WHERE kind > found.kind) FROM found WHERE kind IS NOT NULL)
     SELECT kind FROM found WHERE kind IS NOT NULL`,
  ).map(({ kind }) => kind);

/** The first valid act of each of these kinds with `must`. An envelope is canonical JSON without spaces, so its text can be searched. */
export const actsThatMust = (copy: TeamCopy, kinds: readonly string[]): NumberedAct[] =>
  kinds.flatMap((kind) =>
    rows<NumberedAct>(
      copy,
      `SELECT n, digest, envelope, signature, body, at FROM team_act
       WHERE kind = ? AND void IS NULL AND instr(envelope, '"must":true') > 0 ORDER BY n LIMIT 1`,
      kind,
    ),
  );

/** The last valid acts of a kind, newest first. */
export const lastActsOfKind = (
  copy: TeamCopy,
  kind: string,
  limit: number,
): { readonly n: number; readonly at: string; readonly envelope: Envelope }[] =>
  rows<{ n: number; at: string; envelope: Uint8Array }>(
    copy,
    'SELECT n, at, envelope FROM team_act WHERE kind = ? AND void IS NULL ORDER BY n DESC LIMIT ?',
    ...[kind, limit],
  ).flatMap(({ n, at, envelope }) => {
    const read = envelopeIn(envelope);
    return read === null ? [] : [{ n, at, envelope: read }];
  });

/** Acts that change nothing, newest first. */
export const voidActs = (
  copy: TeamCopy,
  limit: number,
): readonly {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly why: string;
}[] =>
  rows(
    copy,
    'SELECT n, at, key, void AS why FROM team_act WHERE void IS NOT NULL ORDER BY n DESC LIMIT ?',
    limit,
  );

/** A check of all acts against the server's. */
export type RecordCheck = {
  readonly at: Timestamp;
  /** What was wrong; null where nothing was. */
  readonly why: string | null;
};

/** The last completed check; null before the first. */
export const lastCheck = (copy: TeamCopy): RecordCheck | null =>
  row<RecordCheck>(copy, 'SELECT at, why FROM team_check WHERE one = 1');

export function saveCheck(copy: TeamCopy, { at, why }: RecordCheck): void {
  run(copy, 'INSERT OR REPLACE INTO team_check (one, at, why) VALUES (1, ?, ?)', at, why);
}

/** When an act was numbered, under which key and of which kind. */
export type ActLine = {
  readonly n: number;
  readonly at: string;
  readonly key: string;
  readonly kind: string;
};

/** The last acts, newest first. */
export const lastActs = (copy: TeamCopy, limit: number): ActLine[] =>
  rows<ActLine>(copy, 'SELECT n, at, key, kind FROM team_act ORDER BY n DESC LIMIT ?', limit);

/** The last act under a key, void or not; null before the first. */
export const lastActOf = (
  copy: TeamCopy,
  key: string,
): { readonly n: number; readonly at: string } | null =>
  row(copy, 'SELECT n, at FROM team_act WHERE key = ? ORDER BY n DESC LIMIT 1', key);
