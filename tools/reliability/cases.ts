/** A fault, and what the desk must do when it happens. */
export type ReliabilityCase = {
  /** In brackets in the title of every test that shows it. */
  readonly id: string;
  readonly fault: string;
  readonly promise: string;
};

type Row = readonly [id: string, fault: string, promise: string];

const casesOf = (rows: readonly Row[]): ReliabilityCase[] =>
  rows.map(([id, fault, promise]) => ({ id, fault, promise }));

/** Every fault that the desk is tested against, by the part that handles it. */
export const reliabilityCases: Readonly<Record<string, readonly ReliabilityCase[]>> = {
  Payments: casesOf([
    [
      'P1',
      'Killed at a random point of a sync or a payment',
      'No entry is lost or doubled, nothing is booked twice, and the desk knows every booking',
    ],
    [
      'P2',
      'The same, at a bank that books a moment later',
      'Never reported as failed: it stays unknown until it is found',
    ],
    [
      'P3',
      'Killed between writing the intent and sending it',
      'Unknown, then not found on full evidence; only a person sends it again, under its reference',
    ],
    [
      'P4',
      'The bank took the payment and its answer was lost',
      'Unknown, then found by its reference: one booking',
    ],
    [
      'P5',
      'No answer until the deadline, and the bank books after it',
      'Unknown, then found by its reference: one booking',
    ],
    [
      'P6',
      'An answer that is cut, empty, a web page, or has another amount',
      'Unknown; the differences are shown',
    ],
    ['P7', 'A 5xx, 408, 409 or 3xx to a payment', 'Unknown, and sent exactly once'],
    [
      'P8',
      'A 400 or 422 with a reason',
      'Refused, with the bank’s message; the input can be sent as a new payment',
    ],
    [
      'P9',
      'A 401 to a payment, whether the bank booked it, books it late, or hides it in its list',
      'The session is renewed, the payment is not sent again, and the list is read once; one more sending only if the list provably lacks it and the bank takes its idempotency key; otherwise unknown',
    ],
    ['P10', 'A 429 with Retry-After', 'Not sent, and not sent again automatically'],
    [
      'P11',
      'A double click, Enter and click, fifty requests at once',
      'One intent and one sending; every request gets this one payment as its answer',
    ],
    [
      'P12',
      'A second window or program on the same data folder',
      'Refused with the name of the program that holds the folder; it sends nothing',
    ],
    ['P13', 'No connection to the bank', 'Not sent, not unknown'],
    ['P14', 'A price expires during the review', 'No trade, and the input stays'],
    [
      'P15',
      'The clock is set, jumps, or the machine sleeps during a countdown',
      'The countdown stays right, or the price is dead',
    ],
    ['P16', 'The payee’s bank details change after the review', 'Nothing is sent'],
    [
      'P17',
      'An amount of zero, below zero, with too many digits, or in the digits of another script',
      'Refused at its field, and nothing is sent',
    ],
    ['P18', 'The bank has two payments under our reference', 'An exception that shows both'],
    ['P19', 'The bank cannot be reached for a day', 'It stays unknown and never becomes failed'],
    ['P20', 'The disk is full when the intent is written', 'Nothing is sent'],
    [
      'P21',
      'The disk is full when the answer is written',
      'The bank’s answer is shown; the journal keeps the payment open and finds it by its reference once there is space',
    ],
    [
      'P22',
      'Two data folders at one bank, or one restored from a snapshot, send the same reference',
      'A payment that the bank lists under it is not sent again; another order under it is refused; two at the same moment end as paid twice, never as confirmed',
    ],
    [
      'P23',
      'A payment is sent again while the bank has the same invoice under a reference that this journal does not know',
      'Nothing is sent until that payment is named; where the bank’s list cannot be read to its end, nothing is sent until that is confirmed',
    ],
  ]),
  Keychain: casesOf([
    ['K1', 'There is no keychain', 'The desk says so; nothing is ever stored in plain text'],
    [
      'K2',
      'The keychain is locked, at the start or while the desk is open',
      'At the start the desk says so, and no byte of the local copy changes; an open desk continues and makes no new key',
    ],
    [
      'K3',
      'The key’s entry was removed',
      'The key counts as lost and is not replaced; the copy stays',
    ],
    [
      'K4',
      'The keyring file was cut',
      'The key counts as lost and is not replaced; the copy stays',
    ],
    [
      'K5',
      'The keychain never answers',
      'The call times out, one call at a time; it works again later',
    ],
    ['K6', 'Its service dies and returns', 'The desk works again with the service'],
    ['K7', 'Its entry is damaged', 'The desk says so and opens nothing with it'],
    [
      'K8',
      'A secret with a NUL, a line break, letters beyond ASCII, or too many characters',
      'It is read back unchanged, or refused before it is stored',
    ],
    ['K9', 'A secret is read back changed', 'The desk says so and does not rely on it'],
    [
      'K10',
      'Killed while the key is wrapped under new credentials',
      'The copy opens with the old ones or the new ones',
    ],
    [
      'K11',
      'The data folder was copied from another machine',
      'The key counts as lost, and both machines are named',
    ],
    ['K12', 'Another desktop’s keyring is in use now', 'The previous one is named'],
  ]),
  Connection: casesOf([
    ['H1', 'The bank never answers, or sends a byte at a time', 'The call ends at the deadline'],
    ['H2', 'An endless answer, or one of eleven mebibytes', 'Refused; memory stays small'],
    ['H3', 'A compressed answer', 'Refused, not decompressed'],
    [
      'H4',
      'JSON nested 200,000 deep, 700,000 keys, keys of the prototype',
      'Refused, or read without harm',
    ],
    [
      'H5',
      'A web page of a proxy or a portal',
      'Reported as a page; the host that answered is in the details',
    ],
    ['H6', 'A redirect to another host', 'Not followed; the other host receives nothing'],
    ['H7', 'An answer that was cut, in each transfer encoding', 'Refused; no page of it is stored'],
    ['H8', 'Two content lengths, a garbled header, a header of 40 kB', 'Refused'],
    [
      'H9',
      '503 with a Retry-After of each kind',
      'The desk waits at most a minute, at most three times',
    ],
    ['H10', 'Fifty answers of 401 at once', 'One renewal, and all fifty are answered'],
    [
      'H11',
      'The renewal is refused, or there is no connection',
      'Signed out, or offline with the token still stored',
    ],
    ['H12', 'Signed out during calls', 'The calls end, and nothing is written afterwards'],
    [
      'H13',
      'An unknown authority, another name, an expired certificate, TLS 1.1, plain HTTP',
      'Refused before a secret is sent',
    ],
    ['H14', 'An environment variable switches certificate checks off', 'They stay on'],
    ['H15', 'The proxy is down or refuses', 'Reported under an error of its own'],
    ['H16', 'A bank’s address without https, or with a password in it', 'Refused in the bank file'],
    [
      'H17',
      'Fields that are missing, null, new, or of another type',
      'New fields are stored or ignored; a missing one is named by its place, and costs a statement only that entry',
    ],
    ['H18', 'The post code under two spellings', 'Sent as postCode, read as postcode'],
    [
      'H19',
      'No connection at the start, back after an hour',
      'The local copy is shown at once; then one sync',
    ],
    ['H20', 'A sync is cancelled', 'It stops within a second and keeps its cursor'],
    [
      'H21',
      'A 401 to one read, even with a fresh token',
      'Only that read is refused, with the bank’s message; the session and everything else continue',
    ],
    [
      'H22',
      'The connection breaks in a sync, or comes and goes',
      'The sync runs again once the bank answers, with growing rests; no change is sent again',
    ],
  ]),
  Store: casesOf([
    [
      'S1',
      'Single bits change in the cache',
      'Never a wrong figure: a change in a used page is noticed, and the cache is set aside and fetched again',
    ],
    [
      'S2',
      'Single bits change in the journal',
      'Noticed; sending is closed until a person reconciles',
    ],
    ['S3', 'A file is cut, emptied or replaced by text', 'Noticed; never opened as a new file'],
    [
      'S4',
      'The write-ahead file is removed or damaged',
      'The journal has every intent; at worst the outcomes of the last four lines of a payment file are looked up again',
    ],
    [
      'S5',
      'The disk fills up during a sync',
      'The page is rolled back, reading goes on, and the sync can resume',
    ],
    [
      'S6',
      'The disk fills up during the copy before a step of the schema',
      'No partial copy, and no step',
    ],
    ['S7', 'The folder or a file cannot be written', 'The desk says so, and reading goes on'],
    [
      'S8',
      'A second program, and a program that was killed',
      'The second learns who holds the folder; after a kill the folder opens at once',
    ],
    ['S9', 'Files of a newer Nostro', 'Not touched'],
    [
      'S10',
      'A step of the schema fails or is killed',
      'The schema is the old one or the new one, never half',
    ],
    ['S11', 'A file is removed while it is open', 'Noticed before the next payment is written'],
    [
      'S12',
      'A data folder with spaces, non-Latin letters, a long path, or on a network share',
      'It works, or the desk says what it cannot do',
    ],
    ['S13', 'Settings that are damaged or full of NULs', 'The defaults apply, and the desk opens'],
    [
      'S14',
      'A million entries',
      'A page reads an index without sorting; some thirty rows are drawn',
    ],
  ]),
  Statements: casesOf([
    [
      'M1',
      'The closing balance is off by the smallest unit',
      'The day is red and shows both figures',
    ],
    ['M2', 'The running balance breaks at an entry', 'The day is red at that entry'],
    ['M3', 'The same entry with another amount', 'Both versions stay'],
    [
      'M4',
      'Pages move while they are read',
      'The pages are read again; nothing is lost or doubled',
    ],
    ['M5', 'Wrong totals, empty pages, endless pages', 'The sync stops and says so'],
    ['M6', 'Amounts at the limits, exponents, minus zero', 'Exact, or refused by name'],
    ['M7', 'A currency that does not exist', 'Stored with its code; nothing is sent in it'],
    [
      'M8',
      'Impossible dates, times without a zone',
      'Only that entry is set aside, with its own text; a bank file can name the zone',
    ],
  ]),
  Window: casesOf([
    [
      'F1',
      'Markup, scripts, reversed text and NULs in any text of the bank',
      'Shown as text; no script runs and no request leaves',
    ],
    [
      'F2',
      'Requests of another page or frame, or of any shape and size',
      'Refused; the main process continues',
    ],
    ['F3', 'Addresses that lead outside the app’s own files', 'Not found'],
    ['F4', 'A page that opens another window or an embedded view', 'Not opened, whatever the link'],
    ['F5', 'The window crashes or hangs', 'It reopens, but not endlessly, and sends nothing again'],
  ]),
  Documents: casesOf([
    [
      'U1',
      'A program, a web page, a drawing, an archive or an empty file with another extension',
      'Refused by its content',
    ],
    ['U2', 'A link, a pipe, a device, a folder, or a missing file', 'Refused'],
    [
      'U3',
      'A file that grows, shrinks or disappears after it was chosen',
      'Refused, and nothing hangs',
    ],
    ['U4', 'An empty file, or one that is too large', 'Refused before it is read'],
    [
      'U5',
      'A name with quotes, line breaks, folders, reserved names, or 300 letters',
      'The name is cleaned; the request stays valid',
    ],
    [
      'U6',
      'An upload that was cut, or whose answer was lost',
      'Unknown; no second copy without a person',
    ],
    ['U7', 'A file without read permission', 'Reported by name'],
    ['U8', 'Several files, some of them bad', 'The good ones are sent, and each bad one is named'],
    [
      'U9',
      'Text, an address or a picture of a web page is dropped',
      'Nothing is taken, and a hint is given',
    ],
    [
      'U10',
      'A file attached to an entry is damaged, missing, a program, too large, or under a hostile name',
      'Reported by name in one sentence; the entry is unchanged, and nothing runs',
    ],
  ]),
  Exports: casesOf([
    ['E1', 'Texts that a spreadsheet would run as formulas', 'Stay text; amounts stay numbers'],
    [
      'E2',
      'A full disk, a reserved name, a name that exists',
      'No partial file; a file of exactly that name is replaced whole, and nothing else is touched',
    ],
    ['E3', 'Everything that the desk can export', 'It contains no secret'],
    [
      'E4',
      'A format with fewer characters, shorter references or fewer digits than the bank’s',
      'Every entry can be read back, and replaced text is reported',
    ],
  ]),
  Logs: casesOf([
    ['L1', 'Secrets in every flow', 'None is in a log, an error, a message or a file'],
  ]),
  'The machine': casesOf([
    [
      'I1',
      'A lock file of a dead program, or one whose process id is used again',
      'The desk starts',
    ],
    ['I2', 'The machine sleeps while a payment is being sent', 'Unknown, then looked up'],
    [
      'I3',
      'A signal ends the program while it writes',
      'As after a kill: nothing is lost, nothing is sent twice',
    ],
    [
      'I4',
      'An update replaces the program while it runs',
      'It finishes its work; the next start is the new version',
    ],
  ]),
};
