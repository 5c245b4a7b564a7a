import type { FundingDetail } from '../bank/accounts.ts';
import type { BeneficiaryRecord } from '../bank/beneficiaries.ts';
import type { OperationName } from '../bank/catalogue.ts';
import type { SubClient, SubClientDocument } from '../bank/onboarding.ts';
import type { IsoDate, Timestamp } from '../calendar.ts';
import type { AppError } from '../errors.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import type { JournalStanding } from './journal-records.ts';
import type { Cure, Shareholding } from './onboarding-records.ts';
import type { SubmissionView } from './submission-records.ts';

/** What the window is shown. Plain data; money is decimal text with its currency; `asOf` tells when the bank last said it. */

export type Environment = 'sandbox' | 'uat' | 'production';

/** `ready`: works. `locked`, `unavailable`, `timeout`: not now, with the reason told. */
export type KeychainState = 'ready' | 'locked' | 'unavailable' | 'timeout';

export type BankProfile = {
  readonly profileId: string;
  readonly name: string;
  readonly environment: Environment;
  /** Host and port of the bank's address, for a person to recognise. */
  readonly host: string;
  /** The names of the credential fields that the sign-in asks for; those named like secrets are drawn masked. */
  readonly credentialFields: readonly { readonly name: string; readonly secret: boolean }[];
};

export type DeskUser = {
  readonly name: string;
  readonly emailAddress: string;
  readonly clientId: string;
  readonly clientName: string;
};

/**
 * Where the desk stands; the window draws one screen per phase.
 * welcome: no bank chosen · locked: local copy closed, key dropped · blocked: the local copy cannot be opened, `problem` says why ·
 * open: the local copy is readable (signed in or not).
 */
export type DeskState = {
  readonly phase: 'welcome' | 'locked' | 'blocked' | 'open';
  readonly version: string;
  readonly bank: BankProfile | null;
  readonly signedIn: boolean;
  /** Since when, if signed in. */
  readonly signedInAt: Timestamp | null;
  readonly user: DeskUser | null;
  /** False when the last try to reach the bank failed; null when none was made yet. */
  readonly online: boolean | null;
  readonly keychain: KeychainState;
  /** How the local copy's key is kept: in the keychain, or wrapped under the credentials typed. */
  readonly protection: 'keychain' | 'credentials' | null;
  readonly problem: AppError | null;
  /** Plain sentences the person should know, such as a damaged cache that was set aside. */
  readonly notices: readonly string[];
  readonly dataFolder: string;
  /** True when the credentials of the last sign-in are kept in the keychain. */
  readonly remembered: boolean;
  /** Why the window is locked; null when it is not. */
  readonly lockedBy: 'person' | 'idle' | 'system' | null;
  /** Operations that this bank's file does not confirm yet: nothing is sent for them. */
  readonly closedOperations: readonly OperationName[];
  /** How the record of what was sent stands; null while no bank is open. */
  readonly journal: JournalStanding | null;
};

export type ProofState = 'proven' | 'broken' | 'partial' | 'none';

/** The judgement on a period: every day of it proven, or the first thing that does not hold. */
export type Proof = {
  readonly state: ProofState;
  readonly ok: boolean;
  readonly openingBalance: Decimal | null;
  readonly closingBalance: Decimal | null;
  readonly entries: number;
  /** The last day up to which everything holds without a hole. */
  readonly provenTo: IsoDate | null;
  readonly brokenAt: {
    readonly entryId: string;
    readonly date: IsoDate;
    readonly expected: Decimal;
    readonly found: Decimal;
  } | null;
  /** Days of the period that were never fetched. */
  readonly missingDays: number;
  /** Why it is not proven, in one sentence; null when it is. */
  readonly reason: string | null;
};

export type PositionAccount = {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly status: string;
  readonly currency: string;
  /** What can be spent, as the bank last said; null when it was never asked. */
  readonly available: Money | null;
  readonly availableAsOf: Timestamp | null;
  /** Booked balance before the newest fetched day, and after it. */
  readonly opening: Money | null;
  readonly booked: Money | null;
  readonly statementAsOf: Timestamp | null;
  readonly proof: Proof;
  /** Closing balance per day, oldest first, at most 90 days. */
  readonly line: readonly { readonly date: IsoDate; readonly balance: Decimal }[];
  readonly unread: number;
};

