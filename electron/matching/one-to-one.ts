import {
  areAlike,
  daysApart,
  leftAt,
  rightAt,
  settle,
  sumOf,
  tiedToLeft,
  tiedToRight,
  type Field,
  type Found,
} from './field.ts';
import type { Line, MatchRule } from './line.ts';
import type { Tie } from './ties.ts';

type Candidate = readonly [number, Tie];

/**
 * Matches lines of the same amount that a reference ties, where it ties each to the other alone. What is matched is out of
 * the way of others: so it is gone through until nothing more is found.
 */
export function matchOneToOne(field: Field): void {
  for (;;) {
    const found = [...field.openLeft].flatMap((l) => pairOf(field, l));
    for (const one of found) settle(field, one);
    const groups = equalGroups(field);
    for (const one of groups) settle(field, one);
    if (found.length + groups.length === 0) return;
  }
}

const candidatesOfLeft = (field: Field, l: number): Candidate[] =>
  tiedToLeft(field, l).filter(([r]) => areAlike(field, l, r));
const candidatesOfRight = (field: Field, r: number): Candidate[] =>
  tiedToRight(field, r).filter(([l]) => areAlike(field, l, r));

function pairOf(field: Field, l: number): Found[] {
  for (const [r, tie] of candidatesOfLeft(field, l)) {
    if (!tie.isStrong || !tie.isOwn) continue;
    const others = candidatesOfLeft(field, l).filter(([other]) => other !== r);
    const rivals = candidatesOfRight(field, r).filter(([rival]) => rival !== l);
    const isAlone =
      tie.kind === 'whole'
        ? others.every(([other, by]) => isElsewhere(by, candidatesOfRight(field, other), l)) &&
          rivals.every(([rival, by]) => isElsewhere(by, candidatesOfLeft(field, rival), r))
        : others.length + rivals.length === 0;
    if (isAlone && !isSumOfOthers(field, l, r))
      return [{ left: [l], right: [r], rule: ruleOf(field, l, r, tie), reference: tie.reference }];
  }
  return [];
}

/** A slip alone ties it here, and another line has its reference as a whole. */
const isElsewhere = (by: Tie, candidates: readonly Candidate[], here: number): boolean =>
  by.kind === 'part' && candidates.some(([at, { kind }]) => at !== here && kind === 'whole');

function ruleOf(field: Field, l: number, r: number, { kind }: Tie): MatchRule {
  if (kind === 'part') return 'part';
  return daysApart(leftAt(field, l), rightAt(field, r)) === 0 ? 'exact' : 'days';
}

/** Others that the reference ties to one of the two add up to it as well: then it is not known which is meant. */
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

/** As many lines on both sides, of one amount, one day and one reference: which belongs to which is all the same. */
function equalGroups(field: Field): Found[] {
  const seen = new Set<number>();
  return [...field.openLeft].flatMap((l) => {
    if (seen.has(l)) return [];
    const right = candidatesOfLeft(field, l).map(([r]) => r);
    const [first] = right;
    if (right.length < 2 || first === undefined) return [];
    const left = candidatesOfRight(field, first).map(([other]) => other);
    for (const one of left) seen.add(one);
    const tie = field.ties.ofLeft[l]?.get(first);
    const isEven =
      left.length === right.length &&
      isOneDay(left.map((one) => leftAt(field, one))) &&
      isOneDay(right.map((one) => rightAt(field, one))) &&
      left.every((one) => isTiedToAll(candidatesOfLeft(field, one), right)) &&
      right.every((one) => isTiedToAll(candidatesOfRight(field, one), left));
    const rule = daysApart(leftAt(field, l), rightAt(field, first)) === 0 ? 'exact' : 'days';
    return isEven && tie ? [{ left, right, rule, reference: tie.reference } as const] : [];
  });
}

const isOneDay = (lines: readonly Line[]): boolean =>
  new Set(lines.map(({ day }) => day)).size === 1;

const isTiedToAll = (candidates: readonly Candidate[], all: readonly number[]): boolean =>
  candidates.length === all.length &&
  candidates.every(
    ([at, tie]) => tie.kind === 'whole' && tie.isStrong && tie.isOwn && all.includes(at),
  );
