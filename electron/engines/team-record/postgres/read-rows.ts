import type { Head, NumberedAct } from '../../acts/act.ts';

export type ClaimOutcome = 'accepted' | 'refused' | 'unknown' | 'not-sent' | 'not-found';

/** The result for one wanted claim. An act claims all of its references or none. */
export type ClaimAnswer = {
  /** The act that claimed it. */
  readonly n: number | null;
  /** The keyed digest of the reference. */
  readonly reference: string;
  readonly state: 'claimed' | 'yours' | 'taken' | 'twin' | 'stale';
  /** The key that holds the conflicting claim. */
  readonly key: string;
  /** The keyed digest of the twin's reference. */
  readonly other: string | null;
  readonly outcome: ClaimOutcome | null;
};

/** A desk that is open now. */
export type PresentDesk = {
  readonly key: string;
  /** Seconds since it last published. */
  readonly age: number;
  /** The last act that it has read. */
  readonly n: number;
  /** The keyed digest of what its person looks at; empty for nothing. */
  readonly subject: string;
};

export type JoinRequest = { readonly login: string; readonly card: Uint8Array };

/** A row from the server, unchecked: each value may be anything. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads a row; null where a value does not have the record's form. */
type Reader<T> = (row: Row) => T | null;

/** Reads every row; undefined where one cannot be read. */
export function everyRow<T>(rows: readonly Row[], read: Reader<T>): T[] | undefined {
  const found = rows.map(read);
  return found.every((item) => item !== null) ? found : undefined;
}

/** The number of an act; a bigint comes as text. */
export function numberIn(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

export const headIn: Reader<Head> = ({ n: count, digest }) => {
  const n = numberIn(count);
  return n === null || !isDigest(digest) ? null : { n, digest };
};

export const actIn: Reader<NumberedAct> = ({ envelope, signature, body, at, ...place }) => {
  const head = headIn(place);
  const isAct = [envelope, signature, body].every((part) => part instanceof Uint8Array);
  return head === null || !isAct || typeof at !== 'string' || Number.isNaN(Date.parse(at))
    ? null
    : ({ ...head, envelope, signature, body, at } as NumberedAct);
};

export const requestIn: Reader<JoinRequest> = ({ login, card }) =>
  typeof login === 'string' && card instanceof Uint8Array ? { login, card } : null;

export const presentIn: Reader<PresentDesk> = ({
  by_key: key,
  age,
  n: count,
  subject_of: subject,
}) => {
  const n = numberIn(count);
  const isText = typeof key === 'string' && typeof subject === 'string';
  return isText && typeof age === 'number' && n !== null ? { key, age, n, subject } : null;
};

const states: ReadonlySet<unknown> = new Set(['claimed', 'yours', 'taken', 'twin', 'stale']);
const outcomes: ReadonlySet<unknown> = new Set([
  ...[null, 'accepted', 'refused', 'unknown', 'not-sent', 'not-found'],
]);

export const answerIn: Reader<ClaimAnswer> = ({
  n,
  reference,
  state,
  by_key: key,
  other,
  outcome,
}) => {
  const isAnswer =
    [reference, key].every((text) => typeof text === 'string') &&
    states.has(state) &&
    outcomes.has(outcome) &&
    (other === null || typeof other === 'string') &&
    (n === null || numberIn(n) !== null);
  return isAnswer
    ? ({ n: n === null ? null : numberIn(n), reference, state, key, other, outcome } as ClaimAnswer)
    : null;
};
