import { readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { leavesAround, wantedOf, type AnswerReading } from '../operations/answers.ts';
import { endsOf, type Chain } from '../operations/chain.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { placeFields, type Placed, type Placement } from '../operations/fields.ts';
import type { Witness } from '../exchanges/known-operations.ts';
import { textOf, type Leaf } from '../exchanges/leaves.ts';
import { likeness } from '../exchanges/lexicon.ts';
import { pageNumbersOf } from './page-numbers.ts';
import type { Reading } from '../operations/recognise.ts';

type Row = Readonly<Record<string, unknown>>;
/** One answer with its entries, in the bank's order. */
export type Page = { readonly exchange: Exchange; readonly rows: readonly Row[] };

type Rest = {
  readonly operation: Reading['operation'];
  readonly leaves: readonly Leaf[];
  readonly known: Witness;
  readonly of: 'row' | 'answer';
};

/** Places the fields that are not proven, among the remaining places. */
export function placeRest(
  { operation, leaves, known, of }: Rest,
  fixed: Map<string, Placement>,
): Placed {
  const used = new Set([...fixed.values()].map(({ leaf }) => leaf.pointer));
  const placed = placeFields(
    wantedOf(operation, of).filter(({ key }) => !fixed.has(key)),
    leaves.filter(({ pointer }) => !used.has(pointer)),
    known,
  );
  return { ...placed, found: new Map([...fixed, ...placed.found]) };
}

type Around = {
  readonly reading: Reading;
  readonly answer: AnswerReading;
  readonly pages: readonly Page[];
  readonly known: Witness;
};

/** The proof from the entries for the fields around them. */
type Proof = {
  readonly chain: Chain;
  readonly words: ReadonlyMap<string, 'debit' | 'credit'>;
  readonly direction: JsonPointer | null;
};

/** The fields around the entries: first those proven by the entries and the request, then those that names suggest. */
export function placeAround(
  { reading, answer, pages, known }: Around,
  proof: Proof | null,
): Placed {
  const leaves = leavesAround(
    pages.map(({ exchange }) => exchange.answer),
    answer.at,
  );
  const fixed = new Map<string, Placement>([
    ...datePlacements(leaves, pages),
    ...(proof ? endPlacements(leaves, pages, proof) : []),
    ...pageNumbersOf(leaves, pages),
  ]);
  return placeRest({ operation: reading.operation, leaves, known, of: 'answer' }, fixed);
}

const datePairs = [
  ['startDate', 'endDate'],
  ['from', 'to'],
] as const;

/** The places that repeat the requested days, by requests for two different days. */
function datePlacements(leaves: readonly Leaf[], pages: readonly Page[]): [string, Placement][] {
  return (['startDate', 'endDate'] as const).flatMap((key, end): [string, Placement][] => {
    const requested = pages.flatMap(({ exchange }) => {
      const pair = datePairs.find(([start]) => exchange.url.searchParams.has(start));
      const day = pair && exchange.url.searchParams.get(pair[end] ?? '');
      const other = pair && exchange.url.searchParams.get(pair[1 - end] ?? '');
      return day && day !== other ? [{ exchange, day }] : [];
    });
    const echoes = leaves.filter(
      ({ pointer }) =>
        requested.length > 0 &&
        requested.every(({ exchange, day }) => readPointer(exchange.answer, pointer) === day),
    );
    const [leaf] = echoes;
    const because = `It repeats the day that was asked for, in ${String(requested.length)} answers.`;
    return leaf && echoes.length === 1 ? [[key, { leaf, score: 20, because }]] : [];
  });
}

const ends = [
  ['openingBalance', 'before', 'It is the balance before the oldest entry.'],
  ['closingBalance', 'after', 'It is the balance after the newest entry.'],
] as const;

/** The balances at the ends of a period: before the oldest entry, and after the newest. */
function endPlacements(
  leaves: readonly Leaf[],
  pages: readonly Page[],
  proof: Proof,
): [string, Placement][] {
  const periods = endsByPeriod(pages, proof);
  if (periods.size === 0) return [];
  return ends.flatMap(([key, end, because]): [string, Placement][] => {
    const found = leaves.filter(({ pointer }) =>
      pages.every(({ exchange }) => {
        const balance = decimalText(textOf(readPointer(exchange.answer, pointer)));
        const known = periods.get(periodOf(exchange));
        return !known || (balance !== null && known[end].has(balance));
      }),
    );
    const best = found.toSorted((a, b) => likeness(key, b.path) - likeness(key, a.path))[0];
    const isOne = found.length === 1 || (best && likeness(key, best.path) > 0);
    return best && isOne ? [[key, { leaf: best, score: 20, because }]] : [];
  });
}

type Period = { readonly before: Set<string>; readonly after: Set<string> };

function endsByPeriod(
  pages: readonly Page[],
  { chain, words, direction }: Proof,
): ReadonlyMap<string, Period> {
  const signOf = (row: Row): -1 | 1 | null => {
    const meaning =
      direction === null ? null : words.get(textOf(readPointer(row, direction)) ?? '');
    return meaning ? (meaning === 'debit' ? -1 : 1) : null;
  };
  const periods = new Map<string, Period>();
  for (const { exchange, rows } of pages) {
    const found = endsOf(rows, chain, signOf);
    const period = periods.get(periodOf(exchange)) ?? { before: new Set(), after: new Set() };
    if (!found) continue;
    period.before.add(found.before);
    period.after.add(found.after);
    periods.set(periodOf(exchange), period);
  }
  return periods;
}

/** A decimal text in the form of calculated ones: without zeros at the end. */
const decimalText = (text: string | null): string | null =>
  text === null ? null : text.includes('.') ? text.replace(/\.?0+$/, '') : text;

const periodOf = ({ url }: Exchange): string =>
  `${url.pathname} ${['startDate', 'endDate', 'from', 'to'].map((name) => url.searchParams.get(name) ?? '').join(' ')}`;
