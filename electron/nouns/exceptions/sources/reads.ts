import type { BeneficiaryRecord } from '../../../../shared/bank/beneficiaries.ts';
import { bankDetailsOf, fingerprintOf } from '../../beneficiaries/fingerprint.ts';
import type { PaidDetails } from '../../beneficiaries/fingerprints.ts';
import { changedFieldsOf } from '../../beneficiaries/quarantine.ts';
import {
  beneficiaryTexts,
  otherDetails,
  type OtherDetails,
} from '../../beneficiaries/saved-fingerprints.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../../engines/store/threads/turns.ts';
import { debitReads } from './unexpected/reads.ts';

/** Names of fields of bank details. */
type Fields = readonly string[];

/** An active payee with other bank details than at its last payment. `fields`: those that changed; null if not known yet. */
export type ChangedPayee = Omit<OtherDetails, 'paidFingerprint'> & {
  readonly fields: Fields | null;
};

/** The most cached comparisons; more clear the cache. */
const knownMax = 20_000;

/** The questions about exceptions that the reader thread answers. */
export const exceptionReads = (reader: CacheReader) => {
  /** Caches fields by the two fingerprints that were compared: the next check follows soon and mostly finds the same. */
  const known = new Map<string, Fields>();
  return {
    ...debitReads(reader),
    /** Returns the active payees of a piece of `paidPieces` that have other bank details. */
    changedPayees: (piece: string): Sliced<ChangedPayee[]> =>
      inOneSlice(() =>
        otherDetails(reader, piece).map((payee): ChangedPayee => {
          const { entityId, name, fingerprint, paidAt, since } = payee;
          const fields = known.get(pairOf(payee)) ?? null;
          return { entityId, name, fingerprint, paidAt, since, fields };
        }),
      ),
    /** Returns, by entity id, the fields in which active payees differ from the details they were paid to. */
    changedFields: (paid: readonly PaidDetails[]): Sliced<ReadonlyMap<string, Fields>> =>
      inOneSlice(() => {
        if (known.size > knownMax) known.clear();
        const compared = comparedDetails(reader, paid);
        for (const { pair, fields } of compared) known.set(pair, fields);
        return new Map(compared.map(({ entityId, fields }) => [entityId, fields]));
      }),
  };
};

export type ExceptionQuestions = Questions<ReturnType<typeof exceptionReads>>;

/** Two fingerprints identify two sets of bank details, and so the fields that differ. */
const pairOf = (pair: { readonly fingerprint: string; readonly paidFingerprint: string }): string =>
  `${pair.fingerprint} ${pair.paidFingerprint}`;

function comparedDetails(reader: CacheReader, paid: readonly PaidDetails[]) {
  const paidById = new Map(paid.map((one) => [one.entityId, one]));
  return beneficiaryTexts(reader, [...paidById.keys()]).flatMap(({ entityId, document }) => {
    const last = paidById.get(entityId);
    if (last === undefined) return [];
    const now = bankDetailsOf(JSON.parse(document) as BeneficiaryRecord);
    const before = JSON.parse(last.details) as Record<string, string>;
    const fields = changedFieldsOf(now, before).map(({ field }) => field);
    const pair = pairOf({
      fingerprint: fingerprintOf(now),
      paidFingerprint: last.fingerprint,
    });
    return [{ entityId, pair, fields }];
  });
}
