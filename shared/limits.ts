/** Every bound of the desk, with its unit. */
export const limits = {
  /** Stored payment templates. */
  paymentTemplatesMax: 200,
  /** Payments that are scheduled for a later day at one time, and how many days ahead one may be. */
  duePaymentsMax: 20_000,
  dueDaysAheadMax: 731,
  dayRunPaymentsMax: 1_000,
  /** Characters of a reference that is looked for in entries and in what was sent. */
  referenceQueryMax: 200,
  /** A JSON answer of the bank, before parsing. */
  answerBytesMax: 10 * 1024 * 1024,
  /** Bytes of an error answer that are read for the bank's words, of any media type; the rest is discarded. */
  refusalBytesMax: 64 * 1024,
  /** Nesting of a JSON answer. */
  answerDepthMax: 32,
  /** The extra fields of one record: characters of their text, nesting, characters of a name, and how many omitted fields are named. */
  extrasTextMax: 16 * 1024,
  extrasDepthMax: 8,
  extrasNameMax: 200,
  extrasOmittedNamesMax: 50,
  /** Versions of an entry that differ in extra fields alone. */
  extrasVersionsMax: 50,
  connectTimeoutMs: 5_000,
  readHeadersTimeoutMs: 15_000,
  changeHeadersTimeoutMs: 30_000,
  bodyIdleTimeoutMs: 15_000,
  readDeadlineMs: 45_000,
  changeDeadlineMs: 60_000,
  uploadIdleTimeoutMs: 30_000,
  readRetriesMax: 3,
  retryBaseMs: 250,
  retryCapMs: 8_000,
  retryAfterMaxMs: 60_000,
  /** For reading, and as many for changes: a group of payments needs two readings for each of the next four. */
  connectionsMax: 8,
  requestsPerSecondDefault: 10,
  /** Pages of a statement that are asked for at once. */
  pagesAtOnce: 4,
  /** Payments of a file that are on their way to the bank at once. */
  paymentsAtOnceMax: 4,
  pageSizeDefault: 500,
  pagesMax: 20_000,
  /** A list of the bank that is read to its end before it is stored: its rows, and their bytes as JSON. */
  listItemsMax: 100_000,
  listBytesMax: 64 * 1024 * 1024,
  /** How often a range that changed while it was read is read again before we give up. */
  rangeAttemptsMax: 3,
  /** Days of one period, a hundred years: each is stored as proven or not, and may be shown. */
  periodDaysMax: 36_525,
  uploadBytesDefault: 10 * 1024 * 1024,
  uploadBytesMax: 25 * 1024 * 1024,
  /** A dropped archive or message, what it unpacks to, and the files in it. */
  openedBytesMax: 60 * 1024 * 1024,
  unpackedBytesMax: 200 * 1024 * 1024,
  openedFilesMax: 1_000,
  /** Rows of a file of sub-clients or owners. */
  onboardingRowsMax: 2_000,
  /** Dropped files that are described in one act. */
  describedFilesMax: 2_000,
  /** A file attached to an entry, how many one entry takes, and the largest picture that is shown in the window. */
  attachmentBytesMax: 25 * 1024 * 1024,
  attachmentsMax: 20,
  shownImageBytesMax: 8 * 1024 * 1024,
  keychainTimeoutMs: 10_000,
  secretBytesMax: 2_000,
  /** Rows of one list page between main and window. */
  listRowsMax: 200,
  searchTextMax: 200,
  noteTextMax: 2_000,
  /** Things that one act changes. */
  actItemsMax: 1_000,
  /** Rules that give entries tags and counterparties. */
  rulesMax: 10_000,
  bankFileBytesMax: 256 * 1024,
  /** Recorded traffic that a bank file is proposed from: one recording, all of them, and the exchanges in them. */
  recordingBytesMax: 16 * 1024 * 1024,
  recordingsBytesMax: 64 * 1024 * 1024,
  recordingFilesMax: 200,
  recordedExchangesMax: 5_000,
  /** Characters of a backup's passphrase. */
  passphraseMin: 12,
  passphraseMax: 1_000,
  commandInputBytesMax: 10 * 1024 * 1024,
  certificatesBytesMax: 512 * 1024,
  /** A file with a client certificate and its key. */
  certificateFileBytesMax: 32 * 1024,
  /** As long as a bank file may be: a draft of one is stored whole. */
  draftTextMax: 256 * 1024,
  storeBusyTimeoutMs: 5_000,
  /** How long the window's process may take to close: no logout waits longer for it. */
  closingMs: 5_000,
  /** How long a payment waits for another process, which may be sending the same: longer than a bank may take to answer. */
  paymentWaitMs: 120_000,
  activityRowsMax: 20_000,
  /** Events of the timeline that are stored, and how many alike in one reading are listed singly. */
  timelineRowsMax: 20_000,
  timelineAlikeMax: 50,
  timelineEntriesMax: 5,
  /** A bank may book late: before this, a change that it does not show is still unknown. */
  settleWindowMs: 10 * 60_000,
  /** An accepted order counts against the available funds until it is booked, at most this long; the newest so many are checked. */
  inFlightMs: 7 * 24 * 3_600_000,
  inFlightLookedMax: 500,
  /** How long the bank's list is waited for when an acceptance is incomplete; then it is confirmed later. */
  readBackMs: 20_000,
  /** An acceptance that is unconfirmed for so long is left to a person. */
  unconfirmedMs: 24 * 3_600_000,
  /** After a change without an answer the bank is asked at these times, then at every `lookupEveryMs`, for `lookupDayMs`. */
  lookupDelaysMs: [2_000, 5_000, 15_000, 60_000],
  lookupEveryMs: 5 * 60_000,
  lookupDayMs: 24 * 3_600_000,
  /** Two lookups that both do not show it are at least this far apart. */
  looksApartMs: 60_000,
  /** Where this machine's clock and the bank's differ by more than this, nothing is concluded. */
  clocksApartMs: 60_000,
  /** A list is read at most this far in search of one change; above it, it was not read to its end. */
  lookupPagesMax: 100,
  /** Another change in a list is evidence for this one only if both were sent within this time. */
  probeNearMs: 24 * 3_600_000,
  /** A bank may date a booking a little before it was sent; debits from then on are compared with it. */
  bookedEarlyMs: 5 * 60_000,
  /** So many debits can be compared with a change that is looked for. */
  debitsComparedMax: 5_000,
  /** Rows resembling a change that are stored with a lookup and shown. */
  resemblingRowsMax: 10,
  /** A change that has been on its way longer than this has lost its answer. */
  sendingSilenceMs: 3 * 60_000,
  /** A desk of a team sends what it has claimed within this time, or not at all: after it another desk may have taken the claim over. */
  claimHoldsMs: 60_000,
  /** Payments that one act claims, such as lines of a payment file, and twins that one claim names. The record takes no more. */
  claimsAtOnceMax: 50,
  claimTwinsMax: 50,
  /** Sending can be opened on a comparison of journal and bank while it is this fresh. */
  reconcileFreshMs: 60 * 60_000,
  /** Lines of payment files that come within this time after sending was reopened may be payments of the lost time. */
  reconcileHoldMs: 7 * 24 * 3_600_000,
  /** Payments of the same amount to the same payee within this time are pointed out, and so many of them can be meant. */
  duplicateWindowMs: 24 * 3_600_000,
  twinsMax: 1_000,
  /** In a payment file, a payee that the bank sent this long ago is read once more. */
  payeeReportMs: 5 * 60_000,
  /** The bank's list is asked for payments to a payee before one is sent, at most so many pages of it. */
  twinPagesMax: 5,
  /** How long a payment waits for what it can do without: that list, and the fee. */
  beforePaymentWaitMs: 6_000,
  /** Answers of the bank while a payee is entered are cached this long, and so many of them. */
  payeeAnswersMaxAgeMs: 10 * 60_000,
  payeeAnswersMax: 200,
  /** A price is no longer sent this long before it expires. */
  quoteMarginMs: 2_000,
  /** Two clocks of this machine that run apart by more than this mean that it slept or was set. */
  clockJumpMs: 2_000,
  /** The bank's clock and this machine's may be apart this far before it is pointed out. */
  clockSkewMs: 30_000,
  /** Minutes without a key or click after which the window may lock itself; 0 never. */
  autoLockMinutes: [0, 1, 5, 15, 30, 60],
  autoLockMinutesDefault: 15,
  /** How large the window's text may be chosen, in percent. */
  textPercents: [100, 112, 125, 150],
  /** Keys that a person has chosen for acts of the window. */
  ownKeysMax: 200,
  /** Minutes after which the desk may sync automatically again; 0 for no rhythm, only where something happened. */
  selfSyncMinutes: [0, 15, 30, 60, 240],
  paymentFileBytesMax: 10 * 1024 * 1024,
  paymentLinesMax: 20_000,
  /** Payment files that wait until a person has assigned their columns. */
  paymentFilesWaitingMax: 20,
  /** A ledger of the books: its bytes and its lines. */
  ledgerBytesMax: 10 * 1024 * 1024,
  ledgerLinesMax: 20_000,
  /** Entries that one ledger is compared with, and lines shown of either list of those without a match. */
  booksEntriesMax: 50_000,
  booksOpenShown: 500,
  /** Entries of an account that are stored with the close of a month; above this the figures alone. */
  closedMonthEntriesMax: 50_000,
  /** A second source of a statement: its bytes, its entries, its days, and how many are stored for one account. */
  secondSourceBytesMax: 25 * 1024 * 1024,
  secondSourceEntriesMax: 200_000,
  secondSourceDaysMax: 3_700,
  secondSourcesMax: 20,
  secondSourceDifferencesMax: 500,
  /** A list of sanctions: one file, and files that are added at once. */
  screeningListBytesMax: 96 * 1024 * 1024,
  screeningFilesMax: 12,
  /** A list is old so many days after its edition. */
  screeningListDays: 30,
  /** Matches that are shown. */
  screeningMatchesShown: 200,
} as const;
