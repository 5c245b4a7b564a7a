import { z } from 'zod';

import type { Operation, OperationParts } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { OperationOverride } from '../file/bank-file-schema.ts';
import { splitParts, wholeBody, type SplitParts } from './more-on-wire.ts';
import { hasPaging, listOf, recordPlaceOf, targetOf, type Place } from '../file/output-shape.ts';
import { isRecord, readPointer } from '../json/pointer.ts';
import { unplaced } from './sent-names.ts';
import { shownPages, type ShownPages } from './default-pages.ts';
import { fillTemplate, type Lookup } from '../file/template.ts';
import { problemsByPlace } from './bank-text.ts';

export type Problems = Record<string, string>;

/** The parts of a request in wire format. */
export type WireParts = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** Undefined: no body. */
  readonly body: unknown;
};

/** Encodes an input by the catalogue, then writes it in the bank file's format. */
export function requestParts(
  entry: Operation,
  override: OperationOverride | undefined,
  input: unknown,
): Result<WireParts, Problems> {
  const encoded = z.safeEncode(entry.input, input);
  if (!encoded.success) return err(problemsByPlace(encoded.error));
  const { parts, problems: missing } = splitParts(encoded.data as OperationParts, override?.fields);
  const problems: Problems = { ...lostIn(entry, override, parts), ...missing };
  const query = override?.query
    ? fillTemplate(override.query, lookupIn(parts, ['query', 'path', 'body', 'more']), problems)
    : parts.query;
  const body = override?.request
    ? fillTemplate(override.request, lookupIn(parts, ['body', 'path', 'query', 'more']), problems)
    : wholeBody(parts);
  return Object.keys(problems).length > 0
    ? err(problems)
    : ok({ path: parts.path ?? {}, query: pairsOf(query), body });
}

/** Returns the fields of a change that the bank file has no place for. Such a change is not sent, as they would be lost silently. */
function lostIn(
  { method }: Operation,
  override: OperationOverride | undefined,
  parts: OperationParts,
): Problems {
  if ((method !== 'PUT' && method !== 'PATCH') || override === undefined) return {};
  const lost = unplaced(parts, override).map((name) => [`body.${name}`, noPlace] as const);
  return Object.fromEntries(lost);
}

const noPlace = 'has no place in the request that the bank file writes';

/** Finds `{name}` in the parts, in the given order. Dots lead into records. */
function lookupIn(parts: SplitParts, order: readonly (keyof SplitParts)[]): Lookup {
  return (name) =>
    order
      .map((part) => readPointer(parts[part], `/${name.replaceAll('.', '/')}`))
      .find((value) => value !== undefined);
}

function pairsOf(query: unknown): [string, string][] {
  return Object.entries(isRecord(query) ? query : {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value instanceof JsonNumber ? value.source : String(value)]);
}

/** Maps a bank's answer into the catalogue's shape. Fields that the file does not map are taken from the catalogue's places. */
export function mapAnswer(
  entry: Operation,
  override: OperationOverride | undefined,
  answer: unknown,
): unknown {
  return withPaging(entry, override, { answer, mapped: mapped(entry, override, answer) });
}

function mapped(
  entry: Operation,
  override: OperationOverride | undefined,
  answer: unknown,
): unknown {
  if (!override?.response && override?.items === undefined) return answer;
  const mapping = mappingOf(entry, override);
  const start = withValues(startOf(entry, mapping, answer), valuesFor(mapping.answer, answer));
  if (!mapping.list) return start;
  const rows = readPointer(answer, override.items ?? pointerTo(mapping.list));
  const values: Value[] = [
    [mapping.list, Array.isArray(rows) ? rows.map((row) => mapRow(mapping.row, row)) : rows],
  ];
  const listed = withValues(start, values);
  return override.items === undefined || !Array.isArray(rows)
    ? listed
    : withOnePage(entry, mapping.list, listed, {
        rows: rows.length,
        shown: shownPages(recordsAround(answer, override.items)),
      });
}

type Assignment = readonly [place: Place, pointer: string];
type Value = readonly [place: Place, value: unknown];
export type Mapping = { list: Place | null; row: Assignment[]; answer: Assignment[] };

export function mappingOf(entry: Operation, override: OperationOverride): Mapping {
  const mapping: Mapping = { list: listOf(entry.output)?.place ?? null, row: [], answer: [] };
  for (const [key, pointer] of Object.entries(override.response ?? {})) {
    const target = targetOf(entry.output, key);
    if (target) mapping[target.of].push([target.place, pointer]);
  }
  return mapping;
}

