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
 * Fetches all beneficiaries (Get All Beneficiaries, assumed); earlier contents of changed ones are kept, and updates
 * without an answer are settled by what the bank shows now.
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
      // One that was known before is still there: the list shows more than what is new.
      wouldShow: list.value.some(({ entityId }) => known.has(entityId)),
    });
  return ok({ count: list.value.length });
}

/** A payee, and when the bank last reported it; of one that only the journal knows, when it was paid. */
export type BeneficiaryAsOf = { readonly record: BeneficiaryRecord; readonly asOf: Timestamp };

/** The payee as the bank has it at this moment (Get Beneficiary, assumed), taken into the local copy. */
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

/** The same to see what came of an update of it: asked for alone, or read with all others where that is closed or fails. */
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
 * Did one of the fields that were sent have another value since? Somebody else's change may have replaced ours: sent again, ours would
 * undo it. A clock may have been set meanwhile, so a day before counts too.
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

/** A payee that the local copy did not know, and that carries what was sent, is the one that was created. */
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
