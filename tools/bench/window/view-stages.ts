import { setTimeout } from 'node:timers/promises';

import type { CDPSession, Page } from 'playwright';

import { median } from '../figures.ts';
import type { Probe } from './probe.ts';

declare const bench: Probe;

const times = 12;
/** Long enough for the work of the view before to end: its forecast of a large account takes more than a second. */
const restMs = 2_000;

/** The page's main thread, in milliseconds of the processor: other programs do not count. */
type Work = {
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly all: number;
};

async function workOf(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string): number =>
    1_000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return {
    script: ms('ScriptDuration'),
    style: ms('RecalcStyleDuration'),
    layout: ms('LayoutDuration'),
    all: ms('TaskDuration'),
  };
}

/** Changes from Position to Statements, the slowest view, by stage: medians in milliseconds. */
export async function changesToStatements(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const changes: Record<string, number>[] = [];
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.press('1');
    await setTimeout(restMs);
    await page.evaluate(() => {
      bench.expectView();
    });
    const before = await workOf(session);
    await page.keyboard.press('2');
    const { rowsMs: wholeMs } = await page.evaluate(() => bench.seen());
    const after = await workOf(session);
    const { headingMs, filledMs } = await page.evaluate(() => bench.viewStages());
    const [script, style, layout, all] = (['script', 'style', 'layout', 'all'] as const).map(
      (name) => after[name] - before[name],
    ) as [number, number, number, number];
    const work = { script, style, layout, else: all - script - style - layout };
    changes.push({ heading: headingMs, filled: filledMs, whole: wholeMs, ...work });
  }
  await session.detach();
  const names = Object.keys(changes[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [
      `statements.${name}`,
      median(changes.map((change) => change[name] ?? Number.NaN)),
    ]),
  );
}
