import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { JsonObject } from '../acts/act.ts';
import type { Context } from '../machine/context.ts';

/** The right to send one payment, as it is asked for. References and digests are plain text here. */
export type WantedClaim = {
  readonly reference: string;
  /** Equal for payments that look the same; null where that cannot be. */
  readonly likeness: string | null;
  readonly payloadHash: string;
  /** References of payments that look the same and are meant. */
  readonly twins: readonly string[];
  /** What leaves, for a team that approves payments. */
  readonly sending?: Sending;
  /** It was sent already: before this desk joined, or under a claim that the record lost. */
  readonly sentBefore?: SentBefore;
};

/** A payment that left before it is claimed. */
export type SentBefore = {
  /** When this desk sent it, by its own clock. */
  readonly at: Timestamp;
  /** What shows that it was sent before this desk was admitted; null where nothing does. */
  readonly proof: JsonObject | null;
};

/** A payment as it leaves. */
export type Sending = {
  readonly operation: string;
  /** JSON text, exactly as it is sent. */
  readonly payload: string;
  /** The payee's bank details as this desk read them, field by field; null without. */
  readonly bankDetails: Readonly<Record<string, string>> | null;
  /** Amount and fee together, in the payment's currency, decimal text; null where the fee is not known. */
  readonly debit: string | null;
  /** What of the bank could not be read. */
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
  /** What is sent, and what it rests on, or what shows that it was sent before; in the encrypted body. */
  readonly payment: JsonObject;
  /** Names of the sums that the rules count. */
  readonly tallies: readonly string[];
};

/**
 * Judges the payments of one claim by what this desk has read, in their order. Null in a team without approval rules. A failure says what
 * an approval lacks (`team.not-approved`).
 */
export type JudgeClaims = (
  wanted: readonly WantedClaim[],
  context: Context,
) => readonly Outcome<ApprovedClaim>[] | null;
