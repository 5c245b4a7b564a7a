import { readPointer } from '../../../engines/bank/json/pointer.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Placement } from '../operations/fields.ts';
import type { Leaf } from '../exchanges/leaves.ts';
import { likeness } from '../exchanges/lexicon.ts';

type Page = { readonly exchange: Exchange; readonly rows: readonly unknown[] };
type Numbers = { page: Leaf; pageSize: Leaf; totalItems: Leaf; totalPages: Leaf };

const leavesMax = 12;

/**
 * Finds the four numbers of a page by what must hold in every answer: items and page size give the number of pages, and the page repeats
 * the requested position. Names decide only between those that fit.
 */
export function pageNumbersOf(
  leaves: readonly Leaf[],
  pages: readonly Page[],
): [string, Placement][] {
  const counts = leaves.filter(({ values }) => values.every(isCount)).slice(0, leavesMax);
  const fits = quadruples(counts).filter((numbers) =>
    pages.every((page) => holdsTogether(numbers, page)),
  );
  const ranked = fits
    .map((numbers) => ({ numbers, named: namedLike(numbers) }))
    .toSorted((a, b) => b.named - a.named);
  const [best, next] = ranked;
  if (!best || (next && next.named === best.named)) return [];
  const because = `In ${String(pages.length)} answers it agrees with the entries, the pages and what was asked for.`;
  return Object.entries(best.numbers).map(([name, leaf]) => [
    `statement.${name}`,
    { leaf, score: 20, because },
  ]);
}

const isCount = (value: unknown): boolean =>
  value instanceof JsonNumber && /^\d{1,9}$/.test(value.source);

function quadruples(counts: readonly Leaf[]): Numbers[] {
  return counts.flatMap((page) =>
    counts
      .filter((leaf) => leaf !== page)
      .flatMap((pageSize) =>
        counts
          .filter((leaf) => leaf !== page && leaf !== pageSize)
          .flatMap((totalItems) =>
            counts
              .filter((leaf) => leaf !== page && leaf !== pageSize && leaf !== totalItems)
              .map((totalPages) => ({ page, pageSize, totalItems, totalPages })),
          ),
      ),
  );
}

function holdsTogether(
  { page, pageSize, totalItems, totalPages }: Numbers,
  { exchange, rows }: Page,
): boolean {
  const [at, size, items, pages] = [page, pageSize, totalItems, totalPages].map(({ pointer }) =>
    numberAt(exchange, pointer),
  );
  if (at === undefined || size === undefined || items === undefined || pages === undefined)
    return false;
  const requested = requestedPage(exchange);
  const isWhole = pages === Math.ceil(items / size) || (items === 0 && pages <= 1);
  const isPlace =
    requested.position === null || [requested.position, requested.position + 1].includes(at);
  const isGranted = requested.size === null || size <= requested.size;
  return size > 0 && isWhole && isPlace && isGranted && rows.length <= Math.min(size, items);
}

function requestedPage({ url: { searchParams } }: Exchange): {
  position: number | null;
  size: number | null;
} {
  const position = searchParams.get('pageNumber') ?? searchParams.get('pageOffset');
  const size = searchParams.get('pageSize') ?? searchParams.get('limit');
  return { position: numberIn(position), size: numberIn(size) };
}

const numberIn = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

function numberAt({ answer }: Exchange, pointer: string): number | undefined {
  const value = readPointer(answer, pointer);
  return value instanceof JsonNumber ? Number(value.source) : undefined;
}

const namedLike = (numbers: Numbers): number =>
  Object.entries(numbers).reduce((sum, [name, leaf]) => sum + likeness(name, leaf.path), 0);
