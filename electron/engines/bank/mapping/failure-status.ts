import type { Operation } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isOwnRecord, ownFieldsOf, recordsIn } from './own-record.ts';
import { isRecord } from '../json/pointer.ts';
import { isFailureStatus, type StatusWords } from './status-terms.ts';

const flags = ['success', 'successful', 'isSuccess', 'ok'] as const;
const states = ['status', 'result', 'outcome', 'state'] as const;
const codes = ['status', 'statusCode', 'status_code', 'httpStatus'] as const;
const complaints = ['error', 'errors', 'fieldErrors'] as const;

/**
 * Returns the status by which a 200 answer reports that a change failed, such as `success: false`; null where there is none.
 * Changes that move money are checked by their record instead (`conflicting-fields.ts`, `submissions/acceptance.ts`).
 */
export function failureStatus(entry: Operation, answer: unknown, own: StatusWords): string | null {
  if (entry.effect !== 'change') return null;
  const fields = ownFieldsOf(entry);
  for (let at = answer; isRecord(at);) {
    const isRecordItself = isOwnRecord(fields, at);
    const status = failureIn(at, isRecordItself, own);
    if (status !== null) return status;
    const [only, another] = recordsIn(at);
    // Records inside the record are its content. Of two records in an envelope it is unknown which one is meant.
    if (isRecordItself || only === undefined || another !== undefined) return null;
    at = only;
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

function failureIn(record: Fields, isRecordItself: boolean, own: StatusWords): string | null {
  const flag = flags.find((name) => isNo(record[name]));
  if (flag !== undefined) return `${flag}: false`;
  const code = codes.find((name) => /^4\d\d$/.test(numberOf(record[name])));
  if (code !== undefined) return `${code}: ${numberOf(record[code])}`;
  // The record's own state says nothing about the change: a sub-client that was rejected once can be deleted.
  const state = isRecordItself ? undefined : states.find((name) => isFailed(record[name], own));
  if (state !== undefined) return String(record[state]);
  if (flags.some((name) => record[name] === true)) return null;
  return complaints.find((name) => complains(record[name])) ?? null;
}

const isNo = (value: unknown): boolean => value === false || value === 'false';

const numberOf = (value: unknown): string => (value instanceof JsonNumber ? value.source : '');

const isFailed = (value: unknown, own: StatusWords): value is string =>
  typeof value === 'string' && isFailureStatus(value, own);

function complains(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value === true || (isRecord(value) && Object.keys(value).length > 0);
}
