/** The value the specification shows, and those the sandbox asks for; a bank may use other words. */
export const documentTypes = [
  'REGISTRATION_CERTIFICATE',
  'ARTICLES_OF_ASSOCIATION',
  'PROOF_OF_ADDRESS',
  'DIRECTOR_IDENTIFICATION',
  'TAX_CERTIFICATE',
  'BANK_LETTER',
] as const;

/**
 * The document type that a stage asks for, in whatever casing the bank spells it: one of `types`, which the bank takes, else one of the
 * usual ones; null when it asks for something else. A type matches only whole words of the stage: `UPLOAD_PASSPORTS` asks for a PASSPORT,
 * and `RESIDENCE` for no ID.
 */
export function documentTypeOfStage(stage: string, types: readonly string[]): string | null {
  const words = `_${oneWord(stage)}_`;
  const isRequested = (type: string): boolean => {
    const name = oneWord(type);
    return name !== '' && ['', 'S', 'ES'].some((plural) => words.includes(`_${name}${plural}_`));
  };
  // Where one type contains another, the longest is meant.
  const longest = (candidates: readonly string[]) =>
    candidates.filter(isRequested).toSorted((a, b) => b.length - a.length)[0];
  return longest(types) ?? longest(documentTypes) ?? null;
}

const oneWord = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** A day of a document, by the name that it is sent under. */
export type DocumentDay = 'issueDate' | 'expiryDate';

/** A type of document that a bank takes, and the days that such a document must have. */
export type DocumentTypeRule = { readonly type: string; readonly needs: readonly DocumentDay[] };

const usualNeeds: Readonly<Record<string, readonly DocumentDay[]>> = {
  DIRECTOR_IDENTIFICATION: ['expiryDate'],
  PROOF_OF_ADDRESS: ['issueDate'],
};

/**
 * The types of a bank whose file names none. The specification gives one of them, REGISTRATION_CERTIFICATE, and marks no field as mandatory
 * (section 4.4): the others and the days are assumed.
 */
export const usualDocumentTypes: readonly DocumentTypeRule[] = documentTypes.map((type) => ({
  type,
  needs: usualNeeds[type] ?? [],
}));

/** The days that a document of the type still lacks, in the order in which they are asked for. */
export function lackingDays(
  document: { readonly documentType: string } & Readonly<Record<DocumentDay, string | null>>,
  types: readonly DocumentTypeRule[],
): readonly DocumentDay[] {
  const needs = types.find(({ type }) => type === document.documentType)?.needs ?? [];
  return needs.filter((day) => document[day] === null);
}

/** What a person calls a type of document: `Proof of address`. One that is not in the bank’s capitals stays as the bank spells it. */
export function documentTypeTitle(type: string): string {
  if (!/^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(type)) return type;
  return `${type.slice(0, 1)}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}

/** The same within a sentence: `proof of address`. */
export function documentTypeWords(type: string): string {
  const title = documentTypeTitle(type);
  return title === type ? type : `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
