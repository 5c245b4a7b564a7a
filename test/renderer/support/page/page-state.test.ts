import { createRawSnippet } from 'svelte';
import { afterAll, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import { lookAs } from '../../../../renderer/ui/appearance.ts';
import Button from '../../../../renderer/ui/controls/Button.svelte';
import { dayText } from '../../../../renderer/ui/text/dates.ts';
import { plainAppearance } from '../../../../shared/ipc/desk/appearance.ts';
import { isCurrency, knowCurrenciesOf } from '../../../../shared/money/currencies.ts';
import { formatCount } from '../../../../shared/money/format.ts';
import { putBack } from './page-state.ts';

const children = createRawSnippet(() => ({ render: () => '<span>Left here</span>' }));
let ticks = 0;

// In the first file of a page the library would remove it too, but only before a next test.
afterAll(() => {
  expect(document.body.textContent).not.toContain('Left here');
});

test('a timer runs while its test does', async () => {
  setInterval(() => (ticks += 1), 1);
  await expect.poll(() => ticks).toBeGreaterThan(0);
});

test('a timer of the test before has ended', async () => {
  const before = ticks;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ticks).toBe(before);
});

test('what a file changes for the whole page is put back', () => {
  const root = document.documentElement;
  const seen = () => ({
    ...{ count: formatCount(1_234), day: dayText('2026-11-20', '2026-11-24') },
    ...{ isKnown: isCurrency('QQQ'), density: root.dataset['density'] },
    ...{ keys: window.onkeydown, children: document.body.children.length },
  });
  const fresh = { count: '1,234', day: '20 Nov', isKnown: false, keys: null, children: 0 };
  lookAs({ ...plainAppearance, density: 'comfortable', numbers: 'comma', dates: 'iso' });
  knowCurrenciesOf({ QQQ: 3 });
  window.onkeydown = () => undefined;
  document.body.append(document.createElement('p'));
  expect(seen()).toMatchObject({ count: '1.234', day: '2026-11-20', isKnown: true });
  expect(seen()).toMatchObject({ density: 'comfortable' });
  putBack();
  expect(seen()).toEqual({ ...fresh, density: undefined });
});

test('a view is removed with its test', async () => {
  await render(Button, { children });
  expect(document.body.textContent).toContain('Left here');
});
