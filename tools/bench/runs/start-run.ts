import bundled from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright';

import { launchDesk } from '../../desk-window.ts';

/** Milliseconds of a start to the first position painted from the copy, by stage: `node start-run.ts DATA_DIR`. */

const [, , dataDir = ''] = process.argv;

/**
 * Moments of the page in ms since 1970, as the browser noted them when they were: a driver that connects later reads the same.
 * `painted` is the first frame that showed what `name` marks by its attribute `elementtiming`.
 */
type Moments = { readonly began: number; readonly scriptsRan: number; readonly painted: number };

const momentsOf = (page: Page, name: string): Promise<Moments> =>
  page.evaluate(
    (identifier) =>
      new Promise<Moments>((resolve) => {
        const began = performance.timeOrigin;
        new PerformanceObserver((list) => {
          const first = (list.getEntries() as (PerformanceEntry & { identifier: string })[])
            .filter((entry) => entry.identifier === identifier)
            .map(({ startTime }) => startTime);
          if (first.length === 0) return;
          const [navigation] = performance.getEntriesByType('navigation');
          const { domContentLoadedEventStart } = navigation as PerformanceNavigationTiming;
          resolve({
            began,
            scriptsRan: began + domContentLoadedEventStart,
            painted: began + Math.min(...first),
          });
        }).observe({ type: 'element', buffered: true });
      }),
    name,
  );

/** From the first line of the program; the host that replaces Electron starts before it and is counted apart. */
async function deskStart(): Promise<Record<string, number>> {
  const started = Date.now();
  const desk = await launchDesk({ dataDir });
  const { began, scriptsRan, painted } = await momentsOf(desk.page, 'position');
  await desk.close();
  const main = desk.mainBeganAt ?? started;
  return {
    ...{ ms: painted - main, hostMs: main - started },
    ...{ openedMs: began - main, scriptsMs: scriptsRan - began, paintMs: painted - scriptsRan },
  };
}

/** The same browser with a page of one line, from the start of its process. */
async function browserStart(): Promise<number> {
  const started = Date.now();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await bundled.executablePath()),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.setContent('<p elementtiming="position">Position as of now</p>');
  const { painted } = await momentsOf(page, 'position');
  await browser.close();
  return painted - started;
}

const floorMs = await browserStart();
console.log(JSON.stringify({ ...(await deskStart()), floorMs }));
