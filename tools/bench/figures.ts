import { existsSync, readFileSync } from 'node:fs';

/** The value below which `share` of the figures lie. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/** Runs `work` often and answers how long each run took, in milliseconds. */
export async function timed(times: number, work: (at: number) => unknown): Promise<number[]> {
  const figures: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await work(at);
    figures.push(performance.now() - started);
  }
  return figures;
}

/**
 * The most that this process ever had in memory, in MB. Linux reports it for the program itself; elsewhere the parent process counts too,
 * while it was larger.
 */
export function peakMb(): number {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : null;
  return Number(peak ?? process.resourceUsage().maxRSS) / 1024;
}
