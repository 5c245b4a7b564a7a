import { getContext, setContext } from 'svelte';

/** Whether single keys are heard in this window; a person may have switched them off. */
export type SingleKeys = { readonly areHeard: boolean };

const key = Symbol('single keys');
const heard: SingleKeys = { areHeard: true };

/** Set once at the top, beside what every view shares. */
export const provideSingleKeys = (keys: SingleKeys): SingleKeys => setContext(key, keys);

/** Called while a component is made. Without a provider they are heard. */
const singleKeys = (): SingleKeys => getContext<SingleKeys | undefined>(key) ?? heard;

/**
 * Called while a component is made: what says of a key, by its word on a keycap, whether it may be shown: itself, or undefined where
 * it is a single one and those are switched off.
 */
export function shownKeys(): (word: string | undefined) => string | undefined {
  const keys = singleKeys();
  return (word) => (word && (keys.areHeard || !isSingle(word)) ? word : undefined);
}

/** A key that types something; arrows, Enter, Escape and what is held with Ctrl or Alt are none. */
const isSingle = (word: string): boolean => word.length === 1 || word === 'Space';
