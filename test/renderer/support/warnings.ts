import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What Svelte warns of is a mistake of ours that shows nowhere else: no test may leave one in the console. */
const isOfSvelte = (said: readonly unknown[]): boolean =>
  said.some((part) => typeof part === 'string' && /\[svelte\]|svelte\.dev\/[ew]\//.test(part));

/** Enough to see what it is; one mistake may be told a thousand times. */
const toldMax = 3;
let told: string[] = [];
let giveBack: (() => void)[] = [];

beforeEach(() => {
  told = [];
  giveBack = (['warn', 'error'] as const).map((way) => {
    const write = console[way].bind(console);
    const heard = vi.spyOn(console, way).mockImplementation((...said: unknown[]) => {
      if (isOfSvelte(said) && told.length < toldMax) told.push(said.map(String).join(' '));
      write(...said);
    });
    return () => {
      heard.mockRestore();
    };
  });
});

/** The console is given back: a second ear upon the first would hear itself without end. */
afterEach(() => {
  for (const restore of giveBack) restore();
  expect(told).toEqual([]);
});
