import { spawnSync } from 'node:child_process';

import { closeLaboratory, openLaboratory, wineEnv } from './windows/wine.ts';

/** The main jobs of the command line on Windows' own Node, under Wine; where that cannot be had it says so, loudly. */
function main(): void {
  const laboratory = openLaboratory();
  if (!laboratory.ok) {
    const line = '='.repeat(100);
    console.log(`${line}\nSKIPPED: nothing was tried on Windows: ${laboratory.reason}.\n${line}`);
    return;
  }
  const env = { ...process.env, ...wineEnv, NOSTRO_WINDOWS_NODE: laboratory.node };
  const { status } = spawnSync('vitest run --config vitest.windows.config.ts', {
    shell: true,
    stdio: 'inherit',
    env,
  });
  closeLaboratory();
  process.exitCode = status ?? 1;
}

main();
