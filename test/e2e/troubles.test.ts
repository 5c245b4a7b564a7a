import { expect, test } from 'vitest';

import { startDesk, type Desk } from './support/desk.ts';
import { emptyPlace } from './support/place.ts';
import { watchTroubles } from './support/troubles.ts';

/** A desk whose end the test awaits itself: its own place, and what the end of a test would do. */
async function startedDesk(): Promise<{ desk: Desk; end: () => Promise<void> }> {
  const acts: (() => unknown)[] = [];
  const { dataDir } = emptyPlace();
  const desk = await startDesk({ dataDir, atEnd: (act) => acts.push(act) });
  return {
    desk,
    end: async () => {
      for (const act of acts) await act();
    },
  };
}

test('a desk whose page leaves nothing on the console ends well', async () => {
  const { desk, end } = await startedDesk();
  await desk.page.evaluate(() => {
    console.info('https://svelte.dev is only named');
  });
  await end();
});

test('a desk whose page leaves a warning of Svelte on the console fails its test', async () => {
  const { desk, end } = await startedDesk();
  // As the production build writes it.
  await desk.page.evaluate(() => {
    console.warn('https://svelte.dev/e/derived_inert');
  });
  const failure = { actual: ['warning: https://svelte.dev/e/derived_inert'], expected: [] };
  await expect(end()).rejects.toMatchObject(failure);
});

test('what a page writes, throws and violates is collected, also ahead of the first look', async () => {
  const { desk, end } = await startedDesk();
  const { page } = desk;
  await page.evaluate(() => {
    console.warn('ahead of the first look');
    setTimeout(() => {
      throw new Error('thrown ahead of the first look');
    });
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const troubles = await watchTroubles(page);
  await page.evaluate(() => {
    console.error('an error');
    setTimeout(() => {
      throw new Error('thrown');
    });
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/a.png' }));
  });
  await expect.poll(() => troubles.join('\n')).toContain('policy: img-src https://elsewhere');
  expect(troubles).toEqual(
    expect.arrayContaining([
      'warning: ahead of the first look',
      'uncaught: thrown ahead of the first look',
      'error: an error',
      'uncaught: thrown',
    ]),
  );
  await expect(end()).rejects.toMatchObject({ actual: troubles, expected: [] });
});
