import { join } from 'node:path';

import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** The programs of the bench that have the desk in them, and the threads that they start. */
const ofTeam = ['approvals-run', 'found-run', 'note-run', 'open-run'];
const programs = [
  ...[
    'sync-run',
    'stages-run',
    'read-run',
    'export-run',
    'export-floor-run',
    'floor-run',
    'floor-worker',
  ],
  ...[
    'payment-file-run',
    'intent-run',
    'lists-run',
    'reconcile-route-run',
    'peer-run',
    'bank-thread',
  ],
];
const bench = (folder: string, name: string): string =>
  join(root, 'tools/bench', folder, `${name}.ts`);
export const builtPrograms = join(root, 'out/bench');

/** Bundles them as the product is bundled: memory and start are the product's, not those of a TypeScript loader. */
export async function buildPrograms(): Promise<void> {
  const input = {
    ...Object.fromEntries(programs.map((name) => [name, bench('runs', name)])),
    ...Object.fromEntries(ofTeam.map((name) => [name, bench('team', name)])),
    worker: join(root, 'electron/desk/worker.ts'),
    sandbox: join(root, 'sandbox/main.ts'),
  };
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: builtPrograms,
      emptyOutDir: true,
      // A profile names functions as the sources do.
      sourcemap: true,
      rolldownOptions: {
        input,
        external: ['better-sqlite3', 'keytar'],
        output: {
          format: 'es',
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
        },
      },
    },
  });
}
