import type { Operation } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { listOf, recordPlaceOf, responseFieldsOf } from '../file/output-shape.ts';
import { isRecord } from '../json/pointer.ts';

/** Names that envelopes use as well. They alone do not identify a record. */
const anybodys = new Set(
  'id status message code description comment createdAt updatedAt'.split(' '),
);
const depthMax = 3;

/** Returns the fields of a change's answer that is itself the record (sections 4.3 to 4.6); none where it only contains one. */
export const ownFieldsOf = ({ effect, output }: Operation): readonly string[] =>
  effect === 'change' && listOf(output) === null && recordPlaceOf(output).length === 0
    ? responseFieldsOf(output)
    : [];

/** Is the value the record itself? It is where it has a field that no envelope has. */
export const isOwnRecord = (
  fields: readonly string[],
  value: unknown,
): value is Record<string, unknown> =>
  isRecord(value) &&
  fields.some((field) => !anybodys.has(field) && (value[field] ?? null) !== null);

/** Returns the record in an envelope such as `{ data: { … } }` where it has exactly one; else the answer unchanged. */
export function recordWithin(fields: readonly string[], answer: unknown, depth = 0): unknown {
  if (depth === depthMax || isOwnRecord(fields, answer)) return answer;
  const found = recordsIn(answer)
    .map((inner) => recordWithin(fields, inner, depth + 1))
    .filter((inner) => isOwnRecord(fields, inner));
  return found.length === 1 ? found[0] : answer;
}

/** An envelope has few members; a larger record is not searched. */
const membersMax = 100;

/** Returns the records directly inside. A list with one item counts as that item. */
export function recordsIn(answer: unknown): Record<string, unknown>[] {
  if (!isRecord(answer)) return [];
  const found: Record<string, unknown>[] = [];
  let members = 0;
  for (const name in answer) {
    members += 1;
    if (members > membersMax) return [];
    const inner = onlyOf(answer[name]);
    if (isRecord(inner)) found.push(inner);
  }
  return found;
}

const onlyOf = (inner: unknown): unknown =>
  Array.isArray(inner) && inner.length === 1 ? (inner as unknown[])[0] : inner;

const otherNames = ['id', 'subClientId', 'subclientId', 'sub_client_id'] as const;

/** Adds a missing `entityId` where the bank sends the requested identifier under another name. */
export function identified(
  entry: Operation,
  path: Readonly<Record<string, string>> | undefined,
  record: unknown,
): unknown {
  const requested = path?.['id'];
  if (requested === undefined || !ownFieldsOf(entry).includes('entityId')) return record;
  if (!isRecord(record) || (record['entityId'] ?? null) !== null) return record;
  const isRequested = otherNames.some((name) => idOf(record[name]) === requested);
  return isRequested ? { ...record, entityId: requested } : record;
}

/** Describes why the answer is about another record than the requested one; null where it is not. */
export function aboutAnother(
  entry: Operation,
  path: Readonly<Record<string, string>> | undefined,
  answer: unknown,
): string | null {
  const requested = path?.['entityId'];
  const fields = ownFieldsOf(entry);
  if (requested === undefined || fields.length === 0) return null;
  const other = [answer, recordWithin(fields, answer)]
    .map((record) => (isRecord(record) ? idOf(record['entityId']) : ''))
    .find((id) => id !== '' && id !== requested);
  return other === undefined ? null : `is about ${other.slice(0, 60)}, not ${requested}`;
}

const idOf = (value: unknown): string =>
  value instanceof JsonNumber ? value.source : typeof value === 'string' ? value.trim() : '';
