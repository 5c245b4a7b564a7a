import { z } from 'zod';

import type { Timestamp } from '../calendar.ts';
import type { Money } from '../money/money.ts';
import { answers, nothing, id } from './route.ts';

export type ExceptionKind =
  | 'sending-closed'
  | 'unknown'
  | 'duplicated'
  | 'not-found'
  | 'unconfirmed'
  | 'not-sent'
  | 'refused'
  | 'failed'
  | 'returned'
  | 'expired'
  | 'awaiting-funds'
  | 'mismatch'
  | 'red-day'
  | 'changed-payee'
  | 'expiring-document'
  | 'stopped-batch';

/**
 * now: money hangs on it · check: something does not hold or waits for a look · watch: the desk is finding out by
 * itself · nothing: it ended without effect · ahead: it comes up one day soon.
 */
export type ExceptionUrgency = 'now' | 'check' | 'watch' | 'nothing' | 'ahead';

/** Where the window goes to deal with it; without an identifier the record is not known by one yet. */
export type ExceptionPlace =
  | {
      readonly view: 'statements';
      readonly accountNumber: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly view: 'beneficiaries'; readonly entityId?: string }
  | { readonly view: 'sub-clients'; readonly entityId?: string }
  | { readonly view: 'accounts'; readonly accountNumber?: string }
  | { readonly view: 'payments'; readonly reference: string }
  | { readonly view: 'batches'; readonly batchId: string }
  | { readonly view: 'conversions'; readonly tradeId?: string }
  | { readonly view: 'remittances'; readonly id?: string }
  | { readonly view: 'receivables'; readonly id?: string }
  | { readonly view: 'reconcile' };

/** Something that a person should look at. */
export type ExceptionItem = {
  readonly exceptionId: string;
  readonly kind: ExceptionKind;
  readonly urgency: ExceptionUrgency;
  readonly title: string;
  /** What is known, in one sentence. */
  readonly detail: string;
  /** The bank's own word for where it stands; null where the bank tells none. */
  readonly status: string | null;
  readonly amount: Money | null;
  readonly since: Timestamp;
  /** What to do next, in a few words. */
  readonly next: string;
  readonly place: ExceptionPlace | null;
  /** The submission it is about, if it is one: it can be looked up, or sent again, from the inbox. */
  readonly submissionId: string | null;
  /** May a person lay it aside? What is open at the bank cannot be. */
  readonly mayClose: boolean;
};

export const exceptionsRoutes = {
  'exceptions.list': answers<{ items: readonly ExceptionItem[] }>().to(nothing),
  'exceptions.close': answers<{ closed: true }>().to(z.strictObject({ exceptionId: id })),
};
