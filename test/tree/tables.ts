type Shared = {
  /** The room whose files alone name the table in SQL. */
  readonly owner: string;
  /** `team`: becomes a shared record of a team; `desk`: stays on this desk. */
  readonly scope: 'team' | 'desk';
};

type CacheTable = Shared & { readonly file: 'cache' };

/** When its writes are on the disk: `engines/store/durability.ts`. */
type JournalTable = Shared & { readonly file: 'journal' };

/** Read again from the team's record. */
type TeamTable = Shared & { readonly file: 'team' };

export type TableFacts = CacheTable | JournalTable | TeamTable;

/** The bank's copy never leaves the desk. */
const cached = (owner: string): CacheTable => ({ owner, file: 'cache', scope: 'desk' });

const recorded = (owner: string, scope: Shared['scope']): JournalTable => ({
  ...{ owner, file: 'journal', scope },
});

/** Every table of both schemas. */
export const tables: Readonly<Record<string, TableFacts>> = {
  account: cached('nouns/accounts'),
  day: cached('nouns/accounts'),

  transaction_type: cached('nouns/statements'),
  entry: cached('nouns/statements'),
  entry_place: cached('nouns/statements'),
  entry_search: cached('nouns/statements'),
  search_term: cached('nouns/statements'),
  entry_version: cached('nouns/statements'),
  unreadable_entry: cached('nouns/statements'),
  unread: cached('nouns/statements'),
  new_debit: cached('nouns/statements'),
  statement_range: cached('nouns/statements'),
  range_page: cached('nouns/statements'),
  entry_sum: cached('nouns/statements'),
  day_chain: cached('nouns/statements'),
  cached_statement: cached('nouns/statements'),
  cached_page: cached('nouns/statements'),
  entry_amount: cached('nouns/statements'),
  label: cached('nouns/statements'),
  entry_label: cached('nouns/statements'),
  own_order: cached('nouns/statements'),
  own_order_place: cached('nouns/statements'),
  second_source: cached('nouns/statements'),
  imported_statement: cached('nouns/statements'),
  imported_file: cached('nouns/statements'),

  rule_copy: cached('nouns/rules'),
  rule_number: cached('nouns/rules'),
  manual_tag_copy: cached('nouns/rules'),
  rule_waiting: cached('nouns/rules'),

  beneficiary: cached('nouns/beneficiaries'),
  beneficiary_fingerprint: cached('nouns/beneficiaries'),
  sub_client: cached('nouns/sub-clients'),
  sub_client_document: cached('nouns/sub-clients'),
  shareholder: cached('nouns/sub-clients'),
  client_configuration: cached('nouns/webhooks'),
  transfer: cached('nouns/payments'),
  trade: cached('nouns/conversions'),
  claim_comparison: cached('nouns/unclaimed'),
  uncompared_order: cached('nouns/unclaimed'),

  topic: cached('engines/store'),
  earlier_record: cached('engines/store'),
  bank_event: cached('engines/store'),
  journal_head: cached('engines/store'),

  // References and outcomes are claimed and settled by the team; how a desk looked and what it lost is its own.
  submission: recorded('engines/submissions', 'team'),
  submission_attempt: recorded('engines/submissions', 'desk'),
  submission_lookup: recorded('engines/submissions', 'desk'),
  found_debit: recorded('engines/submissions', 'desk'),
  reconciliation: recorded('engines/submissions', 'desk'),
  journal_lock: recorded('engines/store', 'desk'),
  journal_epoch: recorded('engines/store', 'desk'),

  // A request carries the lines of its payment file; the file itself stays with its maker.
  payment_file: recorded('nouns/payments', 'desk'),
  payment_line: recorded('nouns/payments', 'desk'),
  payment_release: recorded('nouns/payments', 'desk'),
  unmatched_payment_file: recorded('nouns/payments', 'desk'),
  unmatched_payment_file_part: recorded('nouns/payments', 'desk'),
  invoice: recorded('nouns/invoices', 'desk'),
  payment_template: recorded('nouns/payments', 'team'),
  due_payment: recorded('nouns/due-payments', 'team'),
  due_payment_change: recorded('nouns/due-payments', 'team'),
  due_amount: recorded('nouns/due-payments', 'team'),
  payment_series: recorded('nouns/due-payments', 'team'),
  due_day_run: recorded('nouns/due-payments', 'desk'),
  beneficiary_paid: recorded('nouns/beneficiaries', 'desk'),
  beneficiary_release: recorded('nouns/beneficiaries', 'team'),
  order_record: recorded('nouns/orders', 'desk'),
  receivable_match: recorded('nouns/orders', 'desk'),

  entry_mark: recorded('nouns/statements', 'team'),
  mark_actor: recorded('nouns/statements', 'desk'),
  entry_note: recorded('nouns/statements', 'team'),
  entry_file: recorded('nouns/statements', 'team'),
  entry_file_part: recorded('nouns/statements', 'desk'),
  hand_over_folder: recorded('nouns/statements', 'desk'),
  entry_rule: recorded('nouns/rules', 'team'),
  manual_tag: recorded('nouns/rules', 'team'),
  refused_proposal: recorded('nouns/rules', 'team'),
  rule_revision: recorded('nouns/rules', 'desk'),

  ledger: recorded('nouns/books', 'desk'),
  ledger_lines: recorded('nouns/books', 'desk'),
  manual_match: recorded('nouns/books', 'desk'),
  ledger_result: recorded('nouns/books', 'desk'),
  ledger_status: recorded('nouns/books', 'desk'),
  ledger_note: recorded('nouns/books', 'team'),
  ledger_balance: recorded('nouns/books', 'desk'),
  close_act: recorded('nouns/closes', 'team'),
  close_entries: recorded('nouns/closes', 'team'),
  close_requirements: recorded('nouns/closes', 'team'),
  recorded_review: recorded('nouns/review', 'team'),

  // Each desk stores its own lists, and decides about its own matches.
  screening_list: recorded('nouns/screening', 'desk'),
  screening_list_part: recorded('nouns/screening', 'desk'),
  screening_decision: recorded('nouns/screening', 'desk'),
  screening_result: recorded('nouns/screening', 'desk'),

  draft: recorded('nouns/drafts', 'desk'),
  upload: recorded('nouns/sub-clients', 'desk'),
  named_sub_client: recorded('nouns/sub-clients', 'desk'),
  exception_closed: recorded('nouns/exceptions', 'desk'),
  file_shape: recorded('engines/columns', 'team'),
  account_name: recorded('nouns/accounts', 'team'),
  account_plan: recorded('nouns/accounts', 'team'),
  reporting_currency: recorded('nouns/rates', 'team'),
  exchange_rate: recorded('nouns/rates', 'team'),
  activity: recorded('nouns/activity', 'desk'),

  team_membership: recorded('engines/team-record', 'desk'),
  team_head: recorded('engines/team-record', 'desk'),
  team_own_act: recorded('engines/team-record', 'desk'),
  team_outgoing: recorded('engines/sharing', 'desk'),
  team_applied: recorded('engines/sharing', 'desk'),
  team_change: recorded('engines/sharing', 'team'),
  unclaimed_order: recorded('nouns/unclaimed', 'desk'),
  known_order: recorded('nouns/unclaimed', 'team'),
  team_act: { owner: 'engines/team-record', file: 'team', scope: 'team' },
  team_check: { owner: 'engines/team-record', file: 'team', scope: 'team' },
  approval_fold: { owner: 'nouns/approvals', file: 'team', scope: 'desk' },
  act_log: { owner: 'engines/act-log', file: 'team', scope: 'desk' },
  act_log_state: { owner: 'engines/act-log', file: 'team', scope: 'desk' },
  team_claim: { owner: 'engines/team-record', file: 'team', scope: 'team' },
};
