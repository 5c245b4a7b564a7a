import { z } from 'zod';

import type { RequiredFields } from '../../bank/required-fields.ts';
import type { OperationName } from '../../bank/catalogue.ts';
import { namedTexts } from '../../bank/operation.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import type { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { CurrencyDigits } from '../../money/currencies.ts';
import type { Appearance } from './appearance.ts';
import { answers, nothing, secret } from '../route.ts';
import type { OwnKeys } from './appearance.ts';
import type { JournalStatus } from '../submissions.ts';

/** What the window is shown. Plain data; money is decimal text with its currency; `asOf` is when the bank last sent it. */

export type Environment = 'sandbox' | 'uat' | 'production';

/** `ready`: works. `locked`, `unavailable`, `timeout`: not now, with the reason. */
export type KeychainState = 'ready' | 'locked' | 'unavailable' | 'timeout';

export type BankProfile = {
  readonly profileId: string;
  readonly name: string;
  readonly environment: Environment;
  /** Host and port of the bank's address, for a person to recognise. */
  readonly host: string;
  /** The names of the credential fields that the sign-in asks for; those named like secrets are drawn masked. */
  readonly credentialFields: readonly { readonly name: string; readonly secret: boolean }[];
  /** Does the sign-in want a client certificate? It is chosen from a file outside the window. */
  readonly clientCertificate: boolean;
};

/** A file that was chosen for the client certificate; its content does not come here. */
export type ChosenCertificate = {
  readonly fileName: string;
  /** What must still be chosen from another file; null when the certificate is complete. */
  readonly missing: 'certificate' | 'key' | null;
};

export type DeskUser = {
  /** As the bank identifies the person. */
  readonly userId: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly clientId: string;
  readonly clientName: string;
};

/**
 * The state of the desk; the window draws one screen per phase. welcome: no bank chosen · locked: local copy closed, key dropped · blocked:
 * the local copy cannot be opened, `problem` says why · open: the local copy is readable (signed in or not).
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
  /** How the local copy's key is stored: in the keychain, or wrapped under the credentials typed. */
  readonly protection: 'keychain' | 'credentials' | null;
  readonly problem: AppError | null;
  /** Plain sentences the person should know, such as a damaged cache that was set aside. */
  readonly notices: readonly string[];
  readonly dataFolder: string;
  /** True when the credentials of the last sign-in are stored in the keychain. */
  readonly remembered: boolean;
  /** Why the window is locked; null when it is not. */
  readonly lockedBy: 'person' | 'idle' | 'system' | null;
  /** Operations that this bank's file does not confirm yet: nothing is sent for them. */
  readonly closedOperations: readonly OperationName[];
  /** The currencies that this bank's file adds to the table, with the digits of their minor unit. */
  readonly currencies: CurrencyDigits;
  /** The fields that the bank file requires beyond the catalogue's, by operation. */
  readonly requiredFields: RequiredFields;
  /** The state of the sent log; null while no bank is open. */
  readonly journal: JournalStatus | null;
  /** False where a person switched single keys off on this machine. */
  readonly singleKeys: boolean;
  /** Keys that a person chose for acts of the window, on this machine. */
  readonly ownKeys: OwnKeys;
  readonly appearance: Appearance;
  /** The open bank's record is shared by a team. */
  readonly hasTeam: boolean;
  /** The name of this desk's person in that team; null without one, and where the desk's keys cannot be opened. */
  readonly member: string | null;
  /** Offered where the app was started from its sources; null otherwise. `missing`: what to install first, in a sentence, or null. */
  readonly teamTrial: { readonly missing: string | null } | null;
  /** The first tour was gone through or skipped on this machine. */
  readonly wasToured: boolean;
};

const things = z.int().min(0).max(100_000);

/** How many items need a person, and how many of them are new since the last report. */
const Needs = z.strictObject({ needing: things, fresh: things });
export type Needs = Readonly<z.infer<typeof Needs>>;

export const deskRoutes = {
  /** The passwords go to the bank and, where they are stored, into the keychain; nowhere else. */
  'session.resetPassword': answers<DeskState>().to(
    z.strictObject({ currentPassword: secret, newPassword: secret }),
  ),
  /** Somebody is at the desk: the time until it locks itself starts anew. */
  'desk.touch': answers<{ touched: true }>().to(nothing),
  'desk.state': answers<DeskState>().to(nothing),
  /** Chooses the built-in bank: starts it, opens its local copy and signs in. */
  'desk.openSandbox': answers<DeskState>().to(nothing),
  /** Chooses a bank by the text of its bank file. The text crosses the bridge, never a path. */
  'desk.connectBank': answers<DeskState>().to(
    z.strictObject({ bankFile: z.string().min(1).max(limits.bankFileBytesMax) }),
  ),
  /** Goes back to the first screen; the bank's data stays. */
  'desk.leaveBank': answers<DeskState>().to(nothing),
  /** Closes the local copy and drops key and tokens from memory. */
  'desk.lock': answers<DeskState>().to(nothing),
  'desk.unlock': answers<DeskState>().to(nothing),
  /** After `blocked`: tries to open the local copy again. */
  'desk.retryOpen': answers<DeskState>().to(nothing),
  /** After `blocked` by a lost key or damage: moves the unreadable files into quarantine/ and starts fresh. Nothing is deleted. */
  'desk.setAsideAndStartFresh': answers<DeskState>().to(nothing),
  /** Removes the bank's local copy, journal, key and credentials. The bank's name is typed to confirm. */
  'desk.forgetBank': answers<DeskState>().to(z.strictObject({ confirmation: z.string().max(200) })),
  /** Closes this window, so that two windows of a team open in its place. Fails with `operation.closed` where that is not offered. */
  'desk.tryTeam': answers<{ closing: true }>().to(nothing),
  /** Reports what needs a person now, for the system's notifications outside the window. */
  'desk.needs': answers<{ received: true }>().to(Needs),
  /** Puts text on the clipboard, such as a reference or a whole report. */
  'desk.copyText': answers<{ copied: boolean }>().to(
    z.strictObject({ text: z.string().max(50_000) }),
  ),
  'session.signIn': answers<DeskState>().to(
    z.strictObject({
      credentials: namedTexts(z.string().max(limits.secretBytesMax)),
      remember: z.boolean(),
    }),
  ),
  /** Asks a person for the file of the client certificate; null when they cancel. */
  'session.chooseCertificate': answers<{ certificate: ChosenCertificate | null }>().to(nothing),
  'session.signOut': answers<DeskState>().to(nothing),
};
