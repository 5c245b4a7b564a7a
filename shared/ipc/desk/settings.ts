import { z } from 'zod';

import type { Effect, Origin } from '../../bank/operation.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { Appearance, OwnKeys } from './appearance.ts';
import type { KeychainState, BankProfile, DeskState } from './desk.ts';
import { answers, nothing, id, secret } from '../route.ts';

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
  /** The line of the field, or of what contains it, from 1; null where the text has neither. */
  readonly line: number | null;
};

/** What an edited bank file would change, checked without saving it. */
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

/** The reason for a value in a proposed bank file: the exchange that shows it, and what it shows. */
export type BankFileEvidence = {
  readonly place: string;
  readonly from: string;
  readonly because: string;
};

/** What recordings leave open; one of the choices is the answer. */
export type BankFileQuestion = {
  readonly place: string;
  readonly question: string;
  readonly choices: readonly string[];
};

/** A bank file derived from recorded traffic. Nothing is saved, and it holds no secret of the recordings. */
export type BankFileProposal = {
  /** The file's text; it is complete in itself, even while questions are open. */
  readonly bankFile: string;
  readonly evidence: readonly BankFileEvidence[];
  readonly questions: readonly BankFileQuestion[];
};

/** specified: open everywhere · confirmed: the bank file names it · sandbox: open at the sandbox only · closed. */
export type OperationState = 'specified' | 'confirmed' | 'sandbox' | 'closed';

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
  /** True where the bank file overrides part of it. */
  readonly isOverridden: boolean;
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
  /** The system's proxy for the open bank's address; null for a direct connection, or where the system has no setting. */
  readonly systemProxy: string | null;
  /** Authorities that are trusted in addition to the system's own. */
  readonly authorities: readonly {
    readonly subject: string;
    readonly issuer: string;
    readonly validTo: Timestamp;
    /** SHA-256, hexadecimal in pairs. */
    readonly fingerprint: string;
    readonly hasExpired: boolean;
  }[];
};

const bankFile = z.string().min(1).max(limits.bankFileBytesMax);

const hour = z.int().min(0).max(23);

/** When the desk syncs automatically. */
export const SelfSyncChoice = z.strictObject({
  /**
   * Null: only when asked. Else after a sign-in, when the machine wakes up, when the line is back, once the statement's day has turned, and
   * this many minutes after the last run; 0: not after any time.
   */
  everyMinutes: z.union(limits.selfSyncMinutes.map((minutes) => z.literal(minutes))).nullable(),
  /**
   * Quiet hours, in this machine's time zone: nothing starts automatically from the start of one to the start of another. Null for none.
   */
  quiet: z
    .strictObject({ fromHour: hour, toHour: hour })
    .refine(({ fromHour, toHour }) => fromHour !== toHour, 'Quiet hours end at another hour.')
    .nullable(),
});
export type SelfSyncChoice = Readonly<z.infer<typeof SelfSyncChoice>>;

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
  readonly selfSync: SelfSyncChoice;
  /** True where the system shows a notification for new items that need a person. */
  readonly notifies: boolean;
  /** When a backup of this bank was last written on this machine. */
  readonly lastBackupAt: Timestamp | null;
};

export const settingsRoutes = {
  /** Every bank known on this machine, the sandbox first. */
  'banks.list': answers<{ rows: readonly BankRow[] }>().to(nothing),
  /** Closes the bank that is open and opens another one that is known. */
  'banks.open': answers<DeskState>().to(z.strictObject({ profileId: id })),
  /** Puts the last text that worked back in the place of a bank file that cannot be read, and opens the bank. */
  'banks.restoreFile': answers<DeskState>().to(z.strictObject({ profileId: id })),
  /** Checks an edited text against the rules and against the open file; saves nothing. */
  'bankFile.check': answers<BankFileCheck>().to(
    z.strictObject({ bankFile: z.string().max(limits.bankFileBytesMax) }),
  ),
  /** Saves the text and opens the bank anew with it. Refused for the sandbox and while there are mistakes. */
  'bankFile.save': answers<DeskState>().to(z.strictObject({ bankFile })),
  /**
   * Proposes a bank file from recordings (HAR files, or pairs of a request and its answer) and from the answers to its questions, by their
   * place. Nothing is stored, and no bank is asked.
   */
  'bankFile.propose': answers<BankFileProposal>().to(
    z.strictObject({
      recordings: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(200),
            bytes: z
              .instanceof(Uint8Array)
              .refine((bytes) => bytes.byteLength <= limits.recordingBytesMax, 'is too large'),
          }),
        )
        .min(1)
        .max(limits.recordingFilesMax),
      answers: z
        .record(z.string().max(500), z.string().max(500))
        .refine((given) => Object.keys(given).length <= 500, 'are too many'),
    }),
  ),
  /** Every operation of the specification, and its state at the open bank. */
  'operations.list': answers<{ rows: readonly OperationRow[] }>().to(nothing),
  'network.get': answers<NetworkView>().to(nothing),
  /**
   * Changes the network settings; fields left out stay. `password: null` forgets it. Certificates are added as PEM text and removed one by
   * one, by their fingerprint. `declined` when the person who was asked outside the window said no.
   */
  'network.save': answers<NetworkView>().to(
    z.strictObject({
      kind: z.enum(['direct', 'system', 'manual']).optional(),
      address: z.string().max(300).optional(),
      username: z.string().max(300).optional(),
      password: secret.nullable().optional(),
      addCertificates: z.string().max(limits.certificatesBytesMax).optional(),
      removeCertificate: z.string().max(200).optional(),
    }),
  ),
  /** Asks where to save, then writes what exists nowhere else into a file that the passphrase opens; `saved: false` when cancelled. */
  'backup.write': answers<{
    saved: boolean;
    fileName?: string;
    at?: Timestamp;
    /** Attached files in it, and the names of those that could not be read any more. */
    files?: number;
    filesMissing?: readonly string[];
  }>().to(
    z.strictObject({ passphrase: z.string().min(limits.passphraseMin).max(limits.passphraseMax) }),
  ),
  /**
   * Asks which file, and whether it is meant, both outside the window; sending is closed afterwards. `restored: false` when
   * no file was chosen, `declined` when the answer was no.
   */
  'backup.restore': answers<{ restored: boolean }>().to(
    z.strictObject({ passphrase: z.string().min(1).max(limits.passphraseMax) }),
  ),
  /** Minutes without a key or click after which the window locks itself; 0 never. */
  'settings.saveAutoLock': answers<{ minutes: number }>().to(
    z.strictObject({
      minutes: z.union(limits.autoLockMinutes.map((minutes) => z.literal(minutes))),
    }),
  ),
  'settings.saveSelfSync': answers<{ selfSync: SelfSyncChoice }>().to(SelfSyncChoice),
  /** True where the system shows a notification for new items that need a person. */
  'settings.saveNotifies': answers<{ notifies: boolean }>().to(
    z.strictObject({ notifies: z.boolean() }),
  ),
  /** Switches single keys of the window on or off. */
  'settings.saveSingleKeys': answers<{ enabled: boolean }>().to(
    z.strictObject({ enabled: z.boolean() }),
  ),
  /** Saves all keys that a person chose; `{}` for ours. */
  'settings.saveOwnKeys': answers<{ own: OwnKeys }>().to(z.strictObject({ own: OwnKeys })),
  /** The first tour is not offered again on this machine. */
  'settings.keepToured': answers<{ saved: true }>().to(nothing),
  'settings.saveAppearance': answers<{ appearance: Appearance }>().to(Appearance),
  'settings.get': answers<SettingsView>().to(nothing),
};
