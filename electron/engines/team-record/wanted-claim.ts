import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { JsonObject } from '../acts/act.ts';
import type { Context } from '../machine/context.ts';

/** A request for the right to send one payment. References and digests are plain text here. */
export type WantedClaim = {
  readonly reference: string;
  /** Equal for payments that look the same; null where no payment can look the same. */
  readonly likeness: string | null;
  readonly payloadHash: string;
  /** References of payments that look the same, and that a person confirmed as separate. */
  readonly twins: readonly string[];
  /** The payment as it is sent, for a team that approves payments. */
  readonly sending?: Sending;
  /** It was sent already: before this desk joined, or under a claim that the record lost. */
  readonly sentBefore?: SentBefore;
};

/** A payment that left before it is claimed. */
export type SentBefore = {
  /** When this desk sent it, by its own clock. */
  readonly at: Timestamp;
  /** The proof that it was sent before this desk was admitted; null without one. */
  readonly proof: JsonObject | null;
};

/** A payment as it is sent. */
export type Sending = {
  readonly operation: string;
  /** JSON text, exactly as it is sent. */
  readonly payload: string;
  /** The payee's bank details as this desk read them, field by field; null without. */
  readonly bankDetails: Readonly<Record<string, string>> | null;
  /** Amount and fee together, in the payment's currency, decimal text; null where the fee is not known. */
  readonly debit: string | null;
  /** The bank's data that could not be read. */
  readonly unread: readonly string[];
  /** What it replaces at the bank as this desk read it, field by field; absent without. */
  readonly basis?: Readonly<Record<string, string>> | null;
  /** The price of a conversion, amounts and rate as decimal text; absent without. */
  readonly trade?: SentTrade | null;
  /** Names the bank and the client to which it is sent. */
  readonly bank?: string;
};

type SentMoney = { readonly amount: string; readonly currency: string };

export type SentTrade = {
  readonly sell: SentMoney;
  readonly buy: SentMoney;
  readonly rate: string;
  /** In the currency that is sold; null where the bank names none. */
  readonly fee: string | null;
};

/** What approval rules add to a claim. */
export type ApprovedClaim = {
  /** The payment and the approvals it rests on, or the proof that it was sent before; part of the encrypted body. */
  readonly payment: JsonObject;
  /** Names of the sums that the rules count. */
  readonly tallies: readonly string[];
};

/**
 * Checks the payments of one claim against the acts that this desk has read, and answers in their order. Null in a team without approval
 * rules. A failure tells what an approval lacks (`team.not-approved`).
 */
export type JudgeClaims = (
  wanted: readonly WantedClaim[],
  context: Context,
) => readonly Outcome<ApprovedClaim>[] | null;
