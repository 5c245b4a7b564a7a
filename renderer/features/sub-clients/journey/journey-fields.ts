import {
  SubClientForm,
  type SubClient,
  type SubClientChange,
} from '../../../../shared/bank/onboarding.ts';

export type FieldName = keyof SubClientForm;
export type FieldStep = 'business' | 'address';
export const isFieldStep = (part: string): part is FieldStep => Object.hasOwn(fieldsOf, part);
/** The typed values that differ from the bank's; a list is one text, its parts joined by commas. */
export type Entered = Readonly<Partial<Record<FieldName, string>>>;

export type JourneyField = {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: 'text' | 'email' | 'date' | 'country' | 'countries';
  readonly hint?: string;
};

/** The fields of the two steps that are a form; the names are those of the record, section 2. */
export const fieldsOf: Readonly<Record<FieldStep, readonly JourneyField[]>> = {
  business: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'businessName', label: 'Registered business name', kind: 'text' },
    { name: 'countryOfRegistration', label: 'Country of registration', kind: 'country' },
    { name: 'registrationDate', label: 'Registered on', kind: 'date' },
    { name: 'tin', label: 'Tax number', kind: 'text' },
    { name: 'businessType', label: 'Business type', kind: 'text', hint: 'such as limited company' },
    { name: 'subClientType', label: 'Sub-client type', kind: 'text', hint: 'such as subsidiary' },
    { name: 'customerType', label: 'Customer type', kind: 'text', hint: 'such as corporate' },
    { name: 'operatingCountries', label: 'Operates in', kind: 'countries' },
    {
      name: 'operatingIndustries',
      label: 'Industries',
      kind: 'text',
      hint: 'more than one with commas between',
    },
  ],
  address: [
    { name: 'businessAddressLine1', label: 'Address', kind: 'text' },
    { name: 'businessAddressLine2', label: 'Address, second line', kind: 'text' },
    { name: 'postalCode', label: 'Postal code', kind: 'text' },
    { name: 'city', label: 'City', kind: 'text' },
    { name: 'state', label: 'State or province', kind: 'text' },
    { name: 'businessContactEmail', label: 'E-mail', kind: 'email' },
    { name: 'businessContactPhone', label: 'Phone', kind: 'text' },
    {
      name: 'callbackUrl',
      label: 'Callback address',
      kind: 'text',
      hint: 'where the bank sends its events',
    },
  ],
};

const lists: readonly FieldName[] = ['operatingCountries', 'operatingIndustries'];
/** Fields that can be changed at the bank, never emptied: its record has no empty date and no empty country, section 2. */
const neverEmptied: readonly FieldName[] = ['name', 'countryOfRegistration', 'registrationDate'];

export const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The bank's value, as the form shows it. */
export function heldText(subClient: SubClient | null, name: FieldName): string {
  const held = subClient?.[name] ?? '';
  return typeof held === 'string' ? held : held.join(', ');
}

/** A field's text as the form shows it: what was typed, else what the bank has. */
export const shownText = (entered: Entered, subClient: SubClient | null, name: FieldName): string =>
  entered[name] ?? heldText(subClient, name);

/** The names of the fields whose typed value differs from the bank's. */
export const changedOf = (
  entered: Entered,
  subClient: SubClient | null,
  step: FieldStep,
): FieldName[] =>
  fieldsOf[step]
    .map(({ name }) => name)
    .filter((name) => isChanged(entered[name], heldText(subClient, name), name));

function isChanged(typed: string | undefined, held: string, name: FieldName): boolean {
  if (typed === undefined) return false;
  return lists.includes(name)
    ? partsOf(typed).join() !== partsOf(held).join()
    : typed.trim() !== held;
}

/** The request of a step: only changed fields, in the form of the bank's record. */
export function changeOf(
  entered: Entered,
  subClient: SubClient | null,
  step: FieldStep,
): SubClientChange {
  return Object.fromEntries(
    changedOf(entered, subClient, step).map((name) => {
      const text = (entered[name] ?? '').trim();
      return [name, lists.includes(name) ? partsOf(text) : text];
    }),
  );
}

/** The problems of a step: field -> problem. */
export function problemsOf(
  entered: Entered,
  subClient: SubClient | null,
  step: FieldStep,
): Readonly<Partial<Record<FieldName, string>>> {
  const problems: Partial<Record<FieldName, string>> = {};
  const change = changeOf(entered, subClient, step);
  for (const { name } of fieldsOf[step]) {
    const isEmpty = shownText(entered, subClient, name).trim() === '';
    const problem = problemOf(name, change, isEmpty ? heldText(subClient, name) : null);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** The problem of a field. `emptied`: the bank's value of a field that was emptied in the form; null for others. */
function problemOf(
  name: FieldName,
  change: SubClientChange,
  emptied: string | null,
): string | null {
  if (name === 'name' && emptied !== null) return 'is missing';
  if (!(name in change)) return null;
  if (emptied !== null && neverEmptied.includes(name))
    return `cannot be cleared at the bank, which has ${emptied}: enter another, or discard the change`;
  const issues = SubClientForm.shape[name].safeParse(change[name]).error?.issues;
  return issues?.[0]?.message ?? null;
}
