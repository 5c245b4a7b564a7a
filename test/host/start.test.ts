import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { runOnHost } from '../../tools/host/launch.ts';

const main = resolve(import.meta.dirname, '../../electron/main.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'nostro-start-'));
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test('the packaged app does not start with a debugging door open', async () => {
  const words = ['--remote-debugging-port=9222'];
  const env = { NOSTRO_DATA_DIR: dataDir };
  const { code, output } = await runOnHost({ main, packaged: true, words, env });
  expect(code).toBe(1);
  expect(output).toBe('Nostro does not start with --remote-debugging-port=9222.\n');
}, 60_000);

test('a word of the command line is answered without a window, and before a display is asked for', async () => {
  const words = ['proof', '--nonsense'];
  const env = { NOSTRO_DATA_DIR: dataDir };
  const server = { main, packaged: true, displayless: true, env };
  const { code, output } = await runOnHost({ ...server, words });
  expect(code).toBe(2);
  expect(output).toContain('input.invalid');
  const window = await runOnHost(server);
  expect([window.code, window.output]).toEqual([1, 'Missing X server or $DISPLAY\n']);
}, 60_000);
