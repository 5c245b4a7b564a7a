import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord } from '../json/pointer.ts';

/** The page counts of an answer's list, as the answer's own numbers; null where the answer has none. */
export type ShownPages = {
  readonly page: JsonNumber | null;
  readonly pageSize: JsonNumber | null;
  readonly totalItems: JsonNumber | null;
  readonly totalPages: JsonNumber | null;
  /** Is there another page after this one? */
  readonly hasMore: boolean | null;
};

/** The names that banks give them, in lower case and without separators. */
const names = {
  page: ['page', 'pagenumber', 'currentpage', 'pageno', 'pageindex', 'number'],
  pageSize: ['pagesize', 'perpage', 'itemsperpage', 'size', 'limit'],
  totalItems: [
    'totalitems',
    'totalcount',
    'totalelements',
    'totalrecords',
    'totalresults',
    'total',
  ],
  totalPages: ['totalpages', 'pagecount', 'pagestotal', 'lastpage', 'pages'],
  more: ['hasmore', 'hasnext', 'hasnextpage'],
  last: ['last', 'islast', 'islastpage'],
  next: ['next', 'nextpage', 'nextlink', 'nextcursor', 'nextpagetoken', 'nexttoken'],
} as const;

/** The names of records that may hold the page counts. */
const containers = ['pagination', 'paging', 'pageinfo', 'meta', 'page', 'links', '_links'];

/**
 * Looks for page counts in the records around an answer's list (`around`, outermost first) and in the paging records inside
 * them; null where there are none. The specification shows counts for statements only (section 2), so any common name
 * counts here.
 */
export function shownPages(around: readonly unknown[]): ShownPages | null {
  const fields = around.flatMap((record) => fieldsIn(record));
  const count = (known: readonly string[]) =>
    found(fields, known, (value) => countOf(value)) ?? null;
  const shown = {
    page: count(names.page),
    pageSize: count(names.pageSize),
    totalItems: count(names.totalItems),
    totalPages: count(names.totalPages),
    hasMore: hasMoreIn(fields),
  };
  const { page, pageSize, ...ends } = shown;
  return Object.values(ends).every((value) => value === null) ? null : shown;
}

type Field = readonly [name: string, value: unknown];

/** Returns the record's own fields, then those of its paging records, up to two levels deep. */
function fieldsIn(record: unknown, depth = 0): Field[] {
  if (!isRecord(record)) return [];
  const own = Object.entries(record).map(([name, value]): Field => [plain(name), value]);
  const inner = own.filter(([name, value]) => containers.includes(name) && isRecord(value));
  return [...own, ...(depth === 2 ? [] : inner.flatMap(([, value]) => fieldsIn(value, depth + 1)))];
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/(?!^)[_\s-]/g, '');

function found<T>(
  fields: readonly Field[],
  known: readonly string[],
  read: (value: unknown) => T | null,
): T | null {
  for (const wanted of known)
    for (const [name, value] of fields) {
      const count = name === wanted ? read(value) : null;
      if (count !== null) return count;
    }
  return null;
}

/** Reads a whole number from a JSON number or a text. */
function countOf(value: unknown): JsonNumber | null {
  const text = value instanceof JsonNumber ? value.source : value;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? new JsonNumber(text) : null;
}

function hasMoreIn(fields: readonly Field[]): boolean | null {
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  const more = found(fields, names.more, flag);
  if (more !== null) return more;
  const last = found(fields, names.last, flag);
  if (last !== null) return !last;
  return found(fields, names.next, (value) => (isSomewhere(value) ? true : null));
}

/** True for a link, a cursor or a number of the next page. Some banks write a link as `{ href }`. */
const isSomewhere = (value: unknown): boolean =>
  value instanceof JsonNumber ||
  (typeof value === 'string' && value !== '') ||
  (isRecord(value) && typeof value['href'] === 'string');
