import type { Operation } from '../../../../shared/bank/operation.ts';
import { withExtras } from './extras.ts';
import type { OperationOverride } from '../file/bank-file-schema.ts';
import { withBrought, withoutPlaces, type LeftOver } from './unmapped-fields.ts';
import { bareRecordField, mapAnswer, mappingOf, pointerTo, type Mapping } from './mapping.ts';
import { answerNamesOf, recordPlaceOf } from '../file/output-shape.ts';
import { isRecord, readPointer, type JsonPointer } from '../json/pointer.ts';
import type { Redact } from './extra-fields.ts';

/**
 * Maps an answer into the catalogue's shape (`mapAnswer`) and puts its extra fields into the `extras` of its records.
 */
export const mapResponse = (
  entry: Operation,
  override: OperationOverride | undefined,
  answer: unknown,
  redact: Redact,
): unknown =>
  withExtras(
    entry.output,
    { mapped: mapAnswer(entry, override, answer), left: leftOf(entry, override, answer) },
    redact,
  );

/** Returns the answer without the fields that the bank file moves, in the catalogue's shape. */
function leftOf(
  entry: Operation,
  override: OperationOverride | undefined,
  answer: unknown,
): unknown {
  if (!isRecord(answer) || (!override?.response && override?.items === undefined)) return answer;
  const mapping = mappingOf(entry, override);
  const used = mapping.answer.map(([, pointer]) => pointer);
  if (mapping.list) return leftOfList(override, { answer, mapping, used });
  const left = withoutPlaces(answer, used);
  const bare = bareRecordField(entry, mapping, answer);
  const whole = bare === null ? left : leftOfBare(entry, mapping, { left, field: bare });
  return broughtTo(whole, mapping.answer, { from: answer, field: recordPlaceOf(entry.output)[0] });
}

type Listed = {
  readonly answer: Record<string, unknown>;
  readonly mapping: Mapping;
  readonly used: readonly JsonPointer[];
};

function leftOfList(override: OperationOverride, { answer, mapping, used }: Listed): LeftOver {
  const list = mapping.list ?? [];
  const pointer = override.items ?? pointerTo(list);
  const rows = readPointer(answer, pointer);
  const left = withoutPlaces(answer, [...used, pointer]);
  const around = broughtTo(left, mapping.answer, { from: answer, field: undefined });
  if (!Array.isArray(rows)) return around;
  return withBrought(around, [[list, rows.map((row) => leftOfRow(row, mapping))]]);
}

function leftOfRow(row: unknown, mapping: Mapping): unknown {
  if (!isRecord(row)) return row;
  const used = mapping.row.map(([, pointer]) => pointer);
  return withBrought(withoutPlaces(row, used), valuesOf(mapping.row, row));
}

/**
 * Splits an answer with a bare record, or one in a bank's own envelope: the fields next to those that the file maps belong to the
 * record, the rest to the answer.
 */
function leftOfBare(
  entry: Operation,
  { answer: assignments }: Mapping,
  { left, field }: { readonly left: unknown; readonly field: string },
): Record<string, unknown> {
  const wrapper = commonPlace(
    assignments.filter(([place]) => place[0] === field).map(([, pointer]) => pointer),
  );
  const around = isRecord(left) ? left : {};
  if (wrapper !== '') {
    const inside = readPointer(around, wrapper);
    const outside = withoutPlaces(around, [wrapper]) as Record<string, unknown>;
    return { ...outside, [field]: isRecord(inside) ? inside : {} };
  }
  const own = answerNamesOf(entry.output);
  const isOwn = ([name]: [string, unknown]): boolean => own.includes(name);
  const parts = Object.entries(around);
  return {
    ...Object.fromEntries(parts.filter(isOwn)),
    [field]: Object.fromEntries(parts.filter((part) => !isOwn(part))),
  };
}

/** Returns the innermost record that contains all of the places. */
function commonPlace(pointers: readonly JsonPointer[]): JsonPointer {
  const [first = [], ...others] = pointers.map((pointer) => pointer.split('/').slice(0, -1));
  const apart = first.findIndex((token, at) => others.some((other) => other[at] !== token));
  return (apart === -1 ? first : first.slice(0, apart)).join('/');
}

/** Adds moved values. Values that they replace are displaced in the record or, outside of it, in the answer. */
function broughtTo(
  left: unknown,
  assignments: Mapping['answer'],
  { from, field }: { readonly from: unknown; readonly field: string | undefined },
): LeftOver {
  const inRecord = assignments.filter(([place]) => place.length > 1 && place[0] === field);
  const around = assignments.filter((assignment) => !inRecord.includes(assignment));
  const outer = withBrought(left, valuesOf(around, from));
  if (field === undefined || inRecord.length === 0) return outer;
  const inner = valuesOf(inRecord, from).map(([place, value]) => [place.slice(1), value] as const);
  return { ...outer, [field]: withBrought(outer[field], inner) };
}

const valuesOf = (assignments: Mapping['answer'], from: unknown) =>
  assignments.map(([place, pointer]) => [place, readPointer(from, pointer)] as const);
