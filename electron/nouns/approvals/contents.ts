import { z } from 'zod';

import { TimestampText } from '../../../shared/calendar/calendar-schemas.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { HistoryProof } from '../people/history.ts';
import { roles } from '../people/membership.ts';

/** Kinds of acts that this room reads. */
export const approvalKinds = [
  ...['approval-rules', 'propose', 'request', 'approve', 'refuse', 'withdraw', 'delegate'],
] as const;

const Name = z.string().min(1).max(100);
const Text = z.string().max(200);
const Texts = z.array(Text.min(1)).min(1).max(200);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Currency = z.string().refine(isCurrency);
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const isAmount = (text: string): boolean => isDecimal(text) && !text.startsWith('-');

/** Decimal text that is not negative, with its currency. */
const Amount = z.strictObject({ amount: z.string().refine(isAmount), currency: Currency });

/** When a rule fits: all conditions that it has must hold. Without one it fits everything. */
const When = z.strictObject({
  operations: Texts.optional(),
  accounts: Texts.optional(),
  currencies: z.array(Currency).min(1).max(200).optional(),
  /** Countries of payees, as the bank writes them. */
  countries: Texts.optional(),
  /** The whole request comes to more than this. */
  over: Amount.optional(),
  /** The team has not paid this payee with these bank details before. */
  newPayee: z.literal(true).optional(),
  /** The sum of 1 or 7 days comes to more than this, with the whole request. */
  sumOver: Amount.extend({
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

export const RulesContent = z.strictObject({
  /** One more than that of the rules that it replaces. */
  version: z.int().min(1),
  /** So many administrators must sign the next rules, each desk that is admitted, each claim that is taken over, and the end of the team. */
  admins: z.int().min(1).max(20),
  /** In which days and hours are counted. */
  zone: z.string().refine((zone) => zone === 'UTC' || isZone(zone)),
  rules: z.array(z.strictObject({ when: When, need: Need })).max(200),
  /** Up to which amount a person may approve. */
  limits: z.array(Amount.extend({ person: Name })).max(1_000),
  /** What one `base` is in `counter`, to compare amounts. */
  rates: z
    .array(
      z.strictObject({
        ...{ base: Currency, counter: Currency },
        rate: z.string().refine(isRate),
      }),
    )
    .max(500),
  /** Payees that the team paid before it had rules: {@link payeeName}. */
  payees: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(10_000),
});

/** What a request rests on, as one desk read it from the bank. */
const PremiseContent = z.strictObject({
  /** Fingerprint of the payee's bank details; empty without a payee. */
  details: Text,
  /** The payee's country; empty where the bank has none. */
  country: Text,
  /** References of payments that look the same. */
  twins: z.array(Text).max(50),
  /** Warnings that a person must confirm. */
  warnings: z.array(Text).max(50),
  /** Amount and fee together, in the payment's currency; null where the fee is not known. */
  debit: z.string().refine(isAmount).nullable(),
});

/** Where nothing of the bank was read. */
export const noPremise: z.infer<typeof PremiseContent> = {
  ...{ details: '', country: '', twins: [], warnings: [], debit: null },
};

/** One payment: its reference, and the payload exactly as it is sent. */
const LineContent = z.strictObject({
  reference: Text.min(1),
  payload: z.string().max(20_000),
});

export const RequestContent = z.strictObject({
  operation: Text.min(1),
  /** What its maker read, for each line. Shown to those who approve; approvals are judged by their own readings. */
  premises: z.array(PremiseContent).max(5_000).default([]),
  /** Address, environment and client of the bank. */
  bank: Text,
  lines: z.array(LineContent).min(1).max(5_000),
  words: z.string().max(2_000),
  /** It cannot be sent after this. */
  until: TimestampText,
});

export const ApproveContent = z.strictObject({
  /** The act of a request, of proposed rules, of an enrolment, or of a proposed decision. */
  of: Digest,
  /** For each line of a request; null for a line that is taken out. */
  premises: z.array(PremiseContent.nullable()).max(5_000),
});

/** What administrators decide together: to take a claim over, or to end the team. */
export const ProposeContent = z.union([
  z.strictObject({ takesOver: Text.min(1), outcome: z.enum(['accepted', 'not-found']) }),
  z.strictObject({ ends: z.literal(true) }),
]);

export const RefuseContent = z.strictObject({ of: Digest, words: z.string().max(2_000) });

/** Of a request by its maker, of proposed rules by their author, of a delegation by either of the two. */
export const WithdrawContent = z.strictObject({ of: Digest });

export const DelegateContent = z.strictObject({
  to: Name,
  ...{ begins: TimestampText, ends: TimestampText },
  limit: Amount.nullable(),
});

/** What a claim says of one payment: a line of a request, or the payment itself where no rule asks for an approval. */
const PaymentContent = z.strictObject({
  request: Digest.nullable(),
  line: z.int().min(0),
  /** Null with a request. */
  order: z.strictObject({ operation: Text.min(1), payload: z.string().max(20_000) }).nullable(),
  premise: PremiseContent,
  /** When it was sent, where it is claimed again after the record lost its claim. */
  sentAt: TimestampText.optional(),
});

/** A payment that its desk sent before it was admitted. */
const PastContent = z.strictObject({ past: HistoryProof });

/** What every claim says, also one that does not say what it sends. */
export const NamedContent = z.object({ references: z.array(Text) });

export const ClaimContent = NamedContent.extend({
  payments: z.array(z.union([PaymentContent, PastContent])),
});

export type Rules = z.infer<typeof RulesContent>;
export type Rule = Rules['rules'][number];
export type Condition = Rule['when'];
export type Money = z.infer<typeof Amount>;
export type Premise = z.infer<typeof PremiseContent>;
export type RequestBody = z.infer<typeof RequestContent>;
export type PaymentOfClaim = z.infer<typeof PaymentContent>;
