import type { Account, VirtualAccountOrder } from '../../../shared/bank/accounts.ts';
import type { StatementEntry } from '../../../shared/bank/statements.ts';
import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { readAccounts } from './refresh.ts';
import { accountNumberOf, noRoomFor, type AccountWrites } from './tables.ts';
import { lookInList, type ListedRow } from '../../engines/submissions/lookup/list-lookup.ts';
import type { ChangeParts, ChangesOf, ListLook } from '../../engines/submissions/change.ts';
import { agreed, type Echo } from '../../engines/submissions/echo.ts';
import type { Sent } from '../../engines/submissions/sent.ts';

/** An opened account is recognised by the `uniqueRequestId` that it echoes, in the answer and in the list of all accounts. */
export const accountChanges = (
  cache: AccountWrites,
): ChangesOf<'createVirtualAccount' | 'simulateInflow'> => ({
  createVirtualAccount: {
    isUnclaimed: true,
    echo: ({ input: { body } }, { account }) => echo(body, account),
    recordId: ({ account }) => accountNumberOf(account),
    keep: async ({ clock }, { account }) => {
      const [homeless] = await cache.saveAccounts([account], timestampNow(clock));
      if (homeless !== undefined) throw new DeskFault('store.accounts-full', noRoomFor(homeless));
    },
    search: { by: 'list', operation: 'getAllAccounts', find: findByRequestId },
  },
  simulateInflow: {
    echo: ({ input: { body } }, { entry }) => agreed(otherCredit(body, entry)),
    recordId: ({ entry }) => entry.id,
    // The entry is stored when its statement is read, with the balances around it.
    keep: 'not kept',
    search: { by: 'person' },
  },
});

type Inflow = Sent<'simulateInflow'>['input']['body'];

function otherCredit(sent: Inflow, { amount, currency }: StatementEntry): string | null {
  if (toUnits(amount) !== toUnits(sent.amount))
    return `The bank’s answer gives the amount ${amount} instead of ${sent.amount}.`;
  return currency === sent.currency
    ? null
    : `The bank’s answer gives the currency ${currency} instead of ${sent.currency}.`;
}

/** Without an echo of the request's id it could be any account: then the list of all accounts is read. */
function echo({ uniqueRequestId, currencyIso3Code }: VirtualAccountOrder, account: Account): Echo {
  const echoed = account.uniqueRequestId.trim().toLowerCase();
  const { status } = account;
  const isOurs = echoed !== '';
  return { mismatch: mismatchOf(), isOurs, status, reason: '' };

  function mismatchOf(): string | null {
    const number = accountNumberOf(account);
    if (isOurs && echoed !== uniqueRequestId.toLowerCase())
      return `The bank’s answer, account ${number}, does not echo our request ${uniqueRequestId}.`;
    if (account.currencyIso3Code !== currencyIso3Code)
      return `The bank’s account ${number} is in ${account.currencyIso3Code} instead of ${currencyIso3Code}.`;
    return null;
  }
}

/** Looks for our request's id in Get All Accounts (assumed), which has no filter and is read to its end at once. */
function findByRequestId(
  parts: ChangeParts,
  { submission, input: { body } }: Sent<'createVirtualAccount'>,
  context: Context,
): Promise<Outcome<ListLook<'createVirtualAccount'>>> {
  return lookInList<'createVirtualAccount', Account>(parts, submission, {
    ask: async ({ pageNumber }) => {
      if (pageNumber !== '1') return ok(onePage([]));
      const list = await readAccounts(parts.bank, context);
      return list.ok ? ok(onePage(list.value)) : list;
    },
    rowOf,
    foundAs: (account) => ({
      ...echo(body, account),
      answer: { message: '', account },
    }),
    isAlike: (account) => isAlike(body, account),
  });
}

const onePage = (data: readonly Account[]) => ({
  data,
  page: 1,
  pageSize: data.length,
  totalItems: data.length,
  totalPages: 1,
});

/** The request's id is our reference with hyphens. */
const rowOf = (account: Account): ListedRow => ({
  recordId: accountNumberOf(account),
  reference: account.uniqueRequestId.replaceAll('-', ''),
  amount: null,
  currency: account.currencyIso3Code,
  accountNumber: accountNumberOf(account),
  counterparty: account.accountName,
  at: null,
  narration: '',
});

/** Where the bank does not echo the request's id, an account of the same name may still be ours. */
function isAlike(
  { uniqueRequestId, currencyIso3Code, accountName }: VirtualAccountOrder,
  listed: Account,
): boolean {
  if (listed.currencyIso3Code !== currencyIso3Code) return false;
  return listed.uniqueRequestId === ''
    ? listed.accountName === accountName
    : listed.uniqueRequestId.toLowerCase() === uniqueRequestId;
}
