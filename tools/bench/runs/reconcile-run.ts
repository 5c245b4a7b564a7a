import type { Line, Matching } from '../../../electron/engines/matching/line.ts';
import { matchLines } from '../../../test/support/files/match-lines.ts';
import { median, timed } from '../figures.ts';
import { generatedYear, scoreMatches } from '../ledgers.ts';

/** Generated years of known truth are matched, and one of 5,000 lines on each side by the clock: `node reconcile-run.ts YEARS`. */

const years = Number(process.argv[2] ?? '200');
const matching = (accountNumber: string): Matching => ({
  days: 5,
  feeUpTo: (units) => units / 50n,
  ignored: [accountNumber],
  together: [],
  apart: [],
});

let [lines, found, floor, falseMatches, matches, likely, likelyRight] = [0, 0, 0, 0, 0, 0, 0];
for (let seed = 1; seed <= years; seed += 1) {
  const year = generatedYear(seed * 7_919, 1_000);
  const score = scoreMatches(year, matchLines(year.left, year.right, matching(year.accountNumber)));
  lines += score.lines;
  found += score.found;
  matches += score.matches;
  falseMatches += score.falseMatches.length;
  likely += score.likely;
  likelyRight += score.likelyRight;
  floor += sameReference(year.left, year.right) * 2;
}

/** Lines that a plain join by amount and reference would put together, rightly or not. */
function sameReference(left: readonly Line[], right: readonly Line[]): number {
  const keysOf = ({ units, references }: Line) => `${String(units)} ${references.join()}`;
  const keys = new Set(right.filter(({ references }) => references.length > 0).map(keysOf));
  return left.filter((line) => keys.has(keysOf(line))).length;
}

const { left, right, accountNumber } = generatedYear(5, 5_000);
const ours = await timed(7, () => matchLines(left, right, matching(accountNumber)));
const plain = await timed(7, () => {
  const amounts = new Map(right.map((line) => [line.units, line]));
  return left.map(({ units }) => amounts.get(units));
});
console.log(
  JSON.stringify({
    ...{ lines, found, floor, matches, falseMatches, likely, likelyRight },
    ...{ ms: median(ours), plainMs: median(plain), left: left.length, right: right.length },
  }),
);
