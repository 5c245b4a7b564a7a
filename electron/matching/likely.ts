import { areAlike, leftAt, rightAt, type Field } from './field.ts';
import type { Likely, Line } from './line.ts';

/** Pairs that are compared in one amount: where more lines have it, it says nothing. */
const pairsMax = 2_500;

const ranks = ['amount', 'name', 'reference'] as const;

/** What lines that are left resemble: the same amount within the days, and one line alone that is most like it on either side. */
export function likelyOf(field: Field): Likely[] {
  const words = new WordsOfLines();
  const rights = byAmount(field.openRight, (r) => rightAt(field, r));
  const lefts = byAmount(field.openLeft, (l) => leftAt(field, l));
  return [...lefts].flatMap(([units, left]) => {
    const right = rights.get(units) ?? [];
    if (right.length === 0 || left.length * right.length > pairsMax) return [];
    const pairs = left.flatMap((l) =>
      right.flatMap((r) => {
        if (!areAlike(field, l, r) || field.areApart(l, r) || field.ties.differ(l, r)) return [];
        return [{ l, r, by: resemblance(field, l, r, words) }];
      }),
    );
    return pairs
      .filter(({ l, r, by }) =>
        pairs.every(
          (other) =>
            (other.l === l) === (other.r === r) || ranks.indexOf(other.by) < ranks.indexOf(by),
        ),
      )
      .map(({ l, r, by }) => ({ left: leftAt(field, l), right: rightAt(field, r), by }));
  });
}

function resemblance(field: Field, l: number, r: number, words: WordsOfLines): Likely['by'] {
  if (field.ties.ofLeft[l]?.has(r) === true) return 'reference';
  const [one, other] = [words.of(leftAt(field, l)), words.of(rightAt(field, r))];
  const shared = [...one].filter((word) => other.has(word)).length;
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

/** Words of four letters and more: what somebody is called, and hardly what is done. */
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
