import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { JournalState } from '../../../../shared/ipc/submissions.ts';
import type { JournalLock } from '../../../engines/store/opening/journal-locks.ts';
import type { CachedHead, JournalHead } from '../../../engines/store/journal-head.ts';
import type { Remembered } from './witnesses.ts';
import type { Witness } from './witness.ts';

/** The journal's file as it was found, before anything was made in its place. */
export type FoundJournal =
  | {
      readonly is: 'read';
      readonly head: JournalHead;
      readonly headAt: (count: number) => JournalHead | null;
      readonly chainHolds: boolean;
      readonly lock: JournalLock | null;
      /** Of the last opening of sending that it knows. */
      readonly epoch: number;
    }
  | { readonly is: 'unreadable'; readonly isForeign: boolean }
  | { readonly is: 'absent'; readonly hadCache: boolean };

export type Evidence = {
  readonly folderId: string;
  readonly journal: FoundJournal;
  readonly remembered: Remembered;
  /** The witness inside the folder, in cache.db. */
  readonly cached: CachedHead | null;
};

export type Verdict = {
  readonly state: JournalState;
  /** A lock that was found, in the journal or in a witness. */
  readonly lock: JournalLock | null;
  readonly knownUntil: Timestamp | null;
  readonly lastSentAt: Timestamp | null;
  readonly expectedSends: number;
};

/** Holds what the journal says of itself beside everything that remembers it. */
export function verdictOn(evidence: Evidence): Verdict {
  const { journal } = evidence;
  const heads = headsIn(evidence);
  const furthest = heads.toSorted((a, b) => b.count - a.count)[0] ?? null;
  const lock = (journal.is === 'read' ? journal.lock : null) ?? lockIn(evidence);
  return {
    state: lock?.state ?? stateOf(evidence, heads),
    lock,
    knownUntil: lock ? lock.knownUntil : knownUntil(journal, heads),
    lastSentAt: furthest?.at ?? null,
    expectedSends: furthest?.count ?? 0,
  };
}

/** What was witnessed before a person opened sending again is past. */
export function ownWitnesses({ file, keychain }: Remembered): Witness[] {
  const own = [file, keychain].filter((witness) => witness !== null);
  const epoch = Math.max(...own.map((witness) => witness.epoch));
  return own.filter((witness) => witness.epoch === epoch);
}

/** Of the last opening of sending that anything beside the journal knows. */
export const epochOf = ({ remembered, cached }: Pick<Evidence, 'remembered' | 'cached'>): number =>
  Math.max(ownWitnesses(remembered)[0]?.epoch ?? 0, cached?.epoch ?? 0);

/** Copies of the folder at other places of this machine, but those that a person knew of and reconciled. */
export const twinsIn = ({
  folderId,
  remembered: { file, elsewhere },
}: Pick<Evidence, 'folderId' | 'remembered'>): Witness[] =>
  elsewhere.filter(
    (witness) =>
      witness.folderId === folderId && !(file?.reconciled.includes(witness.digest) ?? false),
  );

type Head = JournalHead & { readonly isTwin: boolean };

function headsIn(evidence: Evidence): Head[] {
  const { remembered, cached } = evidence;
  const own = ownWitnesses(remembered);
  const epoch = own[0]?.epoch ?? 0;
  const inside = cached !== null && cached.epoch >= epoch ? [cached] : [];
  return [
    ...[...own, ...inside].map((head) => ({ ...head, isTwin: false })),
    ...twinsIn(evidence).map((head) => ({ ...head, isTwin: true })),
  ];
}

const lockIn = ({ remembered }: Evidence): JournalLock | null =>
  ownWitnesses(remembered).find(({ lock }) => lock !== null)?.lock ?? null;

function stateOf(evidence: Evidence, heads: readonly Head[]): JournalState {
  const { journal, remembered, folderId } = evidence;
  const own = ownWitnesses(remembered);
  if (journal.is === 'unreadable') return journal.isForeign ? 'foreign' : 'damaged';
  if (journal.is === 'absent') return stateOfNone(evidence, heads);
  if (!journal.chainHolds) return 'damaged';
  if (journal.epoch < epochOf(evidence)) return 'older';
  if (!heads.every((head) => passes(journal, head)))
    return own.some((witness) => witness.folderId !== folderId) ? 'foreign' : 'older';
  if (isClaimOpen(remembered)) return 'older';
  return own.length === 0 ? 'unchecked' : 'whole';
}

/** A cache without a word of the journal was written beside one that is gone now. */
function stateOfNone({ journal, cached, remembered }: Evidence, heads: readonly Head[]) {
  const isKnown =
    epochOf({ remembered, cached }) > 0 ||
    heads.some(({ count }) => count > 0) ||
    isClaimOpen(remembered);
  const hadOne = journal.is === 'absent' && journal.hadCache && cached === null;
  return isKnown || hadOne ? 'missing' : 'unchecked';
}

/**
 * The keychain knows of sends that were claimed for a payment file, and the file that counted them one by one is gone:
 * the number of lost sends cannot be known.
 */
function isClaimOpen({ file, keychain }: Remembered): boolean {
  if (keychain === null || keychain.upTo <= keychain.count) return false;
  return file === null || file.epoch < keychain.epoch || file.count < keychain.count;
}

type Read = Extract<FoundJournal, { is: 'read' }>;

const passes = ({ headAt }: Read, { count, digest }: JournalHead): boolean =>
  headAt(count)?.digest === digest;

/** The last send of which both sides surely know the same. */
function knownUntil(journal: FoundJournal, heads: readonly Head[]): Timestamp | null {
  if (journal.is !== 'read' || !journal.chainHolds) return null;
  const contradicting = heads.filter((head) => !passes(journal, head));
  const isPlainlyBehind = contradicting.every(
    ({ count, isTwin }) => count > journal.head.count && !isTwin,
  );
  if (isPlainlyBehind) return journal.head.at;
  const shared = heads.filter((head) => passes(journal, head));
  return shared.toSorted((a, b) => b.count - a.count)[0]?.at ?? null;
}
