import '../../../renderer/ui/tokens.css';

import { afterEach, expect, test } from 'vitest';

const grounds = ['paper', 'sheet', 'well', 'accent-wash', 'good-wash', 'warn-wash', 'bad-wash'];
const texts = ['ink', 'ink-2', 'ink-3', 'accent', 'good', 'warn', 'bad'];
const words = ['sandbox-word', 'uat-word', 'production-word'];
const onColour = [
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['bad-ink', 'bad'],
] as const;

const root = document.documentElement;
afterEach(() => {
  root.removeAttribute('data-theme');
  root.style.colorScheme = '';
});

/** Red, green and blue of a token as it is drawn now, each from 0 to 1. */
function colour(token: string): readonly number[] {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(--${token})`;
  const drawn = getComputedStyle(probe).color;
  probe.remove();
  return [...drawn.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part) / 255);
}

/** WCAG 2.2, relative luminance. */
function luminance(token: string): number {
  const [red = 0, green = 0, blue = 0] = colour(token).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const pairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)),
  ...words.flatMap((word) => ['paper', 'sheet', 'well'].map((ground) => [word, ground] as const)),
  ...onColour,
];

function below(least: number): string[] {
  return pairs
    .map(([text, ground]) => ({ text, ground, ratio: contrast(text, ground) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ text, ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`);
}

test.each(['light', 'dark'])(
  'in high contrast, %s, every text is at 7:1 or more, every edge at 3:1',
  (scheme) => {
    root.dataset['theme'] = 'contrast';
    root.style.colorScheme = scheme;
    expect(below(7)).toEqual([]);
    const edges = ['edge', 'line', 'line-2', 'thumb', 'accent'];
    const dim = edges.filter((edge) => contrast(edge, 'sheet') < 3 || contrast(edge, 'paper') < 3);
    expect(dim).toEqual([]);
  },
);

test.each(['light', 'dark'])(
  'as %s every text on paper, sheet and well is at 4.5:1 or more, whatever the system says',
  (theme) => {
    root.dataset['theme'] = theme;
    expect(getComputedStyle(root).colorScheme).toBe(theme);
    expect(below(4.5)).toEqual([]);
  },
);
