import type { Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { StoreTopic } from '../../../shared/ipc/events.ts';
import type { Json, JsonObject } from '../acts/act.ts';
import type { Journal } from '../store/database.ts';

/**
 * How changes of the same record by several authors are merged. last: the later one in the team's record counts · all: each change is
 * independent · seen: a change counts where its author saw the current version, otherwise both are shown.
 */
export type Merge = 'last' | 'all' | 'seen';

/** The author of a change, compared with the authors of other changes. */
export type ChangeAuthor = {
  /** The key that signed it. */
  readonly key: string;
  /** Is the author of an earlier change the same person, or one pair of eyes with this one? */
  readonly isOneWith: (change: { readonly n: number; readonly author: string }) => boolean;
};

/** A parsed change of a shared record: which record, and how it is written into this desk's journal. */
export type ReadChange = {
  readonly key: string;
  /** The number of the last change that its author had seen; 0 before the first, and where that does not matter. */
  readonly on: number;
  /** Two versions with the same content count as one. */
  readonly content: string;
  /** `recordedAt`: when the record accepted it, by the server's clock. The stamp comes from its author. */
  readonly apply: (journal: Journal, stamp: Stamp, recordedAt: Timestamp) => void;
  /** Describes the change in one plain sentence for the log. */
  readonly about: () => string;
  /** Does it count, as number `n` of the record? Decided by what counted before; absent where the merge alone decides. */
  readonly counts: ((journal: Journal, n: number, author: ChangeAuthor) => boolean) | null;
};

/** A change that this desk made before it joined, to be shared with the team. */
export type OwnChange = { readonly item: JsonObject; readonly stamp: Stamp };

/** A kind of record that a team shares. */
export type SharedKind = {
  /** The kind of its acts. */
  readonly kind: string;
  /** What its author did, as the log says it: `wrote a note`. */
  readonly label: string;
  /** The topic of the views that show it; null where no view does. */
  readonly topic: StoreTopic | null;
  readonly merge: Merge;
  /** Parses an item; null where it is no change of this kind. */
  readonly read: (item: Json) => ReadChange | null;
  /** All changes on this desk that are current, oldest first. */
  readonly allOf: (journal: Journal) => readonly OwnChange[];
  /** Its changes are too large to be stored a second time. */
  readonly isBulky: boolean;
};

type Definition<Item> = {
  readonly kind: string;
  readonly label: string;
  /** One plain sentence for the log. */
  readonly aboutOf: (item: Item) => string;
  readonly topic: StoreTopic | null;
  readonly merge: Merge;
  /** Parses an item; `data` is missing where the item is malformed. */
  readonly schema: {
    readonly safeParse: (value: unknown) => { readonly data?: Item | undefined };
  };
  /** Names the record: two changes of one key are changes of one record. */
  readonly keyOf: (item: Item) => string;
  readonly onOf?: (item: Item) => number;
  readonly contentOf?: (item: Item) => string;
  readonly apply: (journal: Journal, item: Item, stamp: Stamp, recordedAt: Timestamp) => void;
  readonly allOf: SharedKind['allOf'];
  readonly isBulky?: boolean;
  readonly counts?: (journal: Journal, item: Item, n: number, author: ChangeAuthor) => boolean;
};

/** Defines a kind of shared record. */
export const sharedKind = <Item>(definition: Definition<Item>): SharedKind => {
  const { kind, topic, merge, schema, keyOf, onOf, contentOf, counts, apply, allOf } = definition;
  const { isBulky = false, label, aboutOf } = definition;
  return {
    ...{ kind, label, topic, merge, allOf, isBulky },
    read: (json) => {
      const { data: item } = schema.safeParse(json);
      return item === undefined
        ? null
        : {
            key: keyOf(item),
            on: onOf?.(item) ?? 0,
            content: contentOf?.(item) ?? JSON.stringify(item),
            about: () => aboutOf(item),
            apply: (journal, stamp, recordedAt) => {
              apply(journal, item, stamp, recordedAt);
            },
            counts: counts ? (journal, n, author) => counts(journal, item, n, author) : null,
          };
    },
  };
};

/** How the log quotes what a person wrote. */
export const inQuotes = (text: string): string => `“${text}”`;

/** A key of several parts. */
export const keyOfParts = (...parts: readonly string[]): string => JSON.stringify(parts);
