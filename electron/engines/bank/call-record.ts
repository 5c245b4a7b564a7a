import type { OperationParts } from '../../../shared/bank/operation.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { ErrorCode } from '../../../shared/errors.ts';

/** The record of a call in the activity list. It holds no secret and no body. */
export type CallRecord = {
  readonly at: Timestamp;
  readonly operation: string;
  readonly method: string;
  readonly outcome: 'ok' | ErrorCode;
  /** The HTTP status of the last answer; null when none came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The number of requests made, retries included. */
  readonly attempts: number;
  readonly correlationId: string;
  /** The subject of the call in a few words; account numbers are shortened. */
  readonly subject: string;
};

const accountFields = ['accountNumber', 'accountId'] as const;
const recordFields = ['entityId', 'id'] as const;

/** Returns the subject of a call: the account by its last four characters, or the record's identifier. */
export function subjectOf({
  path = {},
  query = {},
}: Pick<OperationParts, 'path' | 'query'>): string {
  const named = { ...query, ...path };
  const account = accountFields.map((field) => named[field]).find((value) => value);
  if (account) return `account …${account.slice(-4)}`;
  const record = recordFields.map((field) => named[field]).find((value) => value);
  return record ? record.slice(0, 40) : '';
}
