import { BeneficiaryChange, type Beneficiary } from '../../../../shared/bank/beneficiaries.ts';

/** Every field of an update as one flat record, keyed by path; nested maps are `intermediaryBank.bic`. */
export type Contents = Readonly<Record<string, string>>;
/** The same fields, nested as in the request. */
export type Draft = Record<string, string | Record<string, string>>;
export type Field = { readonly path: string; readonly label: string };
export type FieldGroup = { readonly title: string; readonly fields: readonly Field[] };
export type Difference = Field & { readonly before: string; readonly after: string };

const field = (path: string, label: string): Field => ({ path, label });

/**
 * The fields of Update Beneficiary (section 4.3) in reading order. Account and bank come first: they change most often, and need the
 * closest look.
 */
export const fieldGroups: readonly FieldGroup[] = [
  {
    title: 'Account',
    fields: [
      field('accountNumber', 'Account number'),
      field('accountName', 'Account name'),
      field('currencyIso3Code', 'Currency'),
    ],
  },
  {
    title: 'Bank',
    fields: [
      field('bankName', 'Bank'),
      field('bankBicOrCode', 'BIC or code'),
      field('bankAddress', 'Bank address'),
    ],
  },
  {
    title: 'Payee',
    fields: [
      field('name', 'Name'),
      field('addressLine1', 'Address'),
      field('addressLine2', 'Address line 2'),
      field('city', 'City'),
      field('state', 'State'),
      field('postCode', 'Post code'),
      field('country', 'Country'),
      field('emailAddress', 'E-mail'),
      field('phoneNumber', 'Phone'),
    ],
  },
  {
    title: 'Intermediary bank',
    fields: [
      field('intermediaryBank.bankName', 'Bank'),
      field('intermediaryBank.bic', 'BIC'),
      field('intermediaryBank.country', 'Country'),
    ],
  },
  {
    title: 'Branch',
    fields: [
      field('branchInformation.branchName', 'Branch'),
      field('branchInformation.branchCode', 'Branch code'),
      field('branchInformation.city', 'City'),
    ],
  },
];

/** The fields with their group's title where the label alone would not say which bank is meant. */
export const namedFields = fieldGroups.flatMap(({ title, fields }) =>
  fields.map(({ path, label }) => field(path, path.includes('.') ? `${title}: ${label}` : label)),
);

/** The bank's contents, as the form shows them. The post code changes its spelling here. */
export function contentsOf(beneficiary: Beneficiary): Contents {
  const { intermediaryBank, branchInformation, postcode, extras, ...rest } = beneficiary;
  const flat: Record<string, string> = {
    ...rest,
    postCode: postcode,
    ...prefixed('intermediaryBank', intermediaryBank ?? {}),
    ...prefixed('branchInformation', branchInformation ?? {}),
  };
  return Object.fromEntries(namedFields.map(({ path }) => [path, flat[path] ?? '']));
}

/** Contents of a beneficiary that the bank never returned: a field left empty is not sent. */
export const unknownContents: Contents = Object.fromEntries(
  namedFields.map(({ path }) => [path, '']),
);

/** Only the fields that differ, in reading order. */
export function differencesOf(before: Contents, after: Contents): Difference[] {
  return namedFields
    .map((named) => ({
      ...named,
      before: before[named.path] ?? '',
      after: after[named.path] ?? '',
    }))
    .filter((difference) => difference.before !== difference.after);
}

/**
 * The request body that turns `before` into `after`. The update is a PUT and the specification names no mandatory
 * field, so everything the bank holds is restated; a field that is empty on both sides is left out, and so is one
 * that is unchanged and that the request's own schema would reject.
 */
export function changeFrom(before: Contents, after: Contents): BeneficiaryChange {
  const body: Draft = {};
  for (const { path } of namedFields) {
    const [old, value] = [before[path] ?? '', after[path] ?? ''];
    if (old === '' && value === '') continue;
    if (old === value && !isAccepted(path, value)) continue;
    write(body, path, value);
  }
  return body;
}

/** The contents as the nested record that a form binds to and the request is made of. */
export function draftOf(contents: Contents): Draft {
  const draft: Draft = {};
  for (const { path } of namedFields) write(draft, path, contents[path] ?? '');
  return draft;
}

export const contentsOfDraft = (draft: Draft): Contents =>
  Object.fromEntries(namedFields.map(({ path }) => [path, valueAt(draft, path)]));

export function valueAt(draft: Draft, path: string): string {
  const [key = '', inner = ''] = path.split('.');
  const value = draft[key] ?? '';
  return typeof value === 'string' ? value : (value[inner] ?? '');
}

const isAccepted = (path: string, value: string): boolean => {
  const body: Draft = {};
  write(body, path, value);
  return BeneficiaryChange.safeParse(body).success;
};

/** Sets one field of a draft, by its path. */
export function write(body: Draft, path: string, value: string): void {
  const [key = '', inner] = path.split('.');
  if (inner === undefined) {
    body[key] = value;
    return;
  }
  const map = body[key];
  body[key] = { ...(typeof map === 'object' ? map : {}), [inner]: value };
}

const prefixed = (prefix: string, map: Readonly<Record<string, string>>): Contents =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [`${prefix}.${key}`, value]));
