import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

import {
  launchOnHost,
  runOnHost,
  type HostLaunch,
  type Launched,
} from '../../../tools/host/launch.ts';

const root = resolve(import.meta.dirname, '../../..');
const standIn = fileURLToPath(new URL('./main.ts', import.meta.url));
const emptyPage = { 'index.html': '<!doctype html><title>Stand-in</title><h1>Stand-in</h1>' };

export type Bench = {
  bundle: string;
  dataDir: string;
  launch(options?: Partial<HostLaunch>): Promise<Launched>;
  run(options?: Partial<HostLaunch>): Promise<{ code: number; output: string }>;
  remove(): void;
};

/** A folder with the product's preload, built as for the release, and the given pages; and the stand-in that opens them. */
export async function makeBench(pages: Record<string, string> = emptyPage): Promise<Bench> {
  const bundle = mkdtempSync(join(tmpdir(), 'nostro-bench-'));
  const dataDir = join(bundle, 'data');
  mkdirSync(dataDir);
  mkdirSync(join(bundle, 'renderer'));
  for (const [name, text] of Object.entries(pages))
    writeFileSync(join(bundle, 'renderer', name), text);
  await buildPreload(bundle);
  const launchOf = (options: Partial<HostLaunch> = {}): HostLaunch => ({
    main: standIn,
    ...options,
    env: { ...options.env, NOSTRO_DATA_DIR: dataDir, STAND_IN_BUNDLE: bundle },
  });
  return {
    bundle,
    dataDir,
    launch: (options) => launchOnHost(launchOf(options)),
    run: (options) => runOnHost(launchOf(options)),
    remove: () => {
      rmSync(bundle, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function buildPreload(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      lib: { entry: 'electron/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  });
}
