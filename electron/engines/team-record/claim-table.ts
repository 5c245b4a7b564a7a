import { textOf, type Json } from '../acts/act.ts';
import type { ReadAct } from '../acts/read-act.ts';
import { row, rows, run, type TeamCopy } from '../store/database.ts';
import type { ClaimOutcome } from './postgres/team-server.ts';

/** A claim as the acts that this desk has read leave it. */
export type StoredClaim = {
  /** The keyed digest of the reference. */
  readonly name: string;
  /** Empty where the act's body could not be read. */
  readonly reference: string;
  /** The key that holds it. */
  readonly key: string;
  /** When it was claimed, by the server's clock. */
  readonly at: string;
  /** The number of the act that claimed it. */
  readonly n: number;
  /** The keyed digest of what it pays; empty where that was not claimed. */
  readonly likeness: string;
  readonly outcome: ClaimOutcome | null;
  /** The number of the act that gave the outcome; null while there is none. */
  readonly settled: number | null;
};

/** One claim in an act: keyed digests of its reference, of what it pays and of its payload, and its outcome. */
export type ListedItem = Readonly<Record<'r' | 'l' | 'p' | 'is', string>>;

/** Reads the items of a list in an envelope. A value that is no text becomes empty: a member may have signed anything. */
export function listedItems(
  { envelope }: Pick<ReadAct, 'envelope'>,
  name: 'claims' | 'outcomes',
): ListedItem[] {
  const listed = envelope.of?.[name];
  return (Array.isArray(listed) ? (listed as readonly Json[]) : []).map((item) => {
    const { r, l, p, is } = (item ?? {}) as Record<string, Json>;
    return { r: textOf(r), l: textOf(l), p: textOf(p), is: textOf(is) };
  });
}

/** Is the right to send a reference free again? Nothing left, or the bank does not have it. */
export const isFree = (outcome: ClaimOutcome | null): boolean =>
  outcome === 'not-sent' || outcome === 'not-found';

/** Is it not known yet whether the bank has the payment? */
export const isOpen = (outcome: ClaimOutcome | null): boolean =>
  outcome === null || outcome === 'unknown';

/** Returns why an act contradicts the acts before it; null where it does not. The server may have let such an act through. */
export function whyContrary(copy: TeamCopy, act: ReadAct): string | null {
  if (act.envelope.kind !== 'claim') return null;
  const isHeld = listedItems(act, 'claims').some(({ r }) => {
    const held = claimNamed(copy, r);
    return held !== null && !isFree(held.outcome);
  });
  return isHeld ? 'It claims what an earlier act holds.' : null;
}

/** The kind of an act by which a desk says that the bank accepted what the record has as refused. */
export const contradictKind = 'contradict';

/** Applies a valid act to the table if it claims, settles, takes over, renews or contradicts. `nameOf` gives a reference's keyed digest. */
export function addClaims(copy: TeamCopy, act: ReadAct, nameOf: NameOf): void {
  if (act.envelope.kind === 'claim') claim(copy, act, nameOf);
  if (act.envelope.kind === 'settle') settle(copy, act);
  if (act.envelope.kind === 'take-over') takeOver(copy, act);
  if (act.envelope.kind === 'renew') renew(copy, act);
  if (act.envelope.kind === contradictKind) contradict(copy, act);
}

export type NameOf = (reference: string) => string | null;

/** The references are in the body, in the order of the claims. One that does not match its claimed digest is stored as empty. */
function claim(copy: TeamCopy, act: ReadAct, nameOf: NameOf): void {
  const listed = act.content?.['references'];
  const references = Array.isArray(listed) ? (listed as readonly Json[]).map(textOf) : [];
  for (const [place, { r, l }] of listedItems(act, 'claims').entries()) {
    const reference = references[place] ?? '';
    run(
      copy,
      'INSERT OR REPLACE INTO team_claim (name, reference, likeness, key, at, n) VALUES (?, ?, ?, ?, ?, ?)',
      ...[r, nameOf(reference) === r ? reference : '', l, act.envelope.key, act.at, act.n],
    );
  }
}

function settle(copy: TeamCopy, act: ReadAct): void {
  for (const { r, is } of listedItems(act, 'outcomes'))
    run(
      copy,
      `UPDATE team_claim SET outcome = ?, settled = ? WHERE name = ? AND key = ?
         AND coalesce(outcome, 'unknown') NOT IN ('accepted', 'refused')`,
      ...[is, act.n, r, act.envelope.key],
    );
}

function takeOver(copy: TeamCopy, act: ReadAct): void {
  for (const { r } of listedItems(act, 'claims'))
    run(
      copy,
      `UPDATE team_claim SET key = ?, outcome = 'unknown' WHERE name = ? AND coalesce(outcome, 'unknown') = 'unknown'`,
      ...[act.envelope.key, r],
    );
}

