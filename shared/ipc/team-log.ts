import { z } from 'zod';

import type { Timestamp } from '../calendar/calendar.ts';
import { limits } from '../limits.ts';
import type { Money } from '../money/money.ts';
import type { Chip } from './accounts/chips.ts';
import { answers, savedOrNot, search } from './route.ts';

/** One thing that an act of the team's record did. */
export type TeamLogRow = {
  /** Greater for what is later in the record. */
  readonly id: number;
  /** The number of its act. */
  readonly n: number;
  /** By the server's clock. */
  readonly at: Timestamp;
  readonly person: string;
  /** The beginning of the key, where the person has several desks; else empty. */
  readonly desk: string;
  readonly kind: string;
  /** What the person did: `claimed payments`. */
  readonly did: string;
  /** One plain sentence. */
  readonly about: string;
  readonly money: Money | null;
  /** Who names the amount: the signed act, or the journal of this desk; null without one. */
  readonly amountFrom: 'act' | 'journal' | null;
  /** Why the act changes nothing; null for a valid one. */
  readonly void: string | null;
};

const formats = ['csv', 'xlsx', 'json'] as const;

const filter = {
  /** A member's name; null for all. */
  person: z.string().max(100).nullable(),
  kind: z.string().max(40).nullable(),
  /** Words, amounts and days, as in every search. */
  search,
};
const Filter = z.strictObject(filter);
export type TeamLogFilter = z.infer<typeof Filter>;

export const teamLogRoutes = {
  /** A page of the log as this desk has read the record, the latest first. Waits for no server. */
  'teamLog.list': answers<{
    readonly rows: readonly TeamLogRow[];
    readonly hasMore: boolean;
    /** How the search was understood. */
    readonly chips: readonly Chip[];
  }>().to(
    z.strictObject({
      ...filter,
      before: z.int().min(0).optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  /** What the log can be filtered by. */
  'teamLog.choices': answers<{
    readonly persons: readonly string[];
    readonly kinds: readonly { readonly kind: string; readonly label: string }[];
  }>().to(z.strictObject({})),
  /** Writes the filtered log to a place that a person chooses. */
  'teamLog.export': savedOrNot.to(z.strictObject({ ...filter, format: z.enum(formats) })),
};
