import { z } from 'zod';

import type { Timestamp } from '../calendar.ts';
import { limits } from '../limits.ts';
import type {
  BankFileCheck,
  BankRow,
  DoctorReport,
  NetworkView,
  OperationRow,
} from './bank-records.ts';
import type { DeskState } from './records.ts';
import { answers, id, nothing } from './route.ts';

const secret = z.string().min(1).max(limits.secretBytesMax);
const bankFile = z.string().min(1).max(limits.bankFileBytesMax);

/** Which banks there are, what a bank's file says, and the way there. */
export const bankRoutes = {
  /** Every bank known on this machine, the practice bank first. */
  'banks.list': answers<{ rows: readonly BankRow[] }>().to(nothing),
  /** Closes the bank that is open and opens another one that is known. */
  'banks.open': answers<DeskState>().to(z.strictObject({ profileId: id })),
  /** Puts the last text that worked back in the place of a bank file that cannot be read, and opens the bank. */
  'banks.restoreFile': answers<DeskState>().to(z.strictObject({ profileId: id })),

  /** Judges an edited text against the rules and against the file that is open; saves nothing. */
  'bankFile.check': answers<BankFileCheck>().to(
    z.strictObject({ bankFile: z.string().max(limits.bankFileBytesMax) }),
  ),
  /** Saves the text and opens the bank anew with it. Refused for the practice bank and while there are mistakes. */
  'bankFile.save': answers<DeskState>().to(z.strictObject({ bankFile })),

  /** Every operation of the specification, and how it stands at the open bank. */
  'operations.list': answers<{ rows: readonly OperationRow[] }>().to(nothing),

  /** Reads only; progress comes as `doctor.progressed`. */
  'doctor.run': answers<DoctorReport>().to(
    z.strictObject({ accountNumber: z.string().min(1).max(64).optional() }),
  ),
  'doctor.last': answers<{ report: DoctorReport | null }>().to(nothing),
  /** The open bank file's text with the chosen findings written in, for a person to look at; saves nothing. */
  'doctor.propose': answers<{ bankFile: string }>().to(
    z.strictObject({ fields: z.array(z.string().max(200)).min(1).max(50) }),
  ),

  'network.get': answers<NetworkView>().to(nothing),
  /**
   * What is left out stays. `password: null` forgets it. Certificates are added as PEM text and removed one by one, by
   * their fingerprint. `declined` when the person who was asked outside the window said no.
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

  /** The passwords go to the bank and, where they are kept, into the keychain; nowhere else. */
  'session.resetPassword': answers<DeskState>().to(
    z.strictObject({ currentPassword: secret, newPassword: secret }),
  ),
  /** Asks where to, and writes what exists nowhere else into a file that the passphrase opens; `saved: false` when nowhere. */
  'backup.write': answers<{ saved: boolean; fileName?: string; at?: Timestamp }>().to(
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
  /** Somebody is at the desk: the time until it locks itself starts anew. */
  'desk.touch': answers<{ touched: true }>().to(nothing),
};
