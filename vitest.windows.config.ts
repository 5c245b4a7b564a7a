import { defineConfig } from 'vitest/config';

/** `npm run test:windows`: one at a time, because they share one Wine. */
export default defineConfig({
  test: {
    name: 'windows',
    environment: 'node',
    pool: 'forks',
    include: ['test/windows/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 400_000,
    // A command begins within seconds, unless the machine is busy with much else.
    expect: { poll: { timeout: 120_000 } },
  },
});
