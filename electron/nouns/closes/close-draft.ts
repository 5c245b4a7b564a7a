import { createHash } from 'node:crypto';

import { addDays, todayAt, type IsoDate, type Period } from '../../../shared/calendar/calendar.ts';
import type {
  CloseAccount,
  CloseRequirements,
  ClosePeriod,
  ClosePoint,
} from '../../../shared/ipc/review/closes.ts';
import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import type { SecondSource } from '../../../shared/ipc/accounts/second-sources.ts';
import { latestMs } from '../../../shared/calendar/moment.ts';
import { isLockedState } from '../../../shared/ipc/submissions.ts';
import type { DeskClock } from '../../engines/machine/context.ts';
import type { StatementQuestions } from '../statements/reads.ts';
import { readByPerson } from '../statements/annotations/marks.ts';
import { listSecondSources } from '../statements/second-source/compare/tables.ts';
import type { Continuity } from '../../engines/submissions/continuity.ts';
import { openSubmissions } from '../../engines/submissions/journal/submission-table.ts';
import type { BooksNow } from './books-difference.ts';
import {
  closeAccount,
  countedExceptions,
  unknownUntil,
  type ConditionInputs,
} from './conditions.ts';
import { closesWithin, daysToClose, linesUntil, obstacleIn, openPartsOf } from './covered.ts';
import { lateCounts, type LateParts } from './late.ts';
import { daysIn, entriesOf, isOver, kindOf, periodBefore } from './periods.ts';
import { pointsOf, type LateDay } from './points.ts';
import type { DaysNow } from './period-snapshot.ts';
import type { CloseQuestions } from './reads.ts';
import type { TeamCloses } from './team-acts.ts';
import { actsOf, closeRequirements, lastAct, type Act, type Closing } from './tables.ts';

export type CloseParts = Omit<LateParts, 'questions'> & {
  /** The access of closes to the team's record; absent on a desk without a team. */
  readonly team?: TeamCloses | null;
  readonly questions: CloseQuestions & StatementQuestions;
  readonly clock: DeskClock;
  readonly continuity: Pick<Continuity, 'status'>;
  /** Everything that a person should look at now. */
  readonly exceptions: () => Promise<readonly ExceptionItem[]>;
  readonly books: (account: string, days: Period) => Promise<BooksNow | null>;
};

/** A period as it would be closed now. */
export type CloseDraft = Period & {
  readonly period: ClosePeriod;
  readonly today: IsoDate;
  readonly obstacle: string | null;
  readonly accounts: readonly CloseAccount[];
  readonly points: readonly ClosePoint[];
  readonly digest: string;
  readonly requirements: CloseRequirements;
  /** The last act that was known when it was read. */
  readonly after: number;
  /** The entries of each account's days, compressed; empty unless requested. */
  readonly sets: readonly { readonly accountNumber: string; readonly entries: Uint8Array }[];
};

/** Closed days before the period that are searched for late entries without an acknowledgement. */
const lateDaysMax = 10;

/** The running day, by the earliest of the clocks. */
export const todayOf = ({ clock }: Pick<CloseParts, 'clock'>): IsoDate =>
  todayAt(latestMs(clock.moment()));

type Options = {
  /** Adds the entries of a day or a month, to be stored with its close. */
  readonly withEntries?: boolean;
  /** The days that its close includes, where an earlier close of the same run is not written yet. */
  readonly days?: Period;
};

/** Reads the current state of a period; of a running month or year, up to the last day that is over. */
export async function closeDraftOf(
  parts: CloseParts,
  period: ClosePeriod,
  { withEntries = false, days: included = daysToClose(parts.journal, period) }: Options = {},
): Promise<CloseDraft> {
  const { journal, questions } = parts;
  const today = todayOf(parts);
  const days = daysOver(period, included, today);
  const after = lastAct(journal).n;
  const entries = entriesOf(period, withEntries ? 'set' : 'digest');
  const [read, items, lateDays] = await Promise.all([
    daysIn(period).from > today ? [] : questions.ask('daysNow', [{ ...days, ...entries }]),
    parts.exceptions(),
    lateDaysBefore(parts, period),
  ]);
  const now = kindOf(period) === 'day' ? read : withPartsDigest(parts, period, read);
  const requirements = closeRequirements(journal);
  const inputs: ConditionInputs = {
    ...{ ...days, requirements },
    exceptions: countedExceptions(items, days),
    broken: brokenIn(items),
    unknown: unknownUntil(openSubmissions(journal), days),
    sources: await sourcesOf(parts, requirements, days),
    books: await booksOf(parts, requirements, days),
    unseen: unseenIn(journal, now),
  };
  const accounts = now.map((one) => closeAccount(one, inputs));
  const points = pointsOf({
    ...{ accounts, inputs, lateDays },
    unread: now.reduce((sum, { unread }) => sum + unread, 0),
    openParts: openPartsOf(journal, period, today),
  });
  const notNow = obstacleIn(journal, period, today, included);
  const obstacle = isOver(period, today) ? (obstacleOf(parts, accounts) ?? notNow) : notNow;
  return {
    ...{ period, ...days, today, obstacle, accounts, points, requirements, after },
    digest: digestOfAll({ period, ...days, accounts, points }),
    sets: now.flatMap(({ accountNumber, set }) =>
      set === null ? [] : [{ accountNumber, entries: set }],
    ),
  };
}

