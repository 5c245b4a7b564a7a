import { z } from 'zod';

import { Account } from '../../shared/bank/accounts.ts';
import type { SubClient } from '../../shared/bank/onboarding.ts';
import type { WithLedger } from '../ledger/ledger.ts';
import type { Common } from '../server/noun.ts';

/** An account without its balance, which is the ledger's. */
export const AccountRecord = Account.omit({ availableBalance: true }).extend({
  accountNumber: z.string(),
  /** Magic accounts are found by their number but are in no list. */
  listed: z.boolean(),
  /** Opened through the API, so not of the seed. */
  opened: z.boolean(),
});
export type AccountRecord = z.output<typeof AccountRecord>;

export type AccountsState = WithLedger & { readonly accounts: AccountRecord[] };
export type AccountsBank = AccountsState &
  Common & {
    /** Who may own an account other than the client itself. */
    readonly subClients: ReadonlyMap<string, SubClient>;
  };
