import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import type { Moment } from '../../../shared/calendar/moment.ts';
import type { Money } from '../../../shared/money/money.ts';

/** A range of day numbers, both ends included. */
export type Days = { readonly from: number; readonly to: number };

export type ReadDay = {
  readonly day: number;
  readonly state: 'proven' | 'broken' | 'unproven';
  /** When its last reading began; null where it was read in several parts, or by an earlier version. */
  readonly begun: Moment | null;
};

export type UnreadableEntry = {
  readonly entryId: string;
  readonly reason: string;
  /** The bank's own text. */
  readonly text: string;
};

/** A debit of the statement. */
export type BookedDebit = {
  /** Without a sign, in 10^-4. */
  readonly units: bigint;
  readonly currency: string;
  /** By the bank's clock. */
  readonly at: Timestamp;
  /** When this desk first read it, or first read its present content. */
  readonly seenAt: Timestamp;
};

/** An account's balances by the bank and by its statement, each with the time of its reading. */
export type AccountBalances = {
  readonly available: Money | null;
  readonly availableAsOf: Timestamp | null;
  /** At the end of the newest day of the statement. */
  readonly booked: Money | null;
  readonly statementAsOf: Timestamp | null;
};

/** An entry as the local copy has it; flags and notes live in the journal. */
export type EvidenceEntry = Omit<EntryRow, 'counterparty' | 'flagged' | 'hasNote' | 'files'>;

/** Reads bookings from the statements of the local copy. */
export type StatementEvidence = {
  /** The entries of one account that carry our reference, oldest first; withdrawn entries are left out. */
  byReference(accountNumber: string, reference: string): EvidenceEntry[];
  /**
   * The account's entries from that day on whose reference or narration contains one of the texts, or a word that begins
   * like it; newest first, at most `limit`. Withdrawn entries are included.
   */
  resembling(
    accountNumber: string,
    query: { texts: readonly string[]; from: number; limit: number },
  ): EvidenceEntry[];
  /** The debits on those days of at least that amount (10^-4) or in another currency; oldest first. */
  debits(
    accountNumber: string,
    query: { days: Days; least: bigint; currency: string | null; limit: number },
  ): EvidenceEntry[];
  /** The days that were read at least once, oldest first. */
  readDays(accountNumber: string, days: Days): ReadDay[];
  /** The unreadable entries of those days. An entry without a day may belong to any of them. */
  unreadable(accountNumber: string, days: Days): UnreadableEntry[];
  /** The closing balance of a day by its statement, in 10^-4; null where no statement has it. */
  closingOn(accountNumber: string, day: number): bigint | null;
  /** The available balance by the bank; null where it sent none. */
  available(accountNumber: string): Money | null;
  /** The debits of one account that carry our reference; withdrawn entries are left out. */
  debitsUnder(accountNumber: string, reference: string): BookedDebit[];
  /** Null where the account is not in the local copy. */
  balances(accountNumber: string): AccountBalances | null;
};
