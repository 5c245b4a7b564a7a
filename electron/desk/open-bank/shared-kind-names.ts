/** The kinds of acts of every shared record. The code of the records is loaded on first use; the names are needed before. */
export const sharedKindNames: readonly string[] = [
  ...['mark-read', 'mark-flag', 'note', 'file-part', 'file-removal', 'entry-tag'],
  ...['entry-counterparty', 'tag-rule', 'tag-rule-place', 'refused-rule', 'account-name'],
  ...['account-plan', 'rate-by-hand', 'rate-of-file', 'reporting-currency', 'file-shape'],
  ...['review', 'template', 'ledger-note', 'close-requirements', 'close', 'known-order'],
  ...['payment-series', 'due-payment-amount', 'due-payment', 'due-payment-end'],
];
