import { z } from 'zod';

import { ApprovalAmount, isAmount, RulesDraft } from '../../../shared/team/approval-rules.ts';
import { IsoDateText, TimestampText } from '../../../shared/calendar/calendar-schemas.ts';
import { HistoryProof } from '../people/history.ts';
import { TradeContent } from './limit.ts';

/** Kinds of acts that this room reads. */
export const approvalKinds = [
  ...['approval-rules', 'propose', 'request', 'approve', 'refuse', 'withdraw', 'delegate'],
  ...['open-sending', 'release-payee'],
] as const;

const Name = z.string().min(1).max(100);
const Text = z.string().max(200);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

export const RulesContent = RulesDraft.extend({
  /** One more than the version of the rules that it replaces. */
  version: z.int().min(1),
  /** Payees that the team paid before it had rules: {@link payeeName}. */
  payees: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(10_000),
});

/** The bank data on which an approval rests, as one desk read it. */
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

/** The premise where no bank data was read. */
export const noPremise: z.infer<typeof PremiseContent> = {
  ...{ details: '', country: '', twins: [], warnings: [], debit: null },
};

/** One change: its reference, and the payload exactly as it is sent; for a conversion, its limit. */
const LineContent = z.strictObject({
  reference: Text.min(1),
  payload: z.string().max(20_000),
});

/** The kind of an act with a piece of an invoice, shown to approvers. No rule depends on it. */
export const invoicePieceKind = 'invoice-piece';
/** The most invoices of one request. */
export const invoicesOfRequestMax = 20;
/** The most bytes of a piece: as base64 they fit into an act of the record, which holds a megabyte. */
export const pieceBytesMax = 375_000;
const piecesMax = 20;

/** An invoice of a request: the digest of its bytes, and the numbers of the acts that have them; none where it is too large. */
const InvoiceContent = z.strictObject({
  name: z.string().min(1).max(1_000),
  sha256: Digest,
  acts: z.array(z.int().min(1)).max(piecesMax),
});

export const InvoicePieceContent = z.strictObject({
  sha256: Digest,
  /** Counts from 0. */
  piece: z
    .int()
    .min(0)
    .max(piecesMax - 1),
  bytes: z
    .base64()
    .min(1)
    .max(Math.ceil(pieceBytesMax / 3) * 4),
});

export const RequestContent = z.strictObject({
  operation: Text.min(1),
  /** The premise that its maker read, for each line. It is shown to approvers; each approval counts by its own premises. */
  premises: z.array(PremiseContent).max(5_000).default([]),
  /** Digest of the bank's address and environment, and the client, with a blank between. */
  bank: Text,
  lines: z.array(LineContent).min(1).max(5_000),
  words: z.string().max(2_000),
  /** Only for a request of one payment. */
  invoices: z.array(InvoiceContent).max(invoicesOfRequestMax).optional(),
  /** It cannot be sent after this. */
  until: TimestampText,
});

export const ApproveContent = z.strictObject({
  /** The act of a request, of proposed rules, of an enrolment, or of a proposed decision. */
  of: Digest,
  /** One for each line of a request; null for a line that is excluded from the approval. */
  premises: z.array(PremiseContent.nullable()).max(5_000),
});

/** A joint decision of administrators: to take over a claim, or to end the team. */
export const ProposeContent = z.union([
  z.strictObject({ takesOver: Text.min(1), outcome: z.enum(['accepted', 'not-found']) }),
  z.strictObject({ ends: z.literal(true) }),
]);

export const RefuseContent = z.strictObject({ of: Digest, words: z.string().max(2_000) });

/** Withdraws a request (by its maker), proposed rules (by their author), or a delegation (by either of the two persons). */
export const WithdrawContent = z.strictObject({ of: Digest });

export const DelegateContent = z.strictObject({
  to: Name,
  ...{ begins: TimestampText, ends: TimestampText },
  limit: ApprovalAmount.nullable(),
});

/** Opens the sending desk of a login for one day, in the time zone of the rules. */
export const OpenSendingContent = z.strictObject({ login: Name, day: IsoDateText });

/** Releases the bank details of a payee, by their fingerprint. */
export const ReleasePayeeContent = z.strictObject({ payee: Text.min(1), details: Text.min(1) });

/** One change in a claim: a line of a request, or the change itself where no rule asks for an approval. */
const PaymentContent = z.strictObject({
  request: Digest.nullable(),
  line: z.int().min(0),
  /** The change that is sent. Null where the request has it; a conversion names its trade under the limit of its request. */
  order: z
    .strictObject({
      operation: Text.min(1),
      payload: z.string().max(20_000),
      /** The price of a conversion. */
      trade: TradeContent.optional(),
    })
    .nullable(),
  /** The bank to which it is sent, as in a request. */
  bank: Text.optional(),
  premise: PremiseContent,
  /** When it was sent, where it is claimed again after the record lost its claim. */
  sentAt: TimestampText.optional(),
});

/** A payment that its desk sent before it was admitted. */
const PastContent = z.strictObject({ past: HistoryProof });

/** The part that every claim has, even one without payment data. */
export const NamedContent = z.object({ references: z.array(Text) });

export const ClaimContent = NamedContent.extend({
  payments: z.array(z.union([PaymentContent, PastContent])),
});

export type Rules = z.infer<typeof RulesContent>;
export type Rule = Rules['rules'][number];
export type Condition = Rule['when'];
export type Money = z.infer<typeof ApprovalAmount>;
export type Premise = z.infer<typeof PremiseContent>;
export type RequestBody = z.infer<typeof RequestContent>;
export type RequestedInvoice = z.infer<typeof InvoiceContent>;
export type InvoicePiece = z.infer<typeof InvoicePieceContent>;
export type PaymentOfClaim = z.infer<typeof PaymentContent>;
