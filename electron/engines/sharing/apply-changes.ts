import { setImmediate } from 'node:timers/promises';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Json, JsonObject } from '../acts/act.ts';
import { readStored, type ReadAct } from '../acts/read-act.ts';
import type { TeamKeys } from '../acts/team-keys.ts';
import type { Journal, TeamCopy } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import { actsOfKindBehind } from '../team-record/record-copy.ts';
import {
  addChange,
  appliedThrough,
  lastChangeOfOthers,
  noteApplied,
  standingChange,
} from './change-table.ts';
import { outgoingOf, removeOutgoing } from './outgoing.ts';
import type { ReadChange, SharedKind } from './shared-kind.ts';

/** What changes are read with. */
export type SharingParts = {
  readonly journal: Journal;
  /** The team's record as this desk has read it. */
  readonly copy: TeamCopy;
  readonly keys: () => TeamKeys | null;
  readonly personOf: (key: string) => string;
  readonly kinds: readonly SharedKind[];
};

/** A change in its act. */
export type ActChange = {
  readonly at: Timestamp;
  /** Who made it, where that is not the author. */
  readonly by: string | null;
  readonly item: Json;
};

/** Acts that one transaction applies. */
const pageActs = 200;
/** The same of acts that may have a megabyte each. */
const bulkyPageActs = 8;

const pageOf = ({ isBulky }: SharedKind): number => (isBulky ? bulkyPageActs : pageActs);

/** Changes that wait on this desk and stand before a colleague's: the newest of a kind. */
const waitingMax = 5_000;

/** The items that colleagues changed, by kind. */
export type Changed = ReadonlyMap<string, readonly Json[]>;

/**
 * Brings the changes of all acts that were read into the journal, and returns those of colleagues. A record with an own change that
 * still waits stays as it is: that change will have the later number.
 */
export async function applyChanges(parts: SharingParts): Promise<Changed> {
  const changed = new Map<string, Json[]>();
  for (const kind of parts.kinds)
    for (;;) {
      const page = actsOfKindBehind(
        parts.copy,
        kind.kind,
        appliedThrough(parts.journal, kind.kind),
        pageOf(kind),
      );
      if (page.length === 0) break;
      const acts = page.map((row) => readStored(row, parts.keys()));
      const items = applyPage(parts, kind, acts, page.at(-1)?.n ?? 0);
      if (items.length > 0) changed.set(kind.kind, [...(changed.get(kind.kind) ?? []), ...items]);
      await setImmediate();
    }
  return changed;
}

/** Applies acts up to number `lastN`, and returns what colleagues changed. */
function applyPage(
  parts: SharingParts,
  kind: SharedKind,
  acts: readonly (ReadAct | null)[],
  lastN: number,
): Json[] {
  const { journal } = parts;
  const foreign: Json[] = [];
  writeJournal(journal, ['team_change', 'team_applied', 'team_outgoing'], () => {
    for (const act of acts) {
      if (act === null) continue;
      const { through, changes } = changesIn(act);
      const isOwn = removeOutgoing(journal, kind.kind, through);
      if (!isOwn) foreign.push(...changes.map(({ item }) => item));
      const waiting = kind.merge === 'last' ? waitingKeys(journal, kind) : new Set<string>();
      for (const [place, change] of changes.entries())
        applyChange(parts, kind, { act, place, change, isOwn, waiting });
    }
    noteApplied(journal, kind.kind, lastN);
  });
  return foreign;
}

type Placed = {
  readonly act: ReadAct;
  readonly place: number;
  readonly change: ActChange;
  /** It was made on this desk, whose journal has it already. */
  readonly isOwn: boolean;
  readonly waiting: ReadonlySet<string>;
};

function applyChange(
  { journal, personOf }: SharingParts,
  kind: SharedKind,
  { act: { n, envelope }, place, change: { at, by, item }, isOwn, waiting }: Placed,
): void {
  const read = kind.read(item);
  if (read === null) return;
  const { key } = read;
  const author = envelope.key;
  const counts = read.counts
    ? read.counts(journal, n)
    : kind.merge !== 'seen' || hasSeenAll(journal, kind, read, author);
  const person = personOf(author);
  const name = by === null || by === person ? person : `${by}, entered by ${person}`;
  if (!kind.isBulky)
    addChange(journal, kind.kind, key, { n, place, author, at, by: name, item, counts });
  if (counts && !isOwn && (kind.merge !== 'last' || !waiting.has(key)))
    read.apply(journal, { at, actor: { id: '', name, desk: author } });
  // What this desk wrote beside it gives way to the version that stands.
  if (!counts && isOwn) applyStanding(journal, kind, key);
}

/** Did its author see what others wrote before? One with the content that stands changes nothing. */
function hasSeenAll(
  journal: Journal,
  kind: SharedKind,
  { key, on, content }: ReadChange,
  author: string,
): boolean {
  if (on >= lastChangeOfOthers(journal, kind.kind, key, author)) return true;
  const standing = standingChange(journal, kind.kind, key);
  return standing !== null && kind.read(standing.item)?.content === content;
}

function applyStanding(journal: Journal, kind: SharedKind, key: string): void {
  const standing = standingChange(journal, kind.kind, key);
  if (standing === null) return;
  const { at, by, author, item } = standing;
  kind.read(item)?.apply(journal, { at, actor: { id: '', name: by, desk: author } });
}

const waitingKeys = (journal: Journal, kind: SharedKind): ReadonlySet<string> =>
  new Set(
    outgoingOf(journal, kind.kind, waitingMax)
      .map((item) => kind.read(item)?.key)
      .filter((key) => key !== undefined),
  );

/** The changes of an act. A member may have signed anything: what is no change is left out. */
export function changesIn({ content }: ReadAct): {
  readonly through: string;
  readonly changes: readonly ActChange[];
} {
  const { through, changes } = content ?? {};
  return {
    through: typeof through === 'string' ? through : '',
    changes: Array.isArray(changes) ? (changes as readonly Json[]).flatMap(changeIn) : [],
  };
}

function changeIn(value: Json): ActChange[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const { at, by = null, item = null } = value as JsonObject;
  const isNamed = by === null || (typeof by === 'string' && by.length <= 200);
  return typeof at === 'string' && isTime(at) && isNamed ? [{ at, by, item }] : [];
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** The keys of a kind that the team has changed, as far as its acts were read. */
export async function changedKeys(
  { copy, keys }: Pick<SharingParts, 'copy' | 'keys'>,
  kind: SharedKind,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let after = 0; ;) {
    const page = actsOfKindBehind(copy, kind.kind, after, pageOf(kind));
    if (page.length === 0) return found;
    for (const row of page) {
      const act = readStored(row, keys());
      for (const { item } of act === null ? [] : changesIn(act).changes)
        addKey(found, kind.read(item));
    }
    after = page.at(-1)?.n ?? after;
    await setImmediate();
  }
}

function addKey(keys: Set<string>, read: ReadChange | null): void {
  if (read !== null) keys.add(read.key);
}
