import { areAlike, leftAt, rightAt, tiesOfLeft, type Field } from './field.ts';
import { valueAt } from './item.ts';
import type { Likely, Line } from './line.ts';
import { Piece } from './pieces.ts';

/** The most pairs that are compared for one amount. An amount with more pairs is skipped. */
const pairsMax = 2_500;

/** The work of comparing two lines' words, in simple steps. */
const pairWork = 20;

const ranks = ['amount', 'name', 'reference'] as const;

type Resembling = { readonly l: number; readonly r: number; readonly by: Likely['by'] };

/** Finds likely pairs of open lines: the same amount within the days, and each the single most similar line for the other. */
export function* likelyOf(field: Field): Generator<void, Likely[], void> {
  const words = new WordsOfLines();
  const piece = new Piece();
  const rights = byAmount(field.openRight, (r) => rightAt(field, r));
  const likely: Likely[] = [];
  for (const [units, left] of byAmount(field.openLeft, (l) => leftAt(field, l))) {
    const right = rights.get(units) ?? [];
    if (left.length * right.length > pairsMax) continue;
    const pairs: Resembling[] = [];
    for (const l of left)
      for (const r of right) {
        if (piece.isOver(pairWork)) yield;
        if (!areAlike(field, l, r) || field.areApart(l, r) || field.ties.differ(l, r)) continue;
        pairs.push({ l, r, by: resemblance(field, l, r, words) });
      }
    for (const { l, r, by } of mostAlike(pairs))
      likely.push({ left: leftAt(field, l), right: rightAt(field, r), by });
  }
  return likely;
}

/** Returns the pairs of which neither line is in another pair that is at least as similar. */
function mostAlike(pairs: readonly Resembling[]): Resembling[] {
  const best = { l: new Map<number, Best>(), r: new Map<number, Best>() };
  for (const pair of pairs)
    for (const side of ['l', 'r'] as const) {
      const rank = ranks.indexOf(pair.by);
      const known = best[side].get(pair[side]);
      if (known === undefined || known.rank < rank)
        best[side].set(pair[side], { rank, pair, isAlone: true });
      else if (known.rank === rank) best[side].set(pair[side], { ...known, isAlone: false });
    }
  return pairs.filter((pair) =>
    [valueAt(best.l, pair.l), valueAt(best.r, pair.r)].every(
      (found) => found.pair === pair && found.isAlone,
    ),
  );
}

type Best = { readonly rank: number; readonly pair: Resembling; readonly isAlone: boolean };

function resemblance(field: Field, l: number, r: number, words: WordsOfLines): Likely['by'] {
  if (tiesOfLeft(field, l).has(r)) return 'reference';
  const [one, other] = [words.of(leftAt(field, l)), words.of(rightAt(field, r))];
  const shared = [...one].filter((part) => other.has(part)).length;
  return shared > 0 && shared * 2 >= Math.min(one.size, other.size) ? 'name' : 'amount';
}

function byAmount(open: ReadonlySet<number>, lineAt: (at: number) => Line): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const at of open) {
    const key = String(lineAt(at).units);
    const known = found.get(key);
    if (known) known.push(at);
    else found.set(key, [at]);
  }
  return found;
}

/** The words of four or more letters in each line: mostly names, and hardly ever what is done. */
class WordsOfLines {
  readonly #known = new Map<Line, ReadonlySet<string>>();

  of(line: Line): ReadonlySet<string> {
    const known = this.#known.get(line);
    if (known) return known;
    const text = line.text.normalize('NFKC').toUpperCase();
    const words = new Set(text.match(/\p{L}{4,}/gu) ?? []);
    this.#known.set(line, words);
    return words;
  }
}
