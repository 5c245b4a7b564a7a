/** A room whose defences are taken out one by one, and the tests that must notice. */
type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The rooms that carry money. */
export const moneyRooms: Readonly<Record<string, Room>> = {
  changes: {
    mutate: [
      'electron/nouns/webhooks/changes.ts',
      'electron/nouns/sub-clients/changes.ts',
      'electron/nouns/payments/changes.ts',
      'electron/nouns/orders/changes.ts',
      'electron/desk/open-bank/changes.ts',
      'electron/nouns/conversions/changes.ts',
      'electron/nouns/beneficiaries/changes.ts',
      'electron/nouns/accounts/changes.ts',
      'electron/engines/submissions/{change,echo,sent}.ts',
    ],
    tests: [
      'test/submissions/{change-echoes,change-searches,judging,sending}.test.ts',
      'test/submissions/funds/funds.test.ts',
      'test/payments/{refresh,send,twins}.test.ts',
      'test/conversions/{deals,views}.test.ts',
    ],
  },
  sending: {
    mutate: [
      'electron/engines/submissions/{carry-out,save-response,send-again,submissions}.ts',
      'electron/engines/submissions/{settle,settle-by-person}.ts',
      'electron/engines/submissions/lookup/{listed-meanwhile,lookup-runner}.ts',
    ],
    tests: [
      'test/submissions/{acceptance,change-searches,claims,list-alone,lookup-times}.test.ts',
      'test/submissions/{looking-up,required-fields,sending,twins-again,unauthorized}.test.ts',
      'test/conversions/deals.test.ts',
      'test/payments/unauthorized.test.ts',
      'test/payments/file/groups.test.ts',
    ],
  },
  judging: {
    mutate: ['electron/engines/submissions/{acceptance,lookup/confirmation}.ts'],
    tests: ['test/submissions/judging.test.ts'],
  },
  lookups: {
    mutate: [
      'electron/engines/submissions/lookup/{lookup,lookup-due,lookup-times,probe,reference-match}.ts',
      'electron/engines/submissions/submission-views.ts',
    ],
    tests: ['test/submissions/{looking-up,lookup-times}.test.ts'],
  },
  lists: {
    mutate: ['electron/engines/submissions/lookup/{list-lookup,list-reading}.ts'],
    tests: ['test/submissions/{list-evidence,list-look,list-reading}.test.ts'],
  },
  statements: {
    mutate: ['electron/engines/submissions/lookup/statement-lookup.ts'],
    tests: ['test/submissions/statement-look.test.ts'],
  },
  payments: {
    mutate: ['electron/nouns/payments/{fee,list,order,review,send,warnings}.ts'],
    tests: [
      'test/payments/{ask-transfers,found-listed,list,order,review,send,warnings}.test.ts',
      'test/submissions/required-fields.test.ts',
    ],
  },
  twins: {
    mutate: [
      'electron/nouns/payments/{found-listed,list-transfers,listed-transfers,refresh}.ts',
      'electron/nouns/payments/{twins,twins-again}.ts',
      'electron/engines/submissions/duplicate.ts',
    ],
    tests: [
      'test/due-payments/send-due.test.ts',
      'test/payments/{ask-transfers,found-listed,listed-transfers,refresh,twins}.test.ts',
      'test/submissions/{claims,twins-again}.test.ts',
    ],
  },
  payees: {
    mutate: ['electron/nouns/payments/beneficiary.ts'],
    tests: ['test/payments/beneficiary.test.ts'],
  },
  'payment-files': {
    mutate: ['electron/nouns/payments/file/{ledger,lost-time,payment-files,views}.ts'],
    tests: [
      'test/payments/file/{files,find-lines,ledger,lines,lost-time,repair}.test.ts',
      'test/payments/file/{runner,tables,views,waiting,written-through}.test.ts',
      'test/payments/file/reading/{account-names,match,proposed-columns}.test.ts',
    ],
  },
  batches: {
    mutate: ['electron/nouns/payments/file/{runner,skip-lines,start-confirmation}.ts'],
    tests: [
      'test/payments/{ask-transfers,found-listed,known}.test.ts',
      'test/payments/file/{claims-ahead,files,groups,lines,repair,runner,views,waiting}.test.ts',
      'test/payments/file/written-through.test.ts',
      'test/payments/file/reading/{account-names,match,proposed-columns}.test.ts',
    ],
  },
  runs: {
    mutate: [
      'electron/engines/submissions/funds/run-funds.ts',
      'electron/nouns/payments/file/{line,run-beneficiaries,run-references,send-lines}.ts',
      'electron/nouns/payments/file/unread-beneficiaries.ts',
    ],
    tests: [
      'test/payments/file/{claims-ahead,groups,lines}.test.ts',
      'test/payments/file/{run-beneficiaries,run-references,runner}.test.ts',
      'test/submissions/funds/run-funds.test.ts',
    ],
  },
  'claims-ahead': {
    mutate: ['electron/nouns/payments/file/claims-ahead.ts'],
    tests: ['test/payments/file/claims-ahead.test.ts'],
  },
  groups: {
    mutate: [
      'electron/engines/machine/all-ended.ts',
      'electron/engines/submissions/sequence.ts',
      'electron/nouns/payments/file/line-groups.ts',
    ],
    tests: ['test/submissions/sequence.test.ts', 'test/payments/file/{groups,runner}.test.ts'],
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
    tests: ['test/conversions/{deals,views}.test.ts', 'test/submissions/funds/funds.test.ts'],
  },
  quarantine: {
    mutate: [
      'electron/nouns/beneficiaries/fingerprint.ts',
      'electron/nouns/beneficiaries/quarantine.ts',
      'electron/nouns/beneficiaries/fingerprints.ts',
      'electron/nouns/beneficiaries/saved-fingerprints.ts',
    ],
    tests: [
      'test/beneficiaries/quarantine.test.ts',
      'test/exceptions/many-payees.test.ts',
      'test/payments/{beneficiary,send}.test.ts',
      'test/payments/file/{files,lines,written-through}.test.ts',
    ],
  },
  syncs: {
    mutate: ['electron/nouns/statements/sync/{run-retry,scheduled-sync,sync-period}.ts'],
    tests: ['test/statements/sync/{run-retry,self-sync,sync-period}.test.ts'],
  },
  retries: {
    mutate: ['electron/engines/bank/retry.ts'],
    tests: ['test/bank/retry.test.ts'],
  },
  matching: {
    // Pieces are about time alone.
    mutate: [
      'electron/engines/matching/{candidates,fee,field,likely,line,match,one-to-one,references,ties,together,turned}.ts',
      'electron/engines/matching/item.ts',
    ],
    tests: ['test/matching/{doubt,match,pieces,references,ties}.test.ts'],
  },
  rates: {
    // The watcher of the folder takes seconds: `rate-folder.test.ts` tests it.
    mutate: ['electron/nouns/rates/!(rate-folder|routes).ts'],
    tests: ['test/rates/{default-currency,find-rate,given-files,rate-file,tables}.test.ts'],
  },
  outlook: {
    mutate: [
      'electron/nouns/outlook/{ahead,arriving,begun,due,history,known-lines,lines,trades}.ts',
    ],
    tests: ['test/outlook/{ahead,arriving,begun,due,history,known}.test.ts'],
  },
  closes: {
    mutate: [
      'electron/nouns/closes/{books,books-difference,close-draft,closing,conditions,covered,entry-set,late,period-snapshot,periods,points,proof-file,tables}.ts',
    ],
    tests: [
      'test/closes/{acts,close-days,close-draft,closes,conditions,covered,days-now}.test.ts',
      'test/closes/{late,ledger-status,periods,points,proof-file}.test.ts',
    ],
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
      'electron/nouns/books/{carry,current-matches,manual-matches,reconciled,signed-amount}.ts',
      'electron/nouns/books/ledger/repeated.ts',
      'electron/nouns/books/{broken-matches,match-reasons,statement}.ts',
    ],
    tests: ['test/books/{bank-balances,reconciled}.test.ts'],
  },
  'ledger-readers': {
    mutate: [
      'electron/nouns/books/ledger/{amounts,days,guess-account,ledger-columns,ledger-statement}.ts',
      'electron/nouns/books/ledger/{ledger-table,own-lines,read-ledger}.ts',
    ],
    tests: [
      'test/books/{amounts,days,guess-account,headings,ledger,ledger-columns}.test.ts',
      'test/books/{ledger-options,ledger-table,odd-files,opening,own-lines}.test.ts',
    ],
  },
  'payment-readers': {
    mutate: [
      'electron/nouns/payments/file/reading/{pain-control,pain-elements,pain-not-carried,read-pain}.ts',
    ],
    tests: ['test/payments/file/reading/{pain,pain-not-carried,pain-places,pain-refused}.test.ts'],
  },
  'source-readers': {
    mutate: ['electron/nouns/statements/second-source/formats/read-*.ts'],
    tests: [
      'test/statements/second-source/{bai2,bai2-records,bank-formats,camt,camt-days,csv}.test.ts',
      'test/statements/second-source/{json,mt940-lines,ofx,ofx-values,reading}.test.ts',
      'test/statements/second-source/source-format.test.ts',
    ],
  },
};
