import { z } from 'zod';

import type { Extras } from '../../bank/extras.ts';
import type { IsoDate } from '../../calendar/calendar.ts';
import type { Chip } from './chips.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import { answers } from '../route.ts';
import type { EntryRow } from './statements.ts';

/** An entry of any account. */
export type FoundEntry = Omit<
  EntryRow,
  'version' | 'rewritten' | 'flagged' | 'hasNote' | 'files'
> & {
  readonly accountNumber: string;
  readonly extras: Extras | null;
};

export type FoundEntries = {
  /** The newest that match the whole text, newest first. */
  readonly all: readonly FoundEntry[];
  readonly hasMore: boolean;
  /** The newest that match part of it. */
  readonly part: readonly FoundEntry[];
  readonly partHasMore: boolean;
  /** Where none matches all: how many there would be without each chip, in their order; one above the limit means more. */
  readonly drops: readonly number[];
};

/** Entries with a part of the typed text inside a word. They are scanned one by one, after everything else. */
export type FoundInside = {
  /** What was looked for inside words. */
  readonly part: string;
  /** Newest first; none of them has it at the beginning of a word. */
  readonly entries: readonly FoundEntry[];
  readonly hasMore: boolean;
  /** The first day that was looked at; null where every entry was. */
  readonly since: IsoDate | null;
};

export type HitNoun =
  | 'accounts'
  | 'payees'
  | 'payments'
  | 'files'
  | 'lines'
  | 'trades'
  | 'remittances'
  | 'receivables'
  | 'sub-clients'
  | 'owners'
  | 'documents'
  | 'notes';

/** A found record of any noun but an entry. */
export type Hit = {
  readonly id: string;
  /** Where it belongs: the sub-client of a document or an owner, the account of a noted entry, the file of a line. */
  readonly within: string | null;
  readonly day: IsoDate | null;
  /** Shown in front where there is no day: `SE, EUR`. */
  readonly lead: string;
  /** What identifies it. */
  readonly text: string;
  /** Its state, number or owner. */
  readonly aside: string;
  readonly amount: Money | null;
  readonly direction: 'debit' | 'credit' | null;
};
export type HitGroup = {
  readonly noun: HitNoun;
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
};

/** The filled form of a payment that was asked for in words; nothing is sent by it. */
export type PayDraft = {
  /** Null where no payee, or more than one, has the name that was typed: the form offers those that come near. */
  readonly beneficiaryId: string | null;
  readonly name: string;
  /** Country, currency and account of the payee, which distinguish it from another of its name; empty where none is chosen. */
  readonly payee: string;
  /** Without a currency where none was typed and no payee says it. */
  readonly amount: { readonly amount: string; readonly currency: string };
  /** The payee's currency, where the amount was asked for in another one; null where it is the same. */
  readonly paidIn: string | null;
  /** Null where no account has that currency. */
  readonly accountNumber: string | null;
  readonly narration: string;
  /** The day on which the same amount went to the same payee last; null where none is known. */
  readonly sameOn: IsoDate | null;
};

export const findRoutes = {
  /** Finds the newest entries of every account. A newer question overtakes the one before it, which is `cancelled`. */
  'find.entries': answers<{
    chips: readonly Chip[];
    found: FoundEntries;
    /** Entries of every account, found or not. */
    total: number;
  }>().to(
    z.strictObject({
      text: z.string().max(limits.searchTextMax),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  /** Entries with a part of a reference inside a word; null where nothing that was typed may be one. */
  'find.inside': answers<{ inside: FoundInside | null }>().to(
    z.strictObject({
      text: z.string().max(limits.searchTextMax),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  /** Finds records of every other noun, and the payments that the text may ask for. */
  'find.records': answers<{
    groups: readonly HitGroup[];
    pay: readonly PayDraft[];
    /** Was a payment asked for by its verb? */
    isPayment: boolean;
    /** Why a payment that was asked for cannot be filled; null where one can, or none was asked for. */
    unpayable: string | null;
  }>().to(z.strictObject({ text: z.string().max(limits.searchTextMax) })),
};
