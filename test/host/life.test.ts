import { existsSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeBench, type Bench } from './stand-in/open.ts';

type AnyDesk = {
  request(route: string, input: unknown): Promise<unknown>;
  on(event: string, listener: (fact: unknown) => void): () => void;
};
declare const desk: AnyDesk;

let bench: Bench;
beforeAll(async () => {
  bench = await makeBench();
}, 60_000);
afterAll(() => {
  bench.remove();
});

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/exe`);

test('a second start shows itself to the first and ends', async () => {
  const first = await bench.launch();
  const second = await bench.run();
  expect(second.code).toBe(3);
  await expect.poll(() => first.output()).toContain('second instance');
  await first.close();
  expect(first.output()).toContain('will quit');
  expect(isAlive(first.pid)).toBe(false);
}, 60_000);

test('after kill -9 nothing is left running and the next start works at once [S8 I1]', async () => {
  const killed = await bench.launch();
  await killed.kill();
  expect(isAlive(killed.pid)).toBe(false);
  expect(killed.output()).not.toContain('will quit');
  const next = await bench.launch();
  expect(await next.page.title()).toBe('Stand-in');
  await next.close();
}, 60_000);

test('the app reacts to the machine: sleep and a locked screen lock, waking up is reported [I2]', async () => {
  const desktop = await bench.launch();
  for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen'] as const)
    await desktop.power(event);
  await expect.poll(desktop.output).toMatch(/to be locked\nwoke up\nto be locked\n/);
  await desktop.close();
}, 60_000);

test('the system’s proxy is reported in Electron’s form', async () => {
  const desktop = await bench.launch({ env: { HTTPS_PROXY: 'http://p.example:3128' } });
  const ask = (url: string) =>
    desktop.page.evaluate((address) => desk.request('proxy', address), url);
  expect(await ask('https://bank.example')).toEqual({ ok: true, value: 'PROXY p.example:3128' });
  expect(await ask('http://bank.example')).toEqual({ ok: true, value: 'DIRECT' });
  await desktop.close();
}, 60_000);

test('a save dialog answers what the test sets, once, and then nothing', async () => {
  const desktop = await bench.launch();
  const ask = () => desktop.page.evaluate(() => desk.request('saveAs', {}));
  await desktop.dialogs.saveAs('/tmp/statement.csv');
  expect(await ask()).toEqual({ ok: true, value: '/tmp/statement.csv' });
  expect(await ask()).toEqual({ ok: true, value: null });
  await desktop.close();
}, 60_000);

test('a question of the system answers what the test sets, once, and then its way out', async () => {
  const desktop = await bench.launch();
  const ask = () => desktop.page.evaluate(() => desk.request('confirm', {}));
  await desktop.dialogs.answer(true);
  expect(await ask()).toEqual({ ok: true, value: true });
  await desktop.dialogs.answer(false);
  expect(await ask()).toEqual({ ok: true, value: false });
  expect(await ask()).toEqual({ ok: true, value: false });
  await desktop.close();
}, 60_000);

test('the menu keys ask the window, unless the page took the key', async () => {
  const desktop = await bench.launch();
  const { page } = desktop;
  await page.evaluate(() => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    desk.on('window.requested', (fact) => asked.push(fact));
    addEventListener('keydown', (event) => {
      if (event.key === ',') event.preventDefault();
    });
  });
  for (const key of ['l', ',', 'r']) await page.keyboard.press(`ControlOrMeta+${key}`);
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked))
    .toEqual([{ for: 'lock' }, { for: 'sync' }]);
  await desktop.close();
}, 60_000);

test('copied text is on the clipboard', async () => {
  const desktop = await bench.launch();
  const { page } = desktop;
  await page.evaluate(async () => {
    document.body.append(document.createElement('textarea'));
    document.querySelector('textarea')?.focus();
    await desk.request('copy', 'NSTR-0042');
  });
  await expect
    .poll(async () => {
      await page.locator('textarea').fill('');
      await page.keyboard.press('ControlOrMeta+v');
      return page.locator('textarea').inputValue();
    })
    .toBe('NSTR-0042');
  await desktop.close();
}, 60_000);

test('the window has the size, the scale and the colours that were asked for', async () => {
  const size = { width: 1024, height: 700 };
  const desktop = await bench.launch({ size, deviceScaleFactor: 2, colorScheme: 'dark' });
  const seen = await desktop.page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  await desktop.close();
  expect(seen).toEqual({ ...size, scale: 2, dark: true });
}, 60_000);
