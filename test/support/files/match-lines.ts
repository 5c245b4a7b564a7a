import type { Line, Matched, Matching } from '../../../electron/engines/matching/line.ts';
import { matchInPieces } from '../../../electron/engines/matching/match.ts';
import { toTheEnd } from '../../../electron/engines/store/threads/turns.ts';

/** Matches at once what the desk matches a piece at a time. */
export const matchLines = (
  left: readonly Line[],
  right: readonly Line[],
  matching: Matching,
): Matched => toTheEnd(matchInPieces(left, right, matching));

export const matching: Matching = {
  days: 5,
  feeUpTo: (units) => units / 50n,
  ignored: ['0123456789'],
  together: [],
  apart: [],
};

/** A line as a test states it. */
export type GivenLine = { day?: number; amount: number; reference?: string; text?: string };

/** Ids are their places: `L0`, `R0`. Amounts are whole. */
export const lines = (side: string, given: readonly GivenLine[]): Line[] =>
  given.map(({ day = 20_000, amount, reference = '', text = '' }, at) => ({
    id: `${side}${String(at)}`,
    day,
    units: BigInt(amount) * 10_000n,
    references: reference === '' ? [] : [reference],
    text,
  }));

export const matched = (
  left: readonly GivenLine[],
  right: readonly GivenLine[],
  more: Partial<Matching> = {},
): Matched => matchLines(lines('L', left), lines('R', right), { ...matching, ...more });

export const rules = ({ matches }: Matched): string[] =>
  matches.map(
    ({ rule, left, right }) =>
      `${rule} ${left.map(({ id }) => id).join('+')} ${right.map(({ id }) => id).join('+')}`,
  );
