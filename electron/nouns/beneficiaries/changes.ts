import { timestampNow } from '../../engines/machine/context.ts';
import { bankDetailsOf } from './fingerprint.ts';
import { mergedWith, unknownBeneficiary } from './merged.ts';
import { refreshBeneficiaries, rereadBeneficiary } from './refresh.ts';
import { otherPlace, shownIn } from './beneficiary-rows.ts';
import { beneficiaryById, type BeneficiaryWrites } from './tables.ts';
import type { ChangesOf } from '../../engines/submissions/change.ts';
import { agreed } from '../../engines/submissions/echo.ts';

/** Changes of a saved record: reading it again shows the result. */
export const beneficiaryChanges = (
  cache: BeneficiaryWrites,
): ChangesOf<'updateBeneficiary' | 'createBeneficiary'> => ({
  updateBeneficiary: {
    basis: ({ reader }, { path }) => {
      const known = beneficiaryById(reader, path.entityId)?.beneficiary;
      return known ? bankDetailsOf(known) : null;
    },
    echo: ({ input: { body } }, answer) => agreed(shownIn(body, answer).mismatch),
    unshown: (_parts, { input: { body } }, answer) => shownIn(body, answer).unshown,
    recordId: 'none',
    // The specification's record carries no identifier of its own.
    keep: ({ clock, reader }, answer, { input: { path, body } }) => {
      const known = beneficiaryById(reader, path.entityId)?.beneficiary;
      const merged = mergedWith(known ?? unknownBeneficiary(path.entityId), body, answer);
      return cache.saveBeneficiary(merged, timestampNow(clock));
    },
    search: {
      by: 'reading',
      read: (parts, { input: { path } }, context) =>
        rereadBeneficiary({ ...parts, cache }, path.entityId, context),
    },
  },
  createBeneficiary: {
    echo: ({ input: { body } }, { beneficiary }) => agreed(otherPlace(body, beneficiary)),
    recordId: ({ beneficiary }) => beneficiary.entityId,
    keep: ({ clock }, { beneficiary }) => cache.saveBeneficiary(beneficiary, timestampNow(clock)),
    search: {
      by: 'reading',
      read: (parts, _sent, context) => refreshBeneficiaries({ ...parts, cache }, context),
    },
  },
});
