import { describe, expect, test } from 'vitest';

import { matchFees } from '../../electron/engines/matching/fee.ts';
import type { Field, Step } from '../../electron/engines/matching/field.ts';
import { likelyOf } from '../../electron/engines/matching/likely.ts';
import type { Line } from '../../electron/engines/matching/line.ts';
import { matchOneToOne } from '../../electron/engines/matching/one-to-one.ts';
import { tiesInPieces, type Tie } from '../../electron/engines/matching/ties.ts';
import { matchTogether } from '../../electron/engines/matching/together.ts';
import { lines, matching, type GivenLine } from '../support/files/match-lines.ts';

// Others run between two pieces of 5,000 steps. A step is a line, a tie, a character of a text or a part of a comparison.

const many = (count: number, one: GivenLine): GivenLine[] =>
  Array.from({ length: count }, () => one);
const pause = (work: Iterable<void>): number => [...work].length;

describe('reading lines and their references pauses', () => {
  const lineWith = (text: string, ...references: string[]): Line => ({
    ...{ id: 'L', day: 20_000, units: 1n, text },
    references,
  });
  const pauses = (left: readonly Line[], right: readonly Line[]) =>
    pause(tiesInPieces(left, right, new Set()));
  const xs = (count: number) => 'x'.repeat(count);

  test('once between the texts and the ties', () => {
    expect(pauses([], [])).toBe(1);
    expect(pauses([lineWith('')], [lineWith('')])).toBe(1);
  });

  test('behind so many characters of texts and references', () => {
    expect(pauses([lineWith(xs(4_999))], [])).toBe(1);
    expect(pauses([lineWith(xs(5_000))], [])).toBe(2);
    expect(pauses([], [lineWith(xs(5_000))])).toBe(2);
    expect(pauses([lineWith(xs(2_500)), lineWith('', xs(2_500))], [])).toBe(2);
    expect(pauses([lineWith(xs(1_000), xs(2_000), xs(2_000))], [])).toBe(2);
    expect(pauses([lineWith(xs(1_000), xs(2_000), xs(1_999))], [])).toBe(1);
  });

  test('behind so many references, each as much work as thirty steps', () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, at) => lineWith(`INV-${String(10_001 + at)}`));
    expect(pauses(numbered(166), [])).toBe(1);
    expect(pauses(numbered(167), [])).toBe(2);
  });

  test('behind so many ties, each as much work as the references that it compares', () => {
    const ours = lineWith('INV-10001 PO-20002');
    const theirs = (count: number) =>
      Array.from({ length: count }, () => lineWith('INV-10001 XY-30003'));
    const tied = (count: number) => pauses([ours], theirs(count)) - pauses([], theirs(count));
    // Of two references on each side a tie is five steps.
    expect(tied(980)).toBe(0);
    expect(tied(1_000)).toBe(1);
    expect(tied(2_000)).toBe(2);
  });
});

type Open = { readonly left?: Iterable<number>; readonly right?: Iterable<number> };

const whole: Tie = { kind: 'whole', reference: 'INV-10001', isStrong: true, isOwn: true };

/** Each line of one side is tied to each of the other. */
function fieldOf(left: readonly Line[], right: readonly Line[], open: Open = {}): Field {
  const toAll = (others: readonly Line[]) => new Map(others.map((_, at) => [at, whole] as const));
  const [toRight, toLeft] = [toAll(right), toAll(left)];
  return {
    ...{ left, right, matching, matches: [], areApart: () => false },
    ties: {
      ofLeft: left.map(() => toRight),
      ofRight: right.map(() => toLeft),
      wholeLeft: new Set(left.keys()),
      wholeRight: new Set(right.keys()),
      differ: () => false,
    },
    openLeft: new Set(open.left ?? left.keys()),
    openRight: new Set(open.right ?? right.keys()),
  };
}

const pauses = (
  step: Step,
  left: readonly GivenLine[],
  right: readonly GivenLine[],
  open?: Open,
): number => pause(step(fieldOf(lines('L', left), lines('R', right), open)));

const one: GivenLine = { amount: 1_000 };

describe('matching pauses behind so many lines and ties', () => {
  const ofLine = (step: Step, count: number) =>
    pauses(step, [one], many(count, one), { right: [] });

  test('where it looks for fees', () => {
    expect([ofLine(matchFees, 4_998), ofLine(matchFees, 4_999)]).toEqual([0, 1]);
    // A fee is looked for among all lines that the other one is tied to.
    const fee = (count: number) => pauses(matchFees, many(count, one), [{ amount: 985 }]);
    expect([fee(70), fee(71), fee(100)]).toEqual([0, 1, 2]);
  });

  test('where it looks for lines that add up to one, twice', () => {
    expect([ofLine(matchTogether, 4_998), ofLine(matchTogether, 4_999)]).toEqual([0, 2]);
    const ofOther = (count: number) => pauses(matchTogether, many(count, one), [one], { left: [] });
    expect([ofOther(4_998), ofOther(4_999)]).toEqual([0, 2]);
  });

  test('where it looks for the one line that is meant, and looks at the ties of a line once', () => {
    expect([ofLine(matchOneToOne, 4_997), ofLine(matchOneToOne, 4_998)]).toEqual([0, 1]);
    const ofOther = (count: number) =>
      pauses(matchOneToOne, many(count, one), [one], { left: [0] });
    expect([ofOther(4_996), ofOther(4_997)]).toEqual([0, 1]);
    expect(pauses(matchOneToOne, many(200, one), [one])).toBe(0);
  });

  test('where it looks for lines that resemble each other, a pair being twenty steps', () => {
    const likely = (left: number, right: number) =>
      pause(likelyOf(fieldOf(lines('L', many(left, one)), lines('R', many(right, one)))));
    expect([likely(83, 3), likely(25, 10), likely(50, 50)]).toEqual([0, 1, 10]);
  });
});

test('of the lines of a batch whose sum differs each is looked at a few times, however many there are', () => {
  const count = 500;
  const field = fieldOf(lines('L', many(count, one)), lines('R', [{ amount: 499_999 }]));
  let looks = 0;
  const areApart = () => {
    looks += 1;
    return false;
  };
  expect(pause(matchFees({ ...field, areApart }))).toBe(0);
  expect(looks).toBeLessThan(count * 10);
});

test('the words of a line are read once, however many it is compared with', () => {
  let reads = 0;
  const worded = (side: string): Line[] =>
    lines(side, many(5, one)).map((line) => ({
      ...line,
      get text() {
        reads += 1;
        return 'KESTREL FOODS';
      },
    }));
  const field = fieldOf(worded('L'), worded('R'));
  const untied = { ...field, ties: { ...field.ties, ofLeft: field.left.map(() => new Map()) } };
  expect(pause(likelyOf(untied))).toBe(0);
  expect(reads).toBe(10);
});
