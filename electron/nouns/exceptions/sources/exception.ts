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

/** A trouble with a team's record: nothing is sent, an act changes nothing, or a payment lacks its approvals. */
export type TeamTrouble = {
  readonly kind: 'sending-closed' | 'void-act' | 'not-approved' | 'contradicted';
  /** The same trouble has the same subject as long as it lasts. */
  readonly subject: string;
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly since: Timestamp;
  /** The order concerned, which the log of the team names; absent where there is none. */
  readonly reference?: string;
};

/** The data of the desk's team that exceptions read. */
export type TeamReads = {
  readonly troubles: () => readonly TeamTrouble[];
  /** Orders in the bank's lists that no claim of the team accounts for. */
  readonly unclaimed: () => readonly UnclaimedOrder[];
};

/** The inputs of the exception sources. */
export type ExceptionParts = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly questions: ExceptionQuestions;
  /** Is the journal the one that this machine knows? */
  readonly journalStatus: JournalStatus;
  readonly clock: Clock;
  /** The spendable balance after what is in flight; null where no balance is known. */
  readonly afterInFlight: (account: CachedAccount) => Money | null;
  /** The meanings of the bank's own words for a state. */
  readonly statusWords: StatusWords;
  /** The inputs for the check of debits; absent where debits are not checked. */
  readonly debits?: { readonly orders: OrderParts; readonly places: Places };
  /** Of the desk's team; absent where it has none. */
  readonly teamTroubles?: () => readonly TeamTrouble[];
  /** Of the desk's team; absent where it has none. */
  readonly unclaimed?: TeamReads['unclaimed'];
};

/** An exception as its source finds it; its kind decides its urgency and whether it may be dismissed. */
export type Finding = Omit<ExceptionItem, 'urgency' | 'mayClose'>;

/** One place in which exceptions are found. */
export type Source = (parts: ExceptionParts) => readonly Finding[] | Promise<readonly Finding[]>;

/** After a week, refusals and submissions that never left are no longer shown. */
export const newsMs = 7 * 86_400_000;

/** Records that ended longer ago than this were handled elsewhere. */
const historyMs = 90 * 86_400_000;

/** The longest identifier of a route. */
const idLengthMax = 200;

/**
 * The same trouble has the same id as long as it lasts. With `stamp`, which names its present state, a dismissed exception comes back when
 * that state changes.
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
