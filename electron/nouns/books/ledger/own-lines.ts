import { err, ok, type Result } from '../../../../shared/result.ts';
import type { AccountNames } from '../../accounts/names.ts';
import {
  accountsIn,
  listed,
  ofRequestedAccount,
} from '../../statements/second-source/formats/account-choice.ts';
import type { ParsedLedger, ParsedLine } from './ledger.ts';

/** The lines of one account. The number is that of an account that the file names; null where it names none that is known. */
type OwnLines = Pick<ParsedLedger, 'lines' | 'notes'> & { readonly accountNumber: string | null };

type Asked = { readonly names: AccountNames; readonly accountNumber: string | null };

/**
 * Picks the lines of the asked account, or of the only account of ours that the file names. A column of a table that seldom
 * names an account of ours is one of the books or of the other side, and parts nothing. An error is the sentence by which a person has to choose an account.
 */
export function ownLines(
  { lines, notes, reading }: ParsedLedger,
  { names, accountNumber: asked }: Asked,
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
    const isOther = only !== null && asked !== null && only !== asked;
    return isOther
      ? err(otherWords([...numbers.keys()].join()))
      : ok({ lines, notes, accountNumber: only });
  }
  const accountNumber = asked ?? (ours.size === 1 ? ([...ours][0] ?? null) : null);
  if (accountNumber === null) return err(severalWords(accountsIn(lines.map(accountOf))));
  const isAsked = (written: string): boolean => numbers.get(written) === accountNumber;
  const own = ofRequestedAccount(lines, accountOf, isAsked);
  return own.ok
    ? ok({ lines: own.value.own, notes: [...notes, ...own.value.notes], accountNumber })
    : err(`${own.error} Save a file of this account alone, or choose another account.`);
}

const otherWords = (written: string): string =>
  `The file says that it is of account ${written}: choose that account, or drop the ledger of this one.`;

const severalWords = (names: readonly string[]): string =>
  `It is of several accounts: ${listed(names)}. Choose the account whose lines count.`;
