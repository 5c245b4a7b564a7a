import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankClient } from '../../bank/client.ts';
import { timestampNow, type Clock, type Context } from '../../context.ts';
import type { CacheWriter } from '../../store/cache-writer.ts';

type Parts = { readonly bank: BankClient; readonly cache: CacheWriter; readonly clock: Clock };

/** Fetches all accounts (Get All Accounts, assumed) into the cache. */
export async function refreshAccounts(
  { bank, cache, clock }: Parts,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const answer = await bank.call('getAllAccounts', {}, context);
  if (!answer.ok) return answer;
  await cache.saveAccounts(answer.value.accounts, timestampNow(clock));
  return ok({ count: answer.value.accounts.length });
}

/** Fetches one account by its number (Get Accounts By, section 4.2) into the cache. */
export async function refreshAccount(
  { bank, cache, clock }: Parts,
  accountNumber: string,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const answer = await bank.call('getAccountsBy', { query: { accountNumber } }, context);
  if (!answer.ok) return answer;
  await cache.saveAccounts([answer.value.account], timestampNow(clock), accountNumber);
  return ok({ count: 1 });
}
