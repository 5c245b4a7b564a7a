import type { KeyBinding } from '../keys.svelte.ts';

/** The keys of a list with a multiple selection. All but Ctrl A are handled by the list, and only here for the list of keys. */
export const selectionKeys = (all: () => void): readonly KeyBinding[] => [
  { key: 'Control+a', label: 'Select all shown', run: all },
  ...[
    ['Shift+ArrowDown', 'Select as far as here'],
    ['Control+ArrowDown', 'Move without selecting'],
    ['Control+ ', 'Select one more or less'],
  ].map(([key = '', label = '']) => ({ key, label, run: () => undefined })),
];
