import type { SubClient, SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Requirement, Shareholding } from '../../../../shared/ipc/changes/sub-clients.ts';

/** A change that was sent for a sub-client and has no answer. */
export type Unanswered = {
  readonly submissionId: string;
  readonly operation: string;
  readonly title: string;
  readonly sentAt: Timestamp;
};

/** The facts that decide what a sub-client lacks to be, or stay, approved. */
export type RequirementQuestion = {
  /** The types of documents that the bank takes, by its file. */
  readonly types: readonly string[];
  readonly subClient: SubClient;
  readonly documents: readonly SubClientDocument[];
  /** Null when the owners were never read: then there is no requirement about them. */
  readonly shareholding: Pick<Shareholding, 'total' | 'remaining'> | null;
  readonly unanswered: readonly Unanswered[];
  /** When the bank last accepted our submission of it; null when it was never submitted from here. */
  readonly submittedAt: Timestamp | null;
  /** Since when the bank no longer has it. */
  readonly goneAt: Timestamp | null;
};

/** A requirement as its rule finds it, without the sub-client it belongs to. */
export type FoundRequirement = Omit<
  Requirement,
  'requirementId' | 'subClientId' | 'subClientName'
> & {
  /** Distinguishes it from others of the same kind. */
  readonly key: string;
};
