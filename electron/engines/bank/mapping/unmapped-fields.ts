import { withValues } from './mapping.ts';
import { isRecord, pointerTokens, type JsonPointer } from '../json/pointer.ts';

/** The original values at places to which a field was moved. They are extras of the record at that place. */
const displaced = Symbol('displaced');

export type LeftOver = Record<string, unknown> & { [displaced]?: Record<string, unknown> };

export const displacedFields = (left: object): Readonly<Record<string, unknown>> =>
  (left as LeftOver)[displaced] ?? nothing;

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

/** Returns a copy without the values at the pointers, and without records that become empty. Lists stay whole. */
export function withoutPlaces(value: unknown, pointers: readonly JsonPointer[]): unknown {
  return pointers.reduce((left, pointer) => without(left, pointerTokens(pointer)), value);
}

function without(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return undefined;
  if (!isRecord(value) || !Object.hasOwn(value, token)) return value;
  const { [token]: inner, ...others } = value;
  const left = without(inner, rest);
  const isGone = left === undefined || (left !== inner && isRecord(left) && isEmpty(left));
  return isGone ? others : { ...others, [token]: left };
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/**
 * Returns the unmapped rest of a record after fields were moved to these places. It includes the moved values, so that their own
 * extras are found. The original values at these places are recorded as displaced.
 */
export function withBrought(
  left: unknown,
  brought: readonly (readonly [place: readonly string[], value: unknown])[],
): LeftOver {
  const record: LeftOver = isRecord(left) ? { ...left } : {};
  const before: Record<string, unknown> = {};
  for (const [place, value] of brought) {
    const found = readPlace(record, place);
    if (found !== undefined) withValues(before, [[place, found]]);
    withValues(record, [[place, value]]);
  }
  return isEmpty(before)
    ? record
    : { ...record, [displaced]: { ...displacedFields(record), ...before } };
}

function readPlace(record: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (at, field) => (isRecord(at) && Object.hasOwn(at, field) ? at[field] : undefined),
    record,
  );
}
