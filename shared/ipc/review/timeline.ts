import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers } from '../route.ts';

export const bankEventKinds = [
  'entry',
  'transfer',
  'trade',
  'remittance',
  'receivable',
  'beneficiary',
  'sub-client',
  'document',
  'shareholder',
  'account',
  'webhook',
] as const;

export type BankEventKind = (typeof bankEventKinds)[number];

/** A change that polling found. */
export type BankEvent = {
  readonly eventId: number;
  /** When it was seen here; the bank may have known it earlier. */
  readonly seenAt: Timestamp;
  readonly kind: BankEventKind;
  readonly change: 'appeared' | 'changed' | 'gone';
  /** Identifier at the bank; empty where the event combines many records. */
  readonly subjectId: string;
  /** The key by which its view opens it: the reference of a transfer, the sub-client of a document; else the identifier. May be empty. */
  readonly placeId: string;
  /** What it is, in a few words. */
  readonly title: string;
  /** Which field changed, as `status`; empty where the record as a whole appeared or went. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly accountNumber: string | null;
};

export const timelineRoutes = {
  /** Newest first. */
  'timeline.list': answers<{ rows: readonly BankEvent[]; hasMore: boolean }>().to(
    z.strictObject({
      before: z.int().min(0).optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
      kinds: z.array(z.enum(bankEventKinds)).max(bankEventKinds.length).optional(),
      search: z.string().max(limits.searchTextMax).optional(),
    }),
  ),
};
