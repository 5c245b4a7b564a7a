/** A bad day: what goes wrong, and what the desk must do then. */
export type ReliabilityCase = {
  /** Stands in brackets in the title of every test that shows it. */
  readonly id: string;
  readonly fault: string;
  readonly promise: string;
};

type Row = readonly [id: string, fault: string, promise: string];

const casesOf = (rows: readonly Row[]): ReliabilityCase[] =>
  rows.map(([id, fault, promise]) => ({ id, fault, promise }));

/** Every fault that the desk is held against, by the part of it that meets the fault. */
export const reliabilityCases: Readonly<Record<string, readonly ReliabilityCase[]>> = {
  Payments: casesOf([
    [
      'P1',
      'Killed at a random point of a sync or a payment',
      'No entry is lost or doubled, nothing is booked twice, and every booking is known here',
    ],
    [
      'P2',
      'The same, at a bank that books a moment late',
      'Nothing is reported as failed: it stays unknown until it is found',
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
      'An answer that is cut, empty, a page, or has another amount',
      'Unknown; the differences are shown',
    ],
    ['P7', 'A 5xx, 408, 409 or 3xx to a payment', 'Unknown, and sent exactly once'],
    [
      'P8',
      'A 400 or 422 with a reason',
      'Refused, in the bank’s own words; what was entered can be sent as a new payment',
    ],
    [
      'P9',
      'A 401 to a payment, whether the bank booked it, books it late, or hides it in its list',
      'Renewed, not sent again, and looked for once; sent once more only where it provably is not there and the bank knows its key; otherwise unknown',
    ],
    ['P10', 'A 429 with Retry-After', 'Not sent; nothing is sent again by itself'],
    [
      'P11',
      'A double click, Enter and click, fifty requests at once',
      'One intent, one sending; the others report it',
    ],
    [
      'P12',
      'A second window or program on the same data folder',
      'It is refused with the name of the program that holds the folder, and sends nothing',
    ],
    ['P13', 'No line before the connection stands', 'Not sent, which is not unknown'],
    ['P14', 'A price ends while it is reviewed', 'No trade, and what was entered stays'],
    [
      'P15',
      'The clock is set, jumps, or the machine sleeps during a countdown',
      'The countdown stays right or the price is dead',
    ],
    ['P16', 'The payee’s bank details change after the review', 'Nothing is sent'],
    [
      'P17',
      'An amount of nothing, below nothing, with too many digits, or in other digits',
      'Refused at its field, and nothing is sent',
    ],
    ['P18', 'The bank has two payments under our reference', 'An alarm that shows both'],
    ['P19', 'The bank cannot be asked for a day', 'It stays unknown and never becomes failed'],
    ['P20', 'The disk is full when the intent is written', 'Nothing is sent'],
    [
      'P21',
      'The disk is full when the answer is written',
      'The bank’s answer is shown; the journal keeps the payment open, and finds it by its reference once there is space',
    ],
    [
      'P22',
      'Two data folders at one bank, or one that was put back from a snapshot, send the same reference',
      'What the bank lists under it is that payment and is not sent again; something else under it is refused; both at the same moment end as paid twice, never as confirmed',
    ],
  ]),
  Keychain: casesOf([
    ['K1', 'There is none', 'It is said; nothing is ever kept in plain text'],
    [
      'K2',
      'It is locked, at the start or while the desk is open',
      'At the start it is said, and no byte of the local copy changes; an open desk goes on, and makes no new key',
    ],
    ['K3', 'The key’s entry was removed', 'The key is lost, not replaced; the copy is kept'],
    ['K4', 'The keyring file was cut', 'The key is lost, not replaced; the copy is kept'],
    ['K5', 'It never answers', 'Given up in time, one call at a time, and works again later'],
    ['K6', 'Its service dies in between', 'It recovers with its service'],
    ['K7', 'Its entry is damaged', 'It is said, and nothing is opened with it'],
    [
      'K8',
      'A secret with a NUL, a line end, letters beyond ASCII, or too long',
      'It comes back as it was, or is refused before it is kept',
    ],
    ['K9', 'What is read back is not what was written', 'It is said, and nothing relies on it'],
    [
      'K10',
      'Killed while the key gets other credentials',
      'The copy opens by the old ones or by the new ones',
    ],
    [
      'K11',
      'The data folder was copied from another machine',
      'The key is lost, and both machines are named',
    ],
    ['K12', 'The desktop that keeps secrets is another one now', 'The one before it is named'],
  ]),
  Line: casesOf([
    ['H1', 'The bank never answers, or drips', 'Given up at the deadline'],
    ['H2', 'An answer without an end, or of eleven mebibytes', 'Refused, and memory stays small'],
    ['H3', 'A packed answer', 'Refused, not unpacked'],
    ['H4', 'JSON nested 200,000 deep, 700,000 keys, keys of the prototype', 'Refused or survived'],
    ['H5', 'A page of a proxy or a portal', 'Told with the host that answered'],
    ['H6', 'A redirect to another host', 'Not followed: the other host hears nothing'],
    ['H7', 'An answer that was cut, in each way of sending it', 'Refused; no page of it is kept'],
    ['H8', 'Two lengths, a garbled head, a head of 40 kB', 'Refused'],
    ['H9', '503 with a Retry-After of each kind', 'It waits a minute at most, three times at most'],
    ['H10', 'Fifty answers of 401 at once', 'One renewal, and all fifty are answered'],
    [
      'H11',
      'The renewal is refused, or meets no line',
      'Signed out, or offline with the token kept',
    ],
    ['H12', 'Signed out while calls are under way', 'They end, and nothing is written afterwards'],
    [
      'H13',
      'An unknown authority, another name, an end date gone by, TLS 1.1, plain HTTP',
      'Refused before a secret is sent',
    ],
    ['H14', 'The environment switches certificate checks off', 'They stay on'],
    ['H15', 'The proxy is down or refuses', 'Told by its own name'],
    ['H16', 'A bank’s address that is no https, or carries a password', 'Refused in the bank file'],
    [
      'H17',
      'Fields that are missing, null, new, or of another type',
      'New ones are kept or left; a missing one is named by its place, and costs a statement that entry alone',
    ],
    ['H18', 'The postcode, spelt in two ways', 'Kept both ways'],
    [
      'H19',
      'No line at the start, back after an hour',
      'What is here is read at once; then one sync',
    ],
    ['H20', 'A sync is cancelled', 'It stops within a second, and its place is kept'],
    [
      'H21',
      'A 401 to one read, also with a fresh token',
      'Refused by itself, in the bank’s words; the session and everything else go on',
    ],
  ]),
  Store: casesOf([
    [
      'S1',
      'Single bits change in the cache',
      'Never a wrong figure: each one in a page that is in use is noticed, and the cache is set aside and fetched again',
    ],
    [
      'S2',
      'Single bits change in the journal',
      'Noticed; sending is closed until it is reconciled',
    ],
    ['S3', 'A file is cut, emptied or replaced by text', 'Noticed; never opened as a new one'],
    [
      'S4',
      'The write-ahead file is removed or damaged',
      'The journal has every intent; of a payment file, what came of the last line is asked for again at worst',
    ],
    [
      'S5',
      'The disk fills up during a sync',
      'The page is rolled back, reading goes on, and it resumes',
    ],
    ['S6', 'The disk fills up during a copy before a migration', 'No half copy, and no migration'],
    ['S7', 'The folder or a file cannot be written', 'It is said, and reading goes on'],
    [
      'S8',
      'A second program, and one that was killed',
      'The second learns who holds it; after a kill it opens at once',
    ],
    ['S9', 'Files of a newer Nostro', 'Not touched'],
    [
      'S10',
      'A migration fails or is killed at any step',
      'The schema before it or after it, never half',
    ],
    ['S11', 'A file is removed while it is open', 'Noticed before the next payment is written'],
    [
      'S12',
      'A data folder with spaces, other letters, a long path, or on a share',
      'It works, or says what it cannot do',
    ],
    ['S13', 'Settings that are damaged or full of NULs', 'The defaults hold, and the desk opens'],
    [
      'S14',
      'A million entries',
      'A page walks an index and sorts nothing; some thirty rows are drawn',
    ],
  ]),
  Statements: casesOf([
    ['M1', 'The closing balance is off by the smallest unit', 'The day is red, with both figures'],
    ['M2', 'The running balance breaks at an entry', 'The day is red at that entry'],
    ['M3', 'The same entry with another amount', 'Both versions are kept'],
    ['M4', 'Pages move while they are read', 'Read again; nothing is lost or doubled'],
    ['M5', 'Totals that lie, empty pages, pages without an end', 'It stops and says so'],
    [
      'M6',
      'Amounts at the edge of what can be kept, exponents, minus nothing',
      'Exact, or refused by name',
    ],
    ['M7', 'A currency that does not exist', 'Kept with its code; nothing is sent in it'],
    [
      'M8',
      'Days that do not exist, instants without a zone',
      'That entry is set aside, with its own text; a bank file may name the zone',
    ],
  ]),
  Window: casesOf([
    [
      'F1',
      'Markup, scripts, reversed text and NULs in any text of the bank',
      'Shown as text; no script and no request',
    ],
    [
      'F2',
      'Requests of another page or frame, of any shape and size',
      'Refused, and the main process lives on',
    ],
    ['F3', 'Addresses that climb out of the app’s own files', 'Not found'],
    [
      'F4',
      'A page that opens another window, or a view within itself',
      'Not opened, whatever the link',
    ],
    [
      'F5',
      'The window crashes or hangs',
      'It comes back by itself, but not over and over, and sends nothing again',
    ],
  ]),
  Documents: casesOf([
    [
      'U1',
      'A program, a page, a drawing, an archive or nothing, under another ending',
      'Refused by its content',
    ],
    ['U2', 'A link, a pipe, a device, a folder, or nothing there', 'Refused'],
    [
      'U3',
      'A file that grows, shrinks or goes away after it was chosen',
      'Refused, and nothing hangs',
    ],
    ['U4', 'An empty file, or one that is too large', 'Refused before it is read'],
    [
      'U5',
      'A name with quotes, line ends, folders, reserved words, or 300 letters',
      'Cleaned; the request stays whole',
    ],
    ['U6', 'An upload that was cut, or whose answer was lost', 'Unknown; no silent second copy'],
    ['U7', 'A file that may not be read', 'It is said by name'],
    ['U8', 'Several files, some of them bad', 'The good ones go, and each bad one is named'],
    [
      'U9',
      'Text, an address or a picture of a page is dropped',
      'Nothing is taken, and a hint is given',
    ],
    [
      'U10',
      'A file attached to an entry is damaged, missing, a program, too large, or under a hostile name',
      'Told by name in one sentence; the entry stays as it was, and nothing is run',
    ],
  ]),
  Exports: casesOf([
    ['E1', 'Texts that a spreadsheet would run', 'Kept as text; amounts stay numbers'],
    [
      'E2',
      'A full disk, a reserved name, a name that exists',
      'No half file; a file under the very name is replaced whole, and nothing else is touched',
    ],
    ['E3', 'Everything that the desk can hand out', 'No secret is in it'],
    [
      'E4',
      'A format with fewer signs, shorter references or fewer digits than the bank’s',
      'Every entry reads back, and replaced text is reported',
    ],
  ]),
  Logs: casesOf([
    ['L1', 'Secrets that go through every flow', 'None is in a log, an error, a message or a file'],
  ]),
  'The machine': casesOf([
    ['I1', 'A note of another program that is dead, or whose number was given again', 'It starts'],
    ['I2', 'The machine sleeps while a payment is on its way', 'Unknown, then looked up'],
    [
      'I3',
      'A signal ends it while it writes',
      'As after a kill: nothing is lost, nothing is sent twice',
    ],
    [
      'I4',
      'It is replaced by an update while it runs',
      'It ends what it does; the next start is the new one',
    ],
  ]),
};