/** Returns the days of a period that are over: a running month ends with yesterday. */
function daysOver(period: ClosePeriod, days: Period, today: IsoDate): Period {
  if (kindOf(period) === 'day' || days.to < today || days.from > today) return days;
  const last = addDays(today, -1);
  return { from: days.from, to: last < days.from ? days.from : last };
}

/** Returns the accounts of which a person read no entry, or not all. */
function unseenIn(
  journal: CloseParts['journal'],
  now: readonly DaysNow[],
): Map<string, 'all' | 'some'> {
  const unseen = new Map<string, 'all' | 'some'>();
  for (const { accountNumber, readSample } of now) {
    if (readSample.length === 0) continue;
    const read = readByPerson(journal, accountNumber, readSample);
    if (read < readSample.length) unseen.set(accountNumber, read === 0 ? 'all' : 'some');
  }
  return unseen;
}

function obstacleOf({ continuity }: CloseParts, accounts: readonly CloseAccount[]): string | null {
  if (isLockedState(continuity.status().state))
    return 'The journal is not the one that this machine knows: reconcile it with the bank first.';
  return accounts.length === 0 ? 'No account is in the local copy: sync first.' : null;
}

/** Digests the draft without the time of the last sync: reading the same data again does not change the digest. */
const digestOfAll = ({
  accounts,
  points,
  ...days
}: Pick<CloseDraft, 'period' | 'from' | 'to' | 'accounts' | 'points'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        days,
        accounts.map(({ asOf: _asOf, cells: _cells, ...figures }) => figures),
        points.map(({ pointId, count, what, detail }) => [pointId, count, what, detail]),
      ]),
    )
    .digest('hex');

/** Fills a missing digest of a month or a year from the digests of its closed parts. */
function withPartsDigest(
  { journal }: CloseParts,
  period: ClosePeriod,
  now: readonly DaysNow[],
): DaysNow[] {
  const closes = closesWithin(journal, period).flatMap(
    (outline) =>
      actsOf(journal, outline.period).filter(({ n }) => n === outline.n) as Act<Closing>[],
  );
  return now.map((days) => {
    if (days.entriesDigest !== '') return days;
    const digest = createHash('sha256');
    for (const { document } of closes)
      digest.update(
        document.accounts.find(({ accountNumber }) => accountNumber === days.accountNumber)
          ?.entriesDigest ?? '-',
      );
    return { ...days, entriesDigest: digest.digest('hex') };
  });
}

const brokenIn = (items: readonly ExceptionItem[]): Map<string, ExceptionItem> =>
  new Map(
    items.flatMap((item) =>
      item.kind === 'red-day' && item.place?.view === 'statements'
        ? [[item.place.accountNumber, item] as const]
        : [],
    ),
  );

async function lateDaysBefore(parts: CloseParts, period: ClosePeriod): Promise<LateDay[]> {
  if (kindOf(period) !== 'day') return [];
  const found: LateDay[] = [];
  for (const line of linesUntil(parts.journal, periodBefore(period), lateDaysMax)) {
    const counts = await lateCounts(parts, line.period);
    if (counts !== null && counts.late > 0) found.push({ period: line.period, count: counts.late });
  }
  return found;
}

/** The newest second source that covers the days, for each account that requires one. */
async function sourcesOf(
  { questions, reader }: CloseParts,
  { secondSource }: CloseRequirements,
  { from, to }: Period,
): Promise<Map<string, SecondSource>> {
  const found = new Map<string, SecondSource>();
  for (const accountNumber of secondSource) {
    const newest = listSecondSources(reader, accountNumber).find(
      (source) => source.from <= from && source.to >= to,
    );
    if (newest === undefined) continue;
    const { comparedRow } = await import('../statements/second-source/second-sources.ts');
    found.set(accountNumber, await comparedRow({ questions, reader }, newest));
  }
  return found;
}

async function booksOf(
  { books }: CloseParts,
  requirements: CloseRequirements,
  days: Period,
): Promise<Map<string, BooksNow>> {
  const found = new Map<string, BooksNow>();
  for (const accountNumber of requirements.books) {
    const now = await books(accountNumber, days);
    if (now !== null) found.set(accountNumber, now);
  }
  return found;
}
