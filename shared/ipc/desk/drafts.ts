import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers, nothing } from '../route.ts';

/** The key of a draft: as long as the names of an account and of an entry of it may be. */
const key = z.string().min(1).max(1_000);

/** The fields of a begun payment that the outlook reads; the window stores further ones. */
export const BegunPayment = z.object({
  /** Null while none is chosen. */
  beneficiary: z.object({ name: z.string(), entityId: z.string().default('') }).nullable(),
  /** As it was typed, in plain marks; empty while nothing was. */
  amount: z.string(),
  /** Chosen by a person; empty where the form chose one itself. */
  accountNumber: z.string(),
  /** The account that pays as the form shows it; empty where none was known when the draft was saved. */
  payingFrom: z.string().default(''),
});
export type BegunPayment = z.output<typeof BegunPayment>;

/** The prefix under which the window saves a payment of this bank; the draft's own key follows. */
export const begunPaymentKey = (profileId: string): string => `begun ${profileId} payment `;

/** A saved draft; `text` is the window's own JSON. */
export type SavedDraft = {
  readonly key: string;
  readonly text: string;
  readonly savedAt: Timestamp;
};

export const draftsRoutes = {
  /** Reads what was typed and not sent; it stays encrypted on this machine until it is sent. `text` is the window's own JSON. */
  'drafts.read': answers<{ text: string | null }>().to(z.strictObject({ key })),
  /** Lists every form that was begun and neither sent nor discarded, as the window saved it. Forms sent since then are forgotten. */
  'drafts.begun': answers<{
    rows: readonly { readonly key: string; readonly text: string }[];
  }>().to(nothing),
  /** Lists all drafts that were not sent, the last changed one first; at most 200. */
  'drafts.list': answers<{ rows: readonly SavedDraft[] }>().to(nothing),
  'drafts.keep': answers<{ saved: true }>().to(
    z.strictObject({ key, text: z.string().max(limits.draftTextMax) }),
  ),
  'drafts.forget': answers<{ forgotten: true }>().to(z.strictObject({ key })),
};
