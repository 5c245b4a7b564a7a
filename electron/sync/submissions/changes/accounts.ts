import type { Account, VirtualAccountOrder } from '../../../../shared/bank/accounts.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Context } from '../../../context.ts';
import { accountNumberOf } from '../../../store/accounts.ts';
import type { Submission } from '../../../store/submissions.ts';
import type { ChangeParts, ChangesOf, Found } from './change.ts';

/** An opened account is recognised by the `uniqueRequestId` that it echoes, in the answer and in the list of all accounts. */
export const accountChanges: ChangesOf<'createVirtualAccount'> = {
  createVirtualAccount: {
    mismatch: ({ body }, { account }) => mismatchOf(body, account),
    recordId: ({ account }) => accountNumberOf(account),
    keep: ({ cache, clock }, { account }) => cache.saveAccounts([account], timestampNow(clock)),
    search: { by: 'list', operation: 'getAllAccounts', find: findByRequestId },
  },
};

/** Why the account cannot be the one that was asked for; null when it can. */
function mismatchOf(
  { uniqueRequestId, currencyIso3Code }: VirtualAccountOrder,
  account: Account,
): string | null {
  const number = accountNumberOf(account);
  if (account.uniqueRequestId.toLowerCase() !== uniqueRequestId)
    return `The bank’s answer, account ${number}, does not echo our request ${uniqueRequestId}.`;
  if (account.currencyIso3Code !== currencyIso3Code)
    return `The bank’s account ${number} is in ${account.currencyIso3Code} instead of ${currencyIso3Code}.`;
  return null;
}

/** Get All Accounts (assumed) is not paged: the account is in it, or the bank does not have it. */
async function findByRequestId(
  { bank }: ChangeParts,
  { payload }: Submission,
  context: Context,
): Promise<Outcome<readonly Found[]>> {
  const answer = await bank.call('getAllAccounts', {}, context);
  if (!answer.ok) return answer;
  const { body } = JSON.parse(payload) as { body: VirtualAccountOrder };
  return ok(
    answer.value.accounts
      .filter(({ uniqueRequestId }) => uniqueRequestId.toLowerCase() === body.uniqueRequestId)
      .map((account) => ({
        recordId: accountNumberOf(account),
        mismatch: mismatchOf(body, account),
        answer: { message: '', account },
      })),
  );
}
