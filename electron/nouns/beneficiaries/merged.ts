import {
  BeneficiaryRecord,
  type BeneficiaryChange,
  type PartialBeneficiary,
} from '../../../shared/bank/beneficiaries.ts';
import { isHidden, isOther, definedFields } from '../../engines/submissions/echo.ts';

/** A payee of which only the identifier is known. */
export const unknownBeneficiary = (entityId: string): BeneficiaryRecord =>
  BeneficiaryRecord.decode({ entityId });

/**
 * The payee after an update: the fields of the answer, else those known before. Where the bank hides the account number, the sent or known
 * number is used.
 */
export function mergedWith(
  known: BeneficiaryRecord,
  sent: BeneficiaryChange,
  { intermediaryBank: intermediary, branchInformation: branch, ...answer }: PartialBeneficiary,
): BeneficiaryRecord {
  const ours = sent.accountNumber ?? known.accountNumber;
  const { accountNumber = '' } = answer;
  const isOurs = isHidden(accountNumber) && ours !== '' && !isOther(ours, accountNumber);
  return {
    ...known,
    ...definedFields(answer),
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
