import { getContext, setContext } from 'svelte';

/** Whether single keys are active in this window; a person may have switched them off. */
export type SingleKeys = {
  readonly areActive: boolean;
  /** The active key for a default key: a person may have chosen another. */
  readonly shown: (key: string) => string;
};

const key = Symbol('single keys');
const allActive: SingleKeys = { areActive: true, shown: (ours) => ours };

/** Set once at the top, beside the shared state. */
export const provideSingleKeys = (keys: SingleKeys): SingleKeys => setContext(key, keys);

/** Called while a component is made. Without a provider they are active. */
const singleKeys = (): SingleKeys => getContext<SingleKeys | undefined>(key) ?? allActive;

/**
 * Called while a component is created. Returns a function that maps the label of a keycap to the shown one: itself, the key that a person
 * chose instead, or undefined for a single key while those are switched off.
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

/** True for a key that types something; not for arrows, Enter, Escape and keys with Ctrl or Alt. */
const isSingle = (label: string): boolean => label.length === 1 || label === 'Space';
