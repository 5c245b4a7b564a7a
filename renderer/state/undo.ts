import type { Outcome } from '../../shared/errors.ts';
import type { Notices } from './notices.svelte.ts';

/** Says what was done, `words` with a full stop, and how it is undone; `then` refreshes the view of the act while it is open. */
export function notifyWithUndo(
  notices: Notices,
  words: string,
  takeBack: () => Promise<Outcome<unknown>>,
  then: () => void | Promise<void> = () => undefined,
): void {
  notices.show(words, {
    label: 'Undo',
    run: async (isOpen) => {
      const outcome = await takeBack();
      notices.show(
        outcome.ok ? `Undone: ${words}` : `Not undone: ${words} ${outcome.error.message}`,
      );
      if (isOpen) await then();
    },
  });
}
