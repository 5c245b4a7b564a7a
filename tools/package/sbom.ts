import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { version } from '../../shared/version.ts';

/**
 * The software bill of materials, CycloneDX as npm writes it: every package that the lockfile names, also those that only build and test.
 * Run as a program it goes into `dist/`, to be stored with the release.
 */
export function softwareBill(): string {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [
      'sbom',
      '--package-lock-only',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--loglevel=error',
    ],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return stdout;
}

if (import.meta.main) {
  const dist = resolve(import.meta.dirname, '../../dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, `nostro-${version}.cdx.json`), softwareBill());
}
