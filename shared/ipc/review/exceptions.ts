import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import { limits } from '../../limits.ts';
import { answers, nothing, id, undoneAct, type DoneAct } from '../route.ts';

/**
 * Gravest first. now: money is at stake · watch: the same, but the desk is finding out automatically · check: something does not hold or
 * waits for review · nothing: it ended without effect · ahead: it comes up one day soon.
 */
export type ExceptionUrgency = 'now' | 'watch' | 'check' | 'nothing' | 'ahead';

/**
 * Every kind, by priority: its urgency, whether it may be dismissed (only if it is over: not if it may still happen at the bank, or stays
 * wrong until corrected), and its label where the bank has none.
 */
export const exceptionKinds = {
  'stopped-run': { urgency: 'now', mayClose: true, label: 'Run stopped' },
  'due-today': { urgency: 'now', mayClose: false, label: 'Due today' },
  overdue: { urgency: 'now', mayClose: false, label: 'Overdue' },
  'sending-closed': { urgency: 'now', mayClose: false, label: 'Sending paused' },
  'not-approved': { urgency: 'now', mayClose: true, label: 'Not approved' },
  'paid-outside': { urgency: 'now', mayClose: false, label: 'Outside the record' },
  contradicted: { urgency: 'now', mayClose: true, label: 'Outcomes differ' },
  duplicated: { urgency: 'now', mayClose: false, label: 'More than once' },
  unknown: { urgency: 'now', mayClose: false, label: 'No answer' },
  'not-found': { urgency: 'now', mayClose: true, label: 'Not at the bank' },
  'awaiting-funds': { urgency: 'now', mayClose: false, label: 'Waits for funds' },
  returned: { urgency: 'now', mayClose: true, label: 'Returned' },
  failed: { urgency: 'now', mayClose: true, label: 'Failed' },
  mismatch: { urgency: 'now', mayClose: true, label: 'Figures differ' },
  unconfirmed: { urgency: 'check', mayClose: true, label: 'Not confirmed' },
  'void-act': { urgency: 'check', mayClose: true, label: 'Does not count' },
  'stopped-batch': { urgency: 'check', mayClose: true, label: 'Stopped' },
  'changed-payee': { urgency: 'check', mayClose: false, label: 'Changed payee' },
  'listed-name': { urgency: 'check', mayClose: false, label: 'Name on a list' },
  'red-day': { urgency: 'check', mayClose: false, label: 'Balances differ' },
  'unexpected-debit': { urgency: 'check', mayClose: true, label: 'Unexpected debit' },
  'under-floor': { urgency: 'check', mayClose: true, label: 'Under its floor' },
  'over-ceiling': { urgency: 'check', mayClose: true, label: 'Over its ceiling' },
  'old-list': { urgency: 'check', mayClose: true, label: 'Old list' },
  'expired-document': { urgency: 'check', mayClose: true, label: 'Expired' },
  expired: { urgency: 'nothing', mayClose: true, label: 'Expired' },
  'not-sent': { urgency: 'nothing', mayClose: true, label: 'Not sent' },
  refused: { urgency: 'nothing', mayClose: true, label: 'Refused' },
  'expiring-document': { urgency: 'ahead', mayClose: true, label: 'Document' },
} as const satisfies Readonly<
  Record<string, { urgency: ExceptionUrgency; mayClose: boolean; label: string }>
>;

export type ExceptionKind = keyof typeof exceptionKinds;

/** The view in which it is handled; without an identifier where the record has none yet. */
export type ExceptionPlace =
  | {
      readonly view: 'statements';
      readonly accountNumber: string;
      readonly from: string;
      readonly to: string;
      /** The entry that is selected there. */
      readonly entryId?: string;
    }
  | { readonly view: 'beneficiaries'; readonly entityId?: string }
  | { readonly view: 'sub-clients'; readonly entityId?: string }
  | { readonly view: 'accounts'; readonly accountNumber?: string }
  /** The account is selected there. */
  | { readonly view: 'position'; readonly accountNumber: string }
  | { readonly view: 'payments'; readonly reference: string }
  | { readonly view: 'batches'; readonly batchId: string }
  | { readonly view: 'due'; readonly reference?: string }
  | { readonly view: 'conversions'; readonly tradeId?: string }
  | { readonly view: 'remittances'; readonly id?: string }
  | { readonly view: 'receivables'; readonly id?: string }
  /** The match is selected there. */
  | { readonly view: 'screening'; readonly matchId?: string }
  | { readonly view: 'team' }
  /** The log is searched for this text. */
  | { readonly view: 'team-log'; readonly search: string }
  | { readonly view: 'reconcile' };

/** Something that a person should look at. */
export type ExceptionItem = {
  readonly exceptionId: string;
  readonly kind: ExceptionKind;
  readonly urgency: ExceptionUrgency;
  readonly title: string;
  /** What is known, in one sentence. */
  readonly detail: string;
  /** The bank's own status; null where the bank sends none. */
  readonly status: string | null;
  readonly amount: Money | null;
  /** A moment, or a day of the bank that has no time. */
  readonly since: Timestamp | IsoDate;
  /** Next steps, in a few words. */
  readonly next: string;
  readonly place: ExceptionPlace | null;
  /** The submission it is about, if it is one: it can be looked up, or sent again, from the inbox. */
  readonly submissionId: string | null;
  /** May a person dismiss it? What is open at the bank cannot be. */
  readonly mayClose: boolean;
};

export const exceptionsRoutes = {
  'exceptions.list': answers<{ items: readonly ExceptionItem[] }>().to(nothing),
  /** Dismisses those that still exist and may be dismissed. */
  'exceptions.close': answers<DoneAct>().to(
    z.strictObject({ exceptionIds: z.array(id).min(1).max(limits.actItemsMax) }),
  ),
  /** Restores the exceptions that an act dismissed, as far as they still apply. */
  'exceptions.putBack': undoneAct,
  /**
   * Marks a payment outside the team's record as known to the person of this desk. An empty text takes the mark back. Fails with
   * `input.invalid` where there is none of this id.
   */
  'exceptions.markKnown': answers<{ isMarked: boolean }>().to(
    z.strictObject({ exceptionId: id, text: z.string().trim().max(limits.noteTextMax) }),
  ),
};
