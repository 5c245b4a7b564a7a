import { err, ok, type Result } from '../../../../../shared/result.ts';

/** An account as a file writes it, and its currency there; empty if it names none. */
export type WrittenAccount = { readonly written: string; readonly currency: string };

/** Is the account of a file the requested one? */
export type IsRequested = (written: string, currency: string) => boolean;

type OwnPart<T> = { readonly own: readonly T[]; readonly notes: readonly string[] };

const namedMax = 5;

/**
 * Picks the requested account's statements or rows from a file of several accounts, and names the others. A file of one account is
 * taken whole: its reader compares the name. An error is one sentence.
 */
export function ofRequestedAccount<T>(
  items: readonly T[],
  accountOf: (item: T) => WrittenAccount,
  isRequested: IsRequested,
): Result<OwnPart<T>, string> {
  const names = accountsIn(items.map(accountOf));
  if (names.length < 2) return ok({ own: items, notes: [] });
  const own = items.filter((item) => {
    const { written, currency } = accountOf(item);
    return isRequested(written, currency);
  });
  const owned = new Set(own.map((item) => accountOf(item).written));
  const others = names.filter((name) => !owned.has(name));
  if (own.length === 0)
    return err(`It is of several accounts, ${listed(others)}, and none is known to be this one.`);
  return ok({ own, notes: [leftOut(others)] });
}

/** Returns the accounts that a file names, each once, in file order. */
export const accountsIn = (accounts: readonly WrittenAccount[]): string[] => [
  ...new Set(accounts.map(({ written }) => written)),
];

const leftOut = (others: readonly string[]): string =>
  others.length === 1
    ? `Its part of account ${listed(others)} is left out.`
    : `Its parts of accounts ${listed(others)} are left out.`;

/** Lists the first names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).map((name) => (name === '' ? 'without a name' : name));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
