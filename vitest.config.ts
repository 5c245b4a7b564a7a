import { resolve } from 'node:path';

import chromium from '@sparticuz/chromium';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

/** Rooms whose tests put something else in the place of a module, but for those that do not: each file loads what it imports for itself. */
const replacing = [
  'test/app/!(permissions|switches).test.ts',
  'test/laboratory/**/*.test.ts',
  'test/machine/!(hash-chain|log|one-by-one|sealed-chunks|shared-runs).test.ts',
];

/**
 * Test files of `npm run test:full`. They kill processes at many moments, play whole matrices of banks, run other programs or
 * open many windows. `npm test` has a quicker test of each kind of fault that they find.
 */
const full = {
  unit: [
    'test/**/{kill,crash,legal-answers,legal-statements}.test.ts',
    'test/approvals/{two-judges-long,desks/rules-hold}.test.ts',
    'test/bank/faults.test.ts',
    'test/calendars/holiday-table.test.ts',
    'test/cli/{data-folder,doctor,evidence,journal-head,reconcile,sign-in-methods,signals,streams}.test.ts',
    'test/cli/banks/{bank-file-from,sandbox,sandbox-bank}.test.ts',
    'test/cli/call/call-money.test.ts',
    'test/cli/pay/{pay-identity,pay-payee,pay-two-desks}.test.ts',
    'test/cli/{approvals,closes}/*.test.ts',
    'test/cli/team/{backup,changed-desk,check,claims-lost,full-disk,invitations,leaving,log,move,never-twice,renew,repair,sent-before}.test.ts',
    'test/desk/{failing-disk,full-disk,life,line-back,query-plans,self-sync,session-faults}.test.ts',
    'test/desk/find/find-nouns.test.ts',
    'test/doctor/{bank,known-records,network-route}.test.ts',
    'test/host/{bridge,guards,life,start}.test.ts',
    'test/invoices/damaged.test.ts',
    'test/local-copy/{hostile-page,outdated}.test.ts',
    'test/matching/years.test.ts',
    'test/payments/{endings,unauthorized}.test.ts',
    'test/reconcile/desk.test.ts',
    'test/sandbox/{faults,ledger,program,snapshot}.test.ts',
    'test/sandbox/orders/{magic,order-faults}.test.ts',
    'test/statements/attachments/desk.test.ts',
    'test/statements/hand-over/{camt053,desk,other-readers,pdf}.test.ts',
    'test/statements/second-source/{desk,given,ofx-values,source-format}.test.ts',
    'test/store/{reader-thread,opening/salvage}.test.ts',
    'test/sub-clients/{lost-answers,shares}.test.ts',
    'test/sub-clients/documents/{desk,lost-line,many-files}.test.ts',
    'test/submissions/acceptance.test.ts',
    'test/team/outcomes/gathering.test.ts',
    'test/team/server/{broken-lines,calls,excess,opening,refusals,tls,two-copies,unsure}.test.ts',
    'test/team/sql/{administrator,desks,plans,race,renew,repair}.test.ts',
    'test/team/window/{approvals,approval-documents,approval-files,approval-invoices,approval-rules,approved-conversions,log,presence}.test.ts',
    'test/timeline/desk.test.ts',
    'test/tools/drill.test.ts',
    'test/vault/{old-locks,rewrapping}.test.ts',
  ],
  isolated: ['test/laboratory/**/*.test.ts', 'test/app/{packaging,supply-chain}.test.ts'],
  // They load every view of the window, and many draw each of them at three sizes.
  component: [
    'test/renderer/payments/{required-fields,silent-bank}.test.ts',
    'test/renderer/remittances/required-fields.test.ts',
    'test/renderer/shell/{appearance,counts,first-tour,looked,sign-in-methods}.test.ts',
    'test/renderer/statements/{filters,given,hand-over,subtotals}.test.ts',
    'test/renderer/sub-clients/journey-in-desk.test.ts',
    'test/renderer/{approvals,team}/looked.test.ts',
  ],
};

/** The flows of the window in `npm test`: the first start, a statement, a payment, a close. The others are in `npm run test:full`. */
const everydayFlows =
  'test/e2e/{first-start,money/pay-once,power,records/close,second-start}.test.ts';

const unit = {
  environment: 'node',
  globalSetup: ['test/support/setup/built-programs.ts'],
  setupFiles: [
    'test/support/setup/memory-folder.ts',
    'test/support/setup/state-home.ts',
    'test/support/setup/quick-stretch.ts',
    'test/support/setup/threads-in-place.ts',
  ],
  pool: 'forks' as const,
  // Some start half a dozen processes, or a server, each of which takes seconds where others work too.
  testTimeout: 60_000,
  hookTimeout: 60_000,
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
  setupFiles: [
    ...unit.setupFiles,
    'test/support/setup/threads-loaded.ts',
    'test/support/setup/property-seed.ts',
  ],
};

/** Tests of the window in Chromium. Each project has objects of its own: vitest writes the project's name into them. */
const component = (chosen: { name: string; include: string[]; exclude?: string[] }) => ({
  plugins: [svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') })],
  test: {
    ...chosen,
    // What they import is loaded once per page.
    isolate: false,
    setupFiles: [
      'test/renderer/support/page/warnings.ts',
      'test/renderer/support/page/fresh-page.ts',
    ],
    // They wait for the page more than they work.
    maxWorkers: 4,
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for happens in pages that share two cores.
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath, args: ['--no-sandbox'] },
        // Colours that are on their way to others can be read neither by a person nor by axe.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

const endToEnd = {
  environment: 'node',
  globalSetup: ['test/e2e/support/shared-folder.ts'],
  setupFiles: ['test/support/setup/state-home.ts'],
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
          exclude: [
            'test/e2e/**',
            'test/renderer/**',
            'test/windows/**',
            ...replacing,
            ...full.unit,
          ],
        },
      },
      { test: { ...shared, name: 'unit-full', include: full.unit } },
      {
        test: {
          ...unit,
          name: 'unit-isolated',
          include: replacing,
          exclude: full.isolated,
        },
      },
      { test: { ...unit, name: 'unit-isolated-full', include: full.isolated } },
      component({
        name: 'component',
        include: ['test/renderer/**/*.test.ts'],
        exclude: full.component,
      }),
      component({ name: 'component-full', include: full.component }),
      {
        test: {
          ...endToEnd,
          name: 'e2e',
          include: [everydayFlows],
        },
      },
      {
        test: {
          ...endToEnd,
          name: 'e2e-full',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [everydayFlows],
        },
      },
    ],
  },
});
