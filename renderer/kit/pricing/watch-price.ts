import { together } from '../../state/records/together.ts';
import type { Live } from '../../state/live.svelte.ts';
import type { End } from './price-labels.ts';

/** Milliseconds: after being hidden longer than this, a price may not be what the person remembers. */
const awayMaxMs = 15_000;

/** Ends a price when the machine slept, its clock was set, or the window was hidden too long. Returns the function that stops it. */
export function watchPrice(live: Live, end: (why: End) => void): () => void {
  let hiddenAt: number | null = null;
  const look = (): void => {
    if (document.hidden) hiddenAt ??= performance.now();
    else {
      if (hiddenAt !== null && performance.now() - hiddenAt > awayMaxMs) end('away');
      hiddenAt = null;
    }
  };
  document.addEventListener('visibilitychange', look);
  return together(
    live.on('clock.jumped', () => end('clock')),
    () => document.removeEventListener('visibilitychange', look),
  );
}
