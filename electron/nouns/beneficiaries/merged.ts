import {
  BeneficiaryRecord,
  type BeneficiaryChange,
  type PartialBeneficiary,
} from '../../../shared/bank/beneficiaries.ts';
import { isHidden, isOther, definedFields } from '../../engines/submissions/echo.ts';

/** A payee of which nothing was known yet but its identifier. */
export const unknownBeneficiary = (entityId: string): BeneficiaryRecord =>
  BeneficiaryRecord.decode({ entityId });

/**
 * The payee after an update: what the answer tells, and where it tells nothing, what was known before. A number that the bank hides
 * is the one that was sent, or known.
 */
export function mergedWith(
  known: BeneficiaryRecord,
  sent: BeneficiaryChange,
  { intermediaryBank: intermediary, branchInformation: branch, ...told }: PartialBeneficiary,
): BeneficiaryRecord {
  const ours = sent.accountNumber ?? known.accountNumber;
  const { accountNumber = '' } = told;
  const isOurs = isHidden(accountNumber) && ours !== '' && !isOther(ours, accountNumber);
  return {
    ...known,
    ...definedFields(told),
    ...(isOurs ? { accountNumber: ours } : {}),
    ...definedFields({
      intermediaryBank: intermediary && {
        ...(known.intermediaryBank ?? noIntermediary),
        ...definedFields(intermediary),
      },
      branchInformation: branch && {
        ...(known.branchInformation ?? noBranch),
        ...definedFields(branch),
      },
    }),
    entityId: known.entityId,
  };
}

const noIntermediary = { bankName: '', bic: '', country: '' };
const noBranch = { branchName: '', branchCode: '', city: '' };
