import { z } from 'zod';

import { Account } from '../../../shared/bank/accounts.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { ListPaging, looseList } from '../../../shared/bank/operation.ts';
import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { readShownList, type ShownList } from '../../engines/bank/paged-list.ts';
import { problemsByPlace } from '../../engines/bank/mapping/bank-text.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { accountByNumber, accountNumberOf, noRoomFor, type AccountWrites } from './tables.ts';

type Parts = {
  readonly bank: BankClient;
  readonly cache: AccountWrites;
  readonly reader: CacheReader;
  readonly clock: Clock;
};

/** A listed account that could not be saved, by its number or id, with the reason. */
export type UnreadAccount = { readonly accountNumber: string; readonly error: AppError };

type RefreshedAccounts = {
  readonly count: number;
  readonly unread: readonly UnreadAccount[];
};

const operation = 'getAllAccounts';

/** The list with unchecked rows, so that one that cannot be stored exactly does not block the others. */
const AccountRows = z.object({
  accounts: looseList(z.unknown()),
  paging: ListPaging.nullish(),
});

/**
 * Fetches all accounts (Get All Accounts, assumed) into the cache, to the list's end and row by row. Leaves out an account that cannot be
 * stored exactly, or for which there is no room, and reports it with its reason; saves the others. Fails where no account of the list is
 * usable. The balances are as of the request: a movement before the answer may be missing in them.
 */
export async function refreshAccounts(
  { bank, cache, clock }: Parts,
  context: Context,
): Promise<Outcome<RefreshedAccounts>> {
  const requestedAt = timestampNow(clock);
  const list = await readShownList(
    async (query) => {
      const answer = await bank.callUnchecked(operation, query ? { query } : {}, context);
      return answer.ok ? shownRows(answer.value, context) : answer;
    },
    operation,
    context,
  );
  if (!list.ok) return list;
  const rows = list.value.map((row) => ({ row, read: Account.safeParse(row) }));
  const accounts = rows.flatMap(({ read }) => (read.success ? [read.data] : []));
  const unread = rows.flatMap(({ row, read }) =>
    read.success ? [] : [unreadAccount(row, read.error, context)],
  );
  const [first] = unread;
  if (first && accounts.length === 0) return err(first.error);
  const homeless = await cache.saveAccounts(accounts, requestedAt);
  const left = homeless.map((accountNumber) => ({
    accountNumber,
    error: noRoom(accountNumber, context),
  }));
  return ok({ count: accounts.length - left.length, unread: [...unread, ...left] });
}

function shownRows(answer: unknown, { correlationId }: Context): Outcome<ShownList<unknown>> {
  const list = AccountRows.safeParse(answer);
  return list.success
    ? ok({ rows: list.data.accounts, paging: list.data.paging })
    : fail('bank.unexpected', correlationId, { operation, fields: problemsByPlace(list.error) });
}

/** Fetches every account that the bank lists (Get All Accounts, assumed). Fails where one of them cannot be stored exactly. */
export const readAccounts = (bank: BankClient, context: Context): Promise<Outcome<Account[]>> =>
  readShownList(
    async (query) => {
      const answer = await bank.call(operation, query ? { query } : {}, context);
      return answer.ok ? ok({ rows: answer.value.accounts, paging: answer.value.paging }) : answer;
    },
    operation,
    context,
  );

/**
 * Fetches one account by the number it is known by (Get Accounts By, section 4.2) into the cache. An account without
 * a number is known by its id: where the id is not found as a number, it is asked for as an id.
 */
export async function refreshAccount(
  parts: Parts,
  accountNumber: string,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const requestedAt = timestampNow(parts.clock);
  const answer = await parts.bank.call('getAccountsBy', { query: { accountNumber } }, context);
  if (answer.ok)
    return saveAccount(parts, answer.value.account, { accountNumber, requestedAt }, context);
  const isById = accountByNumber(parts.reader, accountNumber)?.accountId === accountNumber;
  if (answer.error.code !== 'bank.refused' || !isById) return answer;
  const byId = await refreshAccountById(parts, accountNumber, context);
  return byId.ok ? byId : answer;
}

/**
 * Fetches one account by the bank's id. Returns the number under which it is stored. How `accountId` relates to `entityId` is not shown, so
 * either may be the requested id; an account with another id is refused.
 */
export async function refreshAccountById(
  parts: Parts,
  accountId: string,
  context: Context,
): Promise<Outcome<{ count: number; accountNumber: string }>> {
  const requestedAt = timestampNow(parts.clock);
  const answer = await parts.bank.call('getAccountsBy', { query: { accountId } }, context);
  if (!answer.ok) return answer;
  const { account } = answer.value;
  if (account.accountId !== accountId && account.entityId !== accountId)
    return fail('bank.unexpected', context.correlationId, {
      operation: 'getAccountsBy',
      message: `The bank’s answer is about the account ${account.accountId}, not ${accountId}.`,
    });
  const accountNumber = accountNumberOf(account);
  const saved = await saveAccount(parts, account, { accountNumber, requestedAt }, context);
  return saved.ok ? ok({ ...saved.value, accountNumber }) : saved;
}

async function saveAccount(
  { cache }: Parts,
  account: Account,
  { accountNumber, requestedAt }: { accountNumber: string; requestedAt: Timestamp },
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const homeless = await cache.saveAccounts([account], requestedAt, accountNumber);
  return homeless.length > 0 ? err(noRoom(accountNumber, context)) : ok({ count: 1 });
}

const noRoom = (accountNumber: string, { correlationId }: Context): AppError =>
  appError('store.accounts-full', correlationId, { message: noRoomFor(accountNumber) });

/** The fields that identify an account. */
const Known = z.object({
  accountId: z.string().min(1),
  fundingDetails: z
    .array(z.object({ accountNumber: z.string().min(1) }))
    .min(1)
    .catch([]),
});

function unreadAccount(row: unknown, cause: z.ZodError, { correlationId }: Context): UnreadAccount {
  const known = Known.safeParse(row);
  const accountNumber = known.success
    ? (known.data.fundingDetails[0]?.accountNumber ?? known.data.accountId)
    : '(without a number)';
  const fields = problemsByPlace(cause);
  const reasons = Object.entries(fields).map(([field, reason]) => `${field}: ${reason}`);
  const message = `Account ${accountNumber} cannot be kept exactly and was left out: ${reasons.join('; ')}.`;
  return {
    accountNumber,
    error: appError('bank.unexpected', correlationId, { operation, message, fields }),
  };
}
