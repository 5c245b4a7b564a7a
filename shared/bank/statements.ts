import { z } from 'zod';

import { IsoDateText, TimestampText } from '../calendar/calendar-schemas.ts';
import { WireDecimal } from '../money/decimal-schemas.ts';
import { directionOf, directions } from './direction.ts';
import {
  Identifier,
  LooseText,
  operation,
  pageOf,
  PageQuery,
  WireCurrency,
  WireId,
  wireEnum,
  wireRecord,
} from './operation.ts';

/** `debit` or `credit` in every usual spelling. Any other word stays as sent, and the balances decide. */
const WireDirection = wireEnum(directionOf).meta({ words: directions });

/**
 * Our names for further fields of an entry. The specification has none of them, so each is used only where the bank file maps it to a field
 * of the bank.
 */
export const entryMeanings = [
  'valueDate',
  'bookingDate',
  'counterparty',
  'remittanceInformation',
] as const;
export type EntryMeaning = (typeof entryMeanings)[number];
/** Dates as YYYY-MM-DD. */
export type EntryMeanings = Readonly<Partial<Record<EntryMeaning, string>>>;

/**
 * Statement entry, section 2. `amount` stays as sent; `direction` is out of (debit) or into (credit) the account.
 * The reader of the statement checks whether its currency can be the account's.
 */
export const StatementEntry = wireRecord({
  id: WireId,
  amount: WireDecimal,
  currency: WireCurrency.refine((code) => code !== '', 'is missing'),
  direction: WireDirection,
  transactionType: LooseText,
  transactionDate: TimestampText,
  narration: LooseText,
  customReference: LooseText,
  /** Running balance: after this entry. */
  balance: WireDecimal,
});
export type StatementEntry = z.output<typeof StatementEntry>;

const head = {
  message: LooseText,
  openingBalance: WireDecimal,
  closingBalance: WireDecimal,
  startDate: IsoDateText,
  endDate: IsoDateText,
};

/** Statement, section 2. */
export const Statement = wireRecord({ ...head, statement: pageOf(StatementEntry) });
export type Statement = z.output<typeof Statement>;

/** The same with unparsed entries, so that one bad entry is set aside by name and the others are stored. */
export const StatementPage = z.object({ ...head, statement: pageOf(z.unknown()) });
export type StatementPage = z.output<typeof StatementPage>;

/** The eight query parameters by the names the specification gives; their meanings are a bank's dialect. */
export const StatementQuery = z.object({
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  limit: z.string().optional(),
  pageNumber: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  pageSize: z.string().optional(),
  pageOffset: z.string().optional(),
});
export type StatementQuery = z.output<typeof StatementQuery>;

/** A statement that the bank sends as a file: its bytes as base64, whether they arrived so in JSON or raw. */
export const StatementFile = z.object({
  fileName: LooseText,
  mimeType: LooseText,
  content: z.base64(),
});
export type StatementFile = z.output<typeof StatementFile>;

const statementFileFormats = ['csv', 'json', 'pdf'] as const;

/** The period, by either pair of names that Get Statement knows, and the kind of file. */
const DownloadQuery = StatementQuery.pick({
  startDate: true,
  endDate: true,
  from: true,
  to: true,
}).extend({ format: z.enum(statementFileFormats).optional() });

const second = '/client-service/api/v2/statement/accounts/{entityId}';

export const statements = {
  /** Section 4.1. */
  getStatement: operation({
    title: 'Get Statement',
    group: 'Statements',
    method: 'GET',
    path: '/client-service/api/v1/statement/clientStatement/{accountNumber}',
    encoding: 'json',
    input: z.object({
      path: z.object({ accountNumber: Identifier }),
      query: StatementQuery.optional(),
    }),
    output: Statement,
    meanings: entryMeanings,
    effect: 'read',
    origin: 'specified',
  }),
  downloadStatement: operation({
    title: 'Download statement',
    group: 'Statements',
    method: 'GET',
    path: '/client-service/api/v1/statement/clientStatement/{accountNumber}/download',
    encoding: 'json',
    input: z.object({
      path: z.object({ accountNumber: Identifier }),
      query: DownloadQuery.optional(),
    }),
    output: wireRecord({ message: LooseText, file: StatementFile }),
    answersFile: true,
    effect: 'read',
    origin: 'assumed',
  }),
  /** The second generation identifies the account by its entity id. */
  getStatementV2: operation({
    title: 'Get statement by account entity Id',
    group: 'Statements',
    method: 'GET',
    path: second,
    encoding: 'json',
    input: z.object({
      path: z.object({ entityId: Identifier }),
      query: PageQuery.extend({
        startDate: z.string().optional(),
        endDate: z.string().optional(),
      }).optional(),
    }),
    output: Statement,
    effect: 'read',
    origin: 'assumed',
  }),
  downloadStatementV2: operation({
    title: 'Download statement by account entity Id',
    group: 'Statements',
    method: 'GET',
    path: `${second}/download`,
    encoding: 'json',
    input: z.object({
      path: z.object({ entityId: Identifier }),
      query: DownloadQuery.optional(),
    }),
    output: wireRecord({ message: LooseText, file: StatementFile }),
    answersFile: true,
    effect: 'read',
    origin: 'assumed',
  }),
};
