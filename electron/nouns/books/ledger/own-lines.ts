import { err, ok, type Result } from '../../../../shared/result.ts';
import type { AccountNames } from '../../accounts/names.ts';
import {
  accountsIn,
  listed,
  ofRequestedAccount,
} from '../../statements/second-source/formats/account-choice.ts';
import type { ParsedLedger, ParsedLine } from './ledger.ts';

/** The lines of one account. `accountNumber` is the account that the file names; null where it names no known one. */
type OwnLines = Pick<ParsedLedger, 'lines' | 'notes'> & { readonly accountNumber: string | null };

type AccountChoice = { readonly names: AccountNames; readonly accountNumber: string | null };

/**
 * Picks the lines of the requested account, or of the only account of ours that the file names. Ignores a column of a table that
 * seldom names an account of ours: it holds ledger accounts or those of the other side. An error asks a person to choose an account.
 */
export function ownLines(
  { lines, notes, reading }: ParsedLedger,
  { names, accountNumber: requested }: AccountChoice,
): Result<OwnLines, string> {
  const accountOf = ({ account, currency }: ParsedLine) => ({ written: account, currency });
  const numberOf = ({ account, currency }: ParsedLine): string | null =>
    names.numberOf(account, currency) ?? names.numberOf(account, '');
  const numbers = new Map(lines.map((line) => [line.account, numberOf(line)] as const));
  const ours = new Set([...numbers.values()].filter((number) => number !== null));
  const known = lines.filter(({ account }) => numbers.get(account) !== null).length;
  if (reading !== undefined && known * 2 < lines.length)
    return ok({ lines, notes, accountNumber: null });
  if (numbers.size < 2) {
    const [only = null] = ours;
    const isOther = only !== null && requested !== null && only !== requested;
    return isOther
      ? err(otherWords([...numbers.keys()].join()))
      : ok({ lines, notes, accountNumber: only });
  }
  const accountNumber = requested ?? (ours.size === 1 ? ([...ours][0] ?? null) : null);
  if (accountNumber === null) return err(severalWords(accountsIn(lines.map(accountOf))));
  const isRequested = (written: string): boolean => numbers.get(written) === accountNumber;
  const own = ofRequestedAccount(lines, accountOf, isRequested);
  return own.ok
    ? ok({ lines: own.value.own, notes: [...notes, ...own.value.notes], accountNumber })
    : err(`${own.error} Save a file of this account alone, or choose another account.`);
}

const otherWords = (written: string): string =>
  `The file says that it is of account ${written}: choose that account, or drop the ledger of this one.`;

const severalWords = (names: readonly string[]): string =>
  `It is of several accounts: ${listed(names)}. Choose the account whose lines count.`;
