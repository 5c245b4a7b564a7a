import { setTimeout } from 'node:timers/promises';

import type { CDPSession, Page } from 'playwright';

import type { Probe } from './probe.ts';

declare const bench: Probe;

/** A frame of 60 a second takes 16.7 ms; its clock is exact to a tenth or so, and a missed one takes 33. */
const frameMs = 17.5;

/** The share of frames that took longer than 17 ms while something went on, in per cent. */
async function slowFrames(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    bench.start();
  });
  await work();
  const times = await page.evaluate(() => bench.stop());
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return (100 * lengths.filter((length) => length > frameMs).length) / Math.max(1, lengths.length);
}

async function repeat(forMs: number, everyMs: number, act: () => Promise<void>): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const next = setTimeout(everyMs);
    await act();
    await next;
  }
}

const toTop = async (page: Page): Promise<void> => {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await setTimeout(500);
};

/** Wheel, J, Page Down and the scrollbar, three or four seconds each, and the window at rest for comparison. */
export async function moveAbout(page: Page) {
  const rest = await slowFrames(page, () => setTimeout(2_000));
  const box = await page.getByRole('grid').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 200);
  const wheel = await slowFrames(page, () => repeat(3_000, 16, () => page.mouse.wheel(0, 120)));
  await toTop(page);
  const keys = await slowFrames(page, () => repeat(3_000, 33, () => page.keyboard.down('j')));
  await page.keyboard.up('j');
  await toTop(page);
  const pageKeys = await slowFrames(page, () =>
    repeat(3_000, 33, () => page.keyboard.down('PageDown')),
  );
  await page.keyboard.up('PageDown');
  await toTop(page);
  const drag = await slowFrames(page, () => page.evaluate(() => bench.drag(0, 1, 4_000)));
  const stops: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const [from, to] = [((at * 7) % 20) / 20, ((at * 11 + 5) % 20) / 20];
    stops.push(await page.evaluate(([a, b]) => bench.drag(a ?? 0, b ?? 1, 400), [from, to]));
    await setTimeout(150);
  }
  return { rest, wheel, keys, pageKeys, drag, stops };
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Jumps anywhere, each until its rows are there, and what the page's heap has before and after them. */
export async function jumpAbout(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const jump = (times: number): Promise<void> =>
    page.evaluate(async (count) => {
      for (let at = 0; at < count; at += 1) await bench.jump(Math.random());
    }, times);
  const before = await heapMb(session);
  await jump(200);
  const early = await heapMb(session);
  await jump(1_000);
  return { before, early, late: await heapMb(session) };
}
