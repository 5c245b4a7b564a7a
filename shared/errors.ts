import {
  error,
  errorFrom,
  notice,
  paused,
  unchanged,
  warning,
  windowErrors,
  type ErrorEntry,
  type Extra,
} from './error-entries.ts';
import { err, type Err, type Result } from './result.ts';

/** Every failure of the desk with its message. A code without a message does not compile. */
export const errorCatalogue = {
  ...windowErrors,
  'bank-file.invalid': unchanged(
    'The bank file has a mistake',
    'Correct the named field in the file and open it again.',
  ),
  'operation.closed': notice(
    'This bank’s path for the operation is not known yet',
    'Nothing was sent. Add the operation to the bank file once the bank has confirmed it.',
  ),
  'session.required': notice(
    'Not signed in',
    'Everything seen before can still be read. Sign in to reach the bank.',
  ),
  'session.expired': notice(
    'The session has ended',
    'Nothing entered is lost. Sign in again to go on.',
  ),
  'session.refused': unchanged(
    'The bank refused the sign-in',
    'Check the credentials and try again.',
  ),
  'session.password-unsure': error(
    'It is not known which password is valid',
    'Nothing is sent again. Either the old or the new password is valid: sign in with the new one first, then with the old one.',
  ),
  'network.unreachable': warning(
    'The bank cannot be reached',
    'The request was not sent. Everything seen before can still be read.',
    true,
  ),
  'network.timeout': warning(
    'The bank did not answer in time',
    'Nothing was changed here. Try again in a moment.',
    true,
  ),
  'network.untrusted': error(
    'The connection to the bank cannot be trusted',
    'Nothing was sent. Check the address and the certificate with the bank.',
  ),
  'network.proxy-down': warning(
    'The proxy cannot be reached',
    'Nothing was sent to the bank. Check the proxy in Settings, or with your network team.',
    true,
  ),
  'network.proxy-refused': warning(
    'The proxy refused the connection',
    'Nothing was sent to the bank. Enter the proxy’s user name and password in Settings.',
  ),
  'bank.busy': notice(
    'The bank limits the number of requests',
    'Nothing was changed. Wait a moment and try again.',
    true,
  ),
  'bank.unavailable': warning(
    'The bank reports an internal error',
    'Nothing was changed here. Try again later.',
    true,
  ),
  'bank.unexpected': error(
    'The bank’s answer is not as specified',
    'Nothing of it was stored. The details name the place.',
  ),
  'outcome.unknown': error(
    'It may have gone through',
    'Do not send it again; the desk looks it up at the bank.',
  ),
  'outcome.duplicated': error(
    'Duplicate at the bank',
    'Nothing more was sent. Call the bank: both are shown with their identifiers.',
  ),
  'local.not-kept': warning(
    'The bank accepted it, but it is not fully stored here',
    'Do not send it again. The next sync brings what is missing here.',
  ),
  'local.not-written': error(
    'The bank accepted it, but its answer is not recorded here',
    'Do not send it again: it shows as being sent until Nostro has looked it up at the bank.',
  ),
  'export.moved': notice(
    'The statement changed during the export',
    'No file was left. Export again when the sync is over.',
    true,
  ),
  'close.moved': warning(
    'The figures changed since your review',
    'Nothing was closed. Check the current figures, then close.',
  ),
  'books.signs-opposite': notice(
    'Opposite signs cannot be matched',
    'Both lists are unchanged. Choose lines and entries that together go out, or together come in.',
  ),
  'books.reason-missing': notice(
    'The sums differ',
    'Both lists are unchanged. Give a reason, or choose lines whose sums are equal.',
  ),
  'undo.overtaken': warning('Something changed since', 'It stays as it is now.'),
  'close.refused': warning(
    'This cannot be closed now',
    'Nothing was closed or changed. Correct what is named, then try again.',
  ),
  'close.damaged': error(
    'The record of closes is damaged',
    'Nothing was closed or changed. Keep a copy of the data folder and restore the last backup.',
  ),
  'submission.unreadable': error(
    'The sent log cannot be read',
    'Nothing more was sent. Ask the bank for its outcome before sending anything similar.',
  ),
  'quote.expired': notice(
    'Quote expired',
    'Nothing was traded. Get a new quote; your entries are saved.',
  ),
  'quote.worse': notice(
    'The quote is worse than approved',
    'Nothing was traded, and the request stands. Get another quote later.',
  ),
  'payee.changed': error(
    'The payee’s bank details changed since the review',
    'Nothing was sent. Check the payee again before paying.',
  ),
  'payee.unread': warning(
    'The payee could not be read from the bank now',
    'Nothing was sent. Check its bank details yourself, then confirm them: in the window, or with --payee-checked on the command line.',
    true,
  ),
  'confirmation.required': warning(
    'Something about this payment must be confirmed first',
    'Nothing was sent. Review it again and confirm what is marked.',
  ),
  'recording.open': notice(
    'The recordings leave questions open',
    'Nothing was written. Answer each with --answer PLACE=CHOICE, or omit --out to see the proposal.',
  ),
  'payment.no-advice': notice(
    'There is nothing to write yet',
    'Nothing was written. An advice needs the bank’s acceptance, a proof the booking in a proven day.',
  ),
  'screening.list-damaged': error(
    'A stored list of names is damaged',
    'Nothing was sent. Remove the list under Screening and add its file again.',
  ),
  'screening.match-gone': unchanged(
    'The match is not there any more',
    'The names or the lists changed since it was shown. Look at the matches again.',
  ),
  'offline.not-cached': notice(
    'Not in the local copy',
    'It was never fetched. Sync when the bank can be reached.',
  ),
  'file.columns-unknown': notice(
    'The columns are not known',
    'Nothing was imported. Match its columns once: files with the same columns are recognised then.',
  ),
  'file.type-unsupported': notice(
    'This type of file is not supported',
    'It was not used. Save it as a supported type.',
  ),
  'file.unwritable': warning(
    'The file could not be written',
    'No partial file was left. Choose another place and try again.',
    true,
  ),
  'attachment.unreadable': warning(
    'The attached file cannot be read any more',
    'The entry, its notes and its other files are as they were. Attach the file again, or restore a backup that has it.',
  ),
  'sub-client.gone': warning(
    'The sub-client was deleted at the bank',
    'The file is stored here, encrypted. Assign it to another sub-client or remove it.',
  ),
  'store.locked': unchanged(
    'Another Nostro is using this data folder',
    'Close the other one, then try again.',
    true,
  ),
  'store.damaged': error(
    'The local copy is damaged',
    'It was set aside, not deleted. A sync fetches it again; what you sent is stored separately.',
  ),
  'store.journal-damaged': error(
    'The sent log is damaged',
    'It was set aside, not deleted. Check with the bank before sending anything again.',
  ),
  'journal.damaged': error(
    'Sending paused: the sent log is damaged',
    'Nothing was sent. The damaged record was set aside, not deleted, and reading is safe. Reconcile it with the bank to enable sending.',
  ),
  'journal.missing': paused(
    'the sent log is missing',
    'Put the record back, or reconcile with the bank to enable sending.',
  ),
  'journal.older': paused(
    'the sent log is older than what this machine knows',
    'Reconcile it with the bank to enable sending.',
  ),
  'journal.foreign': paused(
    'the sent log belongs to another bank or folder',
    'Put this bank’s own record back, or reconcile with the bank to enable sending.',
  ),
  'journal.left': paused(
    'this desk left its team',
    'Reconcile the sent log with the bank to send alone.',
  ),
  'store.full': error(
    'The disk is full',
    'What was saved before is safe. Free some space, then try again.',
    true,
  ),
  'store.disk-failed': error(
    'The disk failed while it read or wrote',
    'What was saved before is safe, and nothing is sent twice. Check the disk, then try again.',
    true,
  ),
  'store.accounts-full': warning(
    'There is no room for another account',
    'The others go on as before. Keep this one in a data folder of its own.',
  ),
  'store.readonly': warning(
    'The data folder cannot be written',
    'Reading still works. Check the folder’s permissions.',
    true,
  ),
  'store.shared': error(
    'Other users can access the data folder',
    'Nothing was opened or changed. Choose a folder of your own.',
  ),
  'store.gone': error(
    'The local files were removed while in use',
    'Nothing more was written. Restart Nostro.',
  ),
  'store.newer-than-app': warning(
    'The local copy was written by a newer Nostro',
    'It was not touched. Update this Nostro to open it.',
  ),
  'store.outdated': warning(
    'The local copy was written by an older Nostro, in a form that this one cannot read',
    'It was not changed. A sync fetches it again; what you sent is in another file.',
  ),
  'store.journal-outdated': error(
    'The sent log was written by an older Nostro, in a form that this one cannot read',
    'It was not changed, and nothing was sent. Open it with that Nostro, or set it aside and start fresh.',
  ),
  'backup.not-one': notice(
    'This file is not a backup of Nostro',
    'Nothing was changed. Choose the file that was written as a backup.',
  ),
  'backup.wrong-passphrase': notice(
    'This passphrase does not open the backup',
    'Nothing was changed. Check what was typed: it cannot be opened without the passphrase.',
    true,
  ),
  'backup.damaged': unchanged(
    'The backup is damaged or was cut off',
    'Take another copy of it, or an earlier backup.',
  ),
  'backup.newer': unchanged(
    'The backup was written by a newer Nostro',
    'Update this Nostro to restore it.',
  ),
  'backup.outdated': unchanged(
    'The backup was written by an older Nostro, in a form that this one cannot read',
    'Restore it with the Nostro that wrote it.',
  ),
  'vault.unavailable': notice(
    'This machine’s keychain cannot be reached',
    'Nothing is ever stored in plain text. Credentials last for this session only.',
    true,
  ),
  'vault.locked': warning(
    'The keychain is locked',
    'The local copy is intact. Unlock the keychain, then try again.',
    true,
  ),
  'vault.timeout': warning(
    'The keychain does not answer',
    'The local copy is intact. Try again in a moment.',
    true,
  ),
  'vault.key-lost': error(
    'The key of the local copy is missing from the keychain',
    'The copy is intact but cannot be opened. Try again, or set it aside and start fresh.',
    true,
  ),
  'vault.corrupt': error(
    'The keychain’s entry for Nostro is damaged',
    'The local copy was not touched. Try again, or set it aside and start fresh.',
    true,
  ),
  'vault.wrong-credentials': warning(
    'These credentials do not open the local copy',
    'The copy is intact; it opens with the credentials that were used last. Check what was typed and try again.',
    true,
  ),
  'vault.old-lock': error(
    'The local copy was locked by an older Nostro, in a way that this program does not know',
    'The copy is intact. Open it once with the command line on Node 24, for example by “submissions”: it is then locked in the new way and opens here too.',
    true,
  ),
  // What a team's record has about a payment that prevents sending it. A message names who and since when, where that is known.
  'team.taken': warning(
    'Another desk of the team sent this, or is sending it',
    'Nothing was sent from here. Look at its outcome first.',
  ),
  'team.twin': warning(
    'Somebody of the team sent a payment that looks the same',
    'Nothing was sent. If both are meant, review this one again and confirm that one.',
  ),
  'team.not-approved': warning(
    'The team’s rules need an approval for this',
    'Nothing was sent. Request it, then send it once it is approved.',
  ),
  'team.signatures': warning(
    'More administrators must sign this',
    'Your signature is recorded, and nothing else changed. Ask another administrator to do the same.',
  ),
  'team.busy': warning(
    'Colleagues changed what this depends on while it was judged',
    'Nothing was sent. Send again.',
    true,
  ),
  'team.server-behind': paused(
    'the team’s record is older than this desk’s',
    'Repair the record from the desk that knows most.',
  ),
  'team.damaged': paused('the team’s record was changed', 'Ask the database’s administrator.'),
  'team.outdated': paused(
    'the team’s record needs a newer Nostro',
    'Update this Nostro, then send again.',
  ),
  'team.not-joined': paused(
    'this desk has not joined the team yet',
    'Send again when the team has let this desk in.',
  ),
  // The server of a team’s record.
  'team.unreachable': warning(
    'The team’s record cannot be reached',
    'Nothing was sent. Send again when it is back.',
    true,
  ),
  'team.answer-lost': warning(
    'The answer of the team’s record was lost',
    'Nothing was sent. Send again when it is back: nothing is done twice.',
    true,
  ),
  'team.not-a-server': unchanged(
    'There is no PostgreSQL 15 or newer with SCRAM',
    'Check host and port.',
  ),
  'team.no-tls': warning(
    'The server of the team’s record offers no TLS',
    'Nothing was sent, no password either. Have the database’s administrator turn TLS on.',
  ),
  'team.wrong-certificate': error(
    'The certificate of the team’s server is not the expected one',
    'Nothing was sent, no password either. Ask the database’s administrator for the right one.',
  ),
  'team.login-refused': warning(
    'The server refused the login',
    'Nothing was sent. A first password works once, and a revoked desk cannot connect. Ask an administrator.',
  ),
  'team.other-schema': unchanged(
    'The database has no record that this Nostro knows',
    'Have its administrator run the output of “nostro team sql”.',
  ),
  'team.rights': error(
    'The login may do more than a desk should',
    'Nothing was changed. Have the database’s administrator take these rights away.',
  ),
  'team.full': error(
    'The disk of the team’s server is full',
    'Nothing was sent. Have the database’s administrator make room, then send again.',
    true,
  ),
  'team.refused': warning(
    'The team’s record refused this',
    'Nothing was sent. If it stays so, ask an administrator of the team.',
  ),
  'team.stale': warning(
    'This desk wrote to the team’s record from elsewhere',
    'Nothing was sent. Close the other copy of this data folder, then send again.',
    true,
  ),
  'team.fork': paused(
    'the team’s record is not the one that this desk has read',
    'Ask the database’s administrator whether an older copy was restored.',
  ),
  'team.closed': paused(
    'the team’s record does not let this desk write',
    'Ask an administrator of the team.',
  ),
  'team.founded': unchanged(
    'The database has the record of a team already',
    'Join that team, or take another database.',
  ),
  // Founding, joining and looking after a team.
  'team.none': unchanged('This desk has no team', 'Found a team, or join one by an invitation.'),
  'team.member': unchanged('This desk is in a team already', 'Leave that team first.'),
  'team.forgotten': paused(
    'this desk was in a team, and its sent log does not say which',
    'Restore a backup, or ask for an invitation.',
  ),
  'team.revoked': paused('this desk was revoked by its team', 'Ask an administrator of the team.'),
  'team.not-admin': unchanged(
    'Only an administrator of the team may do this',
    'Ask an administrator.',
  ),
  'team.last-admin': unchanged(
    'The team would be without an administrator',
    'Admit another one first, or end the team.',
  ),
  'team.words': warning(
    'No desk that waits has these six words',
    'Nobody was admitted. Have them read aloud again, and type all six.',
  ),
  'team.invitation': unchanged(
    'The invitation cannot be used',
    'Ask an administrator for a new invitation.',
  ),
  'team.too-soon': unchanged(
    'The desk that holds this payment may still be sending it',
    'Wait until it has been silent for fifteen minutes.',
    true,
  ),
  'team.not-looked': unchanged(
    'It is not known whether the bank has this payment',
    'Try again when the bank can be reached.',
    true,
  ),
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A failure as plain data; the only shape in which one leaves the main process. */
export type AppError = {
  readonly code: ErrorCode;
  /** What happened, in a few words. */
  readonly title: string;
  readonly severity: ErrorEntry['severity'];
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

export const appError = (code: ErrorCode, correlationId: string, extra: Extra = {}): AppError =>
  errorFrom(code, errorCatalogue[code], correlationId, extra);

export const fail = (code: ErrorCode, correlationId: string, extra: Extra = {}): Err<AppError> =>
  err(appError(code, correlationId, extra));

/**
 * Thrown by the store and the vault, which return plain values instead of a {@link Result}. Caught once, in
 * `electron/engines/ipc/router.ts` or at the top of a command.
 */
export class DeskFault extends Error {
  override name = 'DeskFault';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message?: string, options?: ErrorOptions) {
    super(message ?? `${errorCatalogue[code].title}.`, options);
    this.code = code;
  }
}
