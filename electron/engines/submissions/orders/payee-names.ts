import { foldText } from '../../store/search/search-text.ts';

/** Where banks cut names: the lengths of the fields in which payment messages carry them. */
const nameCuts = [35, 70, 140];

/** Is the bank's name one of the payee's, but for case, accents and blanks, or cut where payment messages cut? */
export function isNamed(payees: readonly string[], counterparty: string | null): boolean {
  if (!isName(counterparty)) return true;
  const theirs = foldedName(counterparty);
  return payees.some((name) => {
    const ours = foldedName(name);
    const isCut = nameCuts.includes(counterparty.trim().length) && ours.startsWith(theirs);
    return theirs === ours || isCut;
  });
}

/** Blanks, marks alone and `NOTPROVIDED` name nobody. */
export const isName = (text: string | null): text is string =>
  text !== null && /[\p{L}\p{N}]/u.test(text) && !/^\s*not ?provided\s*$/i.test(text);

/** A name without case, accents and needless blanks: two names are the same where these are. Empty where nothing is left of it. */
export const foldedName = (name: string): string => foldText(name).replaceAll(/\s+/g, ' ').trim();
