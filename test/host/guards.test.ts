import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { attackPages } from './stand-in/attacks.ts';
import { makeBench, type Bench } from './stand-in/open.ts';

let attacker: Server;
let visits: string[] = [];
let bench: Bench;

beforeAll(async () => {
  attacker = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('/* taken */');
  });
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
  const { port } = attacker.address() as AddressInfo;
  bench = await makeBench(attackPages(`http://127.0.0.1:${port}`));
}, 60_000);
afterAll(() => {
  attacker.close();
  bench.remove();
});

type Taken = { ran: string[]; finished: boolean };

describe('a page full of attacks', () => {
  test('reaches the attacker in many ways where nothing stops it', async () => {
    visits = [];
    const desktop = await bench.launch({ env: { OPEN_DOORS: '1' } });
    const arrived = (): string[] => [...new Set(visits)];
    const codeRan = ['inline', 'onerror', 'eval', 'function', 'srcdoc'].map(
      (name) => `/ran/${name}`,
    );
    await expect.poll(arrived, { timeout: 20_000 }).toEqual(expect.arrayContaining(codeRan));
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(20);
    await desktop.close();
  }, 60_000);

  test('runs no code from text and sends nothing under the policy and the guards', async () => {
    visits = [];
    const desktop = await bench.launch();
    const { page } = desktop;
    const origin = new URL(page.url()).origin;
    const taken = (): Promise<Taken> =>
      page.evaluate(() => (globalThis as unknown as { taken: Taken }).taken);
    await expect.poll(async () => (await taken()).finished, { timeout: 20_000 }).toBe(true);
    expect((await taken()).ran).toEqual([]);
    expect(visits).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/index.html');
    expect(page.context().pages()).toHaveLength(1);

    for (const address of [
      'https://bank.example/',
      `${origin}.evil.example/`,
      'https://evil.desk.invalid/index.html',
      'desk://evil/index.html',
      'about:blank',
      'file:///etc/passwd',
      'data:text/html,taken',
      'mailto:a@b.example',
    ]) {
      await page.evaluate((to) => {
        location.href = to;
      }, address);
      await page.waitForTimeout(100);
      expect(page.url()).toBe(`${origin}/index.html`);
    }
    expect(desktop.output()).toContain('will navigate https://bank.example/');
    expect(desktop.output()).toContain('will navigate desk://evil/index.html');
    expect(desktop.output()).toContain('will navigate about:blank');
    expect(await page.evaluate(() => window.open('https://bank.example/'))).toBeNull();
    expect(visits).toEqual([]);
    await desktop.close();
  }, 60_000);
});

test('every permission is denied to the page', async () => {
  const desktop = await bench.launch();
  const states = await desktop.page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
    ];
    const found = names.map((name) =>
      navigator.permissions.query({ name: name as PermissionName }),
    );
    return (await Promise.all(found)).map(({ state }) => state);
  });
  await desktop.close();
  expect(new Set(states)).toEqual(new Set(['denied']));
}, 60_000);
