import type { ClientConfiguration } from '../bank/webhooks.ts';
import type { Timestamp } from '../calendar.ts';
import type { SubmissionView } from './submission-records.ts';

/** The callbackUrl of a sub-client, section 2. */
export type CallbackAddress = {
  readonly entityId: string;
  readonly name: string;
  readonly callbackUrl: string;
};

export type WebhookView = {
  /** Null when it was never asked. */
  readonly configuration: ClientConfiguration | null;
  readonly asOf: Timestamp | null;
  /** Whose configuration it is; null while nobody knows which client is signed in. */
  readonly clientId: string | null;
  /** Sub-clients whose own record carries a callbackUrl, by name. */
  readonly subClients: readonly CallbackAddress[];
  readonly openSubmission: SubmissionView | null;
};

export const bankEventKinds = [
  'entry',
  'transfer',
  'trade',
  'remittance',
  'receivable',
  'beneficiary',
  'sub-client',
  'document',
  'shareholder',
  'account',
  'webhook',
] as const;
export type BankEventKind = (typeof bankEventKinds)[number];

/** Something that polling found to be other than before. */
export type BankEvent = {
  readonly eventId: number;
  /** When it was seen here; the bank may have known it earlier. */
  readonly seenAt: Timestamp;
  readonly kind: BankEventKind;
  readonly change: 'appeared' | 'changed' | 'gone';
  /** Identifier at the bank; empty where the event stands for many records. */
  readonly subjectId: string;
  /** What its view opens it by: the reference of a transfer, the sub-client of a document; else the identifier. May be empty. */
  readonly placeId: string;
  /** What it is, in a few words. */
  readonly title: string;
  /** Which field changed, as `status`; empty where the record as a whole appeared or went. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly accountNumber: string | null;
};
