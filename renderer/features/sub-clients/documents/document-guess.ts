import {
  documentTypeOfStage,
  usualDocumentTypes,
  type documentTypes,
  type DocumentTypeRule,
} from '../../../../shared/document-types.ts';

type DocumentType = (typeof documentTypes)[number];

/** A guess, and the words of the file's name that it rests on. */
export type TypeGuess = { readonly documentType: string; readonly words: string };

type Spellings = {
  /** Several words that have the meaning only together, whatever each means alone. */
  readonly phrase?: RegExp;
  readonly firm?: RegExp;
  /** Words that several types share. */
  readonly weak?: RegExp;
};

/** The spellings of the types in file names, without accents. */
const spellingsOf: Record<DocumentType, Spellings> = {
  REGISTRATION_CERTIFICATE: {
    phrase:
      /\b(certificate of incorporation|cert of inc|commercial regist(er|ry)|trade licen[cs]e)\b/g,
    firm: /\b(cac|coi|incorporation|registration|registry|rc|handelsregister\w*|kbis|kvk|uittreksel)\b/g,
    weak: /\b(certificate|cert|certificat|extract|auszug)\b/g,
  },
  ARTICLES_OF_ASSOCIATION: {
    phrase: /\b(articles of (incorporation|association)|mem and arts|m and a)\b/g,
    firm: /\b(articles?|association|memorandum|memart|moa|aoa|constitution|statutes?|statuts|bylaws|satzung|gesellschaftsvertrag|statuten|estatutos?)\b/g,
  },
  PROOF_OF_ADDRESS: {
    phrase: /\b(proof of (address|residence)|council tax|utility bill|justificatif de domicile)\b/g,
    firm: /\b(utility|address|adresse|domicile|poa|lease|tenancy|electricity|water|rent|stromrechnung|meldebescheinigung|domicilio)\b/g,
    weak: /\b(bill|proof)\b/g,
  },
  DIRECTOR_IDENTIFICATION: {
    phrase: /\b(id card|photo id|driving licen[cs]e|drivers? licen[cs]e|national id)\b/g,
    firm: /\b(passport|passeport|pasaporte|reisepass|personalausweis|ausweis|directors?|identification|identity|nin|licen[cs]e|cedula)\b/g,
    weak: /\bid\b/g,
  },
  TAX_CERTIFICATE: {
    phrase: /\b(tax identification|tax clearance|tax residen(cy|ce)|attestation fiscale)\b/g,
    firm: /\b(tax|tin|vat|tcc|firs|kra|fiscale?|steuerbescheinigung|ust)\b/g,
    weak: /\b(certificate|cert|certificat)\b/g,
  },
  BANK_LETTER: {
    phrase: /\bbank (reference|confirmation|letter)\b/g,
    firm: /\b(bank|bankbestatigung|rib)\b/g,
    weak: /\b(letter|reference)\b/g,
  },
};

const spellingsByType: Readonly<Record<string, Spellings>> = spellingsOf;

/** A type of this bank alone is spelled as the bank writes it, with blanks between its words. */
function ownWordsOf(type: string): Spellings {
  const words = spokenName(`${type}.`).replace(/[^\p{L} ]/gu, '');
  return words === '' ? {} : { phrase: new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, 'gu') };
}

const weights = { phrase: 3, firm: 2, weak: 1 } as const;

/**
 * The type that a file's name points to, or '' if it points to none. Only between equals, a type whose stage still remains comes first.
 * Only a proposal: a person confirms it before anything is sent.
 */
export const guessDocumentType = (
  fileName: string,
  stagesRemaining: readonly string[],
  without = '',
  types: readonly DocumentTypeRule[] = usualDocumentTypes,
): string => explainDocumentType(fileName, stagesRemaining, without, types)?.documentType ?? '';

/** The same with the words it rests on. The words of `without`, such as the sub-client's name, do not count. */
export function explainDocumentType(
  fileName: string,
  stagesRemaining: readonly string[],
  without = '',
  types: readonly DocumentTypeRule[] = usualDocumentTypes,
): TypeGuess | null {
  const name = spokenWithout(fileName, without);
  const own = types.map(({ type }) => type);
  const remaining = new Set(stagesRemaining.map((stage) => documentTypeOfStage(stage, own)));
  const [best] = own
    .map((type) => scoreOf(name, type, remaining.has(type)))
    .sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? { documentType: best.type, words: best.words.join(' … ') } : null;
}

function scoreOf(name: string, type: string, remains: boolean) {
  const spellings = spellingsByType[type] ?? ownWordsOf(type);
  let score = 0;
  const words: string[] = [];
  for (const kind of ['phrase', 'firm', 'weak'] as const) {
    const spelling = spellings[kind];
    const found = (spelling && name.match(spelling)) ?? [];
    score += found.length * weights[kind];
    words.push(...found.filter((word) => !words.some((other) => other.includes(word))));
  }
  return { type, words, score: score > 0 && remains ? score + 0.5 : score };
}

function spokenWithout(fileName: string, without: string): string {
  const name = spokenName(fileName);
  const left = spokenName(`${without}.`).trim();
  return left === '' ? name : ` ${name} `.replace(` ${left} `, ' ').trim();
}

/** The words of a file name: lower case, without accents, extension and digits, split at camelCase and separators. */
const spokenName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
