import { basename } from 'node:path';

import { latest, todayAt } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { AccountRow } from '../../../shared/ipc/accounts/accounts.ts';
import { err, ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import { forgetAccountName, listAccountAliases, saveAccountName } from './names.ts';
import { readPlan, saveAccountPlan } from './plans.ts';
import { accountByNumber, listAccounts, type CachedAccount, type AccountWrites } from './tables.ts';
import { createVirtualAccount } from './virtual-account.ts';
import { refreshAccount, refreshAccountById, refreshAccounts } from './refresh.ts';
import { mayAsk } from '../../engines/bank/may-ask.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';

type Open = OpenBank<AccountWrites>;

type Routes =
  | 'accounts.list'
  | 'accounts.refresh'
  | 'accounts.findById'
  | 'accounts.createVirtual'
  | 'accounts.saveFundingPdf'
  | 'accounts.nameAccount'
  | 'accounts.aliases'
  | 'accounts.forgetName'
  | 'accounts.savePlan';

export const accountHandlers = (desk: () => Open, saveAs: SaveAs): Pick<Handlers, Routes> => ({
  'accounts.list': () => {
    const rows = listAccounts(desk().copy.reader).map(rowOf);
    const asOf = rows.reduce<AccountRow['asOf']>(
      (newest, row) => (newest && row.asOf ? latest(newest, row.asOf) : (newest ?? row.asOf)),
      null,
    );
    return ok({ rows, asOf });
  },
  'accounts.refresh': async ({ accountNumber }, context) => {
    const open = desk();
    const refreshed = await refresh(open, accountNumber, context);
    open.announce('store.changed', { topic: 'accounts' });
    return refreshed;
  },
  'accounts.findById': async ({ accountId }, context) => {
    const { changes, announce } = desk();
    const allowed = mayAsk(changes.bank, 'getAccountsBy', context);
    if (!allowed.ok) return allowed;
    const found = await refreshAccountById(changes, accountId, context);
    if (!found.ok) return found;
    announce('store.changed', { topic: 'accounts' });
    return ok({ accountNumber: found.value.accountNumber });
  },
  'accounts.nameAccount': (alias) => {
    const { copy, clock, announce } = desk();
    if (accountByNumber(copy.reader, alias.accountNumber) === null) throw notCached('This account');
    saveAccountName(copy.journal, { ...alias, recordedAt: timestampNow(clock) });
    announce('store.changed', { topic: 'accounts' });
    return ok({ saved: true });
  },
  'accounts.aliases': () => ok({ rows: listAccountAliases(desk().copy.journal) }),
  'accounts.forgetName': (name) => {
    const { copy, clock, announce } = desk();
    forgetAccountName(copy.journal, name, timestampNow(clock));
    announce('store.changed', { topic: 'accounts' });
    return ok({ forgotten: true });
  },
  'accounts.savePlan': ({ accountNumber, ...typed }) => {
    const open = desk();
    const { copy, announce } = open;
    const account = accountByNumber(copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    const plan = readPlan(account.currency, typed);
    saveAccountPlan(copy.journal, account, { plan, ...stampOf(open) });
    announce('store.changed', { topic: 'accounts' });
    return ok(plan);
  },
  'accounts.createVirtual': async (request, context) => {
    const { changes, announce } = desk();
    const created = await createVirtualAccount(changes, request, context);
    if (!created.ok) return created;
    announce('store.changed', { topic: 'accounts' });
    return ok(viewOf(created.value, changes));
  },
  'accounts.saveFundingPdf': async ({ accountNumber }, { correlationId }) => {
    const open = desk();
    const account = accountByNumber(open.copy.reader, accountNumber);
    if (!account) throw notCached(`Account ${accountNumber}`);
    if (account.fundingDetails.length === 0)
      return fail('offline.not-cached', correlationId, {
        message:
          'The bank has given no funding details of this account, so there is nothing to print.',
      });
    const path = await saveAs(pdfName(account, open));
    if (path === undefined) return ok({ saved: false });
    await writeWholeFile(path, [await pageOf(account, open)]);
    return ok({ saved: true, fileName: basename(path) });
  },
});

const rowOf = (account: CachedAccount): AccountRow => {
  const { accountNumber, accountId, entityId, clientId, accountName, accountType } = account;
  const { status, currency, available, asOf } = account;
  return {
    ...{ accountNumber, accountId, entityId, clientId, accountName, accountType },
    ...{ status, currency, available, asOf },
  };
};

/** Refreshes one account by its number. Without a number, refreshes all: by the bank's list where it has one, else each known account. */
async function refresh(
  { changes, copy }: Open,
  accountNumber: string | undefined,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  if (accountNumber === undefined && changes.bank.isOpen('getAllAccounts')) {
    const allowed = mayAsk(changes.bank, 'getAllAccounts', context);
    return allowed.ok ? refreshList(changes, context) : allowed;
  }
  const allowed = mayAsk(changes.bank, 'getAccountsBy', context);
  if (!allowed.ok) return allowed;
  const numbers =
    accountNumber === undefined
      ? listAccounts(copy.reader).map((account) => account.accountNumber)
      : [accountNumber];
  for (const number of numbers) {
    const refreshed = await refreshAccount(changes, number, context);
    if (!refreshed.ok) return refreshed;
  }
  return ok({ count: numbers.length });
}

/** Refreshes all accounts. Fails with the reason of an account that cannot be stored exactly; the others were saved. */
async function refreshList(
  changes: Open['changes'],
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const refreshed = await refreshAccounts(changes, context);
  if (!refreshed.ok) return refreshed;
  const { count, unread } = refreshed.value;
  return unread[0] ? err(unread[0].error) : ok({ count });
}

/** `2026-11-20_FUNDING_2010044871_USD.pdf`, safe on every file system. */
const pdfName = ({ accountNumber, currency }: CachedAccount, { clock }: Open): string =>
  `${todayAt(clock.now())}_FUNDING_${accountNumber.replace(/[^A-Za-z0-9-]/g, '-')}_${currency}.pdf`;

async function pageOf(account: CachedAccount, { profile, clock }: Open): Promise<Uint8Array> {
  // The drawing code is loaded with its first use.
  const { fundingPage } = await import('./funding-page.ts');
  const { name, environment } = profile.bankFile;
  const { accountName, accountNumber, currency, fundingDetails, asOf } = account;
  return fundingPage({
    ...{ accountName, accountNumber, currency, fundingDetails, asOf },
    bank: { name, environment },
    writtenAt: timestampNow(clock),
  });
}
