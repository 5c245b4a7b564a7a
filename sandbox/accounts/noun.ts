import { z } from 'zod';

import type { accounts as operations } from '../../shared/bank/accounts.ts';
import { applyChange } from '../ledger/changes.ts';
import { LedgerChange } from '../ledger/ledger.ts';
import type { Noun } from '../server/noun.ts';
import { handlers } from './handlers.ts';
import { magicAccounts } from './magic.ts';
import { openInLedger } from './new-account.ts';
import { seedAccounts, seedLedger } from './seed.ts';
import { AccountRecord, type AccountsBank, type AccountsState } from './state.ts';

const savedFields = {
  entries: z.array(LedgerChange),
  openedAccounts: z.array(AccountRecord).prefault([]),
};

export const accounts: Noun<typeof operations, AccountsBank, AccountsState, typeof savedFields> = {
  handlers,
  magic: magicAccounts,
  seed(parameters) {
    const seeded = seedAccounts(parameters.seed);
    return { accounts: seeded, ledger: seedLedger(parameters, seeded) };
  },
  savedFields,
  save: ({ ledger, ...bank }) => ({
    entries: [...ledger.changes],
    openedAccounts: bank.accounts.filter(({ opened }) => opened),
  }),
  restore({ entries, openedAccounts }, { ledger, ...seeded }) {
    for (const account of openedAccounts) openInLedger(ledger, account);
    for (const change of entries) applyChange(ledger, change);
    return { accounts: [...seeded.accounts, ...openedAccounts], ledger };
  },
};
