import type { Snippet } from 'svelte';

/** A label and its value. A snippet may draw the value. */
export type Fact<Value extends string | Snippet = string> = {
  readonly label: string;
  readonly value: Value;
  /** A name that only the bank's systems use: it is folded under Details. */
  readonly isIdentifier?: boolean;
};
