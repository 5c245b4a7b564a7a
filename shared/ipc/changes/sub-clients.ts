import { z } from 'zod';

import {
  type Shareholder,
  ShareholderChange,
  ShareholderForm,
  SubClientChange,
  SubClientForm,
  type SubClient,
  type SubClientDocument,
} from '../../bank/onboarding.ts';
import { Reference } from '../../bank/operation.ts';
import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import type { Decimal } from '../../money/decimal.ts';
import { answers, nothing, id } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

/** Where on a sub-client's pages a requirement is carried out. */
export type RequirementPlace = 'details' | 'shareholders' | 'documents' | 'submit';

/** A requirement before a sub-client is approved, or for it to stay so. */
export type Requirement = {
  /** Stable for the same thing of the same sub-client. */
  readonly requirementId: string;
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
  /** Next steps, as an instruction. */
  readonly title: string;
  /** Why, in the bank's own words where it has some; may be empty. */
  readonly detail: string;
  readonly dueBy: IsoDate | null;
  readonly place: RequirementPlace;
  /** The type of document that is asked for, where it is one. */
  readonly documentType: string | null;
};

/** The owners of a sub-client and how their shares add up. */
export type Shareholding = {
  readonly shareholders: readonly Shareholder[];
  /** Per cent, added exactly. */
  readonly total: Decimal;
  /** What is missing to 100; negative when it is too much. */
  readonly remaining: Decimal;
};

/** A share as entered: the main process parses it. */
const share = z.string().min(1).max(20);

export type SubClientRow = {
  readonly entityId: string;
  readonly name: string;
  readonly businessName: string;
  /** The bank's short name for it; may be empty. */
  readonly code: string;
  readonly countryOfRegistration: string;
  readonly status: string;
  readonly approvalStatus: string;
  readonly stagesRemaining: readonly string[];
  /** The earliest of its documents that count; null when none has a date or they were never fetched. */
  readonly nearestExpiry: IsoDate | null;
  readonly documentCount: number | null;
  /** Document type -> the bank's word about the latest one it has; empty where there is none. */
  readonly documentWords: Readonly<Record<string, string>>;
  /** When the bank last sent it; null where it never did: a person entered its id, and its name here is that id. */
  readonly asOf: Timestamp | null;
};

export type SubClientDetail = {
  readonly subClient: SubClient;
  /** Null where the bank never sent it: then all but the id of the record is empty. */
  readonly asOf: Timestamp | null;
  /** The client that it is addressed under; null where it is not known. */
  readonly clientId: string | null;
  readonly documents: readonly SubClientDocument[];
  readonly documentsAsOf: Timestamp | null;
  /** Null when they were never fetched. */
  readonly shareholding: (Shareholding & { readonly asOf: Timestamp }) | null;
  readonly requirements: readonly Requirement[];
  /** Since when a complete list of the bank no longer has it; null while it is listed. */
  readonly goneAt: Timestamp | null;
  readonly openSubmission: SubmissionView | null;
};

/** What a row of a file would send. */
export type OnboardingOrder =
  | { readonly kind: 'sub-client'; readonly details: SubClientForm }
  | {
      readonly kind: 'owner';
      readonly subClientId: string;
      readonly shareholder: Omit<ShareholderForm, 'ownershipPercentage'> & {
        readonly ownershipPercentage: string;
      };
    };

/** A row of a file of sub-clients or owners, checked; nothing of it was sent. */
export type OnboardingRow = {
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly name: string;
  /** The rest of the row, in a few words. */
  readonly about: string;
  /** What is wrong with it, `Field: why`. */
  readonly problems: readonly string[];
  /** Why it is not sent though nothing is wrong: it is here already, or waits. */
  readonly known: string | null;
  /** Null where it is not sent. */
  readonly order: OnboardingOrder | null;
};

export type OnboardingFile = {
  readonly fileName: string;
  readonly holds: 'sub-clients' | 'owners';
  /** In the order of the file; `field` is what each means, '' where it is not used. */
  readonly columns: readonly {
    readonly heading: string;
    readonly description: string;
    readonly field: string;
  }[];
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  readonly rows: readonly OnboardingRow[];
  readonly notes: readonly string[];
};

export const subClientsRoutes = {
  /**
   * Reads a CSV or a workbook of sub-clients or of owners and checks each row; nothing is sent. `columns`, field -> column from 0, is a
   * person’s assignment, and is remembered for files of the same headings.
   */
  'subClients.readFile': answers<OnboardingFile>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      columns: z.record(z.string().max(100), z.int().min(0).max(200)).optional(),
    }),
  ),
  'subClients.create': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, details: SubClientForm.strict() }),
  ),
  'subClients.update': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, change: SubClientChange.strict() }),
  ),
  'shareholders.create': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      subClientId: id,
      shareholder: ShareholderForm.extend({ ownershipPercentage: share }).strict(),
    }),
  ),
  'shareholders.update': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      subClientId: id,
      shareholderId: id,
      change: ShareholderChange.extend({ ownershipPercentage: share.optional() }).strict(),
    }),
  ),
  /** Next steps, for whom, by when: over all sub-clients, the most urgent first. */
  'subClients.requirements': answers<{ rows: readonly Requirement[] }>().to(nothing),
  /**
   * Asks where to save, then writes what is asked of one sub-client as a letter: a message where the name ends in .eml, else text. Without
   * an id, writes both for every sub-client of which something is asked, in a ZIP archive. `letters` is how many.
   */
  'subClients.saveLetters': answers<
    | { readonly saved: true; readonly fileName: string; readonly letters: number }
    | { readonly saved: false }
  >().to(z.strictObject({ entityId: id.optional() })),
  'subClients.list': answers<{ rows: readonly SubClientRow[]; asOf: Timestamp | null }>().to(
    z.strictObject({ search: z.string().max(limits.searchTextMax) }),
  ),
  'subClients.get': answers<SubClientDetail>().to(z.strictObject({ entityId: id })),
  /**
   * Adds a sub-client to the list by its bank id and its client's, which is all that Upload, Submit and Delete need (sections 4.4 to 4.6).
   * The bank is not asked.
   */
  'subClients.name': answers<{ entityId: string }>().to(
    z.strictObject({ entityId: id, clientId: id }),
  ),
  /** Removes a sub-client of which only these ids are known. */
  'subClients.forget': answers<{ forgotten: true }>().to(z.strictObject({ entityId: id })),
  'subClients.refresh': answers<{ count: number }>().to(
    z.strictObject({ entityId: id.optional() }),
  ),
  'subClients.submit': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id }),
  ),
  /** The sub-client's name is typed to confirm. */
  'subClients.delete': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, confirmation: z.string().max(300) }),
  ),
};
