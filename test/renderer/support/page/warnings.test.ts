import { expect, test, vi } from 'vitest';

import { readInertDerived } from './inert-derived.svelte.ts';
import { collectSvelteWarnings, isSvelteWarning, type ConsoleMethods } from './svelte-warnings.ts';

const ofDevelopment = [
  '%c[svelte] derived_inert\n%cReading a derived belonging to a now-destroyed effect',
  'font-weight: bold',
  'font-weight: normal',
];
const ofProduction = ['https://svelte.dev/e/derived_inert'];

/** A console that only remembers. */
function silentConsole() {
  const written: unknown[][] = [];
  const write = (...parts: unknown[]): void => {
    written.push(parts);
  };
  const target: ConsoleMethods = { warn: write, error: write };
  return { target, written, write };
}

test('a warning of either build of Svelte is collected once, and passed on', () => {
  const { target, written } = silentConsole();
  const collector = collectSvelteWarnings(target);
  target.warn(...ofDevelopment);
  target.error(...ofProduction);
  expect(collector.take()).toEqual([ofDevelopment.join(' '), ofProduction.join(' ')]);
  expect(collector.take()).toEqual([]);
  expect(written).toEqual([ofDevelopment, ofProduction]);
});

test('a console without a warning of Svelte leaves nothing to collect', () => {
  const { target, written } = silentConsole();
  const collector = collectSvelteWarnings(target);
  target.warn('a slow frame', { svelte: true });
  target.error(new Error('of another part'), undefined, 7);
  expect(collector.take()).toEqual([]);
  expect(written).toHaveLength(2);
});

test('a warning that repeats is collected three times at most', () => {
  const { target, written } = silentConsole();
  const collector = collectSvelteWarnings(target);
  for (let times = 0; times < 1000; times++) target.warn(...ofProduction);
  expect(collector.take()).toHaveLength(3);
  expect(written).toHaveLength(1000);
});

test('the console is given back', () => {
  const { target, write } = silentConsole();
  collectSvelteWarnings(target).stop();
  expect(target).toEqual({ warn: write, error: write });
});

test('Svelte’s own warning of a derived that outlives its effect is recognised', () => {
  const written: unknown[][] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((...parts: unknown[]) => {
    written.push(parts);
  });
  readInertDerived();
  warn.mockRestore();
  expect(written.map(isSvelteWarning)).toEqual([true]);
  expect(String(written)).toContain('derived_inert');
});

// It passes only where the hook of `warnings.ts` fails it: nothing else in it can.
test.fails('a test that leaves a warning of Svelte on the console fails', () => {
  readInertDerived();
});
