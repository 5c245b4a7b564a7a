import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import type { DocumentDay, DocumentTypeRule } from '../../document-types.ts';
import type { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { answers, nothing, id, savedOrNot, type SavedCopy } from '../route.ts';

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

/**
 * ready: checked, waits for its type and a person's confirmation; with `problem`, a person has sent it but no byte of it left · sending ·
 * sent: the bank answered · refused: cannot be sent, or the bank said no, `problem` says why · unknown: sent, no answer.
 */
export type UploadState = 'ready' | 'sending' | 'sent' | 'refused' | 'unknown';

/** A day in a file's name that can be read in more than one way: it is not used before a person has chosen one. */
export type UnsureDay = {
  readonly field: DocumentDay;
  /** As written in the name: `04-05-2027`. */
  readonly words: string;
  readonly days: readonly IsoDate[];
};

export type UploadItem = {
  readonly itemId: string;
  /** Its sub-client; empty until a person assigns one, as with `documents.move`. */
  readonly subClientId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly documentType: string;
  /** The bank's id of the person whose document it is; null where it is the company's, and no owner is sent then. */
  readonly businessUserId: string | null;
  readonly issueDate: IsoDate | null;
  readonly expiryDate: IsoDate | null;
  /** At most one for each of the two days. */
  readonly unsureDays: readonly UnsureDay[];
  readonly state: UploadState;
  /** Bytes handed to the connection so far. */
  readonly sentBytes: number;
  readonly problem: AppError | null;
  readonly documentId: string | null;
  readonly addedAt: Timestamp;
  /** The same bytes were already sent for this sub-client. */
  readonly duplicateOf: string | null;
  /** Another file of the same bytes, for any sub-client: one that waits before it, or was sent. */
  readonly sameAs: {
    readonly fileName: string;
    readonly subClientId: string;
    /** It is at the bank, or may be. */
    readonly isSent: boolean;
  } | null;
};

/** Somebody whose document may be uploaded for a sub-client: a director, a shareholder or another user of it. */
export type DocumentPerson = {
  readonly subClientId: string;
  /** What is sent as `businessUserId`. */
  readonly personId: string;
  /** Empty where only the id is known: it was typed for an earlier file. */
  readonly name: string;
};

/** The preview of a queued file; null or false where it has none. */
export type FilePreview = {
  /** A picture as a `data:` address. */
  readonly image: string | null;
  /** The beginning of a text. */
  readonly text: string | null;
  /** Of a PDF. */
  readonly pages: number | null;
  /** A password locks it: a bank would not read it. */
  readonly isLocked: boolean;
};

/** What the bank takes: files, and types of documents with the days that each must have. */
export type UploadRules = {
  readonly sizeBytesMax: number;
  readonly mimeTypes: readonly string[];
  readonly types: readonly DocumentTypeRule[];
};

/** The outcome of opening an archive or a message. */
export type OpenedUploads = {
  readonly items: readonly UploadItem[];
  readonly refused: readonly { readonly fileName: string; readonly message: string }[];
};

/** Whether files that never left are sent once the bank can be reached again, as a person chose for this bank. */
export type WhenBack = { readonly isSent: boolean };

const UnsureDayShape = z.strictObject({
  field: z.enum(['issueDate', 'expiryDate']),
  words: z.string().max(60),
  days: z.array(IsoDateText).min(2).max(3),
});

const itemIds = z.array(id).min(1).max(limits.describedFilesMax);

const description = {
  documentType: z.string().max(100).optional(),
  /** Null: the company's. */
  businessUserId: id.nullable().optional(),
  issueDate: IsoDateText.nullable().optional(),
  expiryDate: IsoDateText.nullable().optional(),
  unsureDays: z.array(UnsureDayShape).max(2).optional(),
};

/** The details of one file; a field that is left out stays as it is. An empty `subClientId` assigns it to no sub-client. */
const FileDetailsShape = z.strictObject({
  itemId: id,
  subClientId: id.or(z.literal('')).optional(),
  ...description,
});
export type FileDetails = z.infer<typeof FileDetailsShape>;

export const documentsRoutes = {
  /** Shareholders that the bank sent, and persons whose ids were typed for earlier files; of one sub-client or of all. */
  'documents.people': answers<{ rows: readonly DocumentPerson[] }>().to(
    z.strictObject({ subClientId: id.optional() }),
  ),
  /** Documents that have run out or do so within 90 days, the oldest first. */
  'documents.expiries': answers<{ rows: readonly Expiry[] }>().to(nothing),
  /** Asks where to save, then writes what runs out within ten years as a calendar (RFC 5545). */
  'documents.saveCalendar': savedOrNot.to(nothing),
  /** Gives a queued file to another sub-client. */
  'documents.move': answers<UploadItem>().to(z.strictObject({ itemId: id, subClientId: id })),
  'documents.queue': answers<{ items: readonly UploadItem[] }>().to(
    z.strictObject({ subClientId: id.optional() }),
  ),
  /** What the bank takes, for the drop zone's words. */
  'documents.rules': answers<UploadRules>().to(nothing),
  /** Checks and spools one file, encrypted; a file that fails a check stays in the list as refused, with the reason. */
  'documents.add': answers<UploadItem>().to(
    z.strictObject({
      /** Empty while its sub-client is not known. */
      subClientId: id.or(z.literal('')),
      fileName: z.string().min(1).max(1_000),
      mimeType: z.string().max(200),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** Opens an archive or a message: its files are stored as if each had been dropped, and those that are refused are listed by name. */
  'documents.open': answers<OpenedUploads>().to(
    z.strictObject({
      subClientId: id.or(z.literal('')),
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  'documents.describe': answers<UploadItem>().to(z.strictObject({ itemId: id, ...description })),
  /** The same for many files, and whose they are: all changes are stored, or none. Answers those that waited and were changed. */
  'documents.describeAll': answers<{ items: readonly UploadItem[] }>().to(
    z.strictObject({ files: z.array(FileDetailsShape).min(1).max(limits.describedFilesMax) }),
  ),
  /** Leaves waiting files out; `putBack` puts them back as long as this desk is open. */
  'documents.leaveOut': answers<{ itemIds: string[] }>().to(z.strictObject({ itemIds })),
  'documents.putBack': answers<{ items: readonly UploadItem[] }>().to(z.strictObject({ itemIds })),
  /** The preview of a queued file, while its bytes are stored. */
  'documents.show': answers<FilePreview>().to(z.strictObject({ itemId: id })),
  /** Asks where to save, then writes a copy; `open` opens a PDF in the system’s viewer, where the copy’s name says that it is one. */
  'documents.save': answers<SavedCopy>().to(z.strictObject({ itemId: id, open: z.boolean() })),
  'documents.send': answers<{ items: readonly UploadItem[] }>().to(
    z.strictObject({ itemIds: z.array(id).min(1).max(200) }),
  ),
  /** Whether files that a person sent while there was no line are sent automatically once there is one. Not unless so chosen. */
  'documents.whenBack': answers<WhenBack>().to(nothing),
  'documents.saveWhenBack': answers<WhenBack>().to(z.strictObject({ isSent: z.boolean() })),
  'documents.remove': answers<{ removed: true }>().to(z.strictObject({ itemId: id })),
};
