import {
  catalogue,
  operationNames,
  type OperationName,
} from '../../../../shared/bank/catalogue.ts';
import { isSuccess, type Exchange } from './exchange.ts';
import { textsIn } from './leaves.ts';

/** Exchanges with one method and one path, save for the segments that name a record. */
export type Group = {
  readonly method: string;
  /** Below `{base_url}/platform`; null where a record is named. */
  readonly segments: readonly (string | null)[];
  /** The operation whose own path this is, if any. */
  readonly byPath: OperationName | null;
  readonly exchanges: readonly Exchange[];
  /** Those that went well and were answered in JSON. */
  readonly answered: readonly Exchange[];
};

const platform = '/platform/';

/** What stands before `/platform`; null for what was not asked of a bank. */
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

/** What is not well percent-encoded stays as it is. */
const decoded = (segment: string): string =>
  new URLSearchParams(`x=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('x') ??
  segment;

/** Parts exchanges into groups, in the order in which they were recorded. */
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

/** The operation of the catalogue that has this method and path; one that spells more of it counts first. */
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

/** A group as a person reads it: its method and its path, what names a record as `{…}`. */
export const groupWords = ({ method, segments }: Group): string =>
  `${method} ${pathOf(segments.map((segment) => segment ?? '{…}'))}`;

export const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** What stands in a path where a record is named, for every exchange: one list a place, from the left. */
export function namedIn({ segments, answered }: Group): string[][] {
  return segments.flatMap((segment, at) =>
    segment === null ? [answered.map((exchange) => segmentsOf(exchange)[at] ?? '')] : [],
  );
}
