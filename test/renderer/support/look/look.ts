/**
 * Pictures of the window over the played main process, and what looks wrong on each:
 * `node test/renderer/support/look/look.ts <folder> [--themes light,contrast] [--sizes 1440,512] [scene ...]`.
 * A scene may be followed by what a person does in it, as in `working:2jj`: keys, `{F1}` a key by its name, `"words"` what
 * is typed, `[Months]` what is pressed by its name, `(Months)` what is scrolled to, `<ledger.csv>` a file of the disk that
 * is dropped, or given to who asks for one.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { AxeBuilder } from '@axe-core/playwright';
import chromium from '@sparticuz/chromium';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium as browsers, type Browser, type FileChooser, type Page } from 'playwright';
import { createServer } from 'vite';

import { dropOn } from '../../../e2e/support/drop.ts';
import { looksWrong } from '../../../e2e/support/look/looks.ts';

const themes = {
  light: { colorScheme: 'light', theme: 'system' },
  dark: { colorScheme: 'dark', theme: 'system' },
  contrast: { colorScheme: 'light', theme: 'contrast' },
  'contrast-dark': { colorScheme: 'dark', theme: 'contrast' },
} as const;
const sizes = {
  1440: { width: 1440, height: 900, scale: 1 },
  1024: { width: 1024, height: 700, scale: 1 },
  // The same two at 200 % text.
  720: { width: 720, height: 450, scale: 2 },
  512: { width: 512, height: 350, scale: 2 },
} as const;
type Theme = keyof typeof themes;
type Size = keyof typeof sizes;

const step =
  /\{(?<key>[^}]+)\}|"(?<typed>[^"]+)"|\[(?<pressed>[^\]]+)\]|\((?<seen>[^)]+)\)|<(?<file>[^>]+)>|(?<letter>.)/gsu;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    themes: { type: 'string', default: 'light,dark,contrast' },
    sizes: { type: 'string', default: Object.keys(sizes).join(',') },
  },
});
const [folder = 'out/look', ...wanted] = positionals;
const root = resolve(import.meta.dirname, '../../../..');

mkdirSync(folder, { recursive: true });
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  server: { host: '127.0.0.1', port: 0, watch: null },
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
const browser = await browsers.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath()),
  args: ['--no-sandbox'],
});
for (const scene of wanted.length > 0 ? wanted : ['working', 'working:2jj'])
  for (const theme of values.themes.split(',') as Theme[])
    for (const size of values.sizes.split(',').map(Number) as Size[])
      await picture(browser, { scene, theme, size });
await browser.close();
await server.close();

type Shot = { readonly scene: string; readonly theme: Theme; readonly size: Size };

async function picture(from: Browser, { scene, theme, size }: Shot): Promise<void> {
  const { scale, ...viewport } = sizes[size];
  const { colorScheme, theme: chosen } = themes[theme];
  const context = await from.newContext({
    ...{ viewport, deviceScaleFactor: scale, colorScheme, timezoneId: 'UTC' },
  });
  const page = await context.newPage();
  const name = `${encodeURIComponent(scene).replaceAll('%', '_')}-${theme}-${String(size)}`;
  const report = (words: string): boolean => process.stderr.write(`${name}: ${words}\n`);
  page.on('pageerror', ({ message }) => report(message));
  const rested = restOf(page);
  await page.clock.setFixedTime('2026-11-20T09:44:00.000Z');
  const [played = '', steps = ''] = scene.split(/:(.*)/s);
  await page.goto(`${address}test/renderer/support/look/look.html?scene=${played}&theme=${chosen}`);
  await page.waitForSelector('h1', { timeout: 30_000 });
  try {
    await follow(page, steps, rested);
  } catch (cause) {
    report(String(cause));
  }
  await page.waitForSelector('h1', { timeout: 30_000 });
  await rested();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  for (const words of await page.evaluate(looksWrong)) report(words);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  for (const { id, nodes } of violations) for (const { html } of nodes) report(`${id}: ${html}`);
  await context.close();
}

/** Waits until nothing was fetched for a moment: a view that is opened for the first time is fetched first. */
function restOf(page: Page): () => Promise<void> {
  const restMs = 300;
  let last = 0;
  let open = 0;
  const note = (by: 1 | -1) => (): void => {
    open += by;
    last = performance.now();
  };
  page.on('request', note(1));
  page.on('requestfinished', note(-1));
  page.on('requestfailed', note(-1));
  return async () => {
    await page.waitForTimeout(restMs);
    while (open > 0 || performance.now() - last < restMs) await page.waitForTimeout(restMs / 3);
  };
}

/** What a person does, one after the other, each once the page had time to answer. */
async function follow(page: Page, steps: string, rested: () => Promise<void>): Promise<void> {
  let asking: FileChooser | null = null;
  page.on('filechooser', (chooser) => (asking = chooser));
  for (const { groups = {} } of steps.matchAll(step)) {
    await rested();
    const { key, typed, pressed, seen, file, letter } = groups;
    if (typed) await page.keyboard.type(typed);
    else if (pressed) await (await named(page, pressed)).click({ timeout: 3_000 });
    else if (seen) await page.getByText(seen).first().scrollIntoViewIfNeeded({ timeout: 3_000 });
    else if (file) await give(page, asking, file);
    else await page.keyboard.press(key ?? letter ?? '');
  }
}

async function give(page: Page, asking: FileChooser | null, file: string): Promise<void> {
  const path = resolve(file);
  await (asking ? asking.setFiles(path) : dropOn(page.locator('main'), path));
}

/** The first that has the name: a control before words, in a dialog where one is open. */
async function named(page: Page, name: string) {
  const dialog = page.locator('dialog:modal');
  const within = (await dialog.count()) > 0 ? dialog.last() : page;
  for (const role of ['button', 'checkbox', 'radio', 'combobox', 'row'] as const) {
    const found = within.getByRole(role, { name });
    if ((await found.count()) > 0) return found.first();
  }
  return within.getByText(name).first();
}
