/** A query of the main thread that reads or sorts something whole, and what bounds that whatever was booked in all the years. */
type Bound = readonly [query: RegExp, why: string];

const ofEntries: readonly Bound[] = [
  [/FROM transaction_type(?: t WHERE|$)/, 'the words that a bank has for kinds of entries'],
  [/FROM unreadable_entry\b/, 'what was set aside of one account, all of which is shown'],
  [/FROM json_each\(\?\) j CROSS JOIN entry e ON e\.key = j\.value/, 'the rows of one page'],
  [/d\.state = 'broken' GROUP BY/, 'the broken days, by an index that has no other'],
  [
    /FROM entry_search s CROSS JOIN entry e .*ORDER BY s\.rowid DESC\s+LIMIT \? OFFSET \?$/,
    'a page: an expression that needs no long lists is chosen first (store/search-plan.ts)',
  ],
  [
    /FROM (?:entry_search|\$\{index\}) WHERE .* MATCH \? LIMIT 1 OFFSET/,
    'a beginning with lists of its own, 5,000 entries at most',
  ],
  [
    /SELECT term FROM (?:search_term|\$\{table\}) WHERE term >= \? LIMIT 1$/,
    'the next term of the index, sixteen for each word that was typed',
  ],
  [
    /WHERE s\.entry_search MATCH \? AND (?:s\.rowid BETWEEN \? AND \? AND )?e\.reference = \?/,
    'the entries with one reference of ours',
  ],
  [
    /WHERE s\.entry_search MATCH \? AND s\.rowid BETWEEN \? AND \? ORDER BY s\.rowid DESC LIMIT \?$/,
    'words that begin as one reference of ours',
  ],
  [
    /FROM entry_search WHERE entry_search MATCH \? AND rowid BETWEEN \? AND \? ORDER BY rowid LIMIT 2000/,
    'the words of a receivable, 2,000 entries an account at most',
  ],
];

const ofMarks: readonly Bound[] = [
  [
    /FROM entry_mark INDEXED BY entry_mark_(?:flagged|noted) .* LIMIT \?$/,
    'the newest 5,000 flags or notes, by an index that has no other',
  ],
  [/FROM exchange_rate$/, 'the newest rate of each pair of currencies'],
  [/(?:FROM|UPDATE) own_order_place\b/, 'how far the own orders are copied, one row'],
  [
    /FROM json_each\(\?\) j CROSS JOIN payment_line l .* ORDER BY f\.id DESC$/,
    'the files of the orders of one page',
  ],
  [
    /FROM screening_list WHERE is_whole = 1 AND ended_at IS NULL ORDER BY/,
    'the lists of sanctions in force, one edition of each',
  ],
  [
    /FROM screening_list WHERE is_whole = 0$/,
    'lists that were not stored whole, by their own index',
  ],
  [
    /FROM screening_result WHERE stamp <> \?$/,
    'names screened with other lists, once for each run, by an index that has the lists alone',
  ],
  [
    /^SELECT count\(\*\) AS n FROM screening_result WHERE open_score > 0/,
    'the names with an undecided match, by an index that has no other',
  ],
  [
    /FROM json_each\(\?\) i CROSS JOIN screening_decision d ON d\.match_id = i\.value$/,
    'the decisions about the matches of one party',
  ],
  [/FROM account_plan\b/, 'what people said of accounts: one of each, 1,024 at most'],
  [/FROM payment_template LIMIT \?$/, 'the templates of payments, 200 at most'],
  [
    /FROM due_payment WHERE state = 'scheduled'/,
    'the payments that wait for their day, limits.duePaymentsMax, by an index that has no other',
  ],
  [
    /FROM due_amount WHERE state = 'needed'/,
    'the payments whose amount is needed, limits.duePaymentsMax, by an index that has no other',
  ],
  [/FROM due_amount ORDER BY reference/, 'all of them, once, when the desk joins a team'],
  [/FROM due_day_run WHERE state IN/, 'one open run a day at most, and of two years at most'],
  [/FROM due_payment ORDER BY scheduled_at/, 'all due payments, once, when the desk joins a team'],
  [/FROM payment_series ORDER BY is_ended/, 'the recurring payments, 500 at most'],
  [/FROM hand_over_folder\b/, 'the folders of profiles, a hundred at most'],
  [
    /FROM entry_file INDEXED BY entry_file_attached .* LIMIT \?$/,
    'the files attached last, 5,000 at most',
  ],
  [
    /FROM entry_file INDEXED BY entry_file_attached .*blob IS NOT NULL$/,
    'the attached files, once for each backup, which copies them all',
  ],
  [
    /FROM invoice INDEXED BY invoice_added ORDER BY added_at DESC, invoice_id DESC LIMIT \?$/,
    'the newest 1,000 invoices, by an index in their order',
  ],
  [
    /FROM invoice ORDER BY invoice_id$/,
    'the invoices, once for each backup, which copies them all',
  ],
  [
    /FROM draft ORDER BY saved_at DESC/,
    'one draft of a form that a person began and left, of each',
  ],
  [/FROM recorded_review ORDER BY n DESC LIMIT/, 'the newest of what was recorded, to the limit'],
];

