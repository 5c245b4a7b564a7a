import {
  noDigest,
  type CountedAct,
  type Envelope,
  type Head,
  type JsonObject,
  type NumberedAct,
} from './act.ts';
import { digestAfter, sha256 } from './chain.ts';
import { envelopeIn } from './envelope.ts';
import { isSignedBy } from './member-keys.ts';
import { openBody } from './sealing.ts';
import type { TeamKeys } from './team-keys.ts';

/** An act that was checked. */
export type ReadAct = {
  readonly n: number;
  readonly digest: string;
  /** When the server numbered it. */
  readonly at: string;
  readonly envelope: Envelope;
  /** Null where this desk has no key of its epoch. */
  readonly content: JsonObject | null;
};

/** A desk's knowledge of a record up to its head. */
export type RecordSoFar = {
  readonly head: Head;
  /** Digest of the founding act; null before it. */
  readonly team: string | null;
  readonly keys: TeamKeys | null;
  /** The `seq` and the envelope's digest of the last act that {@link readAct} returned under a key, void or not; null before the first. */
  readonly lastOf: (key: string) => CountedAct | null;
  /** Zeros at 0, null after the head. */
  readonly digestAt: (n: number) => string | null;
};

/**
 * act: it counts, if its author may write it · void: it changes nothing, and the record goes on; `act` is null where it must not become
 * the last act of its key: it cannot be read, or does not have the key's next number · fatal: the record was changed, and nothing after
 * it can be trusted.
 */
export type Reading =
  | { readonly is: 'act'; readonly act: ReadAct }
  | { readonly is: 'void'; readonly act: ReadAct | null; readonly why: string }
  | { readonly is: 'fatal'; readonly why: string };

/** Checks the next act after the head of a record. Who is a member is decided elsewhere. */
export function readAct(record: RecordSoFar, row: NumberedAct): Reading {
  const { head } = record;
  if (row.n !== head.n + 1 || row.digest !== digestAfter(head.digest, row))
    return { is: 'fatal', why: 'It does not follow the act before it.' };
  const envelope = envelopeIn(row.envelope);
  if (envelope === null) return voidUnlessFirst(row, null, 'It is no act.');
  const act = { n: row.n, digest: row.digest, at: row.at, envelope, content: null };
  const foreign = whyForeign(record, row, envelope);
  if (foreign === null && !hasSeen(record, envelope))
    return { is: 'fatal', why: 'Its author has seen another record.' };
  const why = foreign ?? whyUnfit(record, row, envelope);
  if (why === null) return withContent(record, row, act);
  // A replayed old act must not become its author's last act: the acts after it could then be replayed too.
  return voidUnlessFirst(row, envelope.seq === nextSeq(record, envelope) ? act : null, why);
}

/** A void first act is fatal: the record then belongs to no team. */
const voidUnlessFirst = (
  { n }: { readonly n: number },
  act: ReadAct | null,
  why: string,
): Reading => (n === 1 ? { is: 'fatal', why } : { is: 'void', act, why });

/** Returns why an act was not written for this record; null where it was. The head in a foreign act means nothing. */
function whyForeign(
  { team }: RecordSoFar,
  { n, envelope: bytes, signature }: NumberedAct,
  { key, kind, team: named }: Envelope,
): string | null {
  if (!isSignedBy(key, bytes, signature)) return 'Its signature is not its author’s.';
  if (n === 1 && kind !== 'found') return 'The first act founds no team.';
  if (n > 1 && kind === 'found') return 'The team was founded before.';
  return named === (n === 1 ? noDigest : team) ? null : 'It is of another team.';
}

const hasSeen = (record: RecordSoFar, { seen }: Envelope): boolean =>
  seen.n <= record.head.n && record.digestAt(seen.n) === seen.digest;

const nextSeq = (record: RecordSoFar, { key }: Envelope): number =>
  (record.lastOf(key)?.seq ?? 0) + 1;

function whyUnfit(record: RecordSoFar, { body }: NumberedAct, envelope: Envelope): string | null {
  const { key, seq, prev, cipher } = envelope;
  const expected = record.lastOf(key)?.digest ?? noDigest;
  if (seq !== nextSeq(record, envelope) || prev !== expected)
    return 'It does not follow its author’s act before.';
  return sha256(body).toString('hex') === cipher ? null : 'Its body is not its own.';
}

function withContent({ keys }: RecordSoFar, { body }: NumberedAct, act: ReadAct): Reading {
  const content = contentOf(act.envelope, body, keys);
  if (content === undefined) return { is: 'act', act };
  return content === null
    ? voidUnlessFirst(act, act, 'Its body cannot be opened.')
    : { is: 'act', act: { ...act, content } };
}

/** The content that an envelope names; null where the body has none or another, undefined without the key of its epoch. */
function contentOf(
  { epoch, body: digest }: Envelope,
  body: Uint8Array,
  keys: TeamKeys | null,
): JsonObject | null | undefined {
  const key = keys?.epochs[epoch - 1];
  if (key === undefined) return undefined;
  const opened = openBody(key, body);
  return opened?.digest === digest ? opened.content : null;
}

/** Reads an act again that was checked before; null for no act. Its content is null without the key, or with a wrong digest. */
export function readStored(row: NumberedAct, keys: TeamKeys | null): ReadAct | null {
  const envelope = envelopeIn(row.envelope);
  if (envelope === null) return null;
  const { n, digest, at } = row;
  return { n, digest, at, envelope, content: contentOf(envelope, row.body, keys) ?? null };
}
