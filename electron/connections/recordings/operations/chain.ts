import { WireDecimal } from '../../../../shared/money/decimal-schemas.ts';
import { fromUnits, toUnits } from '../../../../shared/money/decimal.ts';
import { readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { leavesOf, type Leaf } from '../exchanges/leaves.ts';
import { likeness } from '../exchanges/lexicon.ts';

type Row = Readonly<Record<string, unknown>>;

/** A balance chain that was found in a statement. */
export type Chain = {
  readonly amount: Leaf;
  readonly balance: Leaf;
  /** The number of steps from one balance to the next that the amount explains. */
  readonly steps: number;
  /** Each row with its direction: -1 out of the account, 1 into it. */
  readonly signs: readonly { readonly row: Row; readonly sign: -1 | 1 }[];
};

/** The fewest steps that are no coincidence. */
const stepsMin = 2;

/**
 * Finds the two numbers of an entry of which one changes the other from entry to entry, under any name and in either order. Null where no
 * pair does, or where several do and their names do not decide.
 */
export function findChain(pages: readonly (readonly Row[])[]): Chain | null {
  const leaves = leavesOf(pages.flat()).filter(({ values }) => values.every(isAmount));
  const chains = leaves.flatMap((amount) =>
    leaves
      .filter((balance) => balance !== amount)
      .flatMap((balance) => chainOf(pages, amount, balance) ?? []),
  );
  const named = ({ amount, balance }: Chain): number =>
    likeness('amount', amount.path) + likeness('balance', balance.path);
  const [best, next] = chains.toSorted((a, b) => named(b) - named(a));
  return best && (!next || named(best) > named(next)) ? best : null;
}

function chainOf(pages: readonly (readonly Row[])[], amount: Leaf, balance: Leaf): Chain | null {
  const signs: Chain['signs'][number][] = [];
  for (const rows of pages) {
    const found =
      stepsOf(rows, amount.pointer, balance.pointer) ??
      stepsOf(rows.toReversed(), amount.pointer, balance.pointer);
    if (!found) return null;
    signs.push(...found);
  }
  return signs.length >= stepsMin ? { amount, balance, steps: signs.length, signs } : null;
}

/** The directions of the rows; null as soon as one balance does not follow from the previous one. */
function stepsOf(
  rows: readonly Row[],
  amount: JsonPointer,
  balance: JsonPointer,
): Chain['signs'] | null {
  const signs: { row: Row; sign: -1 | 1 }[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (!before) continue;
    const moved = unitsAt(row, balance) - unitsAt(before, balance);
    const size = unitsAt(row, amount);
    if (moved === 0n || (moved !== size && moved !== -size)) return null;
    signs.push({ row, sign: moved < 0n ? -1 : 1 });
  }
  return signs;
}

const isAmount = (value: unknown): boolean => WireDecimal.safeParse(value).success;

/** The amount at a place of a row; a missing one counts as zero. */
function unitsAt(row: Row, pointer: JsonPointer): bigint {
  const amount = WireDecimal.safeParse(readPointer(row, pointer));
  return toUnits(amount.success ? amount.data : '0');
}

/** The balances before the oldest and after the newest entry of a page, in either order; null for an empty one. */
export function endsOf(
  rows: readonly Row[],
  { amount, balance }: Pick<Chain, 'amount' | 'balance'>,
  directionOf: (row: Row) => -1 | 1 | null,
): { before: string; after: string } | null {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return null;
  const isForward = stepsOf(rows, amount.pointer, balance.pointer) !== null;
  const [oldest, newest] = isForward ? [first, last] : [last, first];
  const sign = directionOf(oldest);
  if (sign === null) return null;
  const size = unitsAt(oldest, amount.pointer);
  const moved = sign < 0 ? -absolute(size) : absolute(size);
  return {
    before: fromUnits(unitsAt(oldest, balance.pointer) - moved),
    after: fromUnits(unitsAt(newest, balance.pointer)),
  };
}

const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

/** Finds a leaf whose values separate credits from debits, as the balances show, with the meaning of each value. */
export function directionOf(
  leaves: readonly Leaf[],
  { signs }: Chain,
): { leaf: Leaf; words: ReadonlyMap<string, 'debit' | 'credit'> } | null {
  const candidates = leaves.flatMap((leaf) => {
    const words = wordsOf(leaf, signs);
    return words === null ? [] : [{ leaf, words }];
  });
  const both = candidates.filter(({ words }) => new Set(words.values()).size === 2);
  const chosen =
    both.length > 0 ? both : candidates.filter(({ leaf }) => likeness('direction', leaf.path) > 0);
  return (
    chosen.toSorted(
      (a, b) =>
        likeness('direction', b.leaf.path) - likeness('direction', a.leaf.path) ||
        a.words.size - b.words.size,
    )[0] ?? null
  );
}

const wordsMax = 12;

function wordsOf(
  { pointer }: Leaf,
  signs: Chain['signs'],
): ReadonlyMap<string, 'debit' | 'credit'> | null {
  const words = new Map<string, 'debit' | 'credit'>();
  for (const { row, sign } of signs) {
    const term = readPointer(row, pointer);
    const meant = sign < 0 ? 'debit' : 'credit';
    if (typeof term !== 'string' || term === '') return null;
    if ((words.get(term) ?? meant) !== meant) return null;
    words.set(term, meant);
    if (words.size > wordsMax) return null;
  }
  return words.size > 0 && words.size < Math.max(3, signs.length) ? words : null;
}
