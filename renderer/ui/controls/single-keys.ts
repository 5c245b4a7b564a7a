import { getContext, setContext } from 'svelte';

/** Whether single keys are active in this window; a person may have switched them off. */
export type SingleKeys = {
  readonly areActive: boolean;
  /** The key that does what ours does: a person may have chosen another. */
  readonly shown: (key: string) => string;
};

const key = Symbol('single keys');
const allActive: SingleKeys = { areActive: true, shown: (ours) => ours };

/** Set once at the top, beside what every view shares. */
export const provideSingleKeys = (keys: SingleKeys): SingleKeys => setContext(key, keys);

/** Called while a component is made. Without a provider they are active. */
const singleKeys = (): SingleKeys => getContext<SingleKeys | undefined>(key) ?? allActive;

/**
 * Called while a component is made: what says of a key, by its word on a keycap, what is shown: itself, the one that a person chose in
 * its place, or undefined where it is a single one and those are switched off.
 */
export function shownKeys(): (label: string | undefined) => string | undefined {
  const keys = singleKeys();
  return (label) => {
    if (label === undefined || !isSingle(label)) return label;
    if (!keys.areActive) return undefined;
    const [ours, shown] = [keyOf(label), keys.shown(keyOf(label))];
    return shown === ours ? label : labelOf(shown);
  };
}

const keyOf = (label: string): string => (label === 'Space' ? ' ' : label.toLowerCase());
const labelOf = (key: string): string => (key === ' ' ? 'Space' : key.toUpperCase());

/** A key that types something; arrows, Enter, Escape and what is held with Ctrl or Alt are none. */
const isSingle = (label: string): boolean => label.length === 1 || label === 'Space';
