import { getContext, setContext } from 'svelte';

import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { operationWords } from '../../../shared/bank/operation-labels.ts';

/** Which operations are closed at the open bank, and the way to their place in its bank file. */
export type ClosedOperations = {
  readonly closed: readonly OperationName[];
  readonly open: (operation: OperationName) => void;
};

const key = Symbol('closed operations');
const none: ClosedOperations = { closed: [], open: () => undefined };

/** Set once at the top, beside what every view shares. */
export const provideClosedOperations = (closed: ClosedOperations): ClosedOperations =>
  setContext(key, closed);

/** Called while a component is made. Without a provider nothing is closed. */
export const closedOperations = (): ClosedOperations =>
  getContext<ClosedOperations | undefined>(key) ?? none;

/** Puts the keyboard on the note that says what is closed, whose button leads on. False where none is shown. */
export function pointToClosedNote(): boolean {
  const button = document.querySelector<HTMLElement>('[data-closed-note] button');
  button?.focus();
  return button !== null;
}

/** What cannot be done, in one sentence that says what is safe; the operations by the specification's words. */
export function closedWords(operations: readonly OperationName[]): string {
  const titles = operations.map((name) => operationWords[name].title);
  const named = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(titles);
  const onlyReads = operations.every((name) => operationWords[name].effect === 'read');
  const [noun, verb] = operations.length === 1 ? ['path', 'is'] : ['paths', 'are'];
  return `This bank’s ${noun} for ${named} ${verb} not known yet: nothing is ${onlyReads ? 'requested' : 'sent'}.`;
}
