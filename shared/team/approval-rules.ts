import { z } from 'zod';

import { isCurrency } from '../money/currencies.ts';
import { isDecimal } from '../money/decimal.ts';
import { isRate } from '../money/rate.ts';
import { roles } from './roles.ts';

const Name = z.string().min(1).max(100);
const Text = z.string().max(200);
const Texts = z.array(Text.min(1)).min(1).max(200);
const Currency = z.string().refine(isCurrency);
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const isAmount = (text: string): boolean => isDecimal(text) && !text.startsWith('-');

/** Decimal text that is not negative, with its currency. */
export const ApprovalAmount = z.strictObject({
  amount: z.string().refine(isAmount),
  currency: Currency,
});

/** When a rule fits: all conditions that it has must hold. Without one it fits everything. */
const When = z.strictObject({
  operations: Texts.optional(),
  accounts: Texts.optional(),
  currencies: z.array(Currency).min(1).max(200).optional(),
  /** Countries of payees, as the bank writes them. */
  countries: Texts.optional(),
  /** The whole request comes to more than this. */
  over: ApprovalAmount.optional(),
  /** The team has not paid this payee with these bank details before. */
  newPayee: z.literal(true).optional(),
  /** The sum of 1 or 7 days comes to more than this, with the whole request. */
  sumOver: ApprovalAmount.extend({
    per: z.enum(['account', 'payee', 'maker']),
    days: z.union([z.literal(1), z.literal(7)]),
  }).optional(),
  /** The time is not between `from` and `to`, or the day of the week (Monday is 1) is another. */
  outside: z
    .strictObject({
      ...{ from: Clock, to: Clock },
      days: z.array(z.int().min(1).max(7)).min(1).max(7),
    })
    .optional(),
  /** A payment file with more lines than this. */
  linesOver: z.int().min(0).optional(),
});

/** How many persons must approve. `any`: every role but reader. */
const Need = z.strictObject({
  role: z.enum([...roles, 'any']),
  count: z.int().min(1).max(20),
});

const isZone = (zone: string): boolean => Intl.supportedValuesOf('timeZone').includes(zone);

/** What a person writes of approval rules: all but their number and the payees that the team had paid before. */
export const RulesDraft = z.strictObject({
  /** So many administrators must sign the next rules, each desk that is admitted, each claim that is taken over, and the end of the team. */
  admins: z.int().min(1).max(20),
  /** In which days and hours are counted. */
  zone: z.string().refine((zone) => zone === 'UTC' || isZone(zone)),
  rules: z.array(z.strictObject({ when: When, need: Need })).max(200),
  /** Up to which amount a person may approve. */
  limits: z.array(ApprovalAmount.extend({ person: Name })).max(1_000),
  /** What one `base` is in `counter`, to compare amounts. */
  rates: z
    .array(
      z.strictObject({
        ...{ base: Currency, counter: Currency },
        rate: z.string().refine(isRate),
      }),
    )
    .max(500),
  /** Only desks with the role `sender` send payments, on days for which two persons opened them. Absent: every desk sends. */
  sendingDesks: z.literal('only').optional(),
  /**
   * A payment to bank details that the team has not paid before waits until a person other than who changed them has released them.
   * Absent: it does not wait.
   */
  payeeRelease: z.literal('second-person').optional(),
});

export type RulesDraft = z.infer<typeof RulesDraft>;
export type ApprovalRule = RulesDraft['rules'][number];
export type RuleCondition = ApprovalRule['when'];
