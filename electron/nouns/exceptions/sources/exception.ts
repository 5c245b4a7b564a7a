import { createHash } from 'node:crypto';

import type { ExceptionItem, ExceptionKind } from '../../../../shared/ipc/review/exceptions.ts';
import type { JournalStatus } from '../../../../shared/ipc/submissions.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Money } from '../../../../shared/money/money.ts';
import type { OrderParts } from '../../../engines/submissions/orders/own-orders.ts';
import type { Places } from '../../statements/entries/meanings.ts';
import type { CachedAccount } from '../../accounts/tables.ts';
import type { StatusWords } from '../../../engines/bank/mapping/status-terms.ts';
import type { Clock } from '../../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import type { UnclaimedOrder } from '../../unclaimed/open-orders.ts';
import type { ExceptionQuestions } from './reads.ts';

/** What is wrong with a team's record: nothing is sent, an act changes nothing, or a payment lacks its approvals. */
export type TeamTrouble = {
  readonly kind: 'sending-closed' | 'void-act' | 'not-approved' | 'contradicted';
  /** The same trouble has the same subject as long as it lasts. */
  readonly subject: string;
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly since: Timestamp;
  /** The order it is about, which the log of the team names; absent where there is none. */
  readonly reference?: string;
};

/** What exceptions read of the desk's team. */
export type TeamReads = {
  readonly troubles: () => readonly TeamTrouble[];
  /** Orders in the bank's lists that no claim of the team accounts for. */
  readonly unclaimed: () => readonly UnclaimedOrder[];
};

/** What exceptions are found in. */
export type ExceptionParts = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly questions: ExceptionQuestions;
  /** Is the journal the one that this machine knows? */
  readonly journalStatus: JournalStatus;
  readonly clock: Clock;
  /** What can be spent behind what is in flight; null where no balance is known. */
  readonly afterInFlight: (account: CachedAccount) => Money | null;
  /** What the bank's own words for a state mean. */
  readonly statusWords: StatusWords;
  /** What debits are compared with; absent where they are not looked at. */
  readonly debits?: { readonly orders: OrderParts; readonly places: Places };
  /** Of the desk's team; absent where it has none. */
  readonly teamTroubles?: () => readonly TeamTrouble[];
  /** The same. */
  readonly unclaimed?: TeamReads['unclaimed'];
};

/** An exception as its source finds it; how urgent it is and whether it may be dismissed follows from its kind. */
export type Finding = Omit<ExceptionItem, 'urgency' | 'mayClose'>;

/** One place in which exceptions are found. */
export type Source = (parts: ExceptionParts) => readonly Finding[] | Promise<readonly Finding[]>;

/** What never left, and what the bank refused, is old news after a week. */
export const newsMs = 7 * 86_400_000;

/** What came to an end longer ago than this was dealt with elsewhere. */
const historyMs = 90 * 86_400_000;

/** As long as an identifier of a route may be. */
const idLengthMax = 200;

/**
 * The same trouble has the same id as long as it lasts. With `stamp`, which names its present state, one that was laid
 * aside comes back when that state changes.
 */
export function exceptionId(kind: ExceptionKind, subject: string, stamp?: string): string {
  const text = [kind, subject, ...(stamp === undefined ? [] : [stamp])].join(':');
  if (text.length <= idLengthMax) return text;
  return `${kind}:${createHash('sha256').update(text).digest('hex')}`;
}

export const timeBefore = (clock: Clock, ms: number): Timestamp =>
  new Date(clock.now() - ms).toISOString();

export const watchedSince = ({ clock }: ExceptionParts): Timestamp => timeBefore(clock, historyMs);

/** `1 day`, `3 days`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${String(count)} ${count === 1 ? noun : plural}`;
