import { dayNumber } from '../../../shared/calendar/calendar.ts';
import type { SeenEntry } from '../../../shared/ipc/accounts/statements.ts';
import { ownEntriesMax, type OwnGroup } from '../../../shared/ipc/review/review.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import { ownOrders } from '../../engines/submissions/orders/own-orders.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { readDays } from '../accounts/days.ts';
import { lineGroups } from '../payments/file/tables/line-tables.ts';
import { filesByReference } from '../payments/file/tables/files-by-reference.ts';
import { entriesByKey, type KeyedEntry } from '../statements/entries/entries-by-key.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { findKey } from '../statements/entries/places.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { keysUnder, referencesOf } from '../statements/search/entries-under.ts';
import { evidenceIn } from '../statements/statement-evidence.ts';
import type { OrderEntry } from './as-ordered.ts';
import { groupsOf } from './own-groups.ts';
import { unreadKeys } from './queue.ts';
import { marksOf } from './rows.ts';

/** More entries than this under one reference are never as ordered. */
const underMax = 20;
/** References looked up in one slice. */
const atOnce = 100;

/** An entry with the reference of an own order, and whether its statement is to be doubted. */
export type UnderReference = KeyedEntry & { readonly isDoubtful: boolean };

/** The questions about the entries of own orders that the reader thread answers. */
export const ownReads = (reader: CacheReader) => ({
  /** The references of the newest unread entries of all accounts, with their keys. */
  unreadReferences: () => unreadReferences(reader),
  /** Every entry with one of the references, withdrawn ones too; `unread` has keys that the search may not know yet. */
  entriesUnder: (question: UnderQuestion) => entriesUnder(reader, question),
});

type UnderQuestion = { readonly references: readonly string[]; readonly unread: readonly number[] };

function* unreadReferences(reader: CacheReader): Sliced<ReturnType<typeof referencesOf>> {
  const newest = { account: null, below: Number.MAX_SAFE_INTEGER, limit: ownEntriesMax };
  const keys = unreadKeys(reader, newest);
  yield;
  return referencesOf(reader, keys);
}

function* entriesUnder(
  reader: CacheReader,
  { references, unread }: UnderQuestion,
): Sliced<UnderReference[]> {
  const keys = new Set(unread);
  for (const [at, reference] of references.entries()) {
    if (at % atOnce === atOnce - 1) yield;
    for (const key of keysUnder(reader, reference, underMax)) keys.add(key);
  }
  yield;
  const entries = entriesByKey(reader, [...keys]);
  yield;
  const isDoubtful = doubtsAbout(reader, entries);
  return entries.map((entry) => ({ ...entry, isDoubtful: isDoubtful(entry) }));
}

/** Whether the day of an entry is broken, or an unreadable entry may carry its reference. */
function doubtsAbout(
  reader: CacheReader,
  entries: readonly KeyedEntry[],
): (entry: KeyedEntry) => boolean {
  const broken = new Set<string>();
  const unreadable: string[] = [];
  for (const [accountNumber, own] of Map.groupBy(entries, (entry) => entry.accountNumber)) {
    const days = own.map(({ day }) => dayNumber(day));
    const period = { from: Math.min(...days), to: Math.max(...days) };
    for (const { day, state } of readDays(reader, accountNumber, period))
      if (state === 'broken') broken.add(`${accountNumber} ${String(day)}`);
    unreadable.push(
      ...evidenceIn(reader)
        .unreadable(accountNumber, period)
        .map(({ text }) => text),
    );
  }
  return ({ accountNumber, day, customReference }) =>
    broken.has(`${accountNumber} ${String(dayNumber(day))}`) ||
    unreadable.some((text) => text.includes(customReference));
}

type OwnReads = ReturnType<typeof ownReads>;
type Open = Pick<OpenBank, 'changes' | 'profile'> & {
  readonly copy: Pick<OpenBank['copy'], 'reader' | 'journal'> & {
    readonly questions: Questions<OwnReads>;
  };
};

/** The groups of unread entries that equal own orders, as they are now; `only`: those of one account. */
export async function ownGroups(open: Open, only?: string): Promise<OwnGroup[]> {
  const { journal, questions } = open.copy;
  const unread = await questions.ask('unreadReferences', []);
  const orders = await ownOrders(open.changes, [
    ...new Set(unread.map(({ reference }) => reference)),
  ]);
  if (orders.length === 0) return [];
  const own = new Set(orders.map(({ reference }) => reference));
  const keys = unread.filter(({ reference }) => own.has(reference)).map(({ key }) => key);
  const question = { references: [...own], unread: keys };
  const under = await questions.ask('entriesUnder', [question]);
  const files = filesByReference(journal, [...own]);
  return groupsOf(orders, orderEntries(open, under), files, only).map((group) => ({
    ...group,
    others: group.file ? othersOf(open, group.file.fileId, group.orders) : [],
  }));
}

function orderEntries(
  { copy: { journal }, profile }: Open,
  under: readonly UnderReference[],
): OrderEntry[] {
  const meanings = meaningsBy(profile.bankFile);
  const markOf = marksOf(journal, under);
  return under.map((entry) => ({
    ...entry,
    counterparty: meanings.of(entry).counterparty ?? null,
    isFlagged: markOf(entry)?.flagged ?? false,
  }));
}

/** The lines of a file that are not among `orders`, by their state. */
function othersOf({ copy: { journal } }: Open, fileId: string, orders: number): OwnGroup['others'] {
  const states = Map.groupBy(lineGroups(journal, fileId), ({ state }) => state);
  return [...states]
    .map(([state, groups]) => ({
      state,
      lines:
        groups.reduce((sum, { lines }) => sum + lines, 0) - (state === 'accepted' ? orders : 0),
    }))
    .filter(({ lines }) => lines > 0);
}

export const seenKey = ({ accountNumber, id, version }: SeenEntry): string =>
  JSON.stringify([accountNumber, id, version]);

/** Returns by account the entries that a person saw and that are still in a group with the same content. */
export function stillOwn(
  groups: readonly OwnGroup[],
  seen: readonly SeenEntry[],
): ReadonlyMap<string, readonly string[]> {
  const now = new Set(groups.flatMap(({ entries }) => entries.map(seenKey)));
  const unique = new Map(seen.map((entry) => [seenKey(entry), entry]));
  const same = [...unique].flatMap(([key, entry]) => (now.has(key) ? [entry] : []));
  const accounts = Map.groupBy(same, ({ accountNumber }) => accountNumber);
  return new Map([...accounts].map(([account, own]) => [account, own.map(({ id }) => id)]));
}

/** The keys of entries that the local copy has, newest first. */
export const keysOfSeen = (reader: CacheReader, seen: readonly SeenEntry[]): number[] =>
  seen
    .flatMap(({ accountNumber, id }) => {
      const account = findOrdinal(reader, accountNumber);
      return (account === null ? null : findKey(reader, account, id)) ?? [];
    })
    .toSorted((a, b) => b - a);
