/** `synced`: on the disk before the call returns. `next`: with the next synced write, at most 50 ms later. */
export type Durability = 'synced' | 'next';

/**
 * The durability of writes per journal table. Decisions of people and sent changes are `synced`. Input that can be typed again,
 * the record of calls, and rows that are complete only with a later synced write are `next`.
 */
export const durabilities = {
  submission: 'synced',
  submission_attempt: 'synced',
  submission_lookup: 'synced',
  journal_lock: 'synced',
  journal_epoch: 'synced',
  found_debit: 'synced',
  reconciliation: 'synced',
  payment_file: 'synced',
  // Lines are checked again from the file, and starting the file syncs them.
  payment_line: 'next',
  payment_release: 'synced',
  unmatched_payment_file: 'synced',
  // A synced write after the parts lists the file.
  unmatched_payment_file_part: 'next',
  invoice: 'synced',
  payment_template: 'synced',
  due_payment: 'synced',
  due_payment_change: 'synced',
  due_amount: 'synced',
  payment_series: 'synced',
  due_day_run: 'synced',
  beneficiary_paid: 'synced',
  beneficiary_release: 'synced',
  order_record: 'synced',
  receivable_match: 'synced',
  entry_mark: 'synced',
  mark_actor: 'synced',
  entry_note: 'synced',
  entry_file: 'synced',
  entry_file_part: 'synced',
  entry_rule: 'synced',
  manual_tag: 'synced',
  refused_proposal: 'synced',
  rule_revision: 'synced',
  ledger: 'synced',
  ledger_lines: 'synced',
  manual_match: 'synced',
  ledger_result: 'synced',
  // Counted again whenever the ledger is opened.
  ledger_status: 'next',
  ledger_note: 'synced',
  ledger_balance: 'synced',
  close_act: 'synced',
  close_entries: 'synced',
  close_requirements: 'synced',
  recorded_review: 'synced',
  screening_list: 'synced',
  // A synced write after the parts completes the list.
  screening_list_part: 'next',
  screening_decision: 'synced',
  // Screened again from the lists.
  screening_result: 'next',
  draft: 'next',
  upload: 'synced',
  named_sub_client: 'synced',
  exception_closed: 'synced',
  hand_over_folder: 'next',
  file_shape: 'synced',
  account_name: 'synced',
  account_plan: 'synced',
  reporting_currency: 'synced',
  exchange_rate: 'synced',
  activity: 'next',
  team_membership: 'synced',
  // Read again from the team's record. With an older head more of it is read.
  team_head: 'next',
  // If one is lost, a claim is looked up that could have been released.
  team_own_act: 'next',
  team_outgoing: 'synced',
  // Applied again from the team's record.
  team_applied: 'synced',
  team_change: 'synced',
  unclaimed_order: 'synced',
  known_order: 'synced',
} as const satisfies Readonly<Record<string, Durability>>;

export type JournalTable = keyof typeof durabilities;

export const journalTables = Object.keys(durabilities) as JournalTable[];
