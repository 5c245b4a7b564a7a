import { plainName } from '../../../../shared/bank/required-fields.ts';
import type { Finding } from '../../../engines/columns/match.ts';
import { isDateLike } from '../../../engines/columns/outline.ts';
import type { Cell } from '../../../engines/files/table.ts';

/** What a column of sub-clients or of owners can mean; the label is what a person chooses by. */
export const onboardingFields = {
  name: 'Name',
  businessName: 'Registered name',
  businessType: 'Type of business',
  countryOfRegistration: 'Country of registration',
  registrationDate: 'Date of registration',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  email: 'E-mail',
  phone: 'Telephone',
  tin: 'Tax number',
  subClient: 'Owner of (sub-client)',
  share: 'Share in per cent',
  ownerType: 'Individual or company',
  dateOfBirth: 'Date of birth',
  nationality: 'Nationality',
  countryOfResidence: 'Country of residence',
  identificationNumber: 'Identification number',
} as const;

export type OnboardingField = keyof typeof onboardingFields;

/** Field -> its column, from 0. */
export type OnboardingColumns = Readonly<Partial<Record<OnboardingField, number>>>;

/** Names that a column may have, in lower case, with only letters and digits. */
const names: Readonly<Record<OnboardingField, string>> = {
  name: 'name fullname owner ownername shareholder shareholdername beneficialowner ubo',
  businessName: 'businessname registeredname legalname firma',
  businessType: 'businesstype typeofbusiness legalform rechtsform',
  countryOfRegistration:
    'country countryofregistration registrationcountry countryofincorporation land',
  registrationDate:
    'registrationdate dateofregistration incorporationdate dateofincorporation registered',
  address: 'address businessaddressline1 addressline1 street adresse strasse',
  city: 'city town ort stadt',
  state: 'state province region',
  postalCode: 'postalcode postcode zip plz',
  email: 'email businesscontactemail contactemail mail emailaddress',
  phone: 'phone telephone businesscontactphone contactphone tel',
  tin: 'tin taxnumber taxid vatnumber',
  subClient: 'subclient subclientname subclientcode subclientid ownerof company companyname client',
  share: 'share ownership ownershippercentage percentage percent anteil stake',
  ownerType: 'shareholdertype ownertype type kind',
  dateOfBirth: 'dateofbirth birthdate dob birthday geburtsdatum',
  nationality: 'nationality citizenship',
  countryOfResidence: 'countryofresidence residence',
  identificationNumber: 'identificationnumber idnumber passportnumber passport',
};

const fieldByName: ReadonlyMap<string, OnboardingField> = new Map(
  Object.entries(names).flatMap(([field, known]) =>
    known.split(' ').map((name) => [name, field as OnboardingField] as const),
  ),
);

export const onboardingFieldOf = (heading: string): OnboardingField | undefined =>
  fieldByName.get(plainName(heading));

export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => onboardingFieldOf(cell) !== undefined).length;

/** What the values of a column look like; only an e-mail address identifies its field. */
export function onboardingFinding(cells: readonly Cell[]): Finding<OnboardingField> {
  const texts = cells.map(({ text }) => text.trim());
  if (texts.length === 0) return { field: null, words: 'empty' };
  const share = (is: (text: string) => boolean): boolean =>
    texts.filter(is).length * 5 >= texts.length * 4;
  if (share((text) => /^\S+@\S+\.\S+$/.test(text)))
    return { field: 'email', words: 'e-mail addresses' };
  if (share(isDateLike)) return { field: null, words: 'dates' };
  if (share((text) => /^[A-Z]{3}$/.test(text))) return { field: null, words: 'codes of countries' };
  if (share((text) => /^\d{1,3}([.,]\d+)?\s*%?$/.test(text)))
    return { field: null, words: 'numbers' };
  return { field: null, words: 'texts' };
}
