/** Lookups for codes of external standards: IBAN, BIC and the countries of ISO 3166. */
export type CodeBook = {
  /** What is wrong with an IBAN, as in `has a wrong check digit`; null when nothing is. Capital letters, no blanks. */
  readonly ibanProblem: (iban: string) => string | null;
  /** Capital letters, no blanks. */
  readonly isBic: (bic: string) => boolean;
  /** The 3-letter code of a country, from a code of two or three letters or from a name; null for anything else. */
  readonly countryOf: (text: string) => string | null;
  /** Its English name; the code itself when there is none. */
  readonly countryName: (country: string) => string;
  /** Do banks there number accounts by IBAN? */
  readonly usesIban: (country: string) => boolean;
  /** Is it in the Single Euro Payments Area, where the IBAN alone finds the bank? */
  readonly isSepa: (country: string) => boolean;
};