export type Position = {
  /** Grouped by currency, in alphabetical order, those that are not known here last; totals never mix currencies. */
  readonly currencies: readonly {
    readonly currency: string;
    /** False for one that is not known here: its amounts stand as the bank told them, and none can be sent in it. */
    readonly isKnown: boolean;
    readonly total: Money;
    readonly accounts: readonly PositionAccount[];
  }[];
  readonly accountCount: number;
  /** The oldest of the accounts' as-of times. */
  readonly asOf: Timestamp | null;
};

export type AccountDetail = {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly currency: string;
  readonly accountType: string;
  readonly status: string;
  readonly entityId: string;
  readonly clientId: string;
  readonly available: Money | null;
  readonly fundingDetails: readonly FundingDetail[];
  readonly asOf: Timestamp | null;
};

export type StatementFilter = {
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
  readonly direction?: 'debit' | 'credit' | undefined;
  readonly transactionType?: string | undefined;
  readonly search?: string | undefined;
};

export type EntryRow = {
  readonly id: string;
  /** As the bank sent it; the direction tells the sign. */
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly transactionType: string;
  readonly transactionDate: Timestamp;
  readonly day: IsoDate;
  readonly narration: string;
  readonly customReference: string;
  readonly balance: Money;
  /** 1 when never rewritten by the bank. */
  readonly version: number;
  /** When the bank stopped sending it; null while it stands. */
  readonly withdrawnAt: Timestamp | null;
  readonly read: boolean;
  readonly flagged: boolean;
  readonly hasNote: boolean;
};

export type EntryVersion = {
  readonly version: number;
  readonly seenAt: Timestamp;
  readonly amount: Decimal;
  readonly currency: string;
  readonly direction: string;
  readonly transactionType: string;
  readonly transactionDate: Timestamp;
  readonly narration: string;
  readonly customReference: string;
  readonly balance: Decimal;
};

export type EntryDetail = EntryRow & {
  readonly firstSeenAt: Timestamp;
  /** Older contents of the same entry, newest first; empty when it never changed. */
  readonly earlierVersions: readonly EntryVersion[];
  /** Does its balance follow from the entry before? null when the entry before is not in the local copy. */
  readonly follows: boolean | null;
  readonly expectedBalance: Decimal | null;
  readonly note: string;
  readonly markedAt: Timestamp | null;
  readonly markedBy: string | null;
};

/** An entry that could not be kept exactly: its own text and why, so that nothing is lost. */
export type EntrySetAside = {
  readonly entryId: string;
  readonly day: IsoDate | null;
  readonly reason: string;
  readonly text: string;
  readonly seenAt: Timestamp;
};

export type StatementPageView = {
  /** Absolute index of the first row; newest entry of the filter is row 0. */
  readonly index: number;
  readonly rows: readonly EntryRow[];
};

export type StatementSummary = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly filter: StatementFilter;
  /** Entries that match the filter. */
  readonly total: number;
  /** Entries of the account, whatever the filter. */
  readonly accountTotal: number;
  readonly opening: Money | null;
  readonly closing: Money | null;
  readonly credits: Money | null;
  readonly debits: Money | null;
  readonly transactionTypes: readonly string[];
  /** The days for which anything is known. */
  readonly covered: { readonly from: IsoDate; readonly to: IsoDate } | null;
  readonly asOf: Timestamp | null;
  readonly unread: number;
  readonly setAside: readonly EntrySetAside[];
};

/** proven: holds · broken: fetched, does not hold · unproven: fetched, moved while read · missing: never fetched. */
export type DayState = 'proven' | 'broken' | 'unproven' | 'missing';

export type CoverageDay = {
  readonly date: IsoDate;
  readonly state: DayState;
  readonly entries: number;
  readonly asOf: Timestamp | null;
};

export type SyncAccountSummary = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly pages: number;
  readonly received: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly withdrawn: number;
  readonly proof: {
    readonly ok: boolean;
    readonly openingBalance: Decimal;
    readonly closingBalance: Decimal;
    readonly entries: number;
    readonly brokenAt: {
      readonly entryId: string;
      readonly expected: Decimal;
      readonly found: Decimal;
    } | null;
  };
};

