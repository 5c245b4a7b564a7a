import { spawnSync } from 'node:child_process';

/** What takes longer than a push should: the kill tests at many more points. */
const { status } = spawnSync(
  'vitest run --project unit test/sync/kill.test.ts test/sync/pay-kill.test.ts',
  {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, KILLS: '500', PAY_KILLS: '200' },
  },
);
process.exitCode = status ?? 1;
