import { err, type Err, type Result } from './result.ts';

type ErrorEntry = {
  /** What happened, in a few words. */
  readonly title: string;
  /** What is safe and what to do next, in one sentence. */
  readonly advice: string;
  /** May a person simply try the same thing again? */
  readonly retryable: boolean;
  readonly severity: 'notice' | 'warning' | 'error';
};

/** Every failure of the desk with its message. A code without a message does not compile. */
export const errorCatalogue = {
  'input.invalid': {
    title: 'Check what was entered',
    advice: 'Nothing was sent. Correct the marked fields and try again.',
    retryable: false,
    severity: 'notice',
  },
  'bank-file.invalid': {
    title: 'The bank file has a mistake',
    advice: 'Nothing was changed. Correct the named field in the file and open it again.',
    retryable: false,
    severity: 'warning',
  },
  'operation.closed': {
    title: 'This bank’s path for the operation is not known yet',
    advice: 'Nothing was sent. Add the operation to the bank file once the bank has confirmed it.',
    retryable: false,
    severity: 'notice',
  },
  'session.required': {
    title: 'Not signed in',
    advice: 'Everything seen before can still be read. Sign in to reach the bank.',
    retryable: false,
    severity: 'notice',
  },
  'session.expired': {
    title: 'The session has ended',
    advice: 'Nothing entered is lost. Sign in again to go on.',
    retryable: false,
    severity: 'notice',
  },
  'session.refused': {
    title: 'The bank refused the sign-in',
    advice: 'Nothing was changed. Check the credentials and try again.',
    retryable: false,
    severity: 'warning',
  },
  'session.password-unsure': {
    title: 'It is not known which password is valid',
    advice:
      'Nothing is sent again. Either the old or the new password is valid: sign in with the new one first, then with the old one.',
    retryable: false,
    severity: 'error',
  },
  'network.unreachable': {
    title: 'The bank cannot be reached',
    advice: 'The request was not sent. Everything seen before can still be read.',
    retryable: true,
    severity: 'warning',
  },
  'network.timeout': {
    title: 'The bank did not answer in time',
    advice: 'Nothing was changed here. Try again in a moment.',
    retryable: true,
    severity: 'warning',
  },
  'network.untrusted': {
    title: 'The connection to the bank cannot be trusted',
    advice: 'Nothing was sent. Check the address and the certificate with the bank.',
    retryable: false,
    severity: 'error',
  },
  'network.proxy-down': {
    title: 'The proxy cannot be reached',
    advice: 'Nothing was sent to the bank. Check the proxy in Settings, or with your network team.',
    retryable: true,
    severity: 'warning',
  },
  'network.proxy-refused': {
    title: 'The proxy refused the connection',
    advice: 'Nothing was sent to the bank. Enter the proxy’s user name and password in Settings.',
    retryable: false,
    severity: 'warning',
  },
  'bank.refused': {
    title: 'The bank refused the request',
    advice: 'Nothing was changed. The bank’s message is below.',
    retryable: false,
    severity: 'warning',
  },
  'bank.busy': {
    title: 'The bank limits the number of requests',
    advice: 'Nothing was changed. Wait a moment and try again.',
    retryable: true,
    severity: 'notice',
  },
  'bank.unavailable': {
    title: 'The bank reports an internal error',
    advice: 'Nothing was changed here. Try again later.',
    retryable: true,
    severity: 'warning',
  },
  'bank.unexpected': {
    title: 'The bank’s answer is not as specified',
    advice: 'Nothing of it was stored. The details name the place.',
    retryable: false,
    severity: 'error',
  },
  'outcome.unknown': {
    title: 'It may have gone through',
    advice: 'Do not send it again; the desk looks it up at the bank.',
    retryable: false,
    severity: 'error',
  },
  'outcome.duplicated': {
    title: 'Duplicate at the bank',
    advice: 'Nothing more was sent. Call the bank: both are shown with their identifiers.',
    retryable: false,
    severity: 'error',
  },
  'local.not-kept': {
    title: 'The bank accepted it, but it is not fully stored here',
    advice: 'Do not send it again. The next sync brings what is missing here.',
    retryable: false,
    severity: 'warning',
  },
  'local.not-written': {
    title: 'The bank accepted it, but its answer is not recorded here',
    advice:
      'Do not send it again: it shows as being sent until Nostro has looked it up at the bank.',
    retryable: false,
    severity: 'error',
  },
  'export.moved': {
    title: 'The statement changed during the export',
    advice: 'No file was left. Export again when the sync is over.',
    retryable: true,
    severity: 'notice',
  },
  'close.moved': {
    title: 'The figures changed since your review',
    advice: 'Nothing was closed. Check the current figures, then close.',
    retryable: false,
    severity: 'warning',
  },
  'books.signs-opposite': {
    title: 'Opposite signs cannot be matched',
    advice:
      'Both lists are unchanged. Choose lines and entries that together go out, or together come in.',
    retryable: false,
    severity: 'notice',
  },
  'books.reason-missing': {
    title: 'The sums differ',
    advice: 'Both lists are unchanged. Give a reason, or choose lines whose sums are equal.',
    retryable: false,
    severity: 'notice',
  },
  'undo.overtaken': {
    title: 'Something changed since',
    advice: 'It stays as it is now.',
    retryable: false,
    severity: 'warning',
  },
  'close.refused': {
    title: 'This cannot be closed now',
    advice: 'Nothing was closed or changed. Correct what is named, then try again.',
    retryable: false,
    severity: 'warning',
  },
  'close.damaged': {
    title: 'The record of closes is damaged',
    advice:
      'Nothing was closed or changed. Keep a copy of the data folder and restore the last backup.',
    retryable: false,
    severity: 'error',
  },
  'submission.unreadable': {
    title: 'The sent log cannot be read',
    advice: 'Nothing more was sent. Ask the bank for its outcome before sending anything similar.',
    retryable: false,
    severity: 'error',
  },
  'quote.expired': {
    title: 'Quote expired',
    advice: 'Nothing was traded. Get a new quote; your entries are saved.',
    retryable: false,
    severity: 'notice',
  },
  'payee.changed': {
    title: 'The payee’s bank details changed since the review',
    advice: 'Nothing was sent. Check the payee again before paying.',
    retryable: false,
    severity: 'error',
  },
  'payee.unread': {
    title: 'The payee could not be read from the bank now',
    advice:
      'Nothing was sent. Check its bank details yourself, then confirm them: in the window, or with --payee-checked on the command line.',
    retryable: true,
    severity: 'warning',
  },
  'confirmation.required': {
    title: 'Something about this payment must be confirmed first',
    advice: 'Nothing was sent. Review it again and confirm what is marked.',
    retryable: false,
    severity: 'warning',
  },
  'recording.unusable': {
    title: 'No bank file can be proposed from these recordings',
    advice: 'Nothing was written. Correct what is named, or record once more.',
    retryable: false,
    severity: 'notice',
  },
  'recording.open': {
    title: 'The recordings leave questions open',
    advice:
      'Nothing was written. Answer each with --answer PLACE=CHOICE, or omit --out to see the proposal.',
    retryable: false,
    severity: 'notice',
  },
  'offline.not-cached': {
    title: 'Not in the local copy',
    advice: 'It was never fetched. Sync when the bank can be reached.',
    retryable: false,
    severity: 'notice',
  },
  'file.empty': {
    title: 'The file is empty',
    advice: 'It was not used. Choose another file.',
    retryable: false,
    severity: 'notice',
  },
  'file.columns-unknown': {
    title: 'The columns are not known',
    advice:
      'Nothing was imported. Match its columns once: files with the same columns are recognised then.',
    retryable: false,
    severity: 'notice',
  },
  'file.too-large': {
    title: 'The file is too large',
    advice: 'It was not used. Make it smaller and drop it again.',
    retryable: false,
    severity: 'notice',
  },
  'file.type-unsupported': {
    title: 'This type of file is not supported',
    advice: 'It was not used. Save it as a supported type.',
    retryable: false,
    severity: 'notice',
  },
  'file.not-opened': {
    title: 'The file cannot be opened',
    advice: 'It was not used. Check that it still exists and may be read.',
    retryable: true,
    severity: 'warning',
  },
  'file.unreadable': {
    title: 'The file cannot be read',
    advice: 'Nothing was imported. Correct it, or export it again from its source.',
    retryable: false,
    severity: 'warning',
  },
  'file.unwritable': {
    title: 'The file could not be written',
    advice: 'No partial file was left. Choose another place and try again.',
    retryable: true,
    severity: 'warning',
  },
  'attachment.unreadable': {
    title: 'The attached file cannot be read any more',
    advice:
      'The entry, its notes and its other files are as they were. Attach the file again, or restore a backup that has it.',
    retryable: false,
    severity: 'warning',
  },
  'sub-client.gone': {
    title: 'The sub-client was deleted at the bank',
    advice: 'The file is stored here, encrypted. Assign it to another sub-client or remove it.',
    retryable: false,
    severity: 'warning',
  },
  'store.locked': {
    title: 'Another Nostro is using this data folder',
    advice: 'Nothing was changed. Close the other one, then try again.',
    retryable: true,
    severity: 'warning',
  },
  'store.damaged': {
    title: 'The local copy is damaged',
    advice:
      'It was set aside, not deleted. A sync fetches it again; what you sent is stored separately.',
    retryable: false,
    severity: 'error',
  },
  'store.journal-damaged': {
    title: 'The sent log is damaged',
    advice: 'It was set aside, not deleted. Check with the bank before sending anything again.',
    retryable: false,
    severity: 'error',
  },
  'journal.damaged': {
    title: 'Sending paused: the sent log is damaged',
    advice:
      'Nothing was sent. The damaged record was set aside, not deleted, and reading is safe. Reconcile it with the bank to enable sending.',
    retryable: false,
    severity: 'error',
  },
  'journal.missing': {
    title: 'Sending paused: the sent log is missing',
    advice:
      'Nothing was sent. Reading is safe. Put the record back, or reconcile with the bank to enable sending.',
    retryable: false,
    severity: 'error',
  },
  'journal.older': {
    title: 'Sending paused: the sent log is older than what this machine knows',
    advice: 'Nothing was sent. Reading is safe. Reconcile it with the bank to enable sending.',
    retryable: false,
    severity: 'error',
  },
  'journal.foreign': {
    title: 'Sending paused: the sent log belongs to another bank or folder',
    advice:
      'Nothing was sent. Reading is safe. Put this bank’s own record back, or reconcile with the bank to enable sending.',
    retryable: false,
    severity: 'error',
  },
  'journal.left': {
    title: 'Sending paused: this desk left its team',
    advice:
      'Nothing was sent. Reading is safe. Reconcile the sent log with the bank to send alone from here on.',
    retryable: false,
    severity: 'error',
  },
  'store.full': {
    title: 'The disk is full',
    advice: 'What was saved before is safe. Free some space, then try again.',
    retryable: true,
    severity: 'error',
  },
  'store.disk-failed': {
    title: 'The disk failed while it read or wrote',
    advice:
      'What was saved before is safe, and nothing is sent twice. Check the disk, then try again.',
    retryable: true,
    severity: 'error',
  },
  'store.accounts-full': {
    title: 'There is no room for another account',
    advice: 'The others go on as before. Keep this one in a data folder of its own.',
    retryable: false,
    severity: 'warning',
  },
  'store.readonly': {
    title: 'The data folder cannot be written',
    advice: 'Reading still works. Check the folder’s permissions.',
    retryable: true,
    severity: 'warning',
  },
  'store.shared': {
    title: 'Other users can access the data folder',
    advice: 'Nothing was opened or changed. Choose a folder of your own.',
    retryable: false,
    severity: 'error',
  },
  'store.gone': {
    title: 'The local files were removed while in use',
    advice: 'Nothing more was written. Restart Nostro.',
    retryable: false,
    severity: 'error',
  },
  'store.newer-than-app': {
    title: 'The local copy was written by a newer Nostro',
    advice: 'It was not touched. Update this Nostro to open it.',
    retryable: false,
    severity: 'warning',
  },
  'store.outdated': {
    title: 'The local copy was written by an older Nostro, in a form that this one cannot read',
    advice: 'It was not changed. A sync fetches it again; what you sent is in another file.',
    retryable: false,
    severity: 'warning',
  },
  'store.journal-outdated': {
    title: 'The sent log was written by an older Nostro, in a form that this one cannot read',
    advice:
      'It was not changed, and nothing was sent. Open it with that Nostro, or set it aside and start fresh.',
    retryable: false,
    severity: 'error',
  },
  'backup.not-one': {
    title: 'This file is not a backup of Nostro',
    advice: 'Nothing was changed. Choose the file that was written as a backup.',
    retryable: false,
    severity: 'notice',
  },
  'backup.wrong-passphrase': {
    title: 'This passphrase does not open the backup',
    advice:
      'Nothing was changed. Check what was typed: it cannot be opened without the passphrase.',
    retryable: true,
    severity: 'notice',
  },
  'backup.damaged': {
    title: 'The backup is damaged or was cut off',
    advice: 'Nothing was changed. Take another copy of it, or an earlier backup.',
    retryable: false,
    severity: 'warning',
  },
  'backup.newer': {
    title: 'The backup was written by a newer Nostro',
    advice: 'Nothing was changed. Update this Nostro to restore it.',
    retryable: false,
    severity: 'warning',
  },
  'backup.outdated': {
    title: 'The backup was written by an older Nostro, in a form that this one cannot read',
    advice: 'Nothing was changed. Restore it with the Nostro that wrote it.',
    retryable: false,
    severity: 'warning',
  },
  'vault.unavailable': {
    title: 'This machine’s keychain cannot be reached',
    advice: 'Nothing is ever stored in plain text. Credentials last for this session only.',
    retryable: true,
    severity: 'notice',
  },
  'vault.locked': {
    title: 'The keychain is locked',
    advice: 'The local copy is intact. Unlock the keychain, then try again.',
    retryable: true,
    severity: 'warning',
  },
  'vault.timeout': {
    title: 'The keychain does not answer',
    advice: 'The local copy is intact. Try again in a moment.',
    retryable: true,
    severity: 'warning',
  },
  'vault.key-lost': {
    title: 'The key of the local copy is missing from the keychain',
    advice: 'The copy is intact but cannot be opened. Try again, or set it aside and start fresh.',
    retryable: true,
    severity: 'error',
  },
  'vault.corrupt': {
    title: 'The keychain’s entry for Nostro is damaged',
    advice: 'The local copy was not touched. Try again, or set it aside and start fresh.',
    retryable: true,
    severity: 'error',
  },
  'vault.wrong-credentials': {
    title: 'These credentials do not open the local copy',
    advice:
      'The copy is intact; it opens with the credentials that were used last. Check what was typed and try again.',
    retryable: true,
    severity: 'warning',
  },
  'vault.old-lock': {
    title: 'The local copy was locked by an older Nostro, in a way that this program does not know',
    advice:
      'The copy is intact. Open it once with the command line on Node 24, for example by “submissions”: it is then locked in the new way and opens here too.',
    retryable: true,
    severity: 'error',
  },
  // What a team's record says of a payment, and why it closes sending. A message names who and since when, where that is known.
  'team.taken': {
    title: 'Another desk of the team sent this, or is sending it',
    advice: 'Nothing was sent from here. Look at its outcome before you send anything similar.',
    retryable: false,
    severity: 'warning',
  },
  'team.twin': {
    title: 'Somebody of the team sent a payment that looks the same',
    advice: 'Nothing was sent. If both are meant, review this payment again and confirm that one.',
    retryable: false,
    severity: 'warning',
  },
  'team.server-behind': {
    title: 'Sending paused: the team’s record is older than what this desk has read',
    advice: 'Nothing was sent. Reading is safe. Repair the record from the desk that knows most.',
    retryable: false,
    severity: 'error',
  },
  'team.damaged': {
    title: 'Sending paused: the team’s record was changed',
    advice:
      'Nothing was sent. Reading is safe. Compare its state with your colleagues, and ask whoever administers the database.',
    retryable: false,
    severity: 'error',
  },
  'team.left': {
    title: 'Sending paused: this desk left the team, or was removed from it',
    advice:
      'Nothing was sent. Reading is safe. Ask an administrator of the team to let this desk join again.',
    retryable: false,
    severity: 'error',
  },
  'team.outdated': {
    title: 'Sending paused: the team’s record needs a newer Nostro',
    advice: 'Nothing was sent. Reading is safe. Update this Nostro, then send again.',
    retryable: false,
    severity: 'warning',
  },
  'team.not-joined': {
    title: 'Sending paused: this desk has not joined the team yet',
    advice:
      'Nothing was sent. Reading is safe. Wait until the team has let this desk in, then send again.',
    retryable: false,
    severity: 'warning',
  },
  // The server of a team’s record.
  'team.unreachable': {
    title: 'The team’s record cannot be reached',
    advice:
      'Nothing was sent. Everything seen before can still be read. Send again when it is back.',
    retryable: true,
    severity: 'warning',
  },
  'team.answer-lost': {
    title: 'The answer of the team’s record was lost',
    advice: 'Nothing was sent. Send again when it is back: nothing is done twice.',
    retryable: true,
    severity: 'warning',
  },
  'team.not-a-server': {
    title: 'The address is not that of a PostgreSQL 15 or newer with SCRAM',
    advice: 'Nothing was changed. Check host and port with whoever administers the database.',
    retryable: false,
    severity: 'warning',
  },
  'team.no-tls': {
    title: 'The server of the team’s record offers no TLS',
    advice:
      'Nothing was sent, and no password was used. Ask whoever administers the database to turn TLS on.',
    retryable: false,
    severity: 'warning',
  },
  'team.wrong-certificate': {
    title: 'The certificate of the team’s server is not the expected one',
    advice:
      'Nothing was sent, and no password was used. Ask whoever administers the database for the certificate of its authority.',
    retryable: false,
    severity: 'error',
  },
  'team.login-refused': {
    title: 'The server refused the login',
    advice:
      'Nothing was sent. A first password is used once, and a desk that was revoked cannot connect: ask an administrator.',
    retryable: false,
    severity: 'warning',
  },
  'team.other-schema': {
    title: 'The database has no record that this Nostro knows',
    advice:
      'Nothing was changed. Ask whoever administers the database to run the output of “nostro team sql”.',
    retryable: false,
    severity: 'warning',
  },
  'team.rights': {
    title: 'The login may do more than a desk should',
    advice: 'Nothing was changed. Ask whoever administers the database to take these rights away.',
    retryable: false,
    severity: 'error',
  },
  'team.full': {
    title: 'The disk of the team’s server is full',
    advice: 'Nothing was sent. Ask whoever administers the database to make room, then send again.',
    retryable: true,
    severity: 'error',
  },
  'team.refused': {
    title: 'The team’s record refused this',
    advice:
      'Nothing was sent. Read the record again, and talk to an administrator of the team if it stays so.',
    retryable: false,
    severity: 'warning',
  },
  'team.stale': {
    title: 'This desk wrote to the team’s record from elsewhere',
    advice: 'Nothing was sent. Close a second copy of this data folder, then send again.',
    retryable: true,
    severity: 'warning',
  },
  'team.fork': {
    title: 'The team’s record is not the one that this desk has read',
    advice:
      'Nothing was sent. Reading is safe. Ask whoever administers the database whether an older copy was restored.',
    retryable: false,
    severity: 'error',
  },
  'team.closed': {
    title: 'The team’s record does not let this desk write',
    advice: 'Nothing was sent. Reading is safe. Talk to an administrator of the team.',
    retryable: false,
    severity: 'warning',
  },
  'team.founded': {
    title: 'The database has the record of a team already',
    advice: 'Nothing was changed. Join that team, or take another database.',
    retryable: false,
    severity: 'warning',
  },
  // Founding, joining and looking after a team.
  'team.none': {
    title: 'This desk has no team',
    advice: 'Nothing was changed. Found a team, or join one by an invitation.',
    retryable: false,
    severity: 'warning',
  },
  'team.member': {
    title: 'This desk is in a team already',
    advice: 'Nothing was changed. Leave that team first.',
    retryable: false,
    severity: 'warning',
  },
  'team.forgotten': {
    title: 'This desk was in a team, and its sent log does not say which',
    advice:
      'Nothing was sent. Reading is safe. Restore the data folder from a backup, or ask your administrator for an invitation.',
    retryable: false,
    severity: 'error',
  },
  'team.revoked': {
    title: 'This desk was revoked by its team',
    advice: 'Nothing was sent. Reading is safe. Talk to the administrators of the team.',
    retryable: false,
    severity: 'error',
  },
  'team.not-admin': {
    title: 'Only an administrator of the team may do this',
    advice: 'Nothing was changed. Ask an administrator.',
    retryable: false,
    severity: 'warning',
  },
  'team.last-admin': {
    title: 'The team would be without an administrator',
    advice: 'Nothing was changed. Admit another administrator first, or end the team.',
    retryable: false,
    severity: 'warning',
  },
  'team.words': {
    title: 'No desk that waits has these six words',
    advice: 'Nobody was admitted. Have the words read aloud again, and type all six.',
    retryable: false,
    severity: 'warning',
  },
  'team.invitation': {
    title: 'The invitation cannot be used',
    advice: 'Nothing was changed. Ask an administrator for a new invitation.',
    retryable: false,
    severity: 'warning',
  },
  'team.too-soon': {
    title: 'The desk that holds this payment may still be sending it',
    advice: 'Nothing was changed. Wait until it has been silent for fifteen minutes.',
    retryable: true,
    severity: 'warning',
  },
  'team.not-looked': {
    title: 'It is not known whether the bank has this payment',
    advice: 'Nothing was changed. Try again when the bank can be reached.',
    retryable: true,
    severity: 'warning',
  },
  declined: {
    title: 'Not confirmed',
    advice: 'Nothing was changed, and nothing was sent.',
    retryable: true,
    severity: 'notice',
  },
  cancelled: {
    title: 'Stopped',
    advice: 'What was finished before stays.',
    retryable: true,
    severity: 'notice',
  },
  internal: {
    title: 'Something in Nostro went wrong',
    advice: 'Nothing was sent twice. Quote the reference when you report it.',
    retryable: false,
    severity: 'error',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The bank could not be reached: such a failure is over once the bank answers again. */
export const isLineFailure = (code: string): boolean =>
  code === 'network.unreachable' || code === 'network.timeout';

/** A failure as plain data; the only shape in which one leaves the main process. */
export type AppError = {
  readonly code: ErrorCode;
  /** For a person: what happened, what is safe, what to do next. */
  readonly message: string;
  readonly retryable: boolean;
  readonly correlationId: string;
  readonly operation?: string;
  /** Input or answer path -> what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The same with host and system error code; only for the details. */
  readonly technical?: string;
  /** The bank's own words and HTTP status, for the details. */
  readonly bank?: { readonly status: number; readonly message?: string };
};

export type Outcome<T> = Result<T, AppError>;

type Extra = {
  /** Replaces the first half of the message: what happened in this case. */
  message?: string;
  technical?: string | undefined;
  operation?: string;
  fields?: Record<string, string>;
  bank?: { status: number; message?: string };
};

export function appError(code: ErrorCode, correlationId: string, extra: Extra = {}): AppError {
  const { title, advice, retryable } = errorCatalogue[code];
  const { message, technical, ...rest } = extra;
  return {
    code,
    message: `${message ?? `${title}.`} ${advice}`,
    retryable,
    correlationId,
    ...rest,
    ...(technical === undefined ? {} : { technical }),
  };
}

export const fail = (code: ErrorCode, correlationId: string, extra: Extra = {}): Err<AppError> =>
  err(appError(code, correlationId, extra));

/**
 * Thrown by the store and the vault, which answer by value or not at all.
 * Caught once, in `electron/engines/ipc/router.ts` or at the top of a command.
 */
export class DeskFault extends Error {
  override name = 'DeskFault';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message?: string, options?: ErrorOptions) {
    super(message ?? `${errorCatalogue[code].title}.`, options);
    this.code = code;
  }
}
