import { documentTypes } from '../../../shared/bank/onboarding.ts';
import { isIsoDate, type IsoDate } from '../../../shared/calendar.ts';

type DocumentType = (typeof documentTypes)[number];
export type GuessedDates = {
  readonly issueDate: IsoDate | null;
  readonly expiryDate: IsoDate | null;
};

/** Words in a file's name that speak for a type: firmly, or only weakly because several types share them. */
const wordsOf: Record<DocumentType, { readonly firm: RegExp; readonly weak?: RegExp }> = {
  REGISTRATION_CERTIFICATE: {
    firm: /\b(cac|coi|incorporation|registration|registry|rc)\b/g,
    weak: /\b(certificate|cert)\b/g,
  },
  ARTICLES_OF_ASSOCIATION: {
    firm: /\b(articles?|association|memorandum|memart|moa|aoa|constitution|statutes?)\b/g,
  },
  PROOF_OF_ADDRESS: {
    firm: /\b(utility|address|poa|lease|tenancy|electricity|water|rent)\b/g,
    weak: /\b(bill|proof)\b/g,
  },
  DIRECTOR_IDENTIFICATION: {
    firm: /\b(passport|directors?|identification|identity|nin|licen[cs]e)\b/g,
    weak: /\bid\b/g,
  },
  TAX_CERTIFICATE: { firm: /\b(tax|tin|vat|firs|kra)\b/g, weak: /\b(certificate|cert)\b/g },
  BANK_LETTER: { firm: /\b(bank)\b/g, weak: /\b(letter|reference)\b/g },
};

const firmWeight = 2;

/**
 * The type that a file's name speaks for, or '' when it says nothing. Between equals, and only then, a type whose
 * stage still remains comes first. Only a proposal: a person confirms it before anything is sent.
 */
export function guessDocumentType(fileName: string, stagesRemaining: readonly string[]): string {
  const name = spokenName(fileName);
  const remaining = new Set(stagesRemaining.map(documentTypeOfStage));
  const scored = documentTypes
    .map((type) => ({ type, score: scoreOf(name, type, remaining.has(type)) }))
    .sort((a, b) => b.score - a.score);
  return scored[0] && scored[0].score > 0 ? scored[0].type : '';
}

/** The document type that a stage asks for, in whatever casing the bank spells it; null when it asks for something else. */
export function documentTypeOfStage(stage: string): string | null {
  const word = stage.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return documentTypes.find((type) => word === type || word.includes(type)) ?? null;
}

/**
 * Dates spelled out year first in the name, such as 2026-11-20 or 20261120; nothing is made up from a lone year.
 * A word before a date decides what it is; else of two the later one is the expiry, and a single one is the expiry
 * if it lies ahead of `today`.
 */
export function guessDates(fileName: string, today: IsoDate): GuessedDates {
  const found = datesIn(fileName);
  const named = (kind: 'issue' | 'expiry') =>
    found.find((date) => date.kind === kind)?.date ?? null;
  const loose = found
    .filter(({ kind }) => kind === null)
    .map(({ date }) => date)
    .sort();
  const last = loose.at(-1) ?? null;
  const isExpiry = last !== null && (loose.length > 1 || last > today);
  const expiryDate = named('expiry') ?? (isExpiry && named('issue') !== last ? last : null);
  const first = loose.find((date) => date !== expiryDate) ?? null;
  return { issueDate: named('issue') ?? first, expiryDate };
}

function scoreOf(name: string, type: DocumentType, remains: boolean): number {
  const { firm, weak } = wordsOf[type];
  const score = countOf(name, firm) * firmWeight + (weak ? countOf(name, weak) : 0);
  return score > 0 && remains ? score + 0.5 : score;
}

const countOf = (name: string, words: RegExp): number => name.match(words)?.length ?? 0;

/** Lower case, camelCase and separators opened up, extension and digits gone, so that words stand alone. */
const spokenName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ');

const datePattern = /(?<!\d)(\d{4})([-_. ]?)(\d{2})\2(\d{2})(?!\d)/g;

function datesIn(fileName: string): { date: IsoDate; kind: 'issue' | 'expiry' | null }[] {
  let from = 0;
  return [...fileName.matchAll(datePattern)].flatMap((match) => {
    const before = fileName.slice(from, match.index);
    from = match.index + match[0].length;
    const date = `${match[1] ?? ''}-${match[3] ?? ''}-${match[4] ?? ''}`;
    const isPlausible = isIsoDate(date) && date > '1900-01-01' && date < '2200-01-01';
    return isPlausible ? [{ date, kind: kindOf(before) }] : [];
  });
}

function kindOf(before: string): 'issue' | 'expiry' | null {
  if (/(exp|until|valid[-_. ]*to|till)[a-z]*[-_. ]*$/i.test(before)) return 'expiry';
  return /(issue|from|dated)[a-z]*[-_. ]*$/i.test(before) ? 'issue' : null;
}
