import type { Account, FundingDetail } from '../../../shared/bank/accounts.ts';
import type { Extras } from '../../../shared/bank/extras.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { accountsMax, findOrdinal } from './ordinals.ts';
import { noteAccounts } from './account-events.ts';
import { latestDays } from './days.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../engines/store/database.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';

export type CachedAccount = Omit<PositionAccount, 'day' | 'line' | 'plan' | 'proof' | 'unread'> & {
  /** Whose account it is; empty when only its number is known. */
  readonly clientId: string;
  readonly entityId: string;
  readonly fundingDetails: readonly FundingDetail[];
  /** When the bank last reported the account itself; null when only its number is known. */
  readonly asOf: Timestamp | null;
  /** The extra fields of the bank's record; null where there are none. */
  readonly extras: Extras | null;
};

type StoredAccount = {
  number: string;
  currency: string | null;
  available: string | null;
  document: string | null;
  as_of: string | null;
  statement_as_of: string | null;
};

const accountColumns =
  'number, currency, CAST(available_e4 AS TEXT) AS available, document, as_of, statement_as_of';

/** Returns the number for statement requests: that of the first funding details, else the account id. */
export function accountNumberOf(account: Account): string {
  const number = account.fundingDetails?.[0]?.accountNumber;
  return number === undefined || number === '' ? account.accountId : number;
}

/**
 * Lists the accounts in the order of every list: by currency, known currencies first, then in the order in which the accounts became known.
 */
export function listAccounts(reader: CacheReader): CachedAccount[] {
  return rows<StoredAccount>(reader, `SELECT ${accountColumns} FROM account ORDER BY ordinal`)
    .map((stored) => cachedAccount(reader, stored))
    .toSorted(byCurrency);
}

const byCurrency = ({ currency: a }: CachedAccount, { currency: b }: CachedAccount): number =>
  Number(isCurrency(b)) - Number(isCurrency(a)) || (a < b ? -1 : Number(a > b));

export function accountByNumber(reader: CacheReader, accountNumber: string): CachedAccount | null {
  const stored = row<StoredAccount>(
    reader,
    `SELECT ${accountColumns} FROM account WHERE number = ?`,
    accountNumber,
  );
  return stored === null ? null : cachedAccount(reader, stored);
}

/**
 * Returns the client whose accounts these are, as the bank names it (section 1 of the specification); null while no account names one. Of
 * several, returns the first in text order, so that all desks of a team name the same.
 */
export const clientIdIn = (reader: CacheReader): string | null =>
  row<{ clientId: string | null }>(
    reader,
    "SELECT min(nullif(document ->> '$.clientId', '')) AS clientId FROM account",
  )?.clientId ?? null;

/**
 * Upserts accounts; others stay. `knownAs` is the number by which a single account was requested. Returns the numbers of the accounts for
 * which there is no room.
 */
function saveAccounts(
  database: CacheConnection,
  accounts: readonly Account[],
  asOf: Timestamp,
  knownAs?: string,
): string[] {
  return inTransaction(database, () => {
    const accountsByNumber = accounts.map((record) => ({
      number: knownAs ?? accountNumberOf(record),
      record,
    }));
    const homeless = withoutRoom(
      database,
      accountsByNumber.map(({ number }) => number),
    );
    const numbered = accountsByNumber.filter(({ number }) => !homeless.has(number));
    noteAccounts(database, numbered, { asOf, complete: knownAs === undefined });
    for (const { number, record: account } of numbered) {
      makeRoom(database, number, account.currencyIso3Code);
      run(
        database,
        'UPDATE account SET currency = ?, available_e4 = ?, document = ?, as_of = ? WHERE number = ?',
        account.currencyIso3Code,
        toUnits(account.availableBalance),
        JSON.stringify(account),
        asOf,
        number,
      );
    }
    return [...homeless];
  });
}

/** Adds an account of which only the number is known, as the command line names it. Throws `store.accounts-full`. */
function ensureAccount(
  database: CacheConnection,
  accountNumber: string,
  currency: string | null,
): void {
  inTransaction(database, () => {
    if (!makeRoom(database, accountNumber, currency))
      throw new DeskFault('store.accounts-full', noRoomFor(accountNumber));
  });
}

export const noRoomFor = (accountNumber: string): string =>
  `The local copy has room for 1,024 accounts, and has them: account ${accountNumber} was left out.`;

/** Returns the new numbers for which `makeRoom` would find no place. */
function withoutRoom(database: CacheConnection, numbers: readonly string[]): Set<string> {
  const known = new Set(
    rows<{ number: string }>(database, 'SELECT number FROM account').map(({ number }) => number),
  );
  const newcomers = [...new Set(numbers)].filter((number) => !known.has(number));
  return new Set(newcomers.slice(accountsMax - known.size));
}

/** Adds an account. False where no ordinal is left: an entry's key has ten bits for it. */
function makeRoom(database: CacheConnection, number: string, currency: string | null): boolean {
  if (findOrdinal(database, number) !== null) {
    run(
      database,
      'UPDATE account SET currency = coalesce(currency, ?) WHERE number = ?',
      currency,
      number,
    );
    return true;
  }
  const used = row<{ n: number }>(database, 'SELECT count(*) AS n FROM account')?.n ?? 0;
  if (used >= accountsMax) return false;
  run(
    database,
    'INSERT INTO account (ordinal, number, currency) VALUES (?, ?, ?)',
    used,
    number,
    currency,
  );
  return true;
}

function cachedAccount(reader: CacheReader, stored: StoredAccount): CachedAccount {
  const account = stored.document === null ? null : (JSON.parse(stored.document) as Account);
  const currency = stored.currency ?? '';
  const newest = latestDays(reader, stored.number, 1)[0];
  return {
    accountNumber: stored.number,
    accountId: account?.accountId ?? '',
    accountName: account?.accountName ?? '',
    accountType: account?.accountType ?? '',
    status: account?.status ?? '',
    currency,
    available: moneyIn(stored.available === null ? null : BigInt(stored.available), currency),
    availableAsOf: stored.as_of,
    booked: moneyIn(newest?.closingE4 ?? null, currency),
    statementAsOf: stored.statement_as_of,
    clientId: account?.clientId ?? '',
    entityId: account?.entityId ?? '',
    fundingDetails: account?.fundingDetails ?? [],
    asOf: stored.as_of,
    extras: account?.extras ?? null,
  };
}

const moneyIn = (units: bigint | null, currency: string): Money | null =>
  units === null || currency === '' ? null : moneyOfUnits(units, currency);

/** The writes of accounts on the thread of the local copy. */
export const accountWrites = (database: CacheConnection) => ({
  /** `knownAs` is the number by which a single account was requested. Returns the numbers of the accounts for which there is no room. */
  saveAccounts: (accounts: readonly Account[], asOf: Timestamp, knownAs?: string): string[] =>
    saveAccounts(database, accounts, asOf, knownAs),
  /** Makes room for an account known by its number only. */
  ensureAccount: (accountNumber: string, currency: string | null): void => {
    ensureAccount(database, accountNumber, currency);
  },
});

export type AccountWrites = Remote<ReturnType<typeof accountWrites>>;
