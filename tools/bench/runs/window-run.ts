import { setTimeout } from 'node:timers/promises';

import { launchDesk } from '../../desk-window.ts';
import { median, quantile } from '../figures.ts';
import { jumpAbout, moveAbout } from '../window/moving.ts';
import { installProbe, type Probe, type Seen } from '../window/probe.ts';
import { changesToStatements } from '../window/view-stages.ts';
import { changeViews, chooseFilters, openDays, typeWords } from '../window/waiting.ts';

declare const bench: Probe;

/** The built window on a copy, used as a person uses it: `node window-run.ts DATA_DIR ENTRIES_OF_AN_ACCOUNT`. */

const [, , dataDir = '', entries = '0'] = process.argv;
const desk = await launchDesk({ dataDir, size: { width: 1400, height: 900 } });
const { page } = desk;
await page.getByText(/as of/).first().waitFor();
await page.keyboard.press('2');
await page.getByRole('grid').first().waitFor({ timeout: 60_000 });
await page.evaluate(installProbe);
await setTimeout(2_500);

const moved = await moveAbout(page);
const jumped = await jumpAbout(page);
const frames = await page.evaluate(async () => {
  const figures: number[] = [];
  for (let at = 0; at < 40; at += 1) figures.push(await bench.nextFrame());
  return figures;
});
await page.getByRole('grid').focus();
await page.keyboard.press('Home');
await page.keyboard.press('Escape');
await setTimeout(500);
const typed = await typeWords(page, Number(entries));
const chosen = await chooseFilters(page, Number(entries));
const days = await openDays(page);
const views = await changeViews(page);
const stages = await changesToStatements(page);
await desk.close();

const p95 = (figures: readonly Seen[]): number =>
  quantile(
    figures.map(({ rowsMs }) => rowsMs),
    0.95,
  );
const behind = [...typed, ...chosen].flatMap(({ rowsMs, numberMs }) =>
  numberMs === null ? [] : [numberMs - rowsMs],
);
console.log(
  JSON.stringify({
    typed: p95(typed),
    typedMedian: median(typed.map(({ rowsMs }) => rowsMs)),
    typedTimes: typed.length,
    filter: p95(chosen),
    day: p95(days),
    ...{ view: p95(views.again), viewFirst: p95(views.first), viewOther: views.otherMs },
    ...stages,
    counts: Math.max(0, quantile(behind, 0.95)),
    countsBefore: behind.filter((ms) => ms < 0).length,
    ...{ wheel: moved.wheel, keys: moved.keys, pageKeys: moved.pageKeys, drag: moved.drag },
    rest: moved.rest,
    stop: quantile(moved.stops, 0.95),
    nextFrame: median(frames),
    ...{ heapBefore: jumped.before, heapEarly: jumped.early, heapLate: jumped.late },
  }),
);
