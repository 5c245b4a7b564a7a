/** A room whose defences are taken out one by one, and the tests that must notice. */
type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The rooms that carry money. */
export const moneyRooms: Readonly<Record<string, Room>> = {
  changes: {
    mutate: ['electron/*/changes.ts', 'electron/engines/submissions/{change,echo,sent}.ts'],
    tests: ['test/submissions/change-{echoes,searches}.test.ts'],
  },
  sending: {
    mutate: [
      'electron/engines/submissions/{carry-out,keep-answer,send-again,submissions}.ts',
      'electron/engines/submissions/{settle,settle-by-person,shown-meanwhile}.ts',
      'electron/engines/submissions/lookup/lookup-runner.ts',
    ],
    tests: ['test/submissions/{lookup-times,sending}.test.ts'],
  },
  judging: {
    mutate: ['electron/engines/submissions/{acceptance,confirmation}.ts'],
    tests: ['test/submissions/judging.test.ts'],
  },
  lookups: {
    mutate: [
      'electron/engines/submissions/{lookup,lookup-due,lookup-times,probe,reference-match}.ts',
      'electron/engines/submissions/submission-views.ts',
    ],
    tests: ['test/submissions/{looking-up,lookup-times}.test.ts'],
  },
  lists: {
    mutate: ['electron/engines/submissions/{list-look,list-reading}.ts'],
    tests: ['test/submissions/{list-evidence,list-look,list-reading}.test.ts'],
  },
  statements: {
    mutate: ['electron/engines/submissions/lookup/statement-lookup.ts'],
    tests: ['test/submissions/statement-look.test.ts'],
  },
  payments: {
    mutate: ['electron/nouns/payments/{fee,list,order,review,send,warnings}.ts'],
    tests: ['test/payments/{list,order,send,warnings}.test.ts'],
  },
  twins: {
    mutate: [
      'electron/nouns/payments/{ask-transfers,found-listed,listed-transfers,refresh,twins}.ts',
      'electron/engines/submissions/duplicate.ts',
    ],
    tests: ['test/payments/{found-listed,twins}.test.ts'],
  },
  payees: {
    mutate: ['electron/nouns/payments/beneficiary.ts'],
    tests: ['test/payments/beneficiary.test.ts'],
  },
  'payment-files': {
    mutate: ['electron/nouns/payments/file/{kept-files,ledger,lost-time,views}.ts'],
    tests: ['test/payments/file/{files,ledger,views,lost-time}.test.ts'],
  },
  batches: {
    mutate: [
      'electron/nouns/payments/file/{line,run-references,runner,send-lines,start-word,unread-beneficiaries}.ts',
    ],
    tests: ['test/payments/file/{lines,runner}.test.ts'],
  },
  'conversion-figures': {
    mutate: ['electron/nouns/conversions/{four-way-match,quote-time,quotes,trade-figures}.ts'],
    tests: [
      'test/conversions/{match,quotes}.test.ts',
      'test/conversions/{quote-time,trade-figures}.test.ts',
    ],
  },
  conversions: {
    mutate: [
      'electron/nouns/conversions/**/!(changes|routes|four-way-match|quote-time|quotes|trade-figures).ts',
    ],
    tests: ['test/conversions/{deals,views}.test.ts'],
  },
  quarantine: {
    mutate: [
      'electron/nouns/beneficiaries/fingerprint.ts',
      'electron/nouns/beneficiaries/quarantine.ts',
      'electron/nouns/beneficiaries/fingerprints.ts',
    ],
    tests: ['test/beneficiaries/quarantine.test.ts'],
  },
  retries: {
    mutate: ['electron/engines/bank/retry.ts'],
    tests: ['test/bank/retry.test.ts'],
  },
  matching: {
    // Pieces are about time alone.
    mutate: ['electron/engines/matching/!(pieces).ts'],
    tests: ['test/matching/{doubt,match,references}.test.ts'],
  },
  rates: {
    mutate: ['electron/nouns/rates/!(routes).ts'],
    tests: ['test/rates/{find-rate,rate-file,tables}.test.ts'],
  },
  outlook: {
    mutate: ['electron/nouns/outlook/!(routes|reads).ts'],
    tests: ['test/outlook/{ahead,arriving,begun,history,known}.test.ts'],
  },
  closes: {
    mutate: ['electron/nouns/closes/!(routes|reads|exports).ts'],
    tests: ['test/closes/closes.test.ts'],
  },
  reconcile: {
    mutate: ['electron/nouns/reconcile/{amounts,compare,days,obstacles,report}.ts'],
    tests: ['test/reconcile/{compare,obstacles,report}.test.ts'],
  },
  adopting: {
    mutate: ['electron/nouns/reconcile/adopt.ts'],
    tests: ['test/reconcile/adopt.test.ts'],
  },
  books: {
    mutate: [
      'electron/nouns/books/{carry,hand,held-words,reconciled,repeated,signed-amount}.ts',
      'electron/nouns/books/{statement,undone,why}.ts',
    ],
    tests: ['test/books/reconciled.test.ts'],
  },
  'ledger-readers': {
    mutate: [
      'electron/nouns/books/{amounts,days,guess-account,ledger-columns,ledger-statement}.ts',
      'electron/nouns/books/{ledger-table,own-lines,read-ledger}.ts',
    ],
    tests: ['test/books/{headings,ledger,odd-files}.test.ts'],
  },
  'payment-readers': {
    mutate: [
      'electron/nouns/payments/file/{pain-control,pain-elements,pain-not-carried,read-pain}.ts',
    ],
    tests: ['test/payments/file/pain.test.ts'],
  },
  'source-readers': {
    mutate: ['electron/nouns/statements/second-source/read-*.ts'],
    tests: ['test/statements/second-source/{bai2,bank-formats,mt940-lines,ofx,reading}.test.ts'],
  },
};
