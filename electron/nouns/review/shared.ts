import { z } from 'zod';

import { IsoDateText } from '../../../shared/calendar/calendar-schemas.ts';
import type { ReviewReport } from '../../../shared/ipc/review/review.ts';
import { accountNumber, currency, id } from '../../../shared/ipc/route.ts';
import { limits } from '../../../shared/limits.ts';
import { DecimalText } from '../../../shared/money/decimal-schemas.ts';
import { inQuotes, sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import { reviewKind, sharedReviews, writeReview, type Review } from './recorded.ts';

const text = z.string().max(limits.noteTextMax);
const count = z.int().nonnegative();
const Money = z.object({ amount: DecimalText, currency });

const Account = z.object({
  ...{ accountNumber, accountName: text, currency: currency.or(z.literal('')) },
  ...{ entries: count, unread: count, flagged: count },
  ...{ debits: Money.nullable(), credits: Money.nullable(), closing: Money.nullable() },
});

const OpenEntry = z.object({
  ...{ accountNumber, entryId: z.string().min(1).max(500), day: IsoDateText, amount: Money },
  direction: z.enum(['debit', 'credit']),
  ...{ narration: z.string().max(limits.extrasTextMax), customReference: text },
  ...{ isUnread: z.boolean(), isFlagged: z.boolean(), note: text },
  files: z
    .array(z.object({ name: text, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .max(limits.attachmentsMax)
    .exactOptional(),
});

const Report: z.ZodType<ReviewReport> = z.object({
  ...{ from: IsoDateText, to: IsoDateText },
  accounts: z.array(Account).max(10_000),
  open: z.array(OpenEntry).max(500),
  ...{ openTotal: count, words: text },
});

/** Each review is a record of its own and never changes. */
const reviews = sharedKind<Review>({
  topic: 'statements',
  ...{ kind: reviewKind, merge: 'all', isBulky: true },
  label: 'recorded a review',
  aboutOf: ({ report: { from, to, accounts, openTotal, words } }) =>
    `${from} to ${to}: ${String(accounts.length)} accounts, ${String(openTotal)} open entries${words === '' ? '' : `, ${inQuotes(words)}`}.`,
  schema: z.object({ id, report: Report }),
  keyOf: (review) => review.id,
  apply: writeReview,
  allOf: sharedReviews,
});

/** The kinds of review records that a team shares. */
export const sharedOfReview: readonly SharedKind[] = [reviews];
