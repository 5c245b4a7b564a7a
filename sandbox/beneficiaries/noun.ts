import { z } from 'zod';

import {
  BeneficiaryRecord,
  type beneficiaries as operations,
} from '../../shared/bank/beneficiaries.ts';
import type { Noun } from '../server/noun.ts';
import { byEntityId } from '../server/records.ts';
import { handlers } from './handlers.ts';
import { magicBeneficiaries, magicNameChecks } from './magic.ts';
import { isMagicBeneficiary, seedBeneficiaries } from './seed.ts';
import type { BeneficiariesBank, BeneficiariesState } from './state.ts';

const savedFields = { beneficiaries: z.array(BeneficiaryRecord) };

export const beneficiaries: Noun<
  typeof operations,
  BeneficiariesBank,
  BeneficiariesState,
  typeof savedFields
> = {
  handlers,
  magic: [...magicBeneficiaries, ...magicNameChecks],
  seed: ({ seed }) => ({ beneficiaries: byEntityId(seedBeneficiaries(seed)) }),
  savedFields,
  save: (bank) => ({ beneficiaries: [...bank.beneficiaries.values()] }),
  restore: (saved, seeded) => ({
    beneficiaries: withMagic(saved.beneficiaries, seeded.beneficiaries),
  }),
};

/** The saved ones, and the magic ones that were added to the table after the save. */
function withMagic(
  saved: readonly BeneficiaryRecord[],
  seeded: ReadonlyMap<string, BeneficiaryRecord>,
): Map<string, BeneficiaryRecord> {
  const known = byEntityId(saved);
  const newer = [...seeded.values()].filter(
    ({ entityId }) => isMagicBeneficiary(entityId) && !known.has(entityId),
  );
  return byEntityId([...saved, ...newer]);
}
