import { spawnSync } from 'node:child_process';

/** What takes longer than a push should: the kill test at ten times as many points. */
const { status } = spawnSync('vitest run --project unit test/sync/kill.test.ts', {
  shell: true,
  stdio: 'inherit',
  env: { ...process.env, KILLS: '500' },
});
process.exitCode = status ?? 1;
