/*
 * Many files share a page and its modules (`isolate: false` in vitest.config.ts). Loaded for each of them, this ends what a test left
 * running, and puts back what its file changed for the whole page.
 */

// What the window draws with, as renderer/window.ts has it.
import '@fontsource-variable/inter/wght.css';
import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import '../../../../renderer/ui/controls.css';

import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

import { endTimers, putBack } from './page-state.ts';

/** The pointer stays where the file before left it: over a chart, it would open the figures of a day. */
beforeAll(async () => {
  const corner = document.createElement('div');
  corner.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px';
  document.body.append(corner);
  await userEvent.hover(corner);
  corner.remove();
});

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
