import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { Launched } from '../../tools/host/launch.ts';
import { attackPages } from './stand-in/attacks.ts';
import { makeBench, type Bench } from './stand-in/open.ts';

const attacker = 'https://attacker.example';
type AttackResult = { finished: boolean; ran: string[]; stopped: string[] };

let bench: Bench;
beforeAll(async () => {
  bench = await makeBench(attackPages(attacker));
}, 60_000);
afterAll(() => {
  bench.remove();
});

const asked = ({ output }: Launched): string[] => [
  ...new Set([...output().matchAll(/^asks (\S+)$/gm)].map(([, url = '']) => url)),
];

/** One program at a time: it ends with its test, however that ends. */
async function launchOpen(doors: 'all' | 'network'): Promise<Launched> {
  const desktop = await bench.launch({ env: { OPEN_DOORS: doors } });
  onTestFinished(() => desktop.close());
  return desktop;
}

async function attackOver({ page }: Launched): Promise<AttackResult> {
  const result = await page.waitForFunction(() => {
    const { taken } = globalThis as unknown as { taken: AttackResult };
    return taken.finished && taken;
  });
  return (await result.jsonValue()) as AttackResult;
}

describe('a page full of attacks', () => {
  test('runs its code and asks the attacker in many ways where nothing stops it', async () => {
    const desktop = await launchOpen('all');
    const codeRan = ['inline', 'onerror', 'eval', 'function', 'srcdoc', 'policy'];
    const expected = codeRan.map((name) => `${attacker}/ran/${name}`);
    const asks = () => asked(desktop);
    await expect.poll(asks, { timeout: 20_000 }).toEqual(expect.arrayContaining(expected));
    await expect.poll(() => asks().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(30);
  }, 60_000);

  test('runs no code and asks for nothing under the policy alone', async () => {
    const desktop = await launchOpen('network');
    const { ran, stopped } = await attackOver(desktop);
    await desktop.close();
    expect(ran).toEqual([]);
    expect(asked(desktop)).toEqual([]);
    const kinds = ['inline', 'trusted-types-policy', 'trusted-types-sink'];
    const addresses = ['fetch', 'script-tag', 'image', 'module', 'beacon'].map(
      (name) => `${attacker}/${name}`,
    );
    const socket = 'wss://attacker.example/socket';
    expect(stopped).toEqual(expect.arrayContaining([...kinds, ...addresses, socket]));
  }, 60_000);
});

describe('under all guards', () => {
  let desktop: Launched;
  beforeAll(async () => {
    desktop = await bench.launch();
    await attackOver(desktop);
  }, 60_000);
  afterAll(async () => {
    await desktop.close();
  }, 60_000);

  test('the page stayed where it was, alone', () => {
    expect(new URL(desktop.page.url()).pathname).toBe('/index.html');
    expect(desktop.page.context().pages()).toHaveLength(1);
  });

  test.each([
    'https://bank.example/',
    'https://app.desk.invalid.evil.example/',
    'https://evil.desk.invalid/index.html',
    'desk://evil/index.html',
    'desk://app.evil/',
    'about:blank',
    'mailto:someone@bank.example',
  ])('the program is asked about %s and the page does not go there', async (address) => {
    const { page, output } = desktop;
    const before = page.url();
    await page.evaluate((to) => {
      location.href = to;
    }, address);
    const shown = address.replace('https://evil.desk.invalid', 'desk://evil');
    await expect.poll(output).toContain(`will navigate ${shown}`);
    expect(page.url()).toBe(before);
  });

  test.each(['file:///etc/passwd', 'data:text/html,taken', 'javascript:document.title=1'])(
    'the page does not go to %s',
    async (address) => {
      const before = desktop.page.url();
      await desktop.page.evaluate((to) => {
        location.href = to;
      }, address);
      await desktop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      expect(desktop.page.url()).toBe(before);
      expect(await desktop.page.title()).toBe('Attacks');
    },
  );

  test('no second window opens [F4]', async () => {
    const opened = await desktop.page.evaluate(() => window.open('https://bank.example/') === null);
    expect(opened).toBe(true);
    expect(desktop.page.context().pages()).toHaveLength(1);
  });

  test('every permission is denied', async () => {
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
    expect(new Set(states)).toEqual(new Set(['denied']));
  });

  test('no file outside the folder is served, however it is asked for [F3]', async () => {
    const statuses = await desktop.page.evaluate(async () => {
      const paths = ['/index.html', '/..%2f..%2fpreload.cjs', '/%2e%2e/preload.cjs', '/nowhere.js'];
      const load = (path: string): Promise<string> =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = image.onerror = () => {
            const [entry] = performance.getEntriesByName(image.src);
            resolve(String((entry as PerformanceResourceTiming | undefined)?.responseStatus));
          };
          image.src = path;
        });
      return Promise.all(paths.map(load));
    });
    expect(statuses).toEqual(['200', '404', '404', '404']);
  });
});
