import {
  alpha2ToAlpha3,
  alpha3ToAlpha2,
  getName,
  getNames,
  registerLocale,
} from 'i18n-iso-countries/index.js';
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import {
  getCountrySpecifications,
  isSEPACountry,
  isValidBIC,
  validateIBAN,
  ValidationErrorsIBAN,
} from 'ibantools';

import type { CodeBook } from '../../../shared/beneficiaries/code-book.ts';
import { nameWords } from '../../../shared/beneficiaries/name-words.ts';

const languages = [en, de, fr, es, it, pt, nl];
for (const language of languages) registerLocale(language);

const ibanWords: Readonly<Record<ValidationErrorsIBAN, string>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: 'is required',
  [ValidationErrorsIBAN.NoIBANCountry]:
    'is no IBAN: its first two letters name no country that has them',
  [ValidationErrorsIBAN.WrongBBANLength]:
    'has too few or too many characters for an IBAN of its country',
  [ValidationErrorsIBAN.WrongBBANFormat]:
    'has letters and digits in places where its country has others',
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'has no check digits behind the country',
  [ValidationErrorsIBAN.WrongIBANChecksum]:
    'has check digits that do not fit: something is mistyped',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]:
    'has a national check digit that does not fit: something is mistyped',
  [ValidationErrorsIBAN.QRIBANNotAllowed]: 'is a QR-IBAN',
};

/** Names as they are compared: `Côte d’Ivoire` and `cote d'ivoire` are one. */
const folded = (name: string): string => nameWords(name).join(' ');

let known: ReadonlyMap<string, string | null> | undefined;

/** Two-letter codes by folded name, built with the first lookup. Null for an ambiguous name of two countries, such as Congo. */
function codesByName(): ReadonlyMap<string, string | null> {
  if (known) return known;
  const codes = new Map<string, string | null>();
  for (const { locale } of languages)
    for (const [code, names] of Object.entries(getNames(locale, { select: 'all' })))
      for (const name of names.map(folded))
        codes.set(name, codes.has(name) && codes.get(name) !== code ? null : code);
  return (known = codes);
}

function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (code.length === 3 && alpha3ToAlpha2(code) !== undefined) return code;
  if (code.length === 2 && alpha2ToAlpha3(code) !== undefined) return alpha2ToAlpha3(code) ?? null;
  const named = codesByName().get(folded(text));
  return named ? (alpha2ToAlpha3(named) ?? null) : null;
}

let specifications: ReturnType<typeof getCountrySpecifications> | undefined;

const specificationOf = (country: string) =>
  (specifications ??= getCountrySpecifications())[alpha3ToAlpha2(country) ?? ''];

/** IBAN and BIC by ibantools, countries by i18n-iso-countries, with the names of seven languages. */
export const codeBook: CodeBook = {
  ibanProblem: (iban) => {
    const { valid, errorCodes } = validateIBAN(iban);
    const [first] = errorCodes;
    return valid || first === undefined ? null : ibanWords[first];
  },
  isBic: (bic) => isValidBIC(bic),
  countryOf,
  countryName: (country) => getName(country, 'en') ?? country,
  usesIban: (country) => specificationOf(country)?.IBANRegistry === true,
  isSepa: (country) => isSEPACountry(alpha3ToAlpha2(country) ?? ''),
};
