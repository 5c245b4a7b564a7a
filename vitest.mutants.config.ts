import { defineConfig } from 'vitest/config';

/** The tests of the room at hand, in threads: a mutant is switched on inside the process. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'threads',
    include: (process.env['MUTANT_TESTS'] ?? '').split('\n'),
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
