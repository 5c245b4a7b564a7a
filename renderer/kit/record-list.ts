import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { AppError } from '../../shared/errors.ts';
import type { KeyBinding } from '../state/keys.svelte.ts';

/** The sources of a list of records: the local copy, the search in it, and the bank. */
export type RecordSource = {
  readonly list: {
    readonly busy: boolean;
    readonly value: unknown;
    readonly error: AppError | null;
    readonly refresh: () => Promise<void>;
  };
  /** The fetch from the bank. */
  readonly fetching: { readonly busy: boolean; readonly error: AppError | null };
  readonly search: string;
  find(text: string): void;
  fetch(): Promise<void>;
};

type Words = { readonly one: string; readonly many: string; readonly none: string };

/** Why a list has no rows: nothing is there yet, or nothing was found. Null until it was read. */
export function emptyOf(source: RecordSource, { one, many, none }: Words) {
  if (source.list.value === null) return null;
  if (source.search === '') return { title: `No ${many} yet`, text: none };
  const text = `No ${one} matches “${source.search}”.`;
  return { title: 'Nothing found', text, showAll: () => source.find('') };
}

/** What is being read or fetched; null while nothing is. */
export const readingOf = ({ list, fetching }: RecordSource, many: string): string | null =>
  list.busy || fetching.busy ? many : null;

/** The handle of a list: moves the selection, and takes the focus. */
export type ListHandle = { readonly move: (by: number) => void; readonly focus: () => void };

/** Closes the pane beside a list, and focuses the list. */
export const backTo =
  (page: () => { readonly focus: () => void } | undefined) => (close: () => void) => (): void => {
    close();
    page()?.focus();
  };

type Parts = {
  /** Focuses the search; null if there is none. */
  readonly search: (() => void) | null;
  readonly list: () => ListHandle | undefined;
  readonly refresh: () => void;
  /** The operations behind refreshing. */
  readonly needs?: readonly OperationName[] | undefined;
};

/** The keys of every list; `one` is the noun of its rows, such as “payment”. */
export const listKeys = (
  one: string,
  { search, list, refresh, needs = [] }: Parts,
): readonly KeyBinding[] => [
  ...(search ? [{ key: '/', label: 'Search', run: search }] : []),
  { key: 'j', label: `Next ${one}`, run: () => list()?.move(1) },
  { key: 'k', label: `Previous ${one}`, run: () => list()?.move(-1) },
  { key: 'r', label: 'Refresh from the bank', needs, run: refresh },
];
