import { spawnSync } from 'node:child_process';

type OtherPrograms = {
  /** The end of a test's name where the program is missing; else empty. */
  readonly skipped: string;
};

/** Whether programs that are no part of Nostro are on this machine; says once, loudly, which tests are left out where they are not. */
export function otherPrograms(names: readonly string[], what: string): OtherPrograms {
  const missing = names.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length === 0) return { skipped: '' };
  const skipped = ` (SKIPPED: ${missing.join(' and ')} not installed)`;
  process.stderr.write(`${what} was not tried${skipped}\n`);
  return { skipped };
}
