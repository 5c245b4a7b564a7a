/** A room whose defences are taken out one by one, and the tests that must notice. */
type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The rooms that carry money. */
export const moneyRooms: Readonly<Record<string, Room>> = {
  changes: {
    mutate: ['electron/*/changes.ts', 'electron/submissions/{change,echo,sent}.ts'],
    tests: ['test/submissions/change-{echoes,searches}.test.ts'],
  },
  sending: {
    mutate: [
      'electron/submissions/{carry-out,keep-answer,send-again,submissions}.ts',
      'electron/submissions/{settle,settle-by-person,shown-meanwhile}.ts',
      'electron/submissions/lookup-runner.ts',
    ],
    tests: ['test/submissions/{lookup-times,sending}.test.ts'],
  },
  judging: {
    mutate: ['electron/submissions/{acceptance,confirmation}.ts'],
    tests: ['test/submissions/judging.test.ts'],
  },
  lookups: {
    mutate: [
      'electron/submissions/{lookup,lookup-due,lookup-times,probe,reference-match}.ts',
      'electron/submissions/submission-views.ts',
    ],
    tests: ['test/submissions/{looking-up,lookup-times}.test.ts'],
  },
  lists: {
    mutate: ['electron/submissions/{list-look,list-reading}.ts'],
    tests: ['test/submissions/{list-evidence,list-look,list-reading}.test.ts'],
  },
  statements: {
    mutate: ['electron/submissions/statement-look.ts'],
    tests: ['test/submissions/statement-look.test.ts'],
  },
  payments: {
    mutate: ['electron/payments/{fee,list,order,review,send,warnings}.ts'],
    tests: ['test/payments/{list,order,send,warnings}.test.ts'],
  },
  twins: {
    mutate: [
      'electron/payments/{ask-transfers,found-listed,listed-transfers,refresh,twins}.ts',
      'electron/submissions/duplicate.ts',
    ],
    tests: ['test/payments/{found-listed,twins}.test.ts'],
  },
  payees: {
    mutate: ['electron/payments/beneficiary.ts'],
    tests: ['test/payments/beneficiary.test.ts'],
  },
  'payment-files': {
    mutate: ['electron/payments/file/{kept-files,ledger,lost-time,views}.ts'],
    tests: ['test/payments/file/{files,ledger,views,lost-time}.test.ts'],
  },
  batches: {
    mutate: [
      'electron/payments/file/{line,run-references,runner,send-lines,start-word,unread-beneficiaries}.ts',
    ],
    tests: ['test/payments/file/{lines,runner}.test.ts'],
  },
  'conversion-figures': {
    mutate: ['electron/conversions/{four-way-match,quote-time,quotes,trade-figures}.ts'],
    tests: [
      'test/conversions/{match,quotes}.test.ts',
      'test/conversions/{quote-time,trade-figures}.test.ts',
    ],
  },
  conversions: {
    mutate: [
      'electron/conversions/**/!(changes|routes|four-way-match|quote-time|quotes|trade-figures).ts',
    ],
    tests: ['test/conversions/{deals,views}.test.ts'],
  },
  quarantine: {
    mutate: [
      'electron/beneficiaries/fingerprint.ts',
      'electron/beneficiaries/quarantine.ts',
      'electron/beneficiaries/fingerprints.ts',
    ],
    tests: ['test/beneficiaries/quarantine.test.ts'],
  },
  retries: {
    mutate: ['electron/bank/retry.ts'],
    tests: ['test/bank/retry.test.ts'],
  },
  matching: {
    // Pieces are about time alone.
    mutate: ['electron/matching/!(pieces).ts'],
    tests: ['test/matching/{doubt,match,pieces,references,ties}.test.ts'],
  },
  rates: {
    mutate: ['electron/rates/!(routes).ts'],
    tests: ['test/rates/{find-rate,rate-file,tables}.test.ts'],
  },
  outlook: {
    mutate: ['electron/outlook/!(routes|reads).ts'],
    tests: ['test/outlook/{ahead,arriving,begun,due,history,known}.test.ts'],
  },
  closes: {
    mutate: ['electron/closes/!(routes|reads|exports).ts'],
    tests: [
      'test/closes/{acts,beside-books,closes,conditions,covered,days-now}.test.ts',
      'test/closes/{late,periods,points,proof-file,standing}.test.ts',
    ],
  },
  reconcile: {
    mutate: ['electron/reconcile/{amounts,compare,days,obstacles,report}.ts'],
    tests: ['test/reconcile/{compare,obstacles,report}.test.ts'],
  },
  adopting: {
    mutate: ['electron/reconcile/adopt.ts'],
    tests: ['test/reconcile/adopt.test.ts'],
  },
  books: {
    mutate: [
      'electron/books/{carry,hand,held-words,reconciled,repeated,signed-amount}.ts',
      'electron/books/{statement,undone,why}.ts',
    ],
    tests: ['test/books/reconciled.test.ts'],
  },
  'ledger-readers': {
    mutate: [
      'electron/books/{amounts,days,guess-account,ledger-columns,ledger-statement}.ts',
      'electron/books/{ledger-table,own-lines,read-ledger}.ts',
    ],
    tests: ['test/books/{headings,ledger,odd-files}.test.ts'],
  },
  'payment-readers': {
    mutate: ['electron/payments/file/{pain-control,pain-elements,pain-not-carried,read-pain}.ts'],
    tests: ['test/payments/file/{pain,pain-not-carried,pain-places,pain-refused}.test.ts'],
  },
  'source-readers': {
    mutate: ['electron/statements/second-source/read-*.ts'],
    tests: [
      'test/statements/second-source/{bai2,bank-formats,camt,mt940-lines,ofx,reading}.test.ts',
    ],
  },
};
