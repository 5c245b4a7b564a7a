import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clipboardKeptMs, copyText } from '../../electron/app/clipboard.ts';

const electron = vi.hoisted(() => ({ text: '' }));
vi.mock('electron', () => ({
  clipboard: {
    writeText: (text: string) => {
      electron.text = text;
      return Promise.resolve();
    },
    readText: () => Promise.resolve(electron.text),
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a copied reference is gone after a minute', async () => {
  copyText('NSTR-1');
  await vi.advanceTimersByTimeAsync(clipboardKeptMs - 1);
  expect(electron.text).toBe('NSTR-1');
  await vi.advanceTimersByTimeAsync(1);
  expect(electron.text).toBe('');
});

test('what was copied meanwhile stays', async () => {
  copyText('NSTR-1');
  await vi.advanceTimersByTimeAsync(1_000);
  electron.text = 'something else';
  await vi.advanceTimersByTimeAsync(clipboardKeptMs);
  expect(electron.text).toBe('something else');
});