function renew(copy: TeamCopy, { envelope: { key, of } }: ReadAct): void {
  run(copy, 'UPDATE team_claim SET key = ? WHERE key = ?', textOf(of?.['key']), key);
}

/**
 * Two copies of a record let two desks send one reference. Where the bank refused one and accepted the other, the claim is accepted:
 * the worse of the two counts, and no later outcome of the holder changes that.
 */
function contradict(copy: TeamCopy, act: ReadAct): void {
  for (const { r, is } of listedItems(act, 'outcomes'))
    if (is === 'accepted')
      run(
        copy,
        "UPDATE team_claim SET outcome = 'accepted', settled = ? WHERE name = ? AND outcome = 'refused'",
        ...[act.n, r],
      );
}

const columns = 'name, reference, likeness, key, at, n, outcome, settled';

export const claimNamed = (copy: TeamCopy, name: string): StoredClaim | null =>
  row<StoredClaim>(copy, `SELECT ${columns} FROM team_claim WHERE name = ?`, name);

/** Claims of a likeness that may be booked: open, unknown, or accepted since a time. */
export const claimsAlike = (copy: TeamCopy, likeness: string, since: string): StoredClaim[] =>
  rows<StoredClaim>(
    copy,
    `SELECT ${columns} FROM team_claim WHERE likeness = ? AND likeness <> ''
       AND (coalesce(outcome, 'unknown') = 'unknown' OR (outcome = 'accepted' AND at >= ?)) ORDER BY n DESC`,
    likeness,
    since,
  );

/** A claim, with the `seq` of the act that claimed it. */
export type OpenClaim = StoredClaim & {
  /** Null where another key claimed it and this key took it over. */
  readonly seq: number | null;
};

/** Claims that a key holds, whose outcome may still change. */
export const openClaimsOf = (copy: TeamCopy, key: string): OpenClaim[] =>
  rows<OpenClaim>(
    copy,
    `SELECT c.name, c.reference, c.likeness, c.key, c.at, c.n, c.outcome, c.settled, a.seq FROM team_claim c
     LEFT JOIN team_act a ON a.n = c.n AND a.key = c.key
     WHERE c.key = ? AND coalesce(c.outcome, 'unknown') IN ('unknown', 'not-sent', 'not-found') ORDER BY c.n`,
    key,
  );

/** Claims of other keys whose outcome is not known, oldest first. */
export const openClaimsOfOthers = (copy: TeamCopy, key: string, limit: number): StoredClaim[] =>
  rows<StoredClaim>(
    copy,
    `SELECT ${columns} FROM team_claim WHERE coalesce(outcome, 'unknown') = 'unknown'
       AND key <> ? AND reference <> '' ORDER BY n LIMIT ?`,
    key,
    limit,
  );

/** The claim of a reference, ignoring case; null where there is none. `folded` is in lower case. */
export const claimSpelled = (copy: TeamCopy, folded: string): StoredClaim | null =>
  row<StoredClaim>(
    copy,
    `SELECT ${columns} FROM team_claim WHERE lower(reference) = ? AND reference <> '' LIMIT 1`,
    folded,
  );

/** Claims whose reference begins with a text and is longer, ignoring case. `folded` is in lower case. */
export const claimsBeginning = (copy: TeamCopy, folded: string, limit: number): StoredClaim[] =>
  rows<StoredClaim>(
    copy,
    `SELECT ${columns} FROM team_claim
     WHERE lower(reference) > ? AND lower(reference) < ? AND reference <> '' LIMIT ?`,
    ...[folded, `${folded}\u{10ffff}`, limit],
  );

/** Claims of a likeness with any outcome, newest first. */
export const claimsOfLikeness = (copy: TeamCopy, likeness: string, limit: number): StoredClaim[] =>
  rows<StoredClaim>(
    copy,
    `SELECT ${columns} FROM team_claim WHERE likeness = ? AND likeness <> '' ORDER BY n DESC LIMIT ?`,
    ...[likeness, limit],
  );

/** A claim by which no money left. `settled` is the number of the act that recorded this. */
export type UnpaidClaim = {
  readonly settled: number;
  readonly name: string;
  /** Empty where the act's body could not be read. */
  readonly reference: string;
};

/** Claims by which no money left, after the given one, in the order of the acts that recorded this. */
export const claimsUnpaidBehind = (
  copy: TeamCopy,
  { settled, name }: Pick<UnpaidClaim, 'settled' | 'name'>,
  limit: number,
): UnpaidClaim[] =>
  rows<UnpaidClaim>(
    copy,
    `SELECT settled, name, reference FROM team_claim
     WHERE outcome IN ('not-sent', 'not-found', 'refused') AND (settled, name) > (?, ?)
     ORDER BY settled, name LIMIT ?`,
    ...[settled, name, limit],
  );
