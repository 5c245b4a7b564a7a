/** The parts that measure rows; one that breaks does not stop the others. */
export const parts = [
  'sync',
  'reading',
  'window',
  'export',
  'paying',
  'lists',
  'reconcile',
  'outlook',
  'team',
  'start',
  'growth',
  'peers',
] as const;
export type Part = (typeof parts)[number];

export type Goal = {
  readonly id: string;
  readonly part: Part;
  readonly bound: 'at most' | 'at least';
  readonly goal: number;
  /** Of the value, the goal and the floor alike; `x` is a ratio. */
  readonly unit: string;
  readonly what: string;
  /** What the floor is, measured in the same run, and its unit: a ratio's is that of what it is against. */
  readonly floor: string;
  readonly floorUnit: string;
};

/** What is promised of speed and memory, in the order in which it is printed: part, id, goal, what, its floor [and its unit]. */
const promised = `
sync    | sync.rowsPerSecond           | at least 45000 rows/s | first sync: encrypted, searchable, exact numbers, proven           | plain pipeline
sync    | sync.overFloor               | at most 0.6 x         | first sync, against the same work written plainly in one worker    | plain pipeline [s]
sync    | sync.loopP99Ms               | at most 5 ms          | main thread's event-loop delay in that sync, p99                   | idle process
sync    | sync.peakMb                  | at most 250 MB        | peak memory of the process in that sync                            | plain pipeline
sync    | resync.overFetch             | at most 2 x           | the same range again, unchanged, against its pages only fetched    | pages only fetched [s]
sync    | resync.rowsWritten           | at most 0 rows        | entries that the second sync wrote                                 | none changed
reading | page.p95Ms                   | at most 1 ms          | page of 100 by its route, any place, any filter, p95               | raw prepared query
reading | page.overRaw                 | at most 2 x           | the copy's reading of such a page, against the raw query, p95      | raw prepared query [ms]
reading | search.p95Ms                 | at most 10 ms         | search, newest 100: rare, common, two words, any prefix, p95       | raw FTS5 query
reading | search.worstMs               | at most 15 ms         | search, newest 100: the slowest of those terms, median             | raw FTS5 query
reading | find.p95Ms                   | at most 10 ms         | find over every account, newest 100: every letter, any amount, p95 | raw FTS5 query
reading | sums.periodMs                | at most 1 ms          | counts and sums of any period without search, p95                  | one indexed row
reading | balance.atDateMs             | at most 1 ms          | balance at any date, p95                                           | one indexed row
reading | position.p95Ms               | at most 1 ms          | position with the lines of 90 days, p95                            | the days as one query
reading | counterparty.p95Ms         | at most 100 ms        | page of a counterparty, of many entries and of few, p95            | raw query of its entries
window  | typed.p95Ms                  | at most 150 ms        | last letter typed to painted rows, letters 130 ms apart, p95       | next painted frame
window  | filter.p95Ms                 | at most 60 ms         | direction or type chosen to painted rows, p95                      | next painted frame
window  | openDay.p95Ms                | at most 60 ms         | a day clicked to its painted rows, p95                             | next painted frame
window  | view.p95Ms                   | at most 100 ms        | key of another view to its whole view painted, p95                 | next painted frame
window  | view.firstP95Ms              | at most 250 ms        | the same where its code was not loaded yet, p95                    | next painted frame
window  | counts.afterRowsMs           | at most 100 ms        | rows of a search painted to their number painted, p95              | next painted frame
window  | counts.beforeRows            | at most 0 times       | a number painted in front of its rows                              | never
window  | wheel.framesOver17Percent    | at most 1 %           | frames over 17 ms: the wheel                                       | window at rest
window  | keys.framesOver17Percent     | at most 1 %           | frames over 17 ms: J held                                          | window at rest
window  | pageKeys.framesOver17Percent | at most 1 %           | frames over 17 ms: Page Down held                                  | window at rest
window  | drag.framesOver17Percent     | at most 5 %           | frames over 17 ms: the scrollbar dragged from end to end           | window at rest
window  | drag.textAfterStopMs         | at most 50 ms         | the drag stops anywhere to painted text, p95                       | next painted frame
window  | jumps.heapMb                 | at most 30 MB         | JS heap of the window after 1,200 jumps                            | before the jumps
window  | jumps.heapGrowthMb           | at most 2 MB          | what the last 1,000 of them added to it                            | none
export  | export.overSqlite            | at most 1.5 x         | one account to CSV, against SQLite's rows written as text          | SQLite's rows [s]
export  | export.allOverSqlite         | at most 1.5 x         | every account to CSV, one file each, against the same              | SQLite's rows [s]
export  | export.firstByteMs           | at most 100 ms        | an export asked for to its first byte in a file                    | SQLite's first row
export  | export.peakMb                | at most 200 MB        | peak memory of the process that exports                            | SQLite's rows
paying  | payments.perSecond           | at least 250 a second | payments of a file, each intent on the disk before a byte leaves   | the calls alone
paying  | payments.slowSeconds         | at most 60 s          | the same 2,000 at a bank that takes 100 ms for every answer        | the sends alone
paying  | payments.loopP99Ms           | at most 50 ms         | main thread's event-loop delay while they are sent, p99            | idle process
paying  | payments.loopMaxMs           | at most 50 ms         | the longest of those delays                                        | idle process
paying  | intent.p99Ms                 | at most 25 ms         | a payment's intent, durable, p99                                   | an fsync of 4 KiB
paying  | paymentFile.csvMs            | at most 1000 ms       | payment file of 2,000 lines checked, CSV                           | its bytes as text
paying  | paymentFile.xlsxMs           | at most 1000 ms       | payment file of 2,000 lines checked, XLSX                          | its bytes as text
paying  | paymentFile.loopMaxMs        | at most 50 ms         | main thread held at most while a file is checked                   | idle process
paying  | exceptions.payeesMs          | at most 20 ms         | exceptions at 2,000 payees changed since they were paid, median    | their records parsed
lists   | lists.peakMb                 | at most 250 MB        | peak memory of the process that refreshes 20,000 payees            | before the refresh
reconcile | reconcile.falseMatches   | at most 0 matches     | false matches in 200 generated years of 1,000 lines on each side   | none
reconcile | reconcile.foundPercent   | at least 85 %         | lines of those years matched as they belong together               | same amount and reference
reconcile | reconcile.ms             | at most 2000 ms       | 5,000 lines of a ledger matched with 5,000 entries, median         | amounts put side by side
reconcile | reconcile.routeMs        | at most 2000 ms       | such a ledger dropped, stored, matched and shown, median           | its bytes as text
reconcile | reconcile.loopMaxMs      | at most 50 ms         | main thread held at most meanwhile                                 | idle process
outlook | outlook.errorPercent     | at most 10 %          | error of the balance of the next 14 days, of what moves: 10 accounts | last month again
outlook | outlook.strangePercent   | at most 5 %           | forecast lines that nothing came of within days of them            | none
outlook | outlook.reportedPercent      | at least 90 %         | what came again, forecast within a day                             | all of it
outlook | outlook.ms               | at most 50 ms         | outlook of an account of 400 days, median                          | its movements added up
team    | team.claimP99Ms        | at most 20 ms         | a claim, 20 desks at 250 a second together, p99                    | one INSERT each
team    | team.noteP95Ms         | at most 100 ms        | a note of one window, until the other is answered with it, p95     | NOTIFY alone
team    | team.fileOverAlone     | at most 1.2 x         | payment file of 2,000 lines with a team, against alone             | alone [s]
team    | team.joinSeconds       | at most 60 s          | 100,000 acts read, checked and stored by a newcomer                | rows selected
team    | team.openOverAlone     | at most 1.05 x        | a bank opened whose team's server does not answer, against alone   | alone [ms]
team    | team.memoryMb          | at most 10 MB         | memory of an open desk with a team, beyond that of one alone       | alone
start   | start.sandboxMs              | at most 450 ms        | first line of the program to painted position, sandbox, median     | the browser alone
start   | start.overEmpty              | at most 1.05 x        | the same, against an empty local copy                              | empty copy [ms]
growth  | growth.page                  | at most 2 x           | page of 100: the largest copy against 10,000 entries               | 10,000 entries [ms]
growth  | growth.search                | at most 2 x           | search's first rows: the same                                      | 10,000 entries [ms]
growth  | growth.sums                  | at most 2 x           | sums of a period: the same                                         | 10,000 entries [ms]
growth  | growth.position              | at most 2 x           | position: the same                                                 | 10,000 entries [ms]
growth  | growth.syncPerEntry          | at most 1.5 x         | first sync, an entry: the same                                     | 10,000 entries [µs]
growth  | growth.exportPerEntry        | at most 1.5 x         | export, an entry: the same                                         | 10,000 entries [µs]
peers   | peers.load                   | at most 1 x           | everything loaded: our first sync against the best ledger          | best ledger [s]
peers   | peers.newest                 | at most 1 x           | newest 100 of an account, against the best ledger                  | best ledger [ms]
peers   | peers.range                  | at most 1 x           | a date range and a direction, against the best ledger              | best ledger [ms]
peers   | peers.rare                   | at most 1 x           | a rare word, against the best ledger                               | best ledger [ms]
peers   | peers.common                 | at most 1 x           | a common word, against the best ledger                             | best ledger [ms]
peers   | peers.balance                | at most 1 x           | the balance at a past date, against the best ledger                | best ledger [ms]
peers   | peers.position               | at most 1 x           | the position of 90 days, against the best ledger                   | best ledger [ms]
peers   | peers.export                 | at most 1 x           | one account to CSV, against the best ledger                        | best ledger [s]
peers   | peers.memory                 | at most 1 x           | peak memory of the load, against the best ledger                   | best ledger [MB]
`;

export const goals: readonly Goal[] = promised.trim().split('\n').map(goalOf);

function goalOf(line: string): Goal {
  const [part = '', id = '', bounded = '', what = '', floorText = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const read = /^(at most|at least) ([\d.]+) (.+)$/.exec(bounded);
  const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name);
  if (!read || !isPart(part)) throw new Error(`no goal: ${line}`);
  const [, bound, goal, unit = ''] = read;
  const [, floor = '', floorUnit = unit] = /^(.+?)(?: \[(.+)\])?$/.exec(floorText) ?? [];
  return {
    ...{ id, part, unit, what, floor, floorUnit },
    bound: bound === 'at least' ? bound : 'at most',
    goal: Number(goal),
  };
}
