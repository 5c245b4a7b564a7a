import type { Operation } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { jsonPlaces } from '../../../../shared/json/json-places.ts';
import { isDecimal, toUnits } from '../../../../shared/money/decimal.ts';
import type { OperationOverride } from '../file/bank-file-schema.ts';
import { recordPlaceOf } from '../file/output-shape.ts';
import { ownFieldsOf } from './own-record.ts';
import { isRecord, readPointer } from '../json/pointer.ts';
import { isFailureStatus, type StatusWords } from './status-terms.ts';

/** The fields that identify a movement of money: owner, amount and destination. */
const weighed = [
  'amount',
  'currency',
  'accountNumber',
  'beneficiaryId',
  'bankBicOrCode',
  'currencyIso3Code',
] as const;

/**
 * Describes a field that the answer to a change contains twice with different values; null where there is none. Duplicate member
 * names count, as the parser would take the last. So does a field both outside and inside the record, or both where the bank file
 * and where the catalogue look for it.
 */
export function conflictingFields(
  entry: Operation,
  override: OperationOverride | undefined,
  { bytes, answer }: { readonly bytes: Uint8Array; readonly answer: unknown },
): string | null {
  return sameName(new TextDecoder().decode(bytes)) ?? twoPlaces(entry, override, answer);
}

function sameName(text: string): string | null {
  const seen = new Map<string, string>();
  for (const { path, valueFrom, to } of jsonPlaces(text)) {
    const key = JSON.stringify(path);
    const value = text.slice(valueFrom, to);
    const before = seen.get(key);
    if (before !== undefined && before !== value) return words(path.at(-1) ?? '', [before, value]);
    seen.set(key, value);
  }
  return null;
}

const envelopeNames = ['data', 'result', 'response', 'payload', 'record'] as const;

function twoPlaces(
  entry: Operation,
  override: OperationOverride | undefined,
  answer: unknown,
): string | null {
  const record = recordPlaceOf(entry.output)
    .map((field) => `/${field}`)
    .join('');
  // A record that appears both bare and in an envelope must be the same.
  const envelopes = ownFieldsOf(entry).length === 0 ? [] : envelopeNames;
  for (const field of weighed) {
    const pointer = override?.response?.[field];
    const places = [
      `/${field}`,
      `${record}/${field}`,
      ...envelopes.map((name) => `/${name}/${field}`),
      ...(pointer === undefined ? [] : [pointer]),
    ];
    const values = places.flatMap((place) => textOf(readPointer(answer, place)) ?? []);
    const other = values.find((text) => !isSame(text, values[0] ?? ''));
    if (other !== undefined) return words(field, [values[0] ?? '', other]);
  }
  return null;
}

/** The text of a value; null for an absent value, a record or a list. */
function textOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

const isSame = (a: string, b: string): boolean =>
  isDecimal(a) && isDecimal(b) ? toUnits(a) === toUnits(b) : a.toLowerCase() === b.toLowerCase();

const words = (field: string, values: readonly [string, string]): string =>
  `has “${field.slice(0, 60)}” twice: ${values.map((value) => value.slice(0, 60)).join(' and ')}`;

/**
 * A bank may report a failure outside the record instead of in it. The status then applies to the record, and the message is the
 * reason.
 */
export function withEnvelope(
  entry: Operation,
  own: StatusWords,
  { answer, mapped }: { readonly answer: unknown; readonly mapped: unknown },
): unknown {
  const [field] = recordPlaceOf(entry.output);
  if (field === undefined || !isRecord(answer) || !isRecord(mapped)) return mapped;
  const record = mapped[field];
  const status = envelopeStatus(answer, own);
  if (status === null || !isRecord(record)) return mapped;
  const reason = textOf(record['reason']) ?? textOf(answer['message']) ?? '';
  return { ...mapped, [field]: { ...record, status, reason } };
}

function envelopeStatus(
  answer: Readonly<Record<string, unknown>>,
  own: StatusWords,
): string | null {
  if (answer['success'] === false) return 'success: false';
  const status = textOf(answer['status']);
  return status !== null && isFailureStatus(status, own) ? status : null;
}
