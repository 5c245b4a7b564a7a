import { setTimeout } from 'node:timers/promises';

import type { Page } from 'playwright';

import type { Expected, Probe, Seen } from './probe.ts';
import { chosenQuestions, typedQuestions, type Question } from './questions.ts';

declare const bench: Probe;

const letterMs = 130;
/** Long enough for all that follows the rows: the next measurement begins at rest. */
const restMs = 500;

const expecting = (page: Page, expected: Expected): Promise<void> =>
  page.evaluate((request) => {
    bench.expect(request);
  }, expected);

const seen = (page: Page): Promise<Seen> => page.evaluate(() => bench.seen());

/** Each word letter by letter; from its last letter to the painted rows, and to their number. */
export async function typeWords(page: Page, entries: number): Promise<Seen[]> {
  const box = page.getByLabel('Search entries');
  const figures: Seen[] = [];
  for (const { filter, expected } of typedQuestions(entries)) {
    await box.fill('');
    await setTimeout(restMs);
    await box.focus();
    const letters = (filter.search ?? '').split('');
    for (const [at, letter] of letters.entries()) {
      const next = setTimeout(letterMs);
      if (at === letters.length - 1) await expecting(page, expected);
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      if (at < letters.length - 1) await next;
    }
    figures.push(await seen(page));
  }
  await box.fill('');
  await setTimeout(restMs);
  return figures;
}

/** Directions and types, each chosen once the page is at rest after the one before. */
export async function chooseFilters(page: Page, entries: number): Promise<Seen[]> {
  const [direction, type] = [
    page.getByLabel('Direction'),
    page.getByLabel('Type', { exact: true }),
  ];
  const figures: Seen[] = [];
  let last: Question | undefined;
  for (const question of chosenQuestions(entries)) {
    const { filter, expected } = question;
    const isDirection = filter.direction !== last?.filter.direction;
    const isNewRow = expected.narration !== last?.expected.narration;
    if (isNewRow) await expecting(page, expected);
    if (isDirection) await direction.selectOption(filter.direction ?? '');
    else await type.selectOption(filter.transactionType ?? '');
    if (isNewRow) figures.push(await seen(page));
    last = question;
    await setTimeout(restMs);
  }
  return figures;
}

/** Keys of all views but the one that begins in a field: `renderer/shell/navigation.ts`. */
const viewKeys = ['1', '2', 'q', '3', '4', '5', '7', '8', '9', '0', '=', 'z', ';', '.', '-', ','];

type Views = {
  readonly first: Seen[];
  readonly again: Seen[];
  /** Milliseconds of the slowest view but Statements, at its faster change. */
  readonly otherMs: number;
};

/** Goes through the views by their keys: `first` loads their code, `again` does not. */
export async function changeViews(page: Page): Promise<Views> {
  const through = async (): Promise<Seen[]> => {
    const figures: Seen[] = [];
    for (const key of viewKeys) {
      await page.evaluate(() => {
        bench.expectView();
      });
      await page.keyboard.press(key);
      figures.push(await seen(page));
      await setTimeout(restMs);
    }
    return figures;
  };
  const [first, second, third] = [await through(), await through(), await through()];
  const others = viewKeys.flatMap((key, at) =>
    key === '2' ? [] : [Math.min(second[at]?.rowsMs ?? Infinity, third[at]?.rowsMs ?? Infinity)],
  );
  return { first, again: [...second, ...third], otherMs: Math.max(...others) };
}

/** Days of the strip, here and there. */
export async function openDays(page: Page): Promise<Seen[]> {
  const days = page.getByRole('toolbar', { name: 'Days of the period' }).getByRole('button');
  const count = await days.count();
  const figures: Seen[] = [];
  for (let at = 1; at <= 12; at += 1) {
    await page.evaluate(() => {
      bench.expectSelection();
    });
    await days.nth(Math.floor((count * ((at * 7) % 13)) / 13)).click();
    figures.push(await seen(page));
    await setTimeout(restMs);
  }
  await page.keyboard.press('Escape');
  return figures;
}
