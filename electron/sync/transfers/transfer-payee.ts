import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../shared/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../context.ts';
import { beneficiaryById } from '../../store/beneficiaries.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';

/** A payee, and when the bank last told it. */
export type TransferPayee = { readonly record: BeneficiaryRecord; readonly asOf: Timestamp };

/** Can the bank be asked for the payee now? */
export const canAskPayee = ({ bank }: ChangeParts): boolean =>
  bank.isOpen('getBeneficiary') && bank.session.isSignedIn();

/** The payee as the bank has it at this moment (Get Beneficiary, assumed), taken into the local copy. */
export async function askPayee(
  { bank, cache, clock }: ChangeParts,
  entityId: string,
  context: Context,
): Promise<Outcome<TransferPayee>> {
  const answer = await bank.call('getBeneficiary', { path: { entityId } }, context);
  if (!answer.ok) return answer;
  const record = answer.value.beneficiary;
  if (record.entityId !== entityId)
    return fail('bank.unexpected', context.correlationId, {
      operation: 'getBeneficiary',
      message: `The bank was asked for the payee ${entityId} and told ${record.entityId}.`,
    });
  const asOf = timestampNow(clock);
  await cache.saveBeneficiary(record, asOf);
  return ok({ record, asOf });
}

/** The payee as the local copy has it; null when it was never read. */
export function cachedPayee({ reader }: ChangeParts, entityId: string): TransferPayee | null {
  const cached = beneficiaryById(reader, entityId);
  return cached && { record: cached.beneficiary, asOf: cached.asOf };
}

/**
 * The payee for a person to look at: as the bank has it now, or of the local copy where the bank cannot be reached. A
 * bank that refuses to tell it fails with its own words.
 */
export async function payeeToReview(
  parts: ChangeParts,
  entityId: string,
  context: Context,
): Promise<Outcome<{ payee: TransferPayee; isCurrent: boolean }>> {
  const cached = cachedPayee(parts, entityId);
  if (canAskPayee(parts)) {
    const asked = await askPayee(parts, entityId, context);
    if (asked.ok) return ok({ payee: asked.value, isCurrent: true });
    if (!cached || !outOfReach.has(asked.error.code)) return asked;
  }
  return cached
    ? ok({ payee: cached, isCurrent: false })
    : fail('offline.not-cached', context.correlationId, {
        message: 'This payee is not in the local copy.',
      });
}

const outOfReach: ReadonlySet<string> = new Set([
  'network.unreachable',
  'network.timeout',
  'bank.busy',
  'bank.unavailable',
  'session.required',
  'session.expired',
]);

export const payeeName = ({ name, accountName, entityId }: BeneficiaryRecord): string =>
  name || accountName || entityId;
