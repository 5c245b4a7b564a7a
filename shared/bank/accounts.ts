import { z } from 'zod';

import { DecimalNumber, WireDecimal } from '../money/decimal-schemas.ts';
import {
  CurrencyCode,
  Identifier,
  ListPaging,
  looseList,
  LooseText,
  operation,
  PageQuery,
  WireCurrency,
  WireId,
  wireRecord,
} from './operation.ts';
import { StatementEntry } from './statements.ts';

/** Funding detail object, section 2; the two country fields hold 3-letter codes. */
export const FundingDetail = wireRecord({
  accountName: LooseText,
  bankOrSortCode: LooseText,
  bic: LooseText,
  accountNumber: LooseText,
  bankCountry: LooseText,
  bankName: LooseText,
  bankAddress: LooseText,
  countryIso3Code: LooseText,
});
export type FundingDetail = z.output<typeof FundingDetail>;

/** Account, section 2. */
export const Account = wireRecord({
  accountId: WireId,
  clientId: LooseText,
  entityId: LooseText,
  uniqueRequestId: LooseText,
  currencyIso3Code: WireCurrency,
  accountName: LooseText,
  status: LooseText,
  availableBalance: WireDecimal,
  accountType: LooseText,
  fundingDetails: z.array(FundingDetail).nullish(),
});
export type Account = z.output<typeof Account>;

/** A virtual account to be opened. `uniqueRequestId` comes back on the account: it is our reference, as a UUID. */
export const VirtualAccountOrder = z.object({
  uniqueRequestId: z.uuid(),
  currencyIso3Code: CurrencyCode,
  accountName: z.string().min(1).max(140),
  /** Whose account: a sub-client's entity id; the client's own where it is left out. */
  ownerEntityId: Identifier.optional(),
});
export type VirtualAccountOrder = z.output<typeof VirtualAccountOrder>;

const shared = { group: 'Accounts', encoding: 'json' } as const;

export const accounts = {
  getAllAccounts: operation({
    ...shared,
    title: 'Get All Accounts',
    method: 'GET',
    path: '/client-service/api/v1/accounts',
    input: z.object({ query: PageQuery.optional() }),
    output: wireRecord({
      message: LooseText,
      accounts: looseList(Account),
      paging: ListPaging.nullish(),
    }),
    effect: 'read',
    origin: 'assumed',
  }),
  getAccount: operation({
    ...shared,
    title: 'Get Account',
    method: 'GET',
    path: '/client-service/api/v1/accounts/{entityId}',
    input: z.object({ path: z.object({ entityId: Identifier }) }),
    output: wireRecord({ message: LooseText, account: Account }),
    effect: 'read',
    origin: 'assumed',
  }),
  /** Section 4.2. */
  getAccountsBy: operation({
    ...shared,
    title: 'Get Accounts By',
    method: 'GET',
    path: '/client-service/api/v1/accounts/by',
    input: z.object({
      query: z
        .object({ accountNumber: Identifier.optional(), accountId: Identifier.optional() })
        .optional(),
    }),
    output: wireRecord({ message: LooseText, account: Account }),
    effect: 'read',
    origin: 'specified',
  }),
  createVirtualAccount: operation({
    ...shared,
    title: 'Create Virtual Account',
    method: 'POST',
    path: '/client-service/api/v1/accounts/virtual',
    input: z.object({ body: VirtualAccountOrder }),
    output: wireRecord({ message: LooseText, account: Account }),
    effect: 'change',
    origin: 'assumed',
  }),
  /** Test environments only. */
  simulateInflow: operation({
    ...shared,
    title: 'Simulate Inflow',
    method: 'POST',
    path: '/client-service/api/v1/accounts/simulate-inflow',
    input: z.object({
      body: z.object({
        accountNumber: Identifier,
        amount: DecimalNumber,
        currency: z.string().length(3),
        senderName: z.string().optional(),
        narration: z.string().optional(),
      }),
    }),
    output: wireRecord({ message: LooseText, entry: StatementEntry }),
    effect: 'money',
    origin: 'assumed',
  }),
};
