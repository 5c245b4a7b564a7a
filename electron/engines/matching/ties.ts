import type { Line } from './line.ts';
import { partsOf, referencesOf, relationOf, Slips, swapsOf, type Reference } from './references.ts';
import { Piece } from './pieces.ts';

/** What ties a line of the left side to one of the right. */
export type Tie = {
  readonly kind: 'whole' | 'part';
  /** As the left side writes it. */
  readonly reference: string;
  /** It names these lines and no others, as far as both sides go. */
  readonly isStrong: boolean;
  /** It is what one of the lines calls its reference, and no number that stands in the words of both, such as a customer's. */
  readonly isOwn: boolean;
};

/** By places in the two lists of lines: left -> right -> tie, and the same from the right. */
export type Ties = {
  readonly ofLeft: readonly ReadonlyMap<number, Tie>[];
  readonly ofRight: readonly ReadonlyMap<number, Tie>[];
  /** The lines of each side that a whole reference ties. */
  readonly wholeLeft: ReadonlySet<number>;
  readonly wholeRight: ReadonlySet<number>;
  /** Does each of the two lines tell a reference of one kind that the other tells otherwise? */
  readonly differ: (l: number, r: number) => boolean;
};

type Places = { readonly left: number[]; readonly right: number[] };

/** So many pairs of lines are tied by one reference; what stands in more lines of both sides names none. */
const pairsMax = 1_000;

/** The parts and slips of one reference are as much work as so many simple steps. */
const bareWork = 30;

/** Finds every two lines whose references may be the same, a piece at a time. Two that name different matters are not tied. */
export function* tiesInPieces(
  left: readonly Line[],
  right: readonly Line[],
  ignored: ReadonlySet<string>,
): Generator<void, Ties, void> {
  const lefts = yield* referencesInPieces(left, ignored);
  const rights = yield* referencesInPieces(right, ignored);
  const places = placesOf(lefts, rights);
  yield;
  const slips = new Slips(places.keys());
  const ofLeft = left.map(() => new Map<number, Tie>());
  const ofRight = right.map(() => new Map<number, Tie>());
  const [wholeLeft, wholeRight] = [new Set<number>(), new Set<number>()];
  const written = new Map(lefts.flat().map((one) => [one.bare, one.written] as const));
  const differ = (l: number, r: number): boolean => nameOthers(lefts[l] ?? [], rights[r] ?? []);
  const piece = new Piece();
  const tie = function* (a: string, b: string, { kind, isStrong: isGood }: Kind): Pieces {
    const [from, to] = [places.get(a)?.left ?? [], places.get(b)?.right ?? []];
    if (from.length > 1 && to.length > 1 && from.length * to.length > pairsMax) return;
    const isStrong = isGood();
    for (const l of from)
      for (const r of to) {
        const [ours, theirs] = [lefts[l] ?? [], rights[r] ?? []];
        if (piece.isOver(1 + ours.length * theirs.length)) yield;
        if (differ(l, r)) continue;
        const made = better(ofLeft[l]?.get(r), {
          ...{ kind, isStrong },
          reference: written.get(a) ?? a,
          isOwn: isOwn(ours, theirs, [a, b]),
        });
        ofLeft[l]?.set(r, made);
        ofRight[r]?.set(l, made);
        if (kind !== 'whole') continue;
        wholeLeft.add(l);
        wholeRight.add(r);
      }
  };
  for (const [bare, { left: from, right: to }] of places) {
    if (piece.isOver(bareWork)) yield;
    yield* tie(bare, bare, {
      kind: 'whole',
      isStrong: () => isStrong({ from, to, left, right }),
    });
    for (const [a, b] of slipsOf(bare, places))
      yield* tie(a, b, {
        kind: 'part',
        isStrong: () =>
          places.get(a)?.left.length === 1 &&
          places.get(b)?.right.length === 1 &&
          slips.isGood(a, b),
      });
  }
  return { ofLeft, ofRight, wholeLeft, wholeRight, differ };
}

type Pieces = Generator<void, void, void>;
type Kind = { readonly kind: Tie['kind']; readonly isStrong: () => boolean };

function* referencesInPieces(
  lines: readonly Line[],
  ignored: ReadonlySet<string>,
): Generator<void, Reference[][], void> {
  const found: Reference[][] = [];
  const piece = new Piece();
  for (const line of lines) {
    const references = referencesOf(line, ignored);
    found.push(references);
    if (piece.isOver(charactersOf(line))) yield;
  }
  return found;
}

const charactersOf = ({ references, text }: Line): number =>
  references.reduce((sum, { length }) => sum + length, text.length);

function placesOf(
  lefts: readonly (readonly Reference[])[],
  rights: readonly (readonly Reference[])[],
): Map<string, Places> {
  const places = new Map<string, Places>();
  const at = (bare: string): Places => {
    const known = places.get(bare) ?? { left: [], right: [] };
    places.set(bare, known);
    return known;
  };
  for (const [l, own] of lefts.entries()) for (const { bare } of own) at(bare).left.push(l);
  for (const [r, own] of rights.entries()) for (const { bare } of own) at(bare).right.push(r);
  return places;
}

/** Pairs of references, left and right, of which one is a part or a slip of the other; each pair comes up once. */
function slipsOf(bare: string, places: ReadonlyMap<string, Places>): (readonly [string, string])[] {
  const known = (texts: readonly string[]): string[] => [
    ...new Set(texts.filter((text) => places.has(text))),
  ];
  return [
    ...known(partsOf(bare)).flatMap((part) => [[bare, part] as const, [part, bare] as const]),
    ...known(swapsOf(bare)).map((swap) => [bare, swap] as const),
  ];
}

type Ends = {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly left: readonly Line[];
  readonly right: readonly Line[];
};

/** One line has it on one of the sides; or it stands on both sides in lines of the same amounts, and is used up by them. */
function isStrong({ from, to, left, right }: Ends): boolean {
  if (from.length === 1 || to.length === 1) return true;
  if (from.length !== to.length) return false;
  const amounts = (lines: readonly Line[], at: readonly number[]): string =>
    at
      .map((place) => String(lines[place]?.units))
      .toSorted()
      .join(' ');
  return amounts(left, from) === amounts(right, to);
}

/** Does each tell a reference of one kind that the other tells otherwise? */
function nameOthers(left: readonly Reference[], right: readonly Reference[]): boolean {
  const isAlone = ({ bare }: Reference, others: readonly Reference[]): boolean =>
    others.every((other) => relationOf(bare, other.bare) === null);
  return left.some(
    (one) =>
      one.kind !== null &&
      right.some((other) => other.kind === one.kind && isAlone(other, left)) &&
      isAlone(one, right),
  );
}

function isOwn(
  left: readonly Reference[],
  right: readonly Reference[],
  [a, b]: readonly [string, string],
): boolean {
  const has = (own: readonly Reference[], text?: string): boolean =>
    own.some(({ bare, isOwn: is }) => is && (text === undefined || bare === text));
  return has(left, a) || has(right, b) || (!has(left) && !has(right));
}

function better(known: Tie | undefined, made: Tie): Tie {
  if (known === undefined) return made;
  const rank = (one: Tie): number =>
    (one.kind === 'whole' ? 4 : 0) + (one.isStrong ? 2 : 0) + (one.isOwn ? 1 : 0);
  return rank(made) > rank(known) ? made : known;
}
