/** A room whose defences are taken out one by one, and the tests that must notice. */
type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The rooms that carry money. */
export const moneyRooms: Readonly<Record<string, Room>> = {
  changes: {
    mutate: ['electron/sync/submissions/changes/*.ts'],
    tests: ['test/sync/change-{echoes,searches}.test.ts'],
  },
  sending: {
    mutate: [
      'electron/sync/submissions/{settle,settle-by-person,shown-meanwhile,submissions}.ts',
      'electron/sync/submissions/lookup-runner.ts',
    ],
    tests: ['test/sync/{lookup-times,sending}.test.ts'],
  },
  judging: {
    mutate: ['electron/sync/submissions/{acceptance,confirmation}.ts'],
    tests: ['test/sync/judging.test.ts'],
  },
  lookups: {
    mutate: [
      'electron/sync/submissions/{lookup,lookup-due,lookup-times,probe,reference-match}.ts',
      'electron/sync/submissions/submission-views.ts',
    ],
    tests: ['test/sync/{looking-up,lookup-times}.test.ts'],
  },
  lists: {
    mutate: ['electron/sync/submissions/{list-look,list-reading}.ts'],
    tests: ['test/sync/{list-evidence,list-look,list-reading}.test.ts'],
  },
  statements: {
    mutate: ['electron/sync/submissions/statement-look.ts'],
    tests: ['test/sync/statement-look.test.ts'],
  },
  payments: {
    mutate: ['electron/sync/transfers/transfer-{fee,list,order,review,send,warnings}.ts'],
    tests: ['test/sync/transfer-{list,order,send,warnings}.test.ts'],
  },
  twins: {
    mutate: ['electron/sync/transfers/{transfer-twins,transfers}.ts'],
    tests: ['test/sync/transfer-twins.test.ts'],
  },
  payees: {
    mutate: ['electron/sync/transfers/transfer-payee.ts'],
    tests: ['test/sync/transfer-payee.test.ts'],
  },
  'payment-files': {
    mutate: ['electron/sync/batches/{batch-ledger,batch-views,batches,lost-time}.ts'],
    tests: ['test/sync/{batch-files,batch-ledger,batch-views,lost-time}.test.ts'],
  },
  batches: {
    mutate: ['electron/sync/batches/{batch-line,batch-runner}.ts'],
    tests: ['test/sync/batch-{lines,runner}.test.ts'],
  },
  'conversion-figures': {
    mutate: ['electron/sync/conversions/{four-way-match,quote-time,quotes,trade-figures}.ts'],
    tests: [
      'test/desk/conversions-{match,quotes}.test.ts',
      'test/sync/{quote-time,trade-figures}.test.ts',
    ],
  },
  conversions: {
    mutate: ['electron/sync/conversions/**/!(four-way-match|quote-time|quotes|trade-figures).ts'],
    tests: ['test/sync/conversion-{deals,views}.test.ts'],
  },
  quarantine: {
    mutate: [
      'electron/sync/payees/payee-fingerprint.ts',
      'electron/sync/payees/payee-quarantine.ts',
      'electron/store/payees.ts',
    ],
    tests: ['test/sync/payee-quarantine.test.ts'],
  },
  retries: {
    mutate: ['electron/bank/retry.ts'],
    tests: ['test/bank/retry.test.ts'],
  },
};
