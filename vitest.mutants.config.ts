import { defineConfig } from 'vitest/config';

/** The tests of the room at hand, in threads: a mutant is switched on inside the process, and its modules are loaded once. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'threads',
    isolate: false,
    include: (process.env['MUTANT_TESTS'] ?? '').split('\n'),
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
