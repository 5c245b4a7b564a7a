import type { Shareholder } from '../bank/onboarding.ts';
import type { IsoDate } from '../calendar.ts';
import type { Decimal } from '../money/decimal.ts';

/** Where on a sub-client's pages a cure is carried out. */
export type CurePlace = 'details' | 'shareholders' | 'documents' | 'submit';

/** One thing that keeps a sub-client from being, or staying, approved. */
export type Cure = {
  /** Stable for the same thing of the same sub-client. */
  readonly cureId: string;
  readonly subClientId: string;
  readonly subClientName: string;
  /**
   * stage: the bank lists it in stagesRemaining · comment: the bank's own words · details, shareholders: our reading of the record ·
   * document-…: a document's state · submit: nothing is left but submitting · unknown: a change without an answer.
   */
  readonly kind:
    | 'stage'
    | 'comment'
    | 'details'
    | 'shareholders'
    | 'document-expired'
    | 'document-expiring'
    | 'document-refused'
    | 'submit'
    | 'unknown';
  /** What to do next, as an instruction. */
  readonly title: string;
  /** Why, with the bank's own words where it said something; may be empty. */
  readonly detail: string;
  readonly dueBy: IsoDate | null;
  readonly place: CurePlace;
  /** The type of document that is asked for, where it is one. */
  readonly documentType: string | null;
};

/** A document of any sub-client that runs out or has run out. */
export type Expiry = {
  readonly subClientId: string;
  readonly subClientName: string;
  readonly documentId: string;
  readonly documentType: string;
  readonly expiryDate: IsoDate;
  /** From today; below zero once it is past. */
  readonly days: number;
};

/** The owners of a sub-client and how their shares add up. */
export type Shareholding = {
  readonly shareholders: readonly Shareholder[];
  /** Per cent, added exactly. */
  readonly total: Decimal;
  /** What is missing to 100; negative when it is too much. */
  readonly remaining: Decimal;
};
