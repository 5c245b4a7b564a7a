import { CandidateCache, type Candidate, type Candidates } from './candidates.ts';
import {
  daysApart,
  leftAt,
  rightAt,
  settle,
  sumOf,
  tiedToLeft,
  tiedToRight,
  tiesOfLeft,
  type Field,
  type Found,
} from './field.ts';
import { itemAt, valueAt } from './item.ts';
import type { Line, MatchRule } from './line.ts';
import { Piece } from './pieces.ts';
import type { Tie } from './ties.ts';

type Find = (field: Field, l: number, candidates: CandidateCache) => Found | null;

/**
 * Matches lines of the same amount that a reference ties, where it ties each to the other alone. A matched line no longer
 * blocks others, so the search repeats until it finds nothing more.
 */
export function* matchOneToOne(field: Field): Generator<void, void, void> {
  const piece = new Piece();
  const candidates = new CandidateCache(field, piece);
  for (;;) {
    let isMore = false;
    for (const find of [pairOf, equalGroups()]) {
      const found: Found[] = [];
      for (const l of [...field.openLeft]) {
        const one = find(field, l, candidates);
        if (one) found.push(one);
        if (piece.isOver()) yield;
      }
      for (const one of found) {
        settle(field, one);
        candidates.drop(one);
        if (piece.isOver()) yield;
      }
      isMore ||= found.length > 0;
    }
    if (!isMore) return;
  }
}

/** Returns the single candidate: by whole references if there are any, else by slips. Undefined where there are several. */
function onlyOne({ all, whole }: Candidates): Candidate | undefined {
  const [one, another] = whole.length === 0 ? all : whole;
  return another === undefined ? one : undefined;
}

function pairOf(field: Field, l: number, candidates: CandidateCache): Found | null {
  const ours = candidates.ofLeft(l);
  const one = onlyOne(ours);
  if (!one?.[1].isStrong || !one[1].isOwn) return null;
  const [r, tie] = one;
  const theirs = candidates.ofRight(r);
  if (onlyOne(theirs)?.[0] !== l) return null;
  const isAlone =
    ours.all.every(([other]) => other === r || isElsewhere(candidates.ofRight(other))) &&
    theirs.all.every(([rival]) => rival === l || isElsewhere(candidates.ofLeft(rival)));
  return isAlone && !isSumOfOthers(field, l, r)
    ? { left: [l], right: [r], rule: ruleOf(field, l, r, tie), reference: tie.reference }
    : null;
}

/** Has another line this line's own whole reference? Then only a slip ties it here. A customer's number is not its own reference. */
const isElsewhere = ({ whole }: Candidates): boolean => whole.some(([, { isOwn }]) => isOwn);

function ruleOf(field: Field, l: number, r: number, { kind }: Tie): MatchRule {
  if (kind === 'part') return 'part';
  return daysApart(leftAt(field, l), rightAt(field, r)) === 0 ? 'exact' : 'days';
}

/** Do other lines tied to one of the two add up to the same amount? Then the match is ambiguous. */
function isSumOfOthers(field: Field, l: number, r: number): boolean {
  const { units } = leftAt(field, l);
  const addsUp = (others: readonly Line[]): boolean => others.length > 1 && sumOf(others) === units;
  return (
    addsUp(withoutOne(tiedToLeft(field, l), r).map((at) => rightAt(field, at))) ||
    addsUp(withoutOne(tiedToRight(field, r), l).map((at) => leftAt(field, at)))
  );
}

const withoutOne = (candidates: readonly Candidate[], at: number): number[] =>
  candidates.flatMap(([other]) => (other === at ? [] : [other]));

/** Finds equally many lines on both sides, of one amount, one day and one reference. Which of them pair up makes no difference. */
function equalGroups(): Find {
  const seen = new Set<number>();
  return (field, l, candidates) => {
    if (seen.has(l)) return null;
    const right = candidates.ofLeft(l).all.map(([r]) => r);
    if (right.length < 2) return null;
    const first = itemAt(right, 0);
    const left = candidates.ofRight(first).all.map(([other]) => other);
    for (const one of left) seen.add(one);
    const { reference } = valueAt(tiesOfLeft(field, l), first);
    const isEven =
      left.length === right.length &&
      isOneDay(left.map((one) => leftAt(field, one))) &&
      isOneDay(right.map((one) => rightAt(field, one))) &&
      areTiedToAll(left, right, (one) => candidates.ofLeft(one)) &&
      areTiedToAll(right, left, (one) => candidates.ofRight(one));
    const rule = daysApart(leftAt(field, l), rightAt(field, first)) === 0 ? 'exact' : 'days';
    return isEven ? { left, right, rule, reference } : null;
  };
}

const isOneDay = (lines: readonly Line[]): boolean =>
  new Set(lines.map(({ day }) => day)).size === 1;

function areTiedToAll(
  lines: readonly number[],
  others: readonly number[],
  candidatesOf: (one: number) => Candidates,
): boolean {
  const all = new Set(others);
  return lines.every((line) => {
    const { all: tied, whole } = candidatesOf(line);
    return (
      tied.length === all.size &&
      whole.length === all.size &&
      whole.every(([at, tie]) => tie.isStrong && tie.isOwn && all.has(at))
    );
  });
}
