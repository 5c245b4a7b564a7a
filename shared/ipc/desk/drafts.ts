import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers, nothing } from '../route.ts';

/** What it is kept under: as long as what names an account and an entry of it may be. */
const key = z.string().min(1).max(1_000);

/** What of a payment that was begun the outlook reads: the window writes more of it beside. */
export const BegunPayment = z.object({
  /** Null while none is chosen. */
  beneficiary: z.object({ name: z.string(), entityId: z.string().default('') }).nullable(),
  /** As it was typed, in plain marks; empty while nothing was. */
  amount: z.string(),
  /** Chosen by a person; empty where the form took one itself. */
  accountNumber: z.string(),
  /** The account that pays as the form shows it; empty where none was known when it was written down. */
  payingFrom: z.string().default(''),
});
export type BegunPayment = z.output<typeof BegunPayment>;

/** Under which the window writes a payment of this bank down; what follows is the draft's own key. */
export const begunPaymentKey = (profileId: string): string => `begun ${profileId} payment `;

/** What lies under a key; `text` is the window's own JSON. */
export type SavedDraft = {
  readonly key: string;
  readonly text: string;
  readonly savedAt: Timestamp;
};

export const draftsRoutes = {
  /** What was typed and not sent, kept encrypted on this machine until it is; `text` is the window's own JSON. */
  'drafts.read': answers<{ text: string | null }>().to(z.strictObject({ key })),
  /** Every form that was begun and neither sent nor discarded, as the window wrote it down. What was sent meanwhile is forgotten. */
  'drafts.begun': answers<{
    rows: readonly { readonly key: string; readonly text: string }[];
  }>().to(nothing),
  /** All that is kept and was not sent, the one touched last first; at most 200. */
  'drafts.list': answers<{ rows: readonly SavedDraft[] }>().to(nothing),
  'drafts.keep': answers<{ saved: true }>().to(
    z.strictObject({ key, text: z.string().max(limits.draftTextMax) }),
  ),
  'drafts.forget': answers<{ forgotten: true }>().to(z.strictObject({ key })),
};
