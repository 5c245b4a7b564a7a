import type { BeneficiaryChange, BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { timestampNow, type Context, type DeskClock } from '../../engines/machine/context.ts';
import { shownIn } from './beneficiary-rows.ts';
import { beneficiaryById, everyBeneficiaryId, type BeneficiaryWrites } from './tables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import {
  openSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { readWholeList } from '../../engines/bank/paged-list.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { settleBySight, settleFromReading } from '../../engines/submissions/settle.ts';

type Parts = {
  readonly bank: BankClient;
  readonly cache: BeneficiaryWrites;
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly clock: DeskClock;
};

/**
 * Reads all beneficiaries (Get All Beneficiaries, assumed) and stores earlier contents of changed ones. Settles updates and creations
 * without an answer by what the bank shows now.
 */
export async function refreshBeneficiaries(
  parts: Parts,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const { bank, cache, clock } = parts;
  const list = await readWholeList(
    async (query) => {
      const answer = await bank.call('getAllBeneficiaries', { query }, context);
      return answer.ok ? ok(answer.value.beneficiaries) : answer;
    },
    'getAllBeneficiaries',
    context,
  );
  if (!list.ok) return list;
  const known = everyBeneficiaryId(parts.reader);
  const asOf = timestampNow(clock);
  await cache.saveBeneficiaries(list.value, asOf, { complete: true });
  for (const record of list.value) settleUpdate(parts, record);
  if (known)
    settleCreations(parts, {
      unseen: list.value.filter(({ entityId }) => !known.has(entityId)),
      // A payee that was known before is still there: the list shows more than new ones.
      wouldShow: list.value.some(({ entityId }) => known.has(entityId)),
    });
  return ok({ count: list.value.length });
}

/** A payee and when the bank last reported it; for one that only the journal knows, when it was paid. */
export type BeneficiaryAsOf = { readonly record: BeneficiaryRecord; readonly asOf: Timestamp };

/** Reads the payee from the bank (Get Beneficiary, assumed) and saves it in the local copy. */
export async function askBeneficiary(
  { bank, cache, clock }: Pick<Parts, 'bank' | 'cache' | 'clock'>,
  entityId: string,
  context: Context,
): Promise<Outcome<BeneficiaryAsOf>> {
  const answer = await bank.call('getBeneficiary', { path: { entityId } }, context);
  if (!answer.ok) return answer;
  const record = answer.value.beneficiary;
  if (record.entityId !== entityId)
    return fail('bank.unexpected', context.correlationId, {
      operation: 'getBeneficiary',
      message: `The bank was asked for the payee ${entityId} and answered with ${record.entityId}.`,
    });
  const asOf = timestampNow(clock);
  await cache.saveBeneficiary(record, asOf);
  return ok({ record, asOf });
}

/** Reads a payee again to see the result of its update: alone, or with all others where that operation is closed or fails. */
export async function rereadBeneficiary(
  parts: Parts,
  entityId: string,
  context: Context,
): Promise<Outcome<unknown>> {
  const answer = parts.bank.isOpen('getBeneficiary')
    ? await askBeneficiary(parts, entityId, context)
    : null;
  if (answer?.ok) settleUpdate(parts, answer.value.record);
  if (answer?.ok || (answer && !parts.bank.isOpen('getAllBeneficiaries'))) return answer;
  return refreshBeneficiaries(parts, context);
}

function settleUpdate(parts: Parts, record: BeneficiaryRecord): void {
  settleFromReading(parts, record.entityId, (submission) =>
    shows(record, submission)
      ? { seen: true, answer: record }
      : { seen: false, wouldShow: true, isReplaced: isReplaced(parts, record, submission) },
  );
}

/**
 * Did a field that was sent have another value since? Then another change may have replaced ours, and sending ours again would undo it. The
 * day before also counts, because a clock may have been set since.
 */
function isReplaced({ reader }: Parts, record: BeneficiaryRecord, submission: Submission): boolean {
  const sent = inputIn('updateBeneficiary', submission);
  const sinceMs = Date.parse(submission.createdAt) - limits.duplicateWindowMs;
  const earlier = beneficiaryById(reader, record.entityId)?.earlier ?? [];
  const now = sentFields(sent?.body ?? {}, record);
  return earlier.some(
    ({ beneficiary, until }) =>
      Date.parse(until) >= sinceMs && sentFields(sent?.body ?? {}, beneficiary) !== now,
  );
}

/** The values that a record has in the fields of a change, as one text. */
const sentFields = (change: BeneficiaryChange, record: BeneficiaryRecord): string =>
  JSON.stringify(
    Object.keys(change).map(
      (field) =>
        new Map(Object.entries(record)).get(field === 'postCode' ? 'postcode' : field) ?? '',
    ),
  );

/** Settles creations: a payee that the local copy did not know, and that has the fields that were sent, is the created one. */
function settleCreations(
  parts: Parts,
  { unseen, wouldShow }: { unseen: readonly BeneficiaryRecord[]; wouldShow: boolean },
): void {
  const matched = new Set<string>();
  for (const open of openSubmissions(parts.journal)) {
    if (open.operation !== 'createBeneficiary' || open.state !== 'unknown') continue;
    const made = unseen.find((record) => !matched.has(record.entityId) && shows(record, open));
    if (made) matched.add(made.entityId);
    const sight = made ? ({ seen: true, recordId: made.entityId } as const) : null;
    settleBySight(parts, open, sight ?? { seen: false, wouldShow });
  }
}

/** Does the bank's record carry every field that was sent? */
function shows(record: BeneficiaryRecord, submission: Submission): boolean {
  const sent = inputIn('updateBeneficiary', submission) ?? inputIn('createBeneficiary', submission);
  if (sent === null) return false;
  const { mismatch, unshown } = shownIn(sent.body, record);
  return mismatch === null && unshown === null;
}
