import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** How long a program took as a whole, from its start to its end, and the most it had in memory. */
export type Took = { readonly ms: number; readonly peakMb: number };

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Runs a program and discards its output. Throws its error output where it fails. */
export async function timedProgram(program: string, words: readonly string[]): Promise<Took> {
  const started = performance.now();
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let failed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text));
  let peakMb = Number.NaN;
  const looking = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb;
  }, 5);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  if (code !== 0) throw new Error(`${program}: ${failed.trim().split('\n')[0] ?? 'it ended'}`);
  return { ms: performance.now() - started, peakMb };
}

/** The peak memory of a process in MB, as Linux reports it; null elsewhere. */
function peakOf(pid: number | undefined): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
  return peak === undefined ? null : Number(peak) / 1024;
}