export type SyncProgress = {
  readonly running: boolean;
  readonly accounts: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly state: 'waiting' | 'running' | 'done' | 'failed';
    readonly received: number;
    /** As the bank announced it; null before the first page. */
    readonly totalItems: number | null;
    readonly error: AppError | null;
  }[];
  readonly startedAt: Timestamp | null;
  readonly finishedAt: Timestamp | null;
  /** What stopped the whole run, such as no network. */
  readonly error: AppError | null;
  /** New entries over all accounts in this run. */
  readonly inserted: number;
};

export type BeneficiaryRow = Pick<
  BeneficiaryRecord,
  | 'entityId'
  | 'name'
  | 'accountName'
  | 'accountNumber'
  | 'bankName'
  | 'bankBicOrCode'
  | 'country'
  | 'currencyIso3Code'
>;

export type BeneficiaryDetail = {
  readonly beneficiary: BeneficiaryRecord;
  readonly asOf: Timestamp;
  /** Earlier contents, newest first, each with the time until which it was valid. */
  readonly earlier: readonly {
    readonly beneficiary: BeneficiaryRecord;
    readonly until: Timestamp;
  }[];
  /** An update that was sent and not answered; a second one is refused until it is settled. */
  readonly openSubmission: SubmissionView | null;
};

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
  /** Over its documents that stand; null when none has a date or they were never fetched. */
  readonly nearestExpiry: IsoDate | null;
  readonly documentCount: number | null;
  /** Document type -> the bank's word about the latest one it has; empty where it said none. */
  readonly documentWords: Readonly<Record<string, string>>;
};

export type SubClientDetail = {
  readonly subClient: SubClient;
  readonly asOf: Timestamp;
  readonly documents: readonly SubClientDocument[];
  readonly documentsAsOf: Timestamp | null;
  /** Null when they were never fetched. */
  readonly shareholding: (Shareholding & { readonly asOf: Timestamp }) | null;
  readonly cures: readonly Cure[];
  /** Since when a complete list of the bank no longer has it; null while it stands. */
  readonly goneAt: Timestamp | null;
  readonly openSubmission: SubmissionView | null;
};

/**
 * ready: checked, waits for its type and a person's word · sending · sent: the bank answered ·
 * refused: never sent, or the bank said no, `problem` says why · unknown: sent, no answer.
 */
export type UploadState = 'ready' | 'sending' | 'sent' | 'refused' | 'unknown';

export type UploadItem = {
  readonly itemId: string;
  readonly subClientId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly documentType: string;
  readonly issueDate: IsoDate | null;
  readonly expiryDate: IsoDate | null;
  readonly state: UploadState;
  /** Bytes handed to the connection so far. */
  readonly sentBytes: number;
  readonly problem: AppError | null;
  readonly documentId: string | null;
  readonly addedAt: Timestamp;
  /** The same bytes were already sent for this sub-client. */
  readonly duplicateOf: string | null;
  /** Another file of the same bytes: one that waits before it, or was sent, whoever it is for. */
  readonly sameAs: {
    readonly fileName: string;
    readonly subClientId: string;
    /** It is at the bank, or may be. */
    readonly isSent: boolean;
  } | null;
};

export type ActivityRow = {
  readonly activityId: number;
  readonly at: Timestamp;
  readonly operation: string;
  readonly method: string;
  /** `ok`, or the error's code. */
  readonly outcome: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly attempts: number;
  readonly correlationId: string;
  /** What it was about in a few words, account numbers shortened; never a secret. */
  readonly subject: string;
};

export type SettingsView = {
  readonly bank: BankProfile | null;
  /** The bank file's text as it was opened; it holds no credential. */
  readonly bankFile: string | null;
  readonly dataFolder: string;
  readonly keychain: KeychainState;
  readonly protection: DeskState['protection'];
  readonly cacheBytes: number;
  readonly journalBytes: number;
  readonly entries: number;
  readonly version: string;
  readonly cipher: string;
  /** Minutes without a key or click after which the window locks itself; 0 never. */
  readonly autoLockMinutes: number;
  /** When a backup of this bank was last written on this machine. */
  readonly lastBackupAt: Timestamp | null;
};
