/** A room whose defences are taken out one by one, and the tests that must notice. */
type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The rooms that carry money. */
export const moneyRooms: Readonly<Record<string, Room>> = {
  submissions: {
    mutate: ['electron/sync/submissions/**/*.ts'],
    tests: [
      'test/sync/{acceptance,onboarding-echo,paged-list,payments,sent-payloads}.test.ts',
      'test/sync/troubled-submissions.test.ts',
      'test/desk/transfers*.test.ts',
      'test/desk/accounts.test.ts',
      'test/desk/changes.test.ts',
      'test/desk/conversions.test.ts',
      'test/desk/exceptions.test.ts',
      'test/desk/onboarding*.test.ts',
      'test/desk/remittances.test.ts',
      'test/desk/receivables.test.ts',
      'test/desk/webhooks.test.ts',
    ],
  },
  payments: {
    mutate: ['electron/sync/transfers/**/*.ts'],
    tests: [
      'test/desk/transfers*.test.ts',
      'test/desk/batches.test.ts',
      'test/sync/payments.test.ts',
    ],
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
