import type { Outcome } from '../../shared/errors.ts';
import type { Notices } from './notices.svelte.ts';

/** Says what was done, `words` with a full stop, and how it is taken back: wherever one is by then, and what came of that is said too. */
export function saidWithUndo(
  notices: Notices,
  words: string,
  takeBack: () => Promise<Outcome<unknown>>,
  then: () => void | Promise<void> = () => undefined,
): void {
  notices.say(words, {
    label: 'Undo',
    run: async () => {
      const outcome = await takeBack();
      notices.say(
        outcome.ok ? `Undone: ${words}` : `Not undone: ${words} ${outcome.error.message}`,
      );
      await then();
    },
  });
}
