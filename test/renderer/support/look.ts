/**
 * Pictures of the window over the played main process: `node test/renderer/support/look.ts <folder> [scene ...]`.
 * A scene may be followed by keys to press: `working:2` opens the statements, `working:ƒ` the help, on F1.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import chromium from '@sparticuz/chromium';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium as browsers, type Browser } from 'playwright';
import { createServer } from 'vite';

const [folder = 'out/look', ...wanted] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../../..');
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  // The smallest window at 200 % text.
  { width: 512, height: 350 },
];

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
  for (const theme of themes)
    for (const size of sizes) await picture(browser, { scene, theme, size });
await browser.close();
await server.close();

type Shot = {
  scene: string;
  theme: (typeof themes)[number];
  size: (typeof sizes)[number];
};

async function picture(from: Browser, { scene, theme, size }: Shot): Promise<void> {
  const page = await from.newPage({ viewport: size, colorScheme: theme, timezoneId: 'UTC' });
  page.on('pageerror', (error) => {
    process.stderr.write(`${scene}: ${error.message}\n`);
  });
  await page.clock.setFixedTime('2026-11-20T09:44:00.000Z');
  const [name = '', keys = ''] = scene.split(':');
  await page.goto(`${address}test/renderer/support/look.html?scene=${name}`);
  await page.waitForSelector('h1', { timeout: 30_000 });
  for (const key of keys) {
    await page.waitForTimeout(500);
    await page.keyboard.press(key === 'ƒ' ? 'F1' : key);
  }
  // A view that is opened for the first time is fetched first.
  await page.waitForSelector('h1', { timeout: 30_000 });
  await page.waitForTimeout(500);
  const file = `${scene.replace(/[^\w-]/g, '_')}-${theme}-${String(size.width)}.png`;
  await page.screenshot({ path: join(folder, file) });
  await page.close();
}
