import { setImmediate } from 'node:timers/promises';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Json, JsonObject } from '../acts/act.ts';
import { readStored, type ReadAct } from '../acts/read-act.ts';
import type { TeamKeys } from '../acts/team-keys.ts';
import type { Journal, TeamCopy } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import { actsBehind, actsOfKindBehind } from '../team-record/record-copy.ts';
import {
  addChange,
  appliedThrough,
  lastChangeOfOthers,
  noteApplied,
  standingChange,
} from './change-table.ts';
import { outgoingOf, removeOutgoing } from './outgoing.ts';
import type { ReadChange, SharedKind } from './shared-kind.ts';

/** The parts that reading changes needs. */
export type SharingParts = {
  readonly journal: Journal;
  /** The team's record as this desk has read it. */
  readonly copy: TeamCopy;
  readonly keys: () => TeamKeys | null;
  readonly personOf: (key: string) => string;
  /** Does one of two persons stand in for the other at any of these times? Absent: none does. */
  readonly standIn?: (one: string, other: string, times: readonly string[]) => boolean;
  /** All kinds that the team shares. They are loaded at their first use. */
  readonly kinds: () => Promise<readonly SharedKind[]>;
};

/** A change in its act. */
export type ActChange = {
  readonly at: Timestamp;
  /** Who made it, where that is not the author. */
  readonly by: string | null;
  readonly item: Json;
};

/** The most acts that one transaction applies. */
const pageActs = 200;
/** The same limit for acts that may have a megabyte each. */
const bulkyPageActs = 8;

type Page = {
  /** Its acts that could be read. */
  readonly acts: readonly ReadAct[];
  /** The number of its last act. */
  readonly lastN: number;
};

/** The next valid acts of a kind after a number; null where there are none. */
export function pageBehind(
  { copy, keys }: Pick<SharingParts, 'copy' | 'keys'>,
  { kind, isBulky }: Pick<SharedKind, 'kind' | 'isBulky'>,
  after: number,
): Page | null {
  const page = actsOfKindBehind(copy, kind, after, isBulky ? bulkyPageActs : pageActs);
  const last = page.at(-1);
  if (last === undefined) return null;
  const acts = page.map((row) => readStored(row, keys())).filter((act) => act !== null);
  return { acts, lastN: last.n };
}

/** The most waiting changes of a kind on this desk that take precedence over a colleague's. */
const waitingMax = 5_000;

/** The items that colleagues changed, by kind. */
export type Changed = ReadonlyMap<string, readonly Json[]>;

/**
 * Applies the changes of all acts that were read to the journal, and returns those of colleagues. A record with an own change that still
 * waits is left unchanged: that change will have the later number.
 */
export async function applyChanges(parts: SharingParts): Promise<Changed> {
  const changed = new Map<string, Json[]>();
  for (const kind of await parts.kinds())
    for (;;) {
      const page = pageBehind(parts, kind, appliedThrough(parts.journal, kind.kind));
      if (page === null) break;
      const items = applyPage(parts, kind, page);
      if (items.length > 0) changed.set(kind.kind, [...(changed.get(kind.kind) ?? []), ...items]);
      await setImmediate();
    }
  return changed;
}

/** Applies a page of acts, and returns the items that colleagues changed. */
function applyPage(parts: SharingParts, kind: SharedKind, { acts, lastN }: Page): Json[] {
  const { journal } = parts;
  const foreign: Json[] = [];
  writeJournal(journal, ['team_change', 'team_applied', 'team_outgoing'], () => {
    let waiting = waitingKeys(journal, kind);
    for (const act of acts) {
      const { through, changes } = changesIn(act);
      const isOwn = removeOutgoing(journal, kind.kind, through);
      if (isOwn) waiting = waitingKeys(journal, kind);
      else foreign.push(...changes.map(({ item }) => item));
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
  parts: SharingParts,
  kind: SharedKind,
  { act, place, change: { at, by, item }, isOwn, waiting }: Placed,
): void {
  const { journal, personOf } = parts;
  const { n, envelope, at: recordedAt } = act;
  const read = kind.read(item);
  if (read === null) return;
  const { key } = read;
  const author = envelope.key;
  const counts = read.counts
    ? read.counts(journal, n, { key: author, isOneWith: (change) => areOne(parts, act, change) })
    : kind.merge !== 'seen' || hasSeenAll(journal, kind, read, author);
  const person = personOf(author);
  const name = by === null || by === person ? person : `${by}, entered by ${person}`;
  if (!kind.isBulky)
    addChange(journal, kind.kind, key, { n, place, author, at, by: name, item, counts });
  if (counts && !isOwn && !waiting.has(key))
    read.apply(journal, { at, actor: { id: '', name, desk: author } }, recordedAt);
  // An own version that conflicts is replaced by the current one.
  if (!counts && isOwn) applyStanding(journal, kind, key, recordedAt);
}

/** Are two authors one person? Two desks of one person are; so are a stand-in and the person represented, at the time of either act. */
function areOne(
  { copy, personOf, standIn }: SharingParts,
  { envelope, at }: ReadAct,
  other: { readonly n: number; readonly author: string },
): boolean {
  const [one, before] = [personOf(envelope.key), personOf(other.author)];
  if (one === before) return true;
  const [earlier] = actsBehind(copy, other.n - 1, 1);
  return standIn?.(one, before, [earlier?.at ?? at, at]) ?? false;
}

/** Had the author seen all earlier changes by others? A change with the current content always counts: it changes nothing. */
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

function applyStanding(
  journal: Journal,
  kind: SharedKind,
  key: string,
  recordedAt: Timestamp,
): void {
  const standing = standingChange(journal, kind.kind, key);
  if (standing === null) return;
  const { at, by, author, item } = standing;
  kind.read(item)?.apply(journal, { at, actor: { id: '', name: by, desk: author } }, recordedAt);
}

/** The keys whose own waiting change takes precedence over a colleague's; none unless the later change wins. */
const waitingKeys = (journal: Journal, kind: SharedKind): ReadonlySet<string> =>
  kind.merge === 'last'
    ? new Set(
        outgoingOf(journal, kind.kind, waitingMax)
          .map((item) => kind.read(item)?.key)
          .filter((key) => key !== undefined),
      )
    : new Set();

/** The changes of an act. A member may have signed anything, so malformed changes are left out. */
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

/** The keys of a kind that the team has changed in the acts read so far. */
export async function changedKeys(
  parts: Pick<SharingParts, 'copy' | 'keys'>,
  kind: SharedKind,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let page = pageBehind(parts, kind, 0); page !== null;) {
    for (const { item } of page.acts.flatMap((act) => changesIn(act).changes)) {
      const key = kind.read(item)?.key;
      if (key !== undefined) found.add(key);
    }
    await setImmediate();
    page = pageBehind(parts, kind, page.lastN);
  }
  return found;
}
