import bundled from '@sparticuz/chromium';
import { chromium } from 'playwright';

import { launchDesk } from '../../desk-window.ts';

/** Milliseconds from process start to the first position painted from the copy: `node start-run.ts DATA_DIR`. */

const [, , dataDir = ''] = process.argv;

/** By the page's own frames: the wall clock behind the frame that shows the position. */
const positionPainted = (): Promise<number> =>
  new Promise((resolve) => {
    const look = (): void => {
      const text = document.body.textContent;
      const isThere = text.includes('Position') && /as of|No accounts yet/i.test(text);
      if (isThere)
        setTimeout(() => {
          resolve(Date.now());
        });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

async function deskStart(): Promise<number> {
  const started = Date.now();
  const desk = await launchDesk({ dataDir });
  const painted = await desk.page.evaluate(positionPainted);
  await desk.close();
  return painted - started;
}

/** The same browser with a page of one line. */
async function browserStart(): Promise<number> {
  const started = Date.now();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await bundled.executablePath()),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.setContent('<p>Position as of now</p>');
  const painted = await page.evaluate(positionPainted);
  await browser.close();
  return painted - started;
}

const floorMs = await browserStart();
console.log(JSON.stringify({ ms: await deskStart(), floorMs }));
