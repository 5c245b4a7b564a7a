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
  /** The newest that hold all of it, newest first. */
  readonly all: readonly FoundEntry[];
  readonly hasMore: boolean;
  /** The newest that hold part of it. */
  readonly part: readonly FoundEntry[];
  readonly partHasMore: boolean;
  /** Where none holds all: how many there would be without each chip, in their order; one above the limit means more. */
  readonly drops: readonly number[];
};

/** Entries that have a part of what was typed inside a word: they are looked for one by one, behind everything else. */
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

/** A record of any noun but an entry, as a line of what was found. */
export type Hit = {
  readonly id: string;
  /** Where it belongs: the sub-client of a document or an owner, the account of a noted entry, the file of a line. */
  readonly within: string | null;
  readonly day: IsoDate | null;
  /** In front, where there is no day: `SE, EUR`. */
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

/** A payment that was asked for in words, as its form is filled; nothing is sent by it. */
export type PayDraft = {
  /** Null where no payee, or more than one, has the name that was typed: the form offers those that come near. */
  readonly beneficiaryId: string | null;
  readonly name: string;
  /** Country, currency and account of the payee, which distinguish it from another of its name; empty where none is chosen. */
  readonly payee: string;
  /** Without a currency where none was typed and no payee says it. */
  readonly amount: { readonly amount: string; readonly currency: string };
  /** In what the payee is paid, where the amount was asked for in another currency; null where it is the same. */
  readonly paidIn: string | null;
  /** Null where no account has that currency. */
  readonly accountNumber: string | null;
  readonly narration: string;
  /** The day on which the same amount went to the same payee last; null where none is known. */
  readonly sameOn: IsoDate | null;
};

export const findRoutes = {
  /** The newest entries of every account; the newest question overtakes the one before it, which is `cancelled`. */
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
  /** What else was found, of every noun that has something, and the payments that the text may ask for. */
  'find.records': answers<{
    groups: readonly HitGroup[];
    pay: readonly PayDraft[];
    /** Was a payment asked for by its verb? */
    isPayment: boolean;
    /** Why a payment that was asked for cannot be filled; null where one can, or none was asked for. */
    unpayable: string | null;
  }>().to(z.strictObject({ text: z.string().max(limits.searchTextMax) })),
};
