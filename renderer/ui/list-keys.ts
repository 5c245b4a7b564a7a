import type { OperationName } from '../../shared/bank/catalogue.ts';

/** What a list lets others do: go up or down its rows, and take the keyboard. */
export type ListHandle = { readonly move: (by: number) => void; readonly focus: () => void };

export type ListKey = {
  readonly key: string;
  readonly label: string;
  /** Operations without which the key leads to the note that says what is closed. */
  readonly needs?: readonly OperationName[];
  readonly run: () => void;
};

type Parts = {
  readonly head: () => { readonly focus: () => void } | undefined;
  readonly list: () => ListHandle | undefined;
  readonly refresh: () => void;
  /** What refreshing asks for. */
  readonly needs?: readonly OperationName[];
};

/** The keys of every list that can be searched; `one` is what its rows are called, such as “payment”. */
export const listKeys = (
  one: string,
  { head, list, refresh, needs = [] }: Parts,
): readonly ListKey[] => [
  { key: '/', label: 'Search', run: () => head()?.focus() },
  { key: 'j', label: `Next ${one}`, run: () => list()?.move(1) },
  { key: 'k', label: `${capitalised(one)} before`, run: () => list()?.move(-1) },
  { key: 'r', label: 'Refresh from the bank', needs, run: refresh },
];

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
