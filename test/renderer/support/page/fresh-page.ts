/*
 * Many files share a page and its modules (`isolate: false` in vitest.config.ts). Loaded for each of them, this ends what a test left
 * running, and puts back what its file changed for the whole page.
 */

// What the window draws with, as renderer/window.ts has it.
import '@fontsource-variable/inter/wght.css';
import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import '../../../../renderer/ui/controls.css';

import { afterAll, afterEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-svelte';

import { endTimers, putBack } from './page-state.ts';

afterEach(() => {
  // The library does so itself, but only in the first file of a page.
  cleanup();
  endTimers();
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  endTimers();
  putBack();
});
