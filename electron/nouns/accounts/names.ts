import { extraLines } from '../../../shared/bank/extras.ts';
import type { AccountAlias } from '../../../shared/ipc/accounts/accounts.ts';
import { row, rows, run, type CacheReader, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { appliedStampSql } from '../../engines/sharing/change-table.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { listAccounts, type CachedAccount } from './tables.ts';

/** The names that files use for accounts. */
export type AccountNames = {
  /**
   * Returns our number of the account that a file names `written`. Searches the bank's records (number, id, numbers and IBANs of the
   * funding details, an IBAN in the extra fields), then the aliases that persons entered. Null where neither has the name, or several
   * accounts share it. `currency` is the file's; empty where the file has none.
   */
  readonly numberOf: (written: string, currency: string) => string | null;
};

type Named = Pick<CachedAccount, 'accountNumber' | 'currency'>;

/** Reads every account once. A thread without a journal receives the aliases. */
export function accountNames(
  reader: CacheReader,
  aliases: Journal | readonly AccountAlias[],
): AccountNames {
  const aliasNumber = Array.isArray(aliases) ? numberAmong(aliases) : numberIn(aliases as Journal);
  const accounts = listAccounts(reader);
  const numbers = new Set(accounts.map(({ accountNumber }) => accountNumber));
  const named = new Map<string, Named[]>();
  for (const account of accounts)
    for (const name of new Set(namesOf(account).map(bareAccount)))
      if (name !== '') named.set(name, [...(named.get(name) ?? []), account]);
  return {
    numberOf: (written, currency) => {
      const name = written.trim();
      if (numbers.has(name)) return name;
      const bare = bareAccount(name);
      if (bare === '') return null;
      const called = (named.get(bare) ?? []).filter((account) => isHeldIn(account, currency));
      const [only, another] = called;
      if (only && !another) return only.accountNumber;
      const number = aliasNumber(bare, currency);
      return number !== null && numbers.has(number) ? number : null;
    },
  };
}

const isHeldIn = (account: Named, currency: string): boolean =>
  currency === '' || account.currency === '' || account.currency === currency;

/** Normalises an account name: removes blanks and the separators between its digits, and puts it in capitals. */
export const bareAccount = (written: string): string =>
  written.replace(/[\s.\-/]+/g, '').toUpperCase();

/** Returns every number, id and IBAN of an account in the bank's record. */
function namesOf({ accountNumber, accountId, fundingDetails, extras }: CachedAccount): string[] {
  const ibans = [extras, ...fundingDetails.map((detail) => detail.extras)].flatMap((extras) =>
    extraLines(extras).flatMap(({ name, value }) => (isIbanName.test(name) ? [value] : [])),
  );
  return [
    accountNumber,
    accountId,
    ...fundingDetails.map((detail) => detail.accountNumber),
    ...ibans,
  ];
}

/** Matches the IBAN of the account itself, not that of another item in its record. */
const isIbanName = /^(account[_ -]?)?iban([_ -]?(number|no))?$/i;

/** The number of equal characters at the end of two account numbers that makes one a proposal for the other. */
const alikeMin = 4;

/** Returns the accounts whose numbers end in at least four of the same characters, most alike first. A person must confirm any of them. */
export function endingAlike(reader: CacheReader, written: string, currency: string): string[] {
  const bare = bareAccount(written);
  return rows<{ number: string; currency: string | null }>(
    reader,
    'SELECT number, currency FROM account ORDER BY ordinal',
  )
    .filter((account) => currency === '' || (account.currency ?? currency) === currency)
    .map(({ number }) => ({ number, alike: endAlike(bare, bareAccount(number)) }))
    .filter(({ alike }) => alike >= alikeMin)
    .sort((a, b) => b.alike - a.alike)
    .map(({ number }) => number);
}

function endAlike(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count))
    count += 1;
  return count;
}

/** The kind of the shared records of account names. */
export const accountNameKind = 'account-name';

/** Saves the account that files mean by a name. The newest entry counts. */
export function saveAccountName(journal: Journal, alias: AccountAlias): void {
  const { written, currency, accountNumber, recordedAt } = alias;
  saveName(journal, { written, currency, accountNumber }, recordedAt);
}

export function forgetAccountName(
  journal: Journal,
  { written, currency }: Pick<AccountAlias, 'written' | 'currency'>,
  at: Timestamp,
): void {
  saveName(journal, { written, currency, accountNumber: null }, at);
}

/** A name and the account that it means; null where it was removed. */
export type AccountName = {
  readonly written: string;
  readonly currency: string;
  readonly accountNumber: string | null;
};

function saveName(journal: Journal, { written, ...meant }: AccountName, at: Timestamp): void {
  const name = { written: bareAccount(written), ...meant };
  writeJournal(journal, 'account_name', () => {
    writeAccountName(journal, name, at);
    shareChanges(journal, accountNameKind, [name], at);
  });
}

/** Writes a name unchanged and without sharing it, such as a colleague's. */
export function writeAccountName(
  journal: Journal,
  { written, currency, accountNumber }: AccountName,
  at: Timestamp,
): void {
  writeJournal(journal, 'account_name', () =>
    accountNumber === null
      ? run(
          journal,
          'DELETE FROM account_name WHERE written = ? AND currency = ?',
          ...[written, currency],
        )
      : run(
          journal,
          'INSERT OR REPLACE INTO account_name (written, currency, account_number, named_at) VALUES (?, ?, ?, ?)',
          ...[written, currency, accountNumber, at],
        ),
  );
}

/** All names, oldest first. */
export const allAccountNames = (journal: Journal): AccountAlias[] =>
  rows(
    journal,
    `SELECT written, currency, account_number AS accountNumber, named_at AS recordedAt
     FROM account_name ORDER BY named_at`,
  );

/** Newest first. */
export const listAccountAliases = (journal: Journal): AccountAlias[] =>
  rows<AccountAlias>(
    journal,
    `SELECT written, currency, account_number AS accountNumber, named_at AS recordedAt
     FROM account_name ORDER BY named_at DESC LIMIT 500`,
  );

type AliasLookup = (bare: string, currency: string) => string | null;

const numberAmong =
  (aliases: readonly AccountAlias[]): AliasLookup =>
  (bare, currency) =>
    aliases.find((one) => one.written === bare && one.currency === currency)?.accountNumber ?? null;

const numberIn =
  (journal: Journal): AliasLookup =>
  (bare, currency) =>
    row<{ number: string }>(
      journal,
      'SELECT account_number AS number FROM account_name WHERE written = ? AND currency = ?',
      ...[bare, currency],
    )?.number ?? null;

/** SQL: a value that changes with every saved or forgotten name, also a colleague's. */
export const accountNamesStampSql = `((SELECT count(*) || ' ' || coalesce(max(named_at), '') FROM account_name)
  || ' ' || ${appliedStampSql(accountNameKind)})`;
