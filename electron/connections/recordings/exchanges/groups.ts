import {
  catalogue,
  operationNames,
  type OperationName,
} from '../../../../shared/bank/catalogue.ts';
import { isSuccess, type Exchange } from './exchange.ts';
import { textsIn } from './leaves.ts';

/** Exchanges with one method and one path, apart from the segments that name a record. */
export type Group = {
  readonly method: string;
  /** The segments below `{base_url}/platform`; null for one that names a record. */
  readonly segments: readonly (string | null)[];
  /** The operation whose own path this is, if any. */
  readonly byPath: OperationName | null;
  readonly exchanges: readonly Exchange[];
  /** The successful exchanges with an answer in JSON. */
  readonly answered: readonly Exchange[];
};

const platform = '/platform/';

/** The address before `/platform`; null for a request without it, which went to no bank. */
export function baseOf({ url }: Exchange): string | null {
  const at = url.pathname.indexOf(platform);
  return at < 0 ? null : `${url.origin}${url.pathname.slice(0, at)}`;
}

/** The segments below `/platform`, decoded. */
export function segmentsOf({ url }: Exchange): string[] {
  const at = url.pathname.indexOf(platform);
  return url.pathname
    .slice(at + platform.length)
    .split('/')
    .map(decoded);
}

/** Decodes a segment; invalid percent-encoding stays as it is. */
const decoded = (segment: string): string =>
  new URLSearchParams(`x=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('x') ??
  segment;

/** Divides exchanges into groups, in the order in which they were recorded. */
export function groupsOf(exchanges: readonly Exchange[]): Group[] {
  const ids = identifiersIn(exchanges);
  const groups = new Map<
    string,
    { seed: Omit<Group, 'exchanges' | 'answered'>; all: Exchange[] }
  >();
  for (const exchange of exchanges) {
    const seed = seedOf(exchange, ids);
    const key = `${seed.method} ${seed.segments.map((segment) => segment ?? '{}').join('/')}`;
    const group = groups.get(key) ?? { seed, all: [] };
    group.all.push(exchange);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ seed, all }) => ({
    ...seed,
    exchanges: all,
    answered: all.filter((exchange) => isSuccess(exchange) && exchange.answer !== undefined),
  }));
}

function seedOf(
  exchange: Exchange,
  ids: ReadonlySet<string>,
): Omit<Group, 'exchanges' | 'answered'> {
  const { method } = exchange;
  const segments = segmentsOf(exchange);
  const byPath = operationAt(method, segments);
  if (byPath !== null)
    return {
      method,
      byPath,
      segments: templateOf(byPath).map((part) => (isName(part) ? null : part)),
    };
  const names = (segment: string): boolean => /\d/.test(segment) && !/^[a-z]+\d?$/.test(segment);
  return {
    method,
    byPath,
    segments: segments.map((segment) => (names(segment) || ids.has(segment) ? null : segment)),
  };
}

/** Texts of answers that may name a record in a path; plain words do not. */
function identifiersIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { answer } of exchanges)
    for (const { text } of textsIn(answer))
      if (text.length <= 100 && /[\dA-Z]/.test(text) && !/^v\d+$/.test(text)) ids.add(text);
  return ids;
}

const isName = (part: string): boolean => part.startsWith('{');
const templateOf = (name: OperationName): string[] => catalogue[name].path.slice(1).split('/');

/** The operation of the catalogue with this method and path, preferring a path with fewer parameters. */
function operationAt(method: string, segments: readonly string[]): OperationName | null {
  const fits = operationNames.filter((name) => {
    const template = templateOf(name);
    return (
      catalogue[name].method === method &&
      template.length === segments.length &&
      template.every((part, at) => isName(part) || part === segments[at])
    );
  });
  const names = (name: OperationName): number => templateOf(name).filter(isName).length;
  return fits.toSorted((a, b) => names(a) - names(b))[0] ?? null;
}

/** A group as text: its method and its path, with `{…}` for a segment that names a record. */
export const groupWords = ({ method, segments }: Group): string =>
  `${method} ${pathOf(segments.map((segment) => segment ?? '{…}'))}`;

export const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** The values of the segments that name a record, in every exchange: one list per segment, from the left. */
export function namedIn({ segments, answered }: Group): string[][] {
  return segments.flatMap((segment, at) =>
    segment === null ? [answered.map((exchange) => segmentsOf(exchange)[at] ?? '')] : [],
  );
}
