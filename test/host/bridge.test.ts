import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Launched } from '../../tools/host/launch.ts';
import { makeBench, type Bench } from './stand-in/open.ts';

type AnyDesk = {
  request(route: string, input: unknown): Promise<{ ok: boolean; value: never }>;
  on(event: string, listener: (...args: unknown[]) => void): () => void;
};
declare const desk: AnyDesk;

let bench: Bench;
let desktop: Launched;
beforeAll(async () => {
  bench = await makeBench();
  desktop = await bench.launch();
}, 60_000);
afterAll(async () => {
  await desktop.close();
  bench.remove();
}, 60_000);

test('the page sees request and on, and nothing of Electron, of Node or of the host', async () => {
  const seen = await desktop.page.evaluate(() => {
    const names = Object.getOwnPropertyNames(globalThis);
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const plain = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}));
    frame.remove();
    return {
      desk: Object.keys(desk),
      frozen: Object.isFrozen(desk),
      fixed: !Reflect.set(globalThis, 'desk', 1) && !Reflect.deleteProperty(globalThis, 'desk'),
      // Playwright's own marks begin with two underscores.
      added: names.filter((name) => !plain.has(name) && !/^\d+$|^__/.test(name)),
      absent: ['require', 'process', 'Buffer', 'electron', 'ipcRenderer'].filter((name) =>
        names.includes(name),
      ),
    };
  });
  expect(seen).toEqual({
    desk: ['request', 'on'],
    frozen: true,
    fixed: true,
    added: ['desk'],
    absent: [],
  });
});

test('a frame in the page gets no bridge', async () => {
  const inFrame = await desktop.page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const found = 'desk' in (frame.contentWindow ?? {});
    frame.remove();
    return found;
  });
  expect(inFrame).toBe(false);
});

test('bytes, dates, bigints, undefined and odd keys cross to the desk and back', async () => {
  const back = await desktop.page.evaluate(async () => {
    const bytes = new Uint8Array([0, 1, 254, 255]);
    const odd = JSON.parse('{"__proto__": {"a": 1}}') as object;
    const answer = await desk.request('echo', {
      bytes,
      at: new Date(5),
      big: 10n ** 20n,
      none: undefined,
      odd,
    });
    const value = answer.value as Record<string, unknown>;
    return {
      bytes: value['bytes'] instanceof Uint8Array && [...value['bytes']],
      at: value['at'] instanceof Date && value['at'].getTime(),
      big: value['big'] === 10n ** 20n,
      none: 'none' in value,
      odd: Object.keys(value['odd'] as object),
      polluted: 'a' in {},
    };
  });
  expect(back).toEqual({
    bytes: [0, 1, 254, 255],
    at: 5,
    big: true,
    none: true,
    odd: ['__proto__'],
    polluted: false,
  });
});

test('ten megabytes arrive whole', async () => {
  const sum = await desktop.page.evaluate(async () => {
    const bytes = new Uint8Array(10_000_000).fill(7);
    const answer = await desk.request('echo', bytes);
    return (answer.value as Uint8Array).reduce((total, byte) => total + byte, 0);
  });
  expect(sum).toBe(70_000_000);
});

test('a refusal arrives as an outcome, not as an exception', async () => {
  const answer = await desktop.page.evaluate(() => desk.request('nowhere', {}));
  expect(answer).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
});

test('what cannot be cloned is refused on both sides', async () => {
  const refusals = await desktop.page.evaluate(async () => {
    const words = (cause: unknown): string => String(cause);
    return [
      await desk.request('echo', () => 1).catch(words),
      await desk.request('unclonable', {}).catch(words),
    ];
  });
  expect(refusals[0]).toContain('could not be cloned');
  expect(refusals[1]).toContain('could not be cloned');
});

test('a listener receives only the fact, and no more of them once it stopped listening', async () => {
  const received = await desktop.page.evaluate(async () => {
    const facts: unknown[][] = [];
    const stop = desk.on('store.changed', (...args) => facts.push(args));
    await desk.request('announce', {});
    stop();
    await desk.request('announce', {});
    return facts;
  });
  expect(received).toEqual([[{ topic: 'accounts' }]]);
});

test('an unknown event cannot be listened to', async () => {
  const refusal = await desktop.page.evaluate(() => {
    try {
      return desk.on('desk:request', () => undefined);
    } catch (cause) {
      return String(cause);
    }
  });
  expect(refusal).toBe('Error: no such event');
});

test('a request whose route is not a text is rejected', async () => {
  const refusal = await desktop.page.evaluate(() =>
    desk.request(1 as never, {}).catch((cause: unknown) => String(cause)),
  );
  expect(refusal).toContain('refused');
});
