import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { Chip } from '../../../shared/ipc/accounts/chips.ts';
import type {
  BookedEntry,
  EntryRow,
  Proof,
  StatementFilter,
  StatementSummary,
} from '../../../shared/ipc/accounts/statements.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { formatNamed, statementFormats } from './export/export-formats.ts';
import { exportStatement } from './statement-export.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { unreadCount } from './position.ts';
import { attachmentsByEntry, attachmentsOf } from './annotations/attachment-table.ts';
import { coverage, coveredRange } from './proof/coverage.ts';
import { entriesByKey } from './entries/entries-by-key.ts';
import { statementAsOf, underReferenceMax } from './search/entries-by-reference.ts';
import { entryById } from './entries/entry-detail.ts';
import { counterpartyOf } from './counterparty/counterparty.ts';
import { namesOf, shownEntry, type CachedEntry } from './entries/entry-rows.ts';
import { meaningsBy } from './entries/meanings.ts';
import { aggregateFilter } from './query/filters.ts';
import type { Known } from './query/find-question.ts';
import {
  markedEntries,
  markEntries,
  readMarks,
  noteVersions,
  otherNotes,
  type EntryMark,
} from './annotations/marks.ts';
import { markMany, unmarkMany } from './annotations/many-marks.ts';
import { findKey, keysOfIds } from './entries/places.ts';
import {
  entryCount,
  firstPage,
  indexOfPlace,
  pageAt,
  placeOfIndex,
  unreadableEntries,
  transactionTypes,
  type StatementView,
} from './tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { countsOf } from './view-counts.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import { ownTransferOf } from './search/own-transfer.ts';
import { understoodFilter } from './search/query-routes.ts';
import { locateIn, provePeriod, sumView, type StatementCopy } from './view-questions.ts';
import type { StatementWrites } from './writes.ts';
import type { SaveAs } from '../../engines/exports/whole-file.ts';

type Open = OpenBank<StatementWrites> & { readonly copy: StatementCopy };

/** A view as the window requests it. */
type RequestedView = { readonly accountNumber: string; readonly filter: StatementFilter };

type StatementRoutes = Extract<keyof Handlers, `statements.${string}`>;

export const statementHandlers = (
  desk: () => Open,
  saveAs: SaveAs,
): Pick<Handlers, StatementRoutes> => ({
  'statements.count': async (view) => {
    const { copy } = desk();
    const { total, days, counts } = await countsOf(copy, understoodView(desk(), view).view, {
      overtakes: true,
    });
    return ok({ total, days: [...days], counts: [...counts] });
  },
  'statements.summary': async (view) => ok(await summaryOf(desk(), view)),
  'statements.page': async ({ index, limit, ...request }) => {
    const open = desk();
    const { view, chips } = understoodView(open, request);
    const entries = await entriesAt(open, view, index, limit);
    return ok({ index, rows: rowsOf(open, view.accountNumber, entries), chips });
  },
  'statements.entry': ({ accountNumber, entryId }) => {
    const { copy, profile } = desk();
    const entry = entryById(copy.reader, accountNumber, entryId);
    if (!entry) throw notCached(`Entry ${entryId}`);
    const mark = readMarks(copy.journal, accountNumber, [entryId]).get(entryId);
    const meanings = meaningsBy(profile.bankFile);
    return ok({
      ...shownEntry(entry, meanings),
      extras: entry.extras,
      meanings: meanings.of(entry),
      ownTransfer: ownTransferOf(copy.reader, accountNumber, entry),
      ...markOf(mark),
      files: attachmentsOf(copy.journal, accountNumber, entryId).length,
      note: mark?.note ?? '',
      wordings: noteVersions(copy.journal, accountNumber, entryId),
      otherNotes: otherNotes(copy.journal, accountNumber, entryId),
      markedAt: mark?.markedAt ?? null,
      markedBy: mark?.markedBy ?? null,
    });
  },
  'statements.history': async ({ accountNumber, entryId }) => {
    const { copy, profile } = desk();
    const account = findOrdinal(copy.reader, accountNumber);
    const key = account === null ? null : findKey(copy.reader, account, entryId);
    const [entry] = key === null ? [] : entriesByKey(copy.reader, [key]);
    if (key === null || !entry) throw notCached(`Entry ${entryId}`);
    const meanings = meaningsBy(profile.bankFile);
    const { name, source } = counterpartyOf(namesOf(entry, meanings));
    if (source === 'narration') return ok({ history: null });
    const question = { key, name, places: meanings.places };
    return ok({ history: await copy.questions.ask('counterpartyHistory', [question]) });
  },
  'statements.underReference': async ({ accountNumber, reference }) => {
    const { copy } = desk();
    const found = await copy.questions.ask('underReference', [accountNumber, reference]);
    return ok({
      rows: found.slice(0, underReferenceMax).map(bookedEntry),
      hasMore: found.length > underReferenceMax,
      asOf: statementAsOf(copy.reader, accountNumber),
    });
  },
  'statements.locate': async ({ entryId, ...request }) => {
    const open = desk();
    const { view } = understoodView(open, request);
    const counts = await countsOf(open.copy, view);
    const place = await locateIn(open.copy, view, entryId);
    return ok({ index: place && indexOfPlace(counts, place) });
  },
  'statements.nextUnread': async ({ entryId, ...request }) => {
    const { copy } = desk();
    const { view } = understoodView(desk(), request);
    const counts = await countsOf(copy, view);
    const place = await copy.questions.ask('nextUnread', [view, entryId ?? null]);
    return ok({ index: place && indexOfPlace(counts, place) });
  },
  'statements.coverage': ({ accountNumber, from, to }) =>
    ok({ days: coverage(desk().copy.reader, accountNumber, from, to) }),
  'statements.proof': async ({ accountNumber, ...period }) => {
    const { copy } = desk();
    const signal = newestOf(copy, 'proof');
    const proof: Proof = await provePeriod(copy, accountNumber, period, { signal });
    return ok(proof);
  },
  'statements.mark': async ({ accountNumber, entryIds, ...change }) => {
    const open = desk();
    const { copy, announce } = open;
    const marked = markEntries(copy.journal, {
      accountNumber,
      entryIds,
      ...change,
      ...stampOf(open),
    });
    if (change.read !== undefined) await copy.writer.markRead(accountNumber, entryIds, change.read);
    const isReadOnly = change.flagged === undefined && change.note === undefined;
    announce('store.changed', {
      topic: 'statements',
      accountNumber,
      ...(isReadOnly && { only: 'read' }),
    });
    return ok({ marked });
  },
  'statements.markMany': async ({ entries, mark }) => {
    const open = desk();
    const done = await markMany(open.copy, { entries, mark }, stampOf(open));
    open.announce('store.changed', {
      topic: 'statements',
      ...('read' in mark && { only: 'read' }),
    });
    return ok(done);
  },
  'statements.unmarkMany': async ({ act }) => {
    const open = desk();
    const undone = await unmarkMany(open.copy, act, stampOf(open));
    open.announce('store.changed', { topic: 'statements' });
    return ok(undone);
  },
  'statements.export': async ({ format, entryIds, ...request }) => {
    const { copy, clock, profile } = desk();
    const { view } = understoodView(desk(), request);
    const account = accountByNumber(copy.reader, view.accountNumber);
    if (!account) throw notCached(`Account ${view.accountNumber}`);
    const exporting = {
      view,
      ...(entryIds && { keys: keysOfIds(copy.reader, view.accountNumber, entryIds) }),
      format: formatNamed(format),
      currency: account.currency,
      questions: copy.questions,
      meanings: meaningsBy(profile.bankFile),
      clock,
    };
    return ok(await exportStatement(exporting, saveAs));
  },
});

