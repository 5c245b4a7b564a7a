import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

import { contentSecurityPolicy } from './electron/app/csp.ts';
import { faces, packagedFace } from './electron/engines/formats/fonts.ts';

const at = (...path: string[]): string => resolve(import.meta.dirname, ...path);

/** The page carries the policy itself too, should it ever be opened without the header. */
const policyInPage: Plugin = {
  name: 'policy-in-page',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy('meta') },
      injectTo: 'head-prepend',
    },
  ],
};

/** A printed statement carries its fonts within itself: they lie beside what makes it. */
const fontsOfStatements: Plugin = {
  name: 'fonts-of-statements',
  generateBundle() {
    for (const file of Object.values(faces))
      this.emitFile({
        type: 'asset',
        fileName: `fonts/${basename(file)}`,
        source: readFileSync(packagedFace(file)),
      });
  },
};

/** Leaves the comments of the schemas out of the program: SQLite skips them, and every start would read them. Every line keeps its number. */
const schemasWithoutComments: Plugin = {
  name: 'schemas-without-comments',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/engines/store/schema/')
      ? { code: code.replaceAll(/^-- .*$/gm, ''), map: null }
      : null,
};

export default defineConfig({
  main: {
    plugins: [fontsOfStatements, schemasWithoutComments],
    // Its build for Node makes itself a `require`, as the bundle does: Node reads no file with two.
    resolve: { alias: [{ find: /^fflate$/, replacement: 'fflate/browser' }] },
    build: {
      outDir: at('out/main'),
      sourcemap: 'hidden',
      // Everything is bundled but the two packages with native code, which package.json has as its only dependencies.
      rolldownOptions: {
        input: {
          main: at('electron/main.ts'),
          worker: at('electron/desk/worker.ts'),
          sandbox: at('sandbox/main.ts'),
        },
        output: {
          format: 'es',
          // What threads load lies beside the archive, where no package.json says that it is modules: the name does.
          entryFileNames: ({ name }) => (name === 'main' ? 'main.js' : '[name].mjs'),
          chunkFileNames: 'chunks/[name]-[hash].mjs',
          // Half as much to read and compile at every start. Names stay, so that the stacks in the log still tell where.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload is one CommonJS file that may require nothing but Electron.
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        input: { preload: at('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [svelte({ configFile: at('svelte.config.js') }), policyInPage],
    build: {
      outDir: at('out/renderer'),
      sourcemap: 'hidden',
      minify: true,
      // A file of its own for every font and picture: the policy allows no data addresses but for pictures.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: at('renderer/index.html') } },
    },
  },
});
