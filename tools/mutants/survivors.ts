/** A mutant that no test can notice, and why. `from` and `to` are the code before and after. */
export type Survivor = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
};

const notComplete =
  'A list of which nothing is said is not taken for a whole one: both say the same.';

/** Every other survivor is a missing test. */
export const survivors: readonly Survivor[] = [
  {
    file: 'electron/conversions/refresh.ts',
    from: '{ complete: false }',
    to: '{}',
    reason: notComplete,
  },
  {
    file: 'electron/payments/twins.ts',
    from: '{ complete: false }',
    to: '{}',
    reason: notComplete,
  },
  {
    file: 'electron/conversions/changes.ts',
    from: '{ complete: false }',
    to: '{}',
    reason: notComplete,
  },
  {
    file: 'electron/sub-clients/changes.ts',
    from: '{ complete: false }',
    to: '{}',
    reason: notComplete,
  },
  {
    file: 'electron/payments/changes.ts',
    from: '{ complete: false }',
    to: '{}',
    reason: notComplete,
  },
  {
    file: 'electron/submissions/echo.ts',
    from: "text.replaceAll(/[\\s-]/g, '').toLowerCase()",
    to: "text.replaceAll(/[\\s-]/g, '').toUpperCase()",
    reason: 'Letters are brought into one case; which one is all the same.',
  },
  {
    file: 'electron/submissions/send-again.ts',
    from: 'likeness === null',
    to: 'false',
    reason: 'Nothing is alike under NULL: the journal answers with none.',
  },
  {
    file: 'electron/submissions/statement-look.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'Whoever comes so far found that each of those days was read.',
  },
  {
    file: 'electron/submissions/statement-look.ts',
    from: 'at >= todayAt(fromMs)',
    to: 'at > todayAt(fromMs)',
    reason: 'A moment is a longer text than the day that it begins with: they are never equal.',
  },
  {
    file: 'electron/submissions/statement-look.ts',
    from: 'units < 0n',
    to: 'units <= 0n',
    reason: 'Nought has no sign.',
  },
  {
    file: 'electron/submissions/statement-look.ts',
    from: 'entries[0]?.id',
    to: 'entries[0].id',
    reason: 'Entries are shown where there are any.',
  },
  {
    file: 'electron/submissions/statement-look.ts',
    from: 'surelyPassedMs(a, b, now) > 0',
    to: 'surelyPassedMs(a, b, now) >= 0',
    reason: 'Of two readings with no time between them either is the oldest.',
  },
  {
    file: 'electron/submissions/list-look.ts',
    from: 'reference === undefined',
    to: 'false',
    reason: 'A question whose reference is undefined asks for none.',
  },
  {
    file: 'electron/submissions/lookup-times.ts',
    from: 'source === place',
    to: 'source !== place',
    reason: 'Each of two places is the other one’s other: the greater of both counts is the same.',
  },
  {
    file: 'electron/submissions/lookup.ts',
    from: "search.by !== 'list'",
    to: 'false',
    reason: 'What has no list names no operation, and a bank is open for none without a name.',
  },
  {
    file: 'electron/submissions/acceptance.ts',
    from: "search.by !== 'list'",
    to: 'false',
    reason: 'What has no list names no operation, and a bank is open for none without a name.',
  },
  {
    file: 'electron/submissions/shown-meanwhile.ts',
    from: "search.by !== 'list'",
    to: 'false',
    reason: 'What has no list names no operation, and a bank is open for none without a name.',
  },
  {
    file: 'electron/submissions/shown-meanwhile.ts',
    from: 'known?.state',
    to: 'known.state',
    reason: 'What was read from the journal a moment ago is not taken out of it.',
  },
  {
    file: 'electron/payments/list.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'What was found a moment ago is found again by its reference.',
  },
  {
    file: 'electron/payments/list.ts',
    from: 'words.length === 0',
    to: 'false',
    reason: 'It spares time: without a search no more are read than are shown.',
  },
  {
    file: 'electron/payments/file/kept-files.ts',
    from: 'found?.origin',
    to: 'found.origin',
    reason: 'A line that shows another state than its own has a submission: that one is asked for.',
  },
  {
    file: 'electron/payments/file/line.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'A warning that names no payments adds a name that no payment has.',
  },
  {
    file: 'electron/payments/file/runner.ts',
    from: "{ operation: 'getBeneficiary' }",
    to: '{}',
    reason:
      'Of why a payee was not read a line tells the code, which names the operation by itself.',
  },
  {
    file: 'electron/payments/file/send-lines.ts',
    from: 'error?.message',
    to: 'error.message',
    reason: 'What was not sent always has its reason.',
  },
  {
    file: 'electron/reconcile/compare.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'Each listed group has its debits in the map.',
  },
  {
    file: 'electron/reconcile/compare.ts',
    from: 'owners.get(listed.reference)?.push',
    to: 'owners.get(listed.reference).push',
    reason: 'Each listed group has its debits in the map.',
  },
  {
    file: 'electron/reconcile/compare.ts',
    from: 'payment',
    to: 'true',
    reason: 'To delete no payment from the set changes nothing.',
  },
  {
    file: 'electron/reconcile/obstacles.ts',
    from: 'bankOffsetMs !== null',
    to: 'true',
    reason: 'A clock that the bank does not state counts as no offset.',
  },
  {
    file: 'electron/books/reconciled.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'Matches consist of the lines and entries that were given.',
  },
  {
    file: 'electron/books/reconciled.ts',
    from: 'line === undefined',
    to: 'false',
    reason: 'Matches consist of the lines that were given.',
  },
  {
    file: 'electron/books/reconciled.ts',
    from: 'entry === undefined',
    to: 'false',
    reason: 'Matches consist of the entries that were given.',
  },
  {
    file: 'electron/books/reconciled.ts',
    from: 'units / 50n < most',
    to: 'units / 50n <= most',
    reason: 'Of two equal amounts either is the smaller.',
  },
  {
    file: 'electron/books/reconciled.ts',
    from: 'later.n > n',
    to: 'later.n >= n',
    reason: 'A decision to match is no decision to part: the two never have one number.',
  },
  {
    file: 'electron/books/carry.ts',
    from: 'alike.get(words)?.length',
    to: 'alike.get(words).length',
    reason: 'The text is that of one of the lines before.',
  },
  {
    file: 'electron/books/statement.ts',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'A likely pair consists of open lines, each once.',
  },
  {
    file: 'electron/books/statement.ts',
    from: 'line && entry',
    to: 'true',
    reason: 'A likely pair consists of open lines, each once.',
  },
  {
    file: 'electron/books/statement.ts',
    from: 'line && entry',
    to: 'line || entry',
    reason: 'A likely pair consists of open lines, each once.',
  },
  {
    file: 'electron/books/hand.ts',
    from: 'units < 0n',
    to: 'units <= 0n',
    reason: 'Nought has no sign.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'left[0]?.units',
    to: 'left[0].units',
    reason: 'A match has a line on each side.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'right[0]?.units',
    to: 'right[0].units',
    reason: 'A match has a line on each side.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'left[0]?.day',
    to: 'left[0].day',
    reason: 'A match has a line on each side.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'right[0]?.day',
    to: 'right[0].day',
    reason: 'A match has a line on each side.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'apart < 0n',
    to: 'apart <= 0n',
    reason: 'Nought has no sign.',
  },
  {
    file: 'electron/books/why.ts',
    from: 'bank > books',
    to: 'bank >= books',
    reason: 'Lines of one day have another sentence.',
  },
];
