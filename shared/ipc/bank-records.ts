import type { Effect, Origin } from '../bank/operation.ts';
import type { Timestamp } from '../calendar.ts';
import type { AppError } from '../errors.ts';
import type { BankProfile, Environment } from './records.ts';

/** One of the banks that the desk knows; one is open at a time. */
export type BankRow = BankProfile & {
  readonly isOpen: boolean;
  /** Why its bank file cannot be read, in one sentence; null when it can. */
  readonly problem: string | null;
  /** The last text that worked is still there: `banks.restoreFile` puts it back. False while the file can be read. */
  readonly canRestore: boolean;
  /** Bytes of its local copy and journal. */
  readonly sizeBytes: number;
};

/** A place in the bank file and what is wrong there, with the fix. */
export type BankFileMistake = {
  /** As `operations.getQuote.path`; empty for the file as a whole. */
  readonly field: string;
  readonly problem: string;
  /** Where the field, or what holds it, stands in the text; from 1. Null where it does not stand there. */
  readonly line: number | null;
};

/** What an edited bank file would change, judged without saving it. */
export type BankFileCheck = {
  readonly mistakes: readonly BankFileMistake[];
  /** Fields whose value differs from the file that is open; values as JSON text, null where there is none. */
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Another address or environment is another bank: it gets a local copy of its own. Null while there are mistakes. */
  readonly isSameBank: boolean | null;
};

/** specified: open everywhere · confirmed: the bank file names it · practice: open at the built-in bank only · closed. */
export type OperationState = 'specified' | 'confirmed' | 'practice' | 'closed';

export type OperationRow = {
  readonly name: string;
  /** The specification's words. */
  readonly title: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly effect: Effect;
  readonly origin: Origin;
  readonly state: OperationState;
  /** Does the bank file say something of its own about it? */
  readonly isOverridden: boolean;
};

/** ok: as it should be · warning: works, somebody should know · failed · skipped: not asked, `detail` says why. */
export type DoctorState = 'ok' | 'warning' | 'failed' | 'skipped';

export type DoctorCheck = {
  /** Stable: address, tls, sign-in, user, accounts, clock, error-message, statement-dialect, page-size, operation:<name> ... */
  readonly id: string;
  readonly title: string;
  readonly state: DoctorState;
  /** What was found, in one sentence. */
  readonly detail: string;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
  readonly error: AppError | null;
};

/** Something the doctor found out that the bank file does not say yet. */
export type DoctorFinding = {
  /** The field of the bank file, as `statement` or `errorMessage`. */
  readonly field: string;
  /** JSON texts; `current` is null where the file says nothing. */
  readonly current: string | null;
  readonly found: string;
  /** Why it is so, in one sentence. */
  readonly reason: string;
};

/** What reads alone tell about a bank. Nothing was changed there. */
export type DoctorReport = {
  readonly startedAt: Timestamp;
  /** Null while it runs. */
  readonly finishedAt: Timestamp | null;
  /** No check failed. */
  readonly ok: boolean;
  readonly bank: {
    readonly name: string;
    readonly environment: Environment;
    readonly host: string;
  };
  /** How far the bank's clock is ahead of ours; milliseconds. */
  readonly clockOffsetMs: number | null;
  readonly statementDialect: string | null;
  readonly tls: {
    /** As TLSv1.3; null over plain HTTP to this machine. */
    readonly protocol: string | null;
    readonly issuer: string | null;
    readonly validTo: Timestamp | null;
  } | null;
  readonly checks: readonly DoctorCheck[];
  readonly findings: readonly DoctorFinding[];
  readonly operations: readonly OperationRow[];
};

/** How this machine reaches banks. No secret: the proxy's password stays in the keychain. */
export type NetworkView = {
  readonly proxy: {
    readonly kind: 'direct' | 'system' | 'manual';
    /** As http://proxy.example:8080; null unless manual. */
    readonly address: string | null;
    readonly username: string | null;
    readonly hasPassword: boolean;
  };
  /** What the system says for the open bank's address: null for a direct way, or where nothing tells. */
  readonly systemProxy: string | null;
  /** Further authorities that are trusted beside the system's own. */
  readonly authorities: readonly {
    readonly subject: string;
    readonly issuer: string;
    readonly validTo: Timestamp;
    /** SHA-256, hexadecimal in pairs. */
    readonly fingerprint: string;
    readonly hasExpired: boolean;
  }[];
};
