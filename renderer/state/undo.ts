import type { Outcome } from '../../shared/errors.ts';
import type { DoneAct, ManyChanged, Skipped } from '../../shared/ipc/route.ts';
import { formatCount } from '../../shared/money/format.ts';
import type { Notices } from './notices.svelte.ts';

/**
 * Announces an act, `words` with a full stop, with its undo; `then` refreshes the view of the act while it is open. `undoneWords`: the
 * undone part, if that may be less.
 */
export function notifyWithUndo<T>(
  notices: Notices,
  words: string,
  takeBack: () => Promise<Outcome<T>>,
  then: () => void | Promise<void> = () => undefined,
  undoneWords: (undone: T) => string = () => words,
): void {
  notices.show(words, {
    label: 'Undo',
    run: async (isOpen) => {
      const outcome = await takeBack();
      notices.show(
        outcome.ok
          ? `Undone: ${undoneWords(outcome.value)}`
          : `Not undone: ${words} ${outcome.error.message}`,
      );
      if (isOpen) await then();
    },
  });
}

/** The maximum number of skipped items that a sentence names. */
const namedMax = 3;

/** The items that an act left unchanged, by name; empty if there are none. */
function skippedText(skipped: readonly Skipped[], nameOf: (at: number) => string): string {
  const reasons = Map.groupBy(skipped, ({ reason }) => reason);
  return [...reasons]
    .map(([reason, own]) => {
      const names = own.slice(0, namedMax).map(({ at }) => nameOf(at));
      const rest = own.length > namedMax ? ` and ${formatCount(own.length - namedMax)} more` : '';
      const why = reason === 'missing' ? 'no longer there' : 'changed meanwhile, left as is';
      return ` ${formatCount(own.length)} ${why}: ${names.join('; ')}${rest}.`;
    })
    .join('');
}

/** An act over several, as it is shown with one undo. */
export type ManyAct = {
  /** The effect on that many items, without a full stop. */
  readonly words: (changed: number) => string;
  readonly nameOf: (at: number) => string;
  readonly undo: (act: number) => Promise<Outcome<ManyChanged>>;
  readonly then?: (() => void | Promise<void>) | undefined;
};

/** Shows what an act on several items changed and skipped, and undoes exactly that. */
export function notifyMany(
  notices: Notices,
  { act, changed, skipped }: DoneAct,
  { words, nameOf, undo, then }: ManyAct,
): void {
  const text = (is: ManyChanged): string =>
    `${words(is.changed)}.${skippedText(is.skipped, nameOf)}`;
  if (changed > 0) notifyWithUndo(notices, text({ changed, skipped }), () => undo(act), then, text);
  else notices.show(skipped.length > 0 ? text({ changed, skipped }) : 'Nothing to change.');
}
