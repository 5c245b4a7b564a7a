import { afterAll, afterEach, expect } from 'vitest';

import { collectSvelteWarnings } from './svelte-warnings.ts';

/** A warning of Svelte is a mistake of ours that shows nowhere else: no file, and no test in it, may leave one. */
const collector = collectSvelteWarnings(console);

afterEach(() => {
  expect(collector.take()).toEqual([]);
});

/** A part that is destroyed behind the last test may warn as well. */
afterAll(() => {
  collector.stop();
  expect(collector.take()).toEqual([]);
});
