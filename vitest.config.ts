import { resolve } from 'node:path';

import chromium from '@sparticuz/chromium';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

/** Rooms whose tests put something else in the place of a module: each file loads what it imports for itself. */
const replacing = 'test/{app,laboratory,machine}/**';

/**
 * Test files that run in `npm run test:full`, not in `npm test`: matrices of banks and looks, packages, and what opens many desks
 * or plays many histories. Each kind of fault that they find has a quicker test in `npm test` beside them.
 */
const full = {
  unit: ['test/desk/failing-disk.test.ts'],
  isolated: ['test/laboratory/**/*.test.ts'],
  e2e: ['test/e2e/{looks*,packaged,six-banks,kyc-day,any-bank}.test.ts'],
};

const unit = {
  environment: 'node',
  globalSetup: ['test/support/built-programs.ts'],
  setupFiles: [
    'test/support/memory-folder.ts',
    'test/support/state-home.ts',
    'test/support/quick-stretch.ts',
    'test/support/threads-in-place.ts',
  ],
  pool: 'forks' as const,
  // Some start half a dozen processes, each of which takes seconds where others work too.
  testTimeout: 60_000,
  // Many of them wait for a process or a clock: three at a time keep both cores of a small machine busy.
  maxWorkers: 3,
  sequence: { groupOrder: 0 },
  // What is polled for happens in processes that share two cores.
  expect: { poll: { timeout: 10_000 } },
};

const shared = {
  ...unit,
  // What they import is loaded once per worker.
  isolate: false,
  setupFiles: [...unit.setupFiles, 'test/support/threads-loaded.ts'],
};

const endToEnd = {
  environment: 'node',
  globalSetup: ['test/e2e/support/shared-folder.ts'],
  setupFiles: ['test/support/state-home.ts'],
  pool: 'forks' as const,
  // They share nothing but the driver of the browser, which takes seconds to load: once per worker.
  isolate: false,
  // A window waits more than it works: three at a time, behind the component tests, whose clicks they would hold up.
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As long as any other wait for the window: test/e2e/support/desk.ts.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/renderer/**', 'test/windows/**', replacing, ...full.unit],
        },
      },
      { test: { ...shared, name: 'unit-full', include: full.unit } },
      {
        test: {
          ...unit,
          name: 'unit-isolated',
          include: [`${replacing}/*.test.ts`],
          exclude: full.isolated,
        },
      },
      { test: { ...unit, name: 'unit-isolated-full', include: full.isolated } },
      {
        plugins: [svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') })],
        test: {
          name: 'component',
          include: ['test/renderer/**/*.test.ts'],
          setupFiles: ['test/renderer/support/warnings.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...endToEnd,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: full.e2e,
        },
      },
      { test: { ...endToEnd, name: 'e2e-full', include: full.e2e } },
    ],
  },
});
