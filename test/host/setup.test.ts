import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

const script = resolve(import.meta.dirname, '../../tools/setup.mjs');
let tree: string;
const at = (...path: string[]): string => join(tree, ...path);

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'nostro-setup-'));
  mkdirSync(at('tools'));
  mkdirSync(at('node_modules'));
  cpSync(script, at('tools/setup.mjs'));
  writeFileSync(at('package-lock.json'), '{}');
});
afterEach(() => {
  rmSync(tree, { recursive: true });
});

/** Runs the script with an npm that only prints what it was asked, and ends with the given code. */
function setUp(exitCode = 0) {
  const npm = at('npm.mjs');
  const body = `process.stdout.write('asked ' + process.argv.slice(2).join(' ')); process.exit(${exitCode});`;
  writeFileSync(npm, body);
  const env = { ...process.env, npm_execpath: npm };
  return spawnSync(process.execPath, [at('tools/setup.mjs')], { env, encoding: 'utf8' });
}

function installedAt(seconds: number): void {
  writeFileSync(at('node_modules/.package-lock.json'), '{}');
  utimesSync(at('node_modules/.package-lock.json'), seconds, seconds);
  utimesSync(at('package-lock.json'), 1_000, 1_000);
}

test('an up-to-date tree is left alone, without any output', () => {
  installedAt(1_001);
  expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('a fresh tree is installed with one line, and none of it on standard output', () => {
  const { status, stdout, stderr } = setUp();
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a tree older than the lockfile is installed again', () => {
  installedAt(999);
  expect(setUp().stderr).toContain('Installing');
});

test('a failed installation shows npm’s own words and its exit code', () => {
  const { status, stderr } = setUp(7);
  expect(status).toBe(7);
  expect(stderr).toContain('asked ci --no-audit');
  expect(stderr).toContain('failed');
});
