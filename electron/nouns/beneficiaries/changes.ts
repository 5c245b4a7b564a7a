import { timestampNow } from '../../engines/machine/context.ts';
import { mergedWith, unknownBeneficiary } from './merged.ts';
import { refreshBeneficiaries, rereadBeneficiary } from './refresh.ts';
import { otherPlace, shownIn } from './beneficiary-rows.ts';
import { beneficiaryById, type BeneficiaryWrites } from './tables.ts';
import type { ChangesOf } from '../../engines/submissions/change.ts';
import { agreed } from '../../engines/submissions/echo.ts';

/** Changes of a saved record: reading it again tells what came of them. */
export const beneficiaryChanges = (
  cache: BeneficiaryWrites,
): ChangesOf<'updateBeneficiary' | 'createBeneficiary'> => ({
  updateBeneficiary: {
    echo: ({ input: { body } }, told) => agreed(shownIn(body, told).mismatch),
    unshown: (_parts, { input: { body } }, told) => shownIn(body, told).unshown,
    recordId: 'none',
    // The specification's record carries no identifier of its own.
    keep: ({ clock, reader }, told, { input: { path, body } }) => {
      const known = beneficiaryById(reader, path.entityId)?.beneficiary;
      const merged = mergedWith(known ?? unknownBeneficiary(path.entityId), body, told);
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
