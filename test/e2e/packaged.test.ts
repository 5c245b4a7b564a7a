import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

import { expect, test } from 'vitest';

import { runOnHost } from '../../tools/host/launch.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const builder = createRequire(
  createRequire(import.meta.url).resolve('app-builder-lib/package.json'),
);
type Matches = (path: string, pattern: string, options: { dot: true }) => boolean;
const { minimatch } = builder('minimatch') as { minimatch: Matches };
const yaml = builder('js-yaml') as { load(text: string): { asarUnpack: string[] } };
const { asarUnpack } = yaml.load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));

/** What goes into a package: the build, and the two packages with native code, this system's prebuilds only. */
const packed = (path: string): boolean =>
  !/node_modules[\\/][^\\/]+[\\/](?:deps|src|build)(?:[\\/]|$)/.test(path) &&
  !(path.includes('prebuilds') && /(?:win32|darwin|musl|arm)/.test(path));

/** Lays the package out as electron-builder does: the archive, here a folder, and beside it what is unpacked. */
function layOut(resources: string): void {
  const archive = join(resources, 'app.asar');
  for (const part of ['out/main', 'out/preload', 'out/renderer', 'package.json'])
    cpSync(join(root, part), join(archive, part), { recursive: true });
  for (const name of ['better-sqlite3', 'keytar'])
    cpSync(join(root, 'node_modules', name), join(archive, 'node_modules', name), {
      recursive: true,
      filter: packed,
    });
  for (const entry of readdirSync(archive, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(archive.length + 1);
    const name = path.split(sep).join('/');
    if (entry.isFile() && asarUnpack.some((pattern) => minimatch(name, pattern, { dot: true })))
      cpSync(join(archive, path), join(`${archive}.unpacked`, path));
  }
}

test('the packaged command line runs with its threads loaded from beside the archive, on a machine without a display', async () => {
  const folder = tempFolder();
  layOut(folder);
  const nostro = (...words: string[]) =>
    runOnHost({
      main: join(folder, 'app.asar/out/main/main.js'),
      packaged: true,
      displayless: true,
      words: ['--data-dir', join(folder, 'data'), ...words],
      env: {
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
        XDG_STATE_HOME: join(folder, 'state'),
      },
    });
  const account = '2010044871';
  const synced = await nostro('sync', '--account', account);
  expect([synced.output, synced.code]).toEqual([
    expect.stringContaining('"proof":{"ok":true') as string,
    0,
  ]);
  const proof = await nostro('proof', '--account', account);
  expect([proof.output, proof.code]).toEqual([
    expect.stringContaining('"state":"proven"') as string,
    0,
  ]);
  expect(readdirSync(join(folder, 'app.asar.unpacked/out/main')).toSorted()).toEqual(
    ['chunks', 'fonts', 'sandbox.mjs', 'worker.mjs'].toSorted(),
  );
  const file = join(folder, 'statement.pdf');
  const printed = await nostro('export', '--account', account, '--format', 'pdf', '--out', file);
  expect([printed.code, readFileSync(file).subarray(0, 5).toString()]).toEqual([0, '%PDF-']);
});
