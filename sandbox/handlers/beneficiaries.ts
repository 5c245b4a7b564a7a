import type {
  BeneficiaryChange,
  BeneficiaryRecord,
  beneficiaries as operations,
} from '../../shared/bank/beneficiaries.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import type { Bank } from '../bank.ts';
import { listPage } from '../list-page.ts';
import { invalid, notFound } from '../refusal.ts';
import type { HandlersOf } from '../handler.ts';
import { isMagicBeneficiary } from '../seed/beneficiaries.ts';

export const beneficiaries: HandlersOf<typeof operations> = {
  getAllBeneficiaries: ({ query = {} }, { bank }) => {
    const listed = [...bank.beneficiaries.values()].filter(
      ({ entityId }) => !isMagicBeneficiary(entityId),
    );
    return { message: 'Beneficiaries retrieved', beneficiaries: listPage(listed, query) };
  },

  getBeneficiary: ({ path }, { bank }) => ({
    message: 'Beneficiary retrieved',
    beneficiary: findBeneficiary(bank, path.entityId),
  }),

  updateBeneficiary: ({ path, body }, { bank }) => {
    const before = findBeneficiary(bank, path.entityId);
    refuseUnlikely(body);
    const after = changed(before, body);
    bank.beneficiaries.set(path.entityId, after);
    // Section 2 knows no entityId in this answer; the catalogue's schema leaves it out.
    return after;
  },
};

function findBeneficiary(bank: Bank, entityId: string): BeneficiaryRecord {
  const record = bank.beneficiaries.get(entityId);
  if (!record) throw notFound(`Beneficiary ${entityId}`);
  return record;
}

/** What is given replaces what was there; what is left out stays. `postCode` is kept as `postcode`. */
function changed(
  before: BeneficiaryRecord,
  { postCode, intermediaryBank, branchInformation, ...fields }: BeneficiaryChange,
): BeneficiaryRecord {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  return {
    ...before,
    ...given,
    ...(postCode === undefined ? {} : { postcode: postCode }),
    ...(intermediaryBank ? { intermediaryBank: intermediaryOf(intermediaryBank) } : {}),
    ...(branchInformation ? { branchInformation: branchOf(branchInformation) } : {}),
  };
}

type TextMap = Readonly<Record<string, string>>;

/** Free-form text goes in, the structured object of section 2 comes back; other properties are dropped. */
const intermediaryOf = (map: TextMap) => ({
  bankName: map['bankName'] ?? '',
  bic: map['bic'] ?? '',
  country: map['country'] ?? '',
});

const branchOf = (map: TextMap) => ({
  branchName: map['branchName'] ?? '',
  branchCode: map['branchCode'] ?? '',
  city: map['city'] ?? '',
});

function refuseUnlikely({ currencyIso3Code, accountName, accountNumber }: BeneficiaryChange): void {
  const errors = [
    currencyIso3Code !== undefined && !isCurrency(currencyIso3Code)
      ? [{ field: 'currencyIso3Code', message: 'is not a currency of ISO 4217' }]
      : [],
    accountName === '' ? [{ field: 'accountName', message: 'must not be empty' }] : [],
    accountNumber === '' ? [{ field: 'accountNumber', message: 'must not be empty' }] : [],
  ].flat();
  if (errors.length > 0) throw invalid(...errors);
}
