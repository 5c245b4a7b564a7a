import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { JournalState } from '../../../../shared/ipc/submissions.ts';
import type { JournalLock } from '../../../engines/store/opening/journal-locks.ts';
import type { CachedHead, JournalHead } from '../../../engines/store/journal-head.ts';
import type { Remembered } from './witnesses.ts';
import type { Witness } from './witness.ts';

/** The journal's file as it was found, before a new one was created. */
export type FoundJournal =
  | {
      readonly is: 'read';
      readonly head: JournalHead;
      readonly headAt: (count: number) => JournalHead | null;
      readonly chainHolds: boolean;
      readonly lock: JournalLock | null;
      /** The epoch of the last time sending was enabled that it knows of. */
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

/** Compares the journal with all its witnesses. */
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

/** The folder's own witnesses of the newest epoch: those from before a person enabled sending again no longer count. */
export function ownWitnesses({ file, keychain }: Remembered): Witness[] {
  const own = [file, keychain].filter((witness) => witness !== null);
  const epoch = Math.max(...own.map((witness) => witness.epoch));
  return own.filter((witness) => witness.epoch === epoch);
}

/** The newest epoch that any witness outside the journal knows. */
export const epochOf = ({ remembered, cached }: Pick<Evidence, 'remembered' | 'cached'>): number =>
  Math.max(ownWitnesses(remembered)[0]?.epoch ?? 0, cached?.epoch ?? 0);

/** Copies of the folder elsewhere on this machine, except those that a person has reconciled. */
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

/** The state of a missing journal. A cache without a journal head belonged to a journal that is gone. */
function stateOfNone({ journal, cached, remembered }: Evidence, heads: readonly Head[]) {
  const isKnown =
    epochOf({ remembered, cached }) > 0 ||
    heads.some(({ count }) => count > 0) ||
    isClaimOpen(remembered);
  const hadOne = journal.is === 'absent' && journal.hadCache && cached === null;
  return isKnown || hadOne ? 'missing' : 'unchecked';
}

/**
 * Whether the keychain has sends claimed for a payment file while the file that counted them one by one is gone: the number of lost sends
 * cannot be known.
 */
function isClaimOpen({ file, keychain }: Remembered): boolean {
  if (keychain === null || keychain.upTo <= keychain.count) return false;
  return file === null || file.epoch < keychain.epoch || file.count < keychain.count;
}

type Read = Extract<FoundJournal, { is: 'read' }>;

const passes = ({ headAt }: Read, { count, digest }: JournalHead): boolean =>
  headAt(count)?.digest === digest;

/** The time of the last send on which journal and witnesses surely agree. */
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