/** Returns the record to map into. Where a bank answers a bare record that the catalogue wraps, its unmapped fields are copied. */
function startOf(entry: Operation, mapping: Mapping, answer: unknown): Record<string, unknown> {
  const start = isRecord(answer) ? { ...answer } : {};
  const field = bareRecordField(entry, mapping, start);
  return field === null ? start : { ...start, [field]: { ...start } };
}

/** Returns the catalogue's wrapper field for a mapped answer whose record is bare; null where it is wrapped or needs no wrapper. */
export function bareRecordField(
  entry: Operation,
  mapping: Mapping,
  answer: Readonly<Record<string, unknown>>,
): string | null {
  const [field] = recordPlaceOf(entry.output);
  const isBare = field !== undefined && mapping.answer.length > 0 && !isRecord(answer[field]);
  return isBare ? field : null;
}

const mapRow = (assignments: readonly Assignment[], row: unknown): unknown =>
  isRecord(row) ? withValues({ ...row }, valuesFor(assignments, row)) : row;

const valuesFor = (assignments: readonly Assignment[], from: unknown): Value[] =>
  assignments.map(([place, pointer]) => [place, readPointer(from, pointer)]);

/** Writes the values. Inner records are copied before they are written, so that the source stays unchanged. */
export function withValues(record: Record<string, unknown>, values: readonly Value[]) {
  for (const [place, value] of values) {
    let at = record;
    for (const field of place.slice(0, -1)) {
      const inner = at[field];
      const copy: Record<string, unknown> = isRecord(inner) ? { ...inner } : {};
      at[field] = copy;
      at = copy;
    }
    const last = place.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(at, last);
    else at[last] = value;
  }
  return record;
}

export const pointerTo = (place: Place): string => place.map((field) => `/${field}`).join('');

const pageFields = ['page', 'pageSize', 'totalItems', 'totalPages'] as const;

/**
 * A list that the catalogue does not page may still come in pages: the answer's page counts go where the catalogue has a place
 * for them, unless the bank file maps them.
 */
function withPaging(
  entry: Operation,
  override: OperationOverride | undefined,
  { answer, mapped: record }: { readonly answer: unknown; readonly mapped: unknown },
): unknown {
  if (!isRecord(record) || !hasPaging(entry.output)) return record;
  const isMapped = Object.keys(override?.response ?? {}).some((key) => key.startsWith('paging.'));
  if (isMapped) return record;
  const list = listOf(entry.output)?.place ?? [];
  const paging = shownPages(recordsAround(answer, override?.items ?? pointerTo(list)));
  // A field of the bank's own named `paging` may be anything, so it is overwritten.
  return paging || 'paging' in record ? { ...record, paging } : record;
}

/** Returns the answer and the records along the path to its list. */
function recordsAround(answer: unknown, list: string): unknown[] {
  const steps = list.split('/').slice(1, -1);
  return ['', ...steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)].map(
    (pointer) => readPointer(answer, pointer),
  );
}

/**
 * Adds page counts to a bank's bare list: one page, or the counts found elsewhere in the answer. Never for statements: their totals
 * are part of the proof and must come from the bank.
 */
function withOnePage(
  entry: Operation,
  list: Place,
  answer: Record<string, unknown>,
  { rows, shown }: { readonly rows: number; readonly shown: ShownPages | null },
): Record<string, unknown> {
  const [head] = list;
  const page = head === undefined ? undefined : answer[head];
  if (entry.group === 'Statements' || list.length < 2 || !isRecord(page)) return answer;
  if (pageFields.some((field) => field in page)) return answer;
  const values = Object.entries(pageCounts(rows, shown)).map(([field, count]): Value => [
    [head ?? '', field],
    count,
  ]);
  return withValues(answer, values);
}

/** Returns the page counts of a list. No total is invented for a list that continues without one. */
function pageCounts(rows: number, shown: ShownPages | null) {
  const count = (n: number) => new JsonNumber(String(n));
  const goesOn = shown?.hasMore === true || Number(shown?.totalPages?.source ?? 1) > 1;
  const totalItems = shown?.totalItems ?? (goesOn ? undefined : count(rows));
  const pageSize = shown?.pageSize ?? count(rows);
  const pages = Math.ceil(
    Number(totalItems?.source ?? rows) / Math.max(1, Number(pageSize.source)),
  );
  return {
    page: shown?.page ?? count(1),
    pageSize,
    totalItems,
    totalPages: shown?.totalPages ?? count(Math.max(1, pages)),
  };
}
