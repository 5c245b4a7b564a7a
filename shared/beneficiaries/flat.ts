import { NewBeneficiary } from '../bank/beneficiaries.ts';
import type { EnteredPayee } from './tidy.ts';

/** The maps of the request, with their properties in the order in which a bank answers them (section 2). */
const maps = {
  intermediaryBank: ['bankName', 'bic', 'country'],
  branchInformation: ['branchName', 'branchCode', 'city'],
} as const;

type MapName = keyof typeof maps;

const isMap = (field: string): field is MapName => Object.hasOwn(maps, field);

/** A payee as one flat record; what is in a map is called `intermediaryBank.bic`. */
export function flatPayee(payee: Partial<NewBeneficiary>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payee).flatMap(([field, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([key, text]) => [`${field}.${key}`, text])
        : [[field, value]],
    ),
  ) as Record<string, string>;
}

/** The same in the shape of the request's body, yet unchecked. A map is written whole, so that it equals the bank's record. */
export function payeeBody(flat: EnteredPayee): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(
    Object.entries(flat).filter(([field]) => !field.includes('.')),
  );
  for (const field of Object.keys(maps).filter(isMap)) {
    const texts = maps[field].map((key) => [key, flat[`${field}.${key}`] ?? ''] as const);
    if (texts.some(([, text]) => text !== '')) body[field] = Object.fromEntries(texts);
  }
  return body;
}

/** The violations of the request's own schema: field -> problem. */
export function schemaProblems(flat: EnteredPayee): Record<string, string> {
  const issues = NewBeneficiary.safeParse(payeeBody(flat)).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}
