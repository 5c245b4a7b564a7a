import { foldText } from '../../store/search/search-text.ts';

/** The lengths at which banks cut names: the field lengths of payment messages. */
const nameCuts = [35, 70, 140];

/** Is the bank's name one of the payee's? Ignores case, accents and blanks, and accepts names cut as in payment messages. */
export function isNamed(payees: readonly string[], counterparty: string | null): boolean {
  if (!isName(counterparty)) return true;
  const theirs = foldedName(counterparty);
  return payees.some((name) => {
    const ours = foldedName(name);
    const isCut = nameCuts.includes(counterparty.trim().length) && ours.startsWith(theirs);
    return theirs === ours || isCut;
  });
}

/** False for blanks, punctuation alone and `NOTPROVIDED`. */
export const isName = (text: string | null): text is string =>
  text !== null && /[\p{L}\p{N}]/u.test(text) && !/^\s*not ?provided\s*$/i.test(text);

/** Returns a name without case, accents and extra blanks, for comparison. Empty where nothing is left. */
export const foldedName = (name: string): string => foldText(name).replaceAll(/\s+/g, ' ').trim();
