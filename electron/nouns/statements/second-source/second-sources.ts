import { createHash, randomUUID } from 'node:crypto';

import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type {
  SecondSource,
  SecondSourceDetail,
} from '../../../../shared/ipc/accounts/second-sources.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import type { BankClient } from '../../../engines/bank/client.ts';
import { timestampNow, type Clock, type Context } from '../../../engines/machine/context.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import { dataVersion } from '../../../engines/store/opening/cache-reader.ts';
import type { StatementQuestions } from '../reads.ts';
import { secondSourceById, type SecondSourceWrites, type StoredSource } from './compare/tables.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import type { DialectMemory } from '../../../engines/bank/file/dialect-memory.ts';
import { fetchSource, type FetchedSource, type SourceQuestion } from './fetch-source.ts';
import { formatOf } from './formats/read-source.ts';

export type SourceParts = {
  readonly bank: BankClient;
  readonly cache: SecondSourceWrites;
  /** Long reads of the local copy. */
  readonly questions: StatementQuestions;
  readonly reader: CacheReader;
  readonly clock: Clock;
  readonly dialects: DialectMemory;
};

type FetchRequest = RouteInput<'secondSources.fetch'>;

/**
 * Fetches a second source of a period, stores its bytes as received, and compares it with the local copy at once. Sends the dates
 * under the pair of parameter names that the bank's statement understands.
 */
export async function fetchSecondSource(
  parts: SourceParts,
  request: FetchRequest,
  context: Context,
): Promise<Outcome<SecondSourceDetail>> {
  const question = questionFor(parts, request, context);
  if (!question.ok) return question;
  const [dialect] = parts.dialects.candidates();
  const dates = dialect?.dates ?? (['startDate', 'endDate'] as const);
  const fetched = await fetchSource({ bank: parts.bank, dates }, question.value, context);
  if (!fetched.ok) return fetched;
  const sourceId = await saveSource(parts, request, fetched.value);
  const stored = secondSourceById(parts.reader, sourceId);
  return stored
    ? ok(await comparedSource(parts, stored))
    : fail('offline.not-cached', context.correlationId);
}

/** Checks the operation and the period, and looks up the account's id in the second API generation. */
function questionFor(
  { bank, reader }: SourceParts,
  request: FetchRequest,
  context: Context,
): Outcome<SourceQuestion> {
  const allowed = mayAsk(bank, request.kind, context);
  if (!allowed.ok) return allowed;
  const days = dayNumber(request.to) - dayNumber(request.from) + 1;
  const fields = {
    ...(days < 1 ? { to: 'must not be before the first day' } : {}),
    ...(days > limits.secondSourceDaysMax ? { from: 'is too far back for one file' } : {}),
  };
  if (Object.keys(fields).length > 0)
    return fail('input.invalid', context.correlationId, { fields });
  const entityId = accountByNumber(reader, request.accountNumber)?.entityId ?? '';
  if (request.kind !== 'downloadStatement' && entityId === '')
    return fail('offline.not-cached', context.correlationId, {
      message:
        'The bank has not sent this account’s entity id yet, which the second generation needs. Refresh the account first.',
    });
  return ok({ ...request, entityId });
}

/** Stores a source under a generated file name, never the bank's. Returns the new source's id. */
async function saveSource(
  { cache, clock }: SourceParts,
  { accountNumber, kind, from, to }: FetchRequest,
  { content, mimeType }: FetchedSource,
): Promise<string> {
  const sourceId = randomUUID();
  const format = kind === 'getStatementV2' ? 'jsonl' : formatOf(content);
  const ending = format === 'other' ? 'bin' : format;
  const account = accountNumber.replace(/[^A-Za-z0-9-]/g, '-');
  const generation = kind === 'downloadStatement' ? 'v1' : 'v2';
  await cache.saveSecondSource(
    {
      sourceId,
      accountNumber,
      kind,
      from,
      to,
      fileName: `${account}_${from}_${to}_${generation}.${ending}`,
      mimeType,
      sha256: createHash('sha256').update(content).digest('hex'),
      fetchedAt: timestampNow(clock),
      content,
    },
    limits.secondSourcesMax,
  );
  return sourceId;
}

type CachedComparison = { readonly version: number; readonly detail: Promise<SecondSourceDetail> };

const comparisons = new WeakMap<CacheReader, Map<string, CachedComparison>>();

/** Compares a stored source with the local copy. Compares again only after the local copy changed. Needs no bank. */
export function comparedSource(
  parts: Pick<SourceParts, 'questions' | 'reader'>,
  stored: StoredSource,
): Promise<SecondSourceDetail> {
  const known = comparisons.get(parts.reader) ?? new Map<string, CachedComparison>();
  comparisons.set(parts.reader, known);
  const version = dataVersion(parts.reader);
  const before = known.get(stored.sourceId);
  if (before?.version === version) return before.detail;
  if (known.size > limits.secondSourcesMax * 4) known.clear();
  const detail = compare(parts, stored);
  known.set(stored.sourceId, { version, detail });
  return detail;
}

/** Returns the comparison without its differences, for a list. */
export async function comparedRow(
  parts: Pick<SourceParts, 'questions' | 'reader'>,
  stored: StoredSource,
): Promise<SecondSource> {
  const { differences, ...row } = await comparedSource(parts, stored);
  return row;
}

/** Reads and compares a source in the reader thread, however large it is. */
async function compare(
  { questions }: Pick<SourceParts, 'questions'>,
  stored: StoredSource,
): Promise<SecondSourceDetail> {
  const { given: _given, ...source } = stored;
  return { ...source, ...(await questions.ask('verifySource', [stored])) };
}
