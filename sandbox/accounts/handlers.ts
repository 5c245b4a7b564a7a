import type { Account, accounts as operations } from '../../shared/bank/accounts.ts';
import { minorDigits } from '../../shared/money/currencies.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { bookEntry } from '../ledger/changes.ts';
import { balanceOf, ledgerAccount } from '../ledger/ledger.ts';
import { accountIn } from '../orders/checks.ts';
import { timestampOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { invalid, notFound } from '../server/refusal.ts';
import { openVirtualAccount } from './new-account.ts';
import type { AccountRecord, AccountsBank } from './state.ts';

export const handlers: HandlersOf<typeof operations, AccountsBank> = {
  getAllAccounts: (_input, { bank }) => ({
    message: 'Accounts retrieved',
    accounts: bank.accounts.filter(({ listed }) => listed).map((record) => answerOf(bank, record)),
  }),

  getAccount: ({ path }, { bank }) => ({
    message: 'Account retrieved',
    account: findAccount(bank, path.entityId, ({ entityId }) => entityId),
  }),

  getAccountsBy: ({ query = {} }, { bank }) => {
    const { accountNumber, accountId } = query;
    if (accountNumber === undefined && accountId === undefined)
      throw invalid({ field: 'accountNumber', message: 'or accountId is required' });
    const account =
      accountNumber === undefined
        ? findAccount(bank, accountId, (record) => [record.accountId, record.entityId])
        : findAccount(bank, accountNumber, (record) => record.accountNumber);
    return { message: 'Account retrieved', account };
  },

  createVirtualAccount: ({ body }, { bank }) => ({
    message: 'Virtual account created',
    account: answerOf(bank, openVirtualAccount(bank, body)),
  }),

  simulateInflow: ({ body }, { bank }) => {
    const account = accountIn(bank, body);
    if (toUnits(body.amount) <= 0n)
      throw invalid({ field: 'amount', message: 'must be above zero' });
    const entry = bookEntry(bank.ledger, {
      account: account.number,
      at: timestampOf(bank.clock),
      amount: body.amount,
      direction: 'credit',
      transactionType: 'transfer',
      narration: body.narration ?? `Inward payment ${body.senderName ?? 'Simulated sender'}`,
    });
    return { message: 'Inflow booked', entry };
  },
};

function findAccount(
  bank: AccountsBank,
  wanted: string | undefined,
  names: (record: AccountRecord) => string | readonly string[],
): Account {
  const record = bank.accounts.find((candidate) =>
    [names(candidate)].flat().includes(wanted ?? ''),
  );
  if (!record) throw notFound(`Account ${wanted ?? ''}`);
  return answerOf(bank, record);
}

/** Adds the balance. The catalogue's schema leaves out the sandbox's own fields: `accountNumber`, `listed` and `opened`. */
function answerOf(bank: AccountsBank, record: AccountRecord): Account {
  const units = balanceOf(ledgerAccount(bank.ledger, record.accountNumber));
  return { ...record, availableBalance: fromUnits(units, minorDigits(record.currencyIso3Code)) };
}
