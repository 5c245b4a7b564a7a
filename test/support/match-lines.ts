import type { Line, Matched, Matching } from '../../electron/matching/line.ts';
import { matchInPieces } from '../../electron/matching/match.ts';
import { toTheEnd } from '../../electron/store/turns.ts';

/** Matches at once what the desk matches a piece at a time. */
export const matchLines = (
  left: readonly Line[],
  right: readonly Line[],
  matching: Matching,
): Matched => toTheEnd(matchInPieces(left, right, matching));
