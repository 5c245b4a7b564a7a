import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, run, type Journal } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import { emptyHead, noAct, type CountedAct, type Head } from '../acts/act.ts';

/** Where the record of a team is. */
export type RecordAddress = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly login: string;
};

/**
 * founding: the first act may be written · joining: the desk asked to join · importing: it is a member, and what it sent before is
 * being claimed · joined · left: it may send alone after a comparison with the bank · ended: the team is over, it may send alone.
 */
export type MembershipState = 'founding' | 'joining' | 'importing' | 'joined' | 'left' | 'ended';

/** This desk's membership of a team, as the journal stores it. */
export type Membership = {
  readonly state: MembershipState;
  /** Digest of the founding act; empty until it is known. */
  readonly team: string;
  /** The person's name. */
  readonly name: string;
  readonly address: RecordAddress;
  /** The certificate (PEM) that signs the server's; null for the system's own. */
  readonly ca: string | null;
  /** The card with which a newcomer asks to join; null for a founder. */
  readonly card: Uint8Array | null;
  readonly since: Timestamp;
};

type Stored = Omit<Membership, 'address'> & { server: string };

/** Reads this desk's membership; null where it has no team. */
export function membershipIn(journal: Journal): Membership | null {
  const stored = row<Stored>(
    journal,
    'SELECT state, team, name, server, ca, card, since FROM team_membership WHERE one = 1',
  );
  if (stored === null) return null;
  const { server, ...rest } = stored;
  return { ...rest, address: JSON.parse(server) as RecordAddress };
}

/** Is this desk a member of a team? */
export const hasJoined = (journal: Journal): boolean =>
  row(journal, "SELECT 1 FROM team_membership WHERE one = 1 AND state = 'joined'") !== null;

export function saveMembership(journal: Journal, membership: Membership): void {
  const { state, team, name, address, ca, card, since } = membership;
  writeJournal(journal, 'team_membership', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO team_membership (one, state, team, name, server, ca, card, since)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
      ...[state, team, name, JSON.stringify(address), ca, card, since],
    ),
  );
}

/** Saves a new membership and clears the head and own acts of any earlier team: the desk has read nothing yet. */
export function beginMembership(journal: Journal, membership: Membership): void {
  writeJournal(journal, ['team_membership', 'team_head', 'team_own_act'], () => {
    saveMembership(journal, membership);
    run(journal, 'DELETE FROM team_head');
    run(journal, 'DELETE FROM team_own_act');
  });
}

/** Removes the membership after a request to join was given up. */
export function removeMembership(journal: Journal): void {
  writeJournal(journal, 'team_membership', () => {
    run(journal, 'DELETE FROM team_membership');
  });
}

/** The last act that this desk has read. It does not depend on the copy of the record, which may be lost. */
export const rememberedHead = (journal: Journal): Head =>
  row<Head>(journal, 'SELECT n, digest FROM team_head WHERE one = 1') ?? emptyHead;

export function rememberHead(journal: Journal, { n, digest }: Head): void {
  writeJournal(journal, 'team_head', () =>
    run(journal, 'INSERT OR REPLACE INTO team_head (one, n, digest) VALUES (1, ?, ?)', n, digest),
  );
}

type OwnActs = CountedAct & { readonly forgotten: number };

/** A journal from before the key was renewed knows none of the new key's acts. */
const ownActs = (journal: Journal, key: string): OwnActs =>
  row<OwnActs>(
    journal,
    'SELECT seq, digest, forgotten FROM team_own_act WHERE one = 1 AND key = ?',
    key,
  ) ?? { ...noAct, forgotten: 0 };

/** Notes an act under a key of this desk before the act is sent. `before` is the key's last act in the record. */
export function noteOwnAct(
  journal: Journal,
  key: string,
  { seq, digest, before }: CountedAct & { readonly before: CountedAct },
): void {
  const forgotten = forgottenThrough(journal, key, before);
  writeJournal(journal, 'team_own_act', () =>
    run(
      journal,
      'INSERT OR REPLACE INTO team_own_act VALUES (1, ?, ?, ?, ?)',
      ...[key, seq, digest, forgotten],
    ),
  );
}

/**
 * The `seq` of the last act under a key that this desk's journal does not know; 0 where it knows all. `recorded` is the key's last act in
 * the record. A journal from an old copy lacks acts that may have been sent. An act that the record refused leaves its `seq` to another
 * act, so an equal `seq` alone does not prove that the journal knows the act.
 */
export function forgottenThrough(journal: Journal, key: string, recorded: CountedAct): number {
  const { seq, digest, forgotten } = ownActs(journal, key);
  const isKnown = recorded.seq < seq || (recorded.seq === seq && recorded.digest === digest);
  return isKnown ? forgotten : recorded.seq;
}