/** Returns the view to query and the chips of the parsed search. */
function understoodView(
  { copy, clock }: Open,
  { accountNumber, filter }: RequestedView,
): { view: StatementView; chips: readonly Chip[] } {
  const { reader, journal } = copy;
  const today = todayAt(clock.now());
  const marked: Known['marked'] = (mark, words) => markedEntries(journal, mark, words);
  const understood = understoodFilter({ reader, today, accountNumber, marked }, filter);
  return { view: { accountNumber, filter: understood.filter }, chips: understood.chips };
}

async function summaryOf(open: Open, view: RequestedView): Promise<StatementSummary> {
  const { reader } = open.copy;
  const { accountNumber, filter } = view;
  const account = accountByNumber(reader, accountNumber);
  if (!account) throw notCached(`Account ${accountNumber}`);
  const understood = understoodView(open, view).view;
  const [counts, sums] = await Promise.all([
    countsOf(open.copy, understood),
    sumView(open.copy, understood, { signal: newestOf(open.copy, 'sums') }),
  ]);
  const money = (units: bigint | null) =>
    units === null || account.currency === '' ? null : moneyOfUnits(units, account.currency);
  return {
    accountNumber,
    accountName: account.accountName,
    currency: account.currency,
    filter,
    total: counts.total,
    accountTotal: entryCount(reader, accountNumber),
    opening: money(sums.openingE4),
    closing: money(sums.closingE4),
    credits: money(sums.creditsE4),
    debits: money(sums.debitsE4),
    transactionTypes: transactionTypes(reader, accountNumber),
    covered: coveredRange(reader, accountNumber),
    asOf: account.statementAsOf,
    unread: unreadCount(reader, accountNumber),
    setAside: unreadableEntries(reader, accountNumber),
    exportFormats: statementFormats.map(({ name, words }) => ({ name, words })),
  };
}

/** Reads a page. The newest needs no counts; any other is located by the entries per day. */
async function entriesAt(
  open: Open,
  view: StatementView,
  index: number,
  limit: number,
): Promise<readonly CachedEntry[]> {
  const { reader, questions } = open.copy;
  const { accountNumber, filter } = view;
  const place = index === 0 ? null : placeOfIndex(await countsOf(open.copy, view), index);
  if (place === null && index > 0) return [];
  const { query } = filter;
  if (query !== undefined && aggregateFilter(filter) === null)
    return (await questions.ask('resultPage', [{ accountNumber, query, place, limit }])).rows;
  return place === null
    ? firstPage(reader, view, limit).rows
    : pageAt(reader, view, place, limit).rows;
}

function rowsOf(
  { copy, profile }: Open,
  accountNumber: string,
  entries: readonly CachedEntry[],
): EntryRow[] {
  const ids = entries.map((entry) => entry.id);
  const marks = readMarks(copy.journal, accountNumber, ids);
  const files = attachmentsByEntry(copy.journal, accountNumber, ids);
  const meanings = meaningsBy(profile.bankFile);
  return entries.map((entry) => ({
    ...shownEntry(entry, meanings),
    ...markOf(marks.get(entry.id)),
    files: files.get(entry.id)?.length ?? 0,
  }));
}

const markOf = (mark: EntryMark | undefined) => ({
  flagged: mark?.flagged ?? false,
  hasNote: (mark?.note ?? '') !== '',
});

const bookedEntry = (entry: CachedEntry): BookedEntry => ({
  id: entry.id,
  direction: entry.direction,
  transactionType: entry.transactionType,
  amount: entry.amount,
  transactionDate: entry.transactionDate,
});
