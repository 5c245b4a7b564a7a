import { spawnSync } from 'node:child_process';

/** Histories that nobody has seen yet; the laboratory prints the seed by which they are played again. */
const seed = process.env['LAB_SEED'] ?? String(Date.now() % 1_000_000_000);

/** What takes longer than a push should: the kill tests at many more points, and many more histories of the laboratory. */
const { status } = spawnSync(
  'vitest run --project unit test/statements/kill.test.ts test/payments/kill.test.ts test/laboratory/never-twice.test.ts',
  {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, KILLS: '500', PAY_KILLS: '200', LAB_HISTORIES: '500', LAB_SEED: seed },
  },
);
process.exitCode = status ?? 1;
