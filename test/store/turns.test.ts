import { describe, expect, test } from 'vitest';

import { toTheEnd, Turns, type Sliced } from '../../electron/engines/store/threads/turns.ts';

/** So many slices, each noted; the answer is how many there were. */
function* slices(noted: string[], name: string, count: number): Sliced<number> {
  try {
    for (let slice = 1; slice < count; slice += 1) {
      noted.push(`${name}${slice}`);
      yield;
    }
    noted.push(`${name}${count}`);
    return count;
  } finally {
    noted.push(`${name} ends`);
  }
}

const answersOf = (turns: Turns): unknown[] => {
  const answers: unknown[] = [];
  for (let step = turns.step(); step !== 'idle'; step = turns.step())
    if (step !== 'unfinished') answers.push(step);
  return answers;
};

describe('long questions', () => {
  test('go on by urgency, one that came later too, and by the order in which they came', () => {
    const noted: string[] = [];
    const turns = new Turns();
    turns.add({ id: 1, urgency: 'background' }, slices(noted, 'file', 2));
    turns.add({ id: 2, urgency: 'soon' }, slices(noted, 'sums', 2));
    expect(turns.step()).toBe('unfinished');
    turns.add({ id: 3, urgency: 'shown' }, slices(noted, 'rows', 2));
    turns.add({ id: 4, urgency: 'shown' }, slices(noted, 'late', 1));
    turns.add({ id: 5, urgency: 'counted' }, slices(noted, 'number', 1));
    expect(answersOf(turns)).toEqual([
      { id: 3, answer: 2 },
      { id: 4, answer: 1 },
      { id: 5, answer: 1 },
      { id: 2, answer: 2 },
      { id: 1, answer: 2 },
    ]);
    expect(noted.filter((note) => !note.endsWith('ends'))).toEqual([
      ...['sums1', 'rows1', 'rows2', 'late1', 'number1', 'sums2', 'file1', 'file2'],
    ]);
  });

  test('that are dropped do no further slice, begun or not, and let go of what they hold', () => {
    const noted: string[] = [];
    const turns = new Turns();
    turns.add({ id: 1, urgency: 'shown' }, slices(noted, 'a', 3));
    turns.add({ id: 2, urgency: 'shown' }, slices(noted, 'b', 3));
    turns.step();
    turns.drop(1);
    turns.drop(2);
    turns.drop(3);
    expect(answersOf(turns)).toEqual([]);
    expect(noted).toEqual(['a1', 'a ends']);
  });

  test('that fail receive their error, and the others go on', () => {
    const turns = new Turns();
    const fault = new Error('no');
    turns.add(
      { id: 1, urgency: 'shown' },
      (function* (): Sliced<never> {
        yield;
        throw fault;
      })(),
    );
    turns.add({ id: 2, urgency: 'soon' }, slices([], 'b', 1));
    expect(answersOf(turns)).toEqual([
      { id: 1, e: fault },
      { id: 2, answer: 1 },
    ]);
    expect(toTheEnd(slices([], 'c', 4))).toBe(4);
  });
});