const ofCloses: readonly Bound[] = [
  [/FROM close_(?:act|requirements) ORDER BY n DESC LIMIT 1$/, 'the newest one'],
];

const ofRules: readonly Bound[] = [
  [/FROM (?:rule_copy|rule_revision)\b/, 'one row'],
  [
    /FROM entry_rule INDEXED BY entry_rule_place/,
    'the rules, 10,000 at most, all of which are shown',
  ],
  [/FROM refused_proposal/, 'what a person refused, one by one'],
  [
    /FROM entry_label x .* WHERE x\.key = \? ORDER BY/,
    'the tags and the counterparty of one entry',
  ],
];

const ofSubmissions: readonly Bound[] = [
  [
    /FROM submission s? ?WHERE (?:s\.)?state IN \('sending', 'unknown'\)/,
    'what has no answer, by an index that has no other',
  ],
  [
    /FROM submission s? ?WHERE (?:s\.)?confirmed = 0/,
    'what is not confirmed, by an index that has no other',
  ],
  [/WHERE subject = \? AND state IN \('sending', 'unknown'\)/, 'what has no answer of one subject'],
  [/FROM submission WHERE likeness = \?/, 'what looks like one order'],
  [/FROM submission\s+ORDER BY id DESC LIMIT @limit/, 'the newest, to the limit'],
  [
    /FROM submission WHERE state IN \(SELECT/,
    'once, when a person opens sending again over an older journal',
  ],
  [
    /FROM submission WHERE operation IN/,
    'every payment, once for each comparison of the journal with the bank',
  ],
  [
    /FROM submission s INDEXED BY submission_found/,
    'what was found at the bank after a journal was lost',
  ],
  [/FROM found_debit/, 'debits without a reference, found after a journal was lost'],
  [
    /\bjournal_(?:head|lock|epoch)\b|FROM reconciliation\b/,
    'one row, or one for each journal that was lost',
  ],
  [
    /FROM file_shape WHERE kind = \? ORDER BY saved_at DESC, shape_id DESC LIMIT 200$/,
    'the newest shapes that a person matched, by an index',
  ],
  [
    /FROM account_name ORDER BY named_at DESC LIMIT 500$/,
    'the newest names that a person gave to accounts, by an index',
  ],
  [
    /FROM unmatched_payment_file WHERE is_whole = [01]/,
    'the files that wait for their columns: limits.paymentFilesWaitingMax',
  ],
  [/FROM payment_file WHERE is_whole = 1/, 'the files that were dropped, all of which are shown'],
  [
    /DELETE FROM payment_file WHERE is_whole = 0/,
    'files that were being read when the program ended',
  ],
  [/FROM payment_file b JOIN payment_line p/, 'the lines of files that were stopped'],
  [/JOIN payment_file b ON b\.file_id = p\.file_id/, 'lines that came to nothing in the last days'],
  [
    /FROM payment_line l LEFT JOIN submission s INDEXED BY/,
    'the lines of one file, 20,000 at most',
  ],
  [/AS details,.*AS released/, 'the payees, and what a person let go after a journal was lost'],
  [/FROM receivable_match$/, 'the receivables that were matched, all of which are shown'],
];

const ofRecords: readonly Bound[] = [
  [/FROM (?:beneficiary|beneficiary_paid)\b/, 'the payees, all of which are shown or compared'],
  [
    /FROM (?:sub_client|shareholder|sub_client_document|named_sub_client)\b/,
    'the sub-clients with their owners and documents, all of which are shown',
  ],
  [/FROM upload u\b/, 'the files that were queued for sub-clients'],
  [/SELECT status FROM step/, 'hops along an index from one status to the next'],
  [
    /FROM (?:trade|transfer) WHERE 1\s+ORDER BY created_at DESC, id DESC LIMIT/,
    'walks an index to the limit',
  ],
  [/FROM bank_event WHERE id < \?/, 'the events that are stored, 20,000 at most'],
  [/FROM sqlite_schema/, 'the tables themselves, at the opening'],
];

const ofTeams: readonly Bound[] = [
  [
    /FROM recorded_review WHERE json_extract\(actor/,
    'the recorded reviews, newest first, up to the first of this desk',
  ],
  [/FROM payment_template ORDER BY template_id LIMIT/, 'the templates: limits.paymentTemplatesMax'],
  [/FROM team_change WHERE kind = [?@]/, 'the changes of one record, along the primary key'],
  [/FROM unclaimed_order WHERE list = \? AND id = \? AND team = \?$/, 'one order'],
  [
    /FROM unclaimed_order WHERE team = \? AND reason <> 'alike' ORDER BY found_at DESC LIMIT \?$/,
    'the newest payments outside a team, 1,000 at most, by an index that has no other',
  ],
  [
    /FROM known_order WHERE list = \? AND id = \? AND digest = \?/,
    'the persons who know of one order',
  ],
  [/FROM team_outgoing/, 'the changes that wait for the team, gone as soon as it is reached'],
  [
    /FROM entry_mark JOIN mark_actor ON n = entry_mark.actor WHERE flagged = 1/,
    'all flags and notes, once, when the desk joins a team',
  ],
  [/FROM ledger_note AS one JOIN ledger USING/, 'all notes on ledgers, once, when the desk joins'],
  [
    /FROM close_act WHERE act = 'close' AND n IN/,
    'all closes that stand, once, when the desk joins',
  ],
  [/FROM recorded_review ORDER BY n$/, 'all recorded reviews, once, when the desk joins'],
  [/FROM payment_template ORDER BY saved_at/, 'the templates: limits.paymentTemplatesMax'],
  [
    /FROM entry_file_part GROUP BY file_id/,
    'the parts of files that are on their way from colleagues',
  ],
  [
    /FROM manual_tag WHERE is_set IS NOT NULL ORDER BY n$/,
    'all tags by hand, once, when the desk joins a team',
  ],
  [
    /FROM account_plan ORDER BY set_at|FROM account_name ORDER BY named_at$|FROM file_shape ORDER BY saved_at$/,
    'what persons entered, once, when the desk joins a team',
  ],
];

export const boundedQueries: readonly Bound[] = [
  ...ofEntries,
  ...ofMarks,
  ...ofCloses,
  ...ofRules,
  ...ofSubmissions,
  ...ofRecords,
  ...ofTeams,
];

/** What the threads of the local copy ask alone, and what mends a journal that was found damaged. */
export const askedElsewhere =
  /^nouns\/statements\/(?:aggregate-monitor|next-unread|export\/(?:csv-lines|export-rows)|chain\/day-chains|entries\/(?:entry-(?:events|facts)|labels|move-entries|places|rewritten|settle)|query\/find-narrowing|search\/(?:find-(?:entries|inside|keys)|long-reads)|reading\/(?:cache-match|entry-versions|finish-range|page-cache|save-page)|aggregates\/(?:aggregate-verifier|chain-cache|day-sums|flows|recount-sums|repair-aggregates))\.ts$|^nouns\/rules\/(?:counting|concerned|labelling|proposals)\.ts$|^engines\/store\/(?:search\/tokens|opening\/salvage)\.ts$|^nouns\/beneficiaries\/saved-fingerprints\.ts$|^nouns\/sub-clients\/records\/owned-record-events\.ts$|^nouns\/approvals\/fold\/stored-fold\.ts$|^engines\/act-log\/[a-z-]+\.ts$|^engines\/team-record\/(?:claim-table|record-copy|postgres\/[a-z\/-]+)\.ts$/;

/** Statements of files that both threads use, which only the one that writes asks, or which need thousands of entries. */
export const notWalked: readonly Bound[] = [
  [
    /^INSERT INTO uncompared_order/,
    'the orders since a team began, once, in the thread that writes (test/unclaimed/plans.test.ts)',
  ],
  [
    /FROM \$\{table\} WHERE reference IN \(\?, \?\)$|AND \$\{oddReferenceSql\}$|FROM \$\{table\} WHERE reference > '' LIMIT 1$/,
    'the orders of one reference, by an index (test/unclaimed/plans.test.ts)',
  ],
  [/SELECT submission_id, created_at, 'salvaged'/, 'repairs a journal that was found damaged'],
  [
    /FROM entry_search WHERE entry_search MATCH \? AND rowid BETWEEN \? AND \? ORDER BY rowid DESC LIMIT \?$/,
    'the newest entries with the words of a counterparty, 501 an account, in the thread that only reads',
  ],
  [
    /FROM \$\{table\} WHERE \(created_at, id\) < \(\?, \?\) ORDER BY/,
    'a piece of a list along its index, in the thread that only reads',
  ],
  [
    /FROM \$\{table\} WHERE gone_at IS NULL AND listed = 1|SELECT document FROM \$\{table\} WHERE entity_id = \? AND gone_at|^UPDATE \$\{table\} SET gone_at/,
    'saves a list',
  ],
  [
    /SELECT term FROM \$\{table\} WHERE term >= \? LIMIT 1/,
    'one leap along the words of the index, 24 at most',
  ],
  [
    /SELECT \$\{debitColumns\} FROM found_debit ORDER BY/,
    'debits without a reference, found after a journal was lost',
  ],
];
