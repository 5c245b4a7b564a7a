import type {
  BeneficiaryChange,
  BeneficiaryRecord,
  NewBeneficiary,
  beneficiaries as operations,
} from '../../shared/bank/beneficiaries.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { createRandom, mixSeeds, uuidOf } from '../seed/random.ts';
import { clientId } from '../server/client.ts';
import { magicOutcome } from '../server/faults/magic.ts';
import type { HandlersOf } from '../server/noun.ts';
import { given, listPage, recordIn } from '../server/records.ts';
import { Refusal, refuseWrong } from '../server/refusal.ts';
import { magicNameChecks } from './magic.ts';
import { refuseUnlikelyNew } from './new-beneficiary.ts';
import { isMagicBeneficiary, localCurrencies } from './seed.ts';
import type { BeneficiariesBank } from './state.ts';

export const handlers: HandlersOf<typeof operations, BeneficiariesBank> = {
  getAllBeneficiaries: ({ query = {} }, { bank }) => {
    const listed = [...bank.beneficiaries.values()].filter(
      ({ entityId }) => !isMagicBeneficiary(entityId),
    );
    return { message: 'Beneficiaries retrieved', beneficiaries: listPage(listed, query) };
  },

  getBeneficiary: ({ path }, { bank }) => ({
    message: 'Beneficiary retrieved',
    beneficiary: recordIn(bank.beneficiaries, path.entityId, 'Beneficiary'),
  }),

  updateBeneficiary: ({ path, body }, { bank }) => {
    const before = recordIn(bank.beneficiaries, path.entityId, 'Beneficiary');
    refuseUnlikely(body);
    const after = changed(before, body);
    bank.beneficiaries.set(path.entityId, after);
    // Section 2 knows no entityId in this answer; the catalogue's schema leaves it out.
    return after;
  },

  createBeneficiary: ({ body }, { bank }) => {
    refuseUnlikely(body);
    refuseUnlikelyNew(body);
    const beneficiary = created(bank, body);
    bank.beneficiaries.set(beneficiary.entityId, beneficiary);
    return { message: 'Beneficiary created', beneficiary };
  },

  validateBeneficiaryAccount: ({ body }, { bank }) => ({
    message: 'Account found',
    account: { ...body, accountName: holderOf(bank, body) },
  }),
};

/** Applies a change: given fields replace the old ones, the others stay. `postCode` is stored as `postcode`. */
function changed(
  before: BeneficiaryRecord,
  { postCode, intermediaryBank, branchInformation, ...fields }: BeneficiaryChange,
): BeneficiaryRecord {
  return {
    ...before,
    ...given(fields),
    ...(postCode === undefined ? {} : { postcode: postCode }),
    ...(intermediaryBank ? { intermediaryBank: intermediaryOf(intermediaryBank) } : {}),
    ...(branchInformation ? { branchInformation: branchOf(branchInformation) } : {}),
  };
}

/** Creates a beneficiary from the given fields alone. */
function created(bank: BeneficiariesBank, body: NewBeneficiary): BeneficiaryRecord {
  const { paymentMethod, subClientId, ...fields } = body;
  const place = bank.beneficiaries.size + 1;
  const isLocal = localCurrencies.has(body.currencyIso3Code);
  const blank: BeneficiaryRecord = {
    entityId: uuidOf(`new beneficiary ${bank.parameters.seed} ${place}`),
    accountName: '',
    accountNumber: '',
    bankBicOrCode: '',
    bankName: '',
    bankAddress: '',
    name: '',
    addressLine1: '',
    addressLine2: '',
    city: '',
    state: '',
    postcode: '',
    country: '',
    currencyIso3Code: '',
    emailAddress: '',
    phoneNumber: '',
    paymentMethod: paymentMethod ?? (isLocal ? 'local' : 'swift'),
    clientId,
    subClientId: subClientId ?? '',
    intermediaryBank: null,
    branchInformation: null,
  };
  return changed(blank, fields);
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
  refuseWrong(
    [
      currencyIso3Code !== undefined && !isCurrency(currencyIso3Code),
      'currencyIso3Code',
      'is not a currency of ISO 4217',
    ],
    [accountName === '', 'accountName', 'must not be empty'],
    [accountNumber === '', 'accountNumber', 'must not be empty'],
  );
}

const firstNames = ['Adaeze', 'Babatunde', 'Chiamaka', 'Ibrahim', 'Ngozi', 'Olumide'] as const;
const familyNames = ['Adeyemi', 'Balogun', 'Danjuma', 'Eze', 'Nwosu', 'Okafor'] as const;

type NameQuestion = { accountNumber: string; bankCode: string };

/** Returns the holder's name of an NGN account: a known beneficiary's, or an invented one. Throws Refusal 400 and 404. */
function holderOf(bank: BeneficiariesBank, { accountNumber, bankCode }: NameQuestion): string {
  refuseWrong(
    [!/^\d{10}$/.test(accountNumber), 'accountNumber', 'must have ten digits'],
    [!/^\d{3}(\d{3})?$/.test(bankCode), 'bankCode', 'must have three or six digits'],
  );
  const outcome = magicOutcome(magicNameChecks, accountNumber);
  if (outcome === 'no-such-account')
    throw new Refusal(404, 'account_not_found', 'There is no such account at this bank');
  if (outcome === 'similar-name') return 'Harmattan Food Limited';
  const beneficiary = [...bank.beneficiaries.values()].find(
    (known) => known.currencyIso3Code === 'NGN' && known.accountNumber === accountNumber,
  );
  if (beneficiary) return beneficiary.accountName;
  const { seed } = bank.parameters;
  const random = createRandom(mixSeeds(seed, Number(accountNumber), Number(bankCode)));
  return `${random.pick(firstNames)} ${random.pick(familyNames)}`;
}
