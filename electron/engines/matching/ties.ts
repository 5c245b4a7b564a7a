import { itemAt } from './item.ts';
import type { Line } from './line.ts';
import { partsOf, referencesOf, relationOf, Slips, swapsOf, type Reference } from './references.ts';
import { Piece } from './pieces.ts';

/** The reference that ties a line of the left side to one of the right. */
export type Tie = {
  readonly kind: 'whole' | 'part';
  /** As the left side writes it. */
  readonly reference: string;
  /** The reference identifies these lines and no others on the two sides. */
  readonly isStrong: boolean;
  /** It is in the reference field of one of the lines, and not just a number in the words of both, such as a customer's. */
  readonly isOwn: boolean;
};

/** By places in the two lists of lines: left -> right -> tie, and the same from the right. */
export type Ties = {
  readonly ofLeft: readonly ReadonlyMap<number, Tie>[];
  readonly ofRight: readonly ReadonlyMap<number, Tie>[];
  /** The lines of each side that a whole reference ties. */
  readonly wholeLeft: ReadonlySet<number>;
  readonly wholeRight: ReadonlySet<number>;
  /** Do the two lines have different references of one kind? */
  readonly differ: (l: number, r: number) => boolean;
};

/** A reference, the lines of each side that have it, and how the first of them writes it. */
type Named = {
  readonly bare: string;
  readonly written: string;
  readonly left: number[];
  readonly right: number[];
};

/** The most pairs of lines that one reference ties. A reference in more lines of both sides identifies none. */
const pairsMax = 1_000;

/** The work of finding the parts and slips of one reference, in simple steps. */
const bareWork = 30;

/** Finds all pairs of lines whose references may be the same, a piece at a time. Different references of one kind prevent a tie. */
export function* tiesInPieces(
  left: readonly Line[],
  right: readonly Line[],
  ignored: ReadonlySet<string>,
): Generator<void, Ties, void> {
  const lefts = yield* referencesInPieces(left, ignored);
  const rights = yield* referencesInPieces(right, ignored);
  const names = namesOf(lefts, rights);
  yield;
  const slips = new Slips(names.keys());
  const ofLeft = left.map(() => new Map<number, Tie>());
  const ofRight = right.map(() => new Map<number, Tie>());
  const [wholeLeft, wholeRight] = [new Set<number>(), new Set<number>()];
  const differ = (l: number, r: number): boolean => nameOthers(itemAt(lefts, l), itemAt(rights, r));
  const piece = new Piece();
  const tie = function* (a: Named, b: Named, { kind, isStrong: isGood }: Kind): Pieces {
    const [from, to] = [a.left, b.right];
    if (from.length > 1 && to.length > 1 && from.length * to.length > pairsMax) return;
    const isStrong = isGood();
    for (const l of from)
      for (const r of to) {
        const [ours, theirs] = [itemAt(lefts, l), itemAt(rights, r)];
        if (piece.isOver(1 + ours.length * theirs.length)) yield;
        if (differ(l, r)) continue;
        const made = better(itemAt(ofLeft, l).get(r), {
          ...{ kind, isStrong, reference: a.written },
          isOwn: isOwn(ours, theirs, [a.bare, b.bare]),
        });
        itemAt(ofLeft, l).set(r, made);
        itemAt(ofRight, r).set(l, made);
        if (kind !== 'whole') continue;
        wholeLeft.add(l);
        wholeRight.add(r);
      }
  };
  for (const name of names.values()) {
    if (piece.isOver(bareWork)) yield;
    const { left: from, right: to } = name;
    yield* tie(name, name, {
      kind: 'whole',
      isStrong: () => isStrong({ from, to, left, right }),
    });
    for (const [a, b] of slipsOf(name, names))
      yield* tie(a, b, {
        kind: 'part',
        isStrong: () => a.left.length === 1 && b.right.length === 1 && slips.isGood(a.bare, b.bare),
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

function namesOf(
  lefts: readonly (readonly Reference[])[],
  rights: readonly (readonly Reference[])[],
): Map<string, Named> {
  const names = new Map<string, Named>();
  const nameOf = ({ bare, written }: Reference): Named => {
    const known = names.get(bare) ?? { bare, written, left: [], right: [] };
    names.set(bare, known);
    return known;
  };
  for (const [l, own] of lefts.entries()) for (const one of own) nameOf(one).left.push(l);
  for (const [r, own] of rights.entries()) for (const one of own) nameOf(one).right.push(r);
  return names;
}

/** Pairs of references, left and right, of which one is a part or a slip of the other; each pair comes up once. */
function slipsOf(name: Named, names: ReadonlyMap<string, Named>): (readonly [Named, Named])[] {
  const known = (texts: readonly string[]): Named[] =>
    [...new Set(texts)].flatMap((text) => names.get(text) ?? []);
  return [
    ...known(partsOf(name.bare)).flatMap((part) => [[name, part] as const, [part, name] as const]),
    ...known(swapsOf(name.bare)).map((swap) => [name, swap] as const),
  ];
}

type Ends = {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly left: readonly Line[];
  readonly right: readonly Line[];
};

/** Is it on only one line of a side, or on both sides in lines of exactly the same amounts? */
function isStrong({ from, to, left, right }: Ends): boolean {
  if (from.length === 1 || to.length === 1) return true;
  const amounts = (lines: readonly Line[], at: readonly number[]): string =>
    at
      .map((place) => String(itemAt(lines, place).units))
      .toSorted()
      .join(' ');
  return amounts(left, from) === amounts(right, to);
}

/** Do both have different references of one kind? */
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
