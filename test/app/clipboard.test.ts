import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clipboardClearMs, copyText } from '../../electron/app/clipboard.ts';

const electron = vi.hoisted(() => ({ text: '', isTaken: true }));
vi.mock('electron', () => ({
  clipboard: {
    writeText: (text: string) => {
      if (!electron.isTaken) return Promise.reject(new Error('no clipboard'));
      electron.text = text;
      return Promise.resolve();
    },
    readText: () => Promise.resolve(electron.text),
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a copied reference is gone after a minute', async () => {
  expect(await copyText('NSTR-1')).toBe(true);
  await vi.advanceTimersByTimeAsync(clipboardClearMs - 1);
  expect(electron.text).toBe('NSTR-1');
  await vi.advanceTimersByTimeAsync(1);
  expect(electron.text).toBe('');
});

test('what was copied meanwhile stays', async () => {
  expect(await copyText('NSTR-1')).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  electron.text = 'something else';
  await vi.advanceTimersByTimeAsync(clipboardClearMs);
  expect(electron.text).toBe('something else');
});

test('a clipboard that does not take the text is reported', async () => {
  electron.isTaken = false;
  expect(await copyText('NSTR-1')).toBe(false);
  electron.isTaken = true;
});
