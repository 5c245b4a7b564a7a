import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { IsoDate, Period, Timestamp } from '../../../shared/calendar/calendar.ts';
import type { BooksCounts, StoredLedger } from '../../../shared/ipc/review/books.ts';
import { standingChanges } from '../../engines/sharing/change-table.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { keyOfParts } from '../../engines/sharing/shared-kind.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { carriedWords } from './carry.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import { ledgerLines, unpacked } from './ledger/packed.ts';

/** A ledger in the journal, without its lines. */
export type LedgerHead = Period & {
  readonly ledgerId: string;
  readonly accountNumber: string;
  readonly fileName: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  readonly notes: readonly string[];
  readonly addedAt: Timestamp;
  readonly addedBy: string;
};

/** A ledger with its lines, which the journal stores because the file is not stored. */
export type LedgerWithLines = LedgerHead & { readonly lines: readonly LedgerLine[] };

/** A person's decision that lines and entries match, or do not. */
export type ManualMatch = {
  /** The order of the decisions on this desk. */
  readonly n: number;
  readonly matchId: string;
  readonly decision: 'matched' | 'unmatched';
  /** Lines of the ledger, by their numbers in its file. */
  readonly books: readonly number[];
  /** Entries, by their ids. */
  readonly bank: readonly string[];
  /** By id of an entry: its amount and day then, below 0 for money out. A decision of an older version has none. */
  readonly figures: Readonly<Record<string, string>>;
  /** Why unequal sums were matched; empty where none was given. */
  readonly reason: string;
  /** The id of the first of the decisions that are undone together. */
  readonly act: string;
};

/** A decision that is not in the journal yet. */
export type NewManualMatch = Omit<ManualMatch, 'n' | 'matchId' | 'act'>;

type StoredHead = {
  ledger_id: string;
  account_number: string;
  from_date: IsoDate;
  to_date: IsoDate;
  file_name: string;
  sha256: string;
  notes: string;
  added_at: string;
  actor: string;
};

const headColumns =
  'ledger_id, account_number, from_date, to_date, file_name, sha256, notes, added_at, actor';

/**
 * Saves a ledger; `lines` is packed JSON. The same file with the same lines for the same days is saved once. Decisions and
 * notes on lines of the previous ledger are copied to the same lines of this one, and what colleagues noted on this file is added.
 */
export function keepLedger(
  journal: Journal,
  ledger: Omit<LedgerHead, 'ledgerId' | 'addedAt' | 'addedBy'> & { readonly lines: string },
  { actor, at }: Stamp,
): string {
  const { accountNumber, from, to, fileName, sha256, lines } = ledger;
  return writeJournal(journal, ['ledger', 'ledger_lines', 'manual_match', 'ledger_note'], () => {
    const before = newestHead(journal, accountNumber, { from, to });
    if (
      before?.sha256 === sha256 &&
      unpacked(linesText(journal, before.ledgerId)) === unpacked(lines)
    )
      return before.ledgerId;
    const ledgerId = newIdAt(at);
    run(
      journal,
      `INSERT INTO ledger (ledger_id, account_number, from_date, to_date, file_name, sha256, notes, added_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ledgerId,
      ...[
        accountNumber,
        from,
        to,
        fileName,
        sha256,
        JSON.stringify(ledger.notes),
        at,
        actorText(actor),
      ],
    );
    run(journal, 'INSERT INTO ledger_lines (ledger_id, lines) VALUES (?, ?)', ledgerId, lines);
    if (before) carryOver(journal, { from: before.ledgerId, to: ledgerId, lines });
    addNotesOfTeam(journal, { ledgerId, accountNumber, sha256 });
    return ledgerId;
  });
}

type Carried = { readonly from: string; readonly to: string; readonly lines: string };

function carryOver(journal: Journal, { from, to, lines }: Carried): void {
  const matches = storedManualMatches(journal, from);
  const notes = notesIn(journal, from);
  if (matches.length === 0 && notes.length === 0) return;
  const carried = carriedWords(ledgerLines(linesText(journal, from)), ledgerLines(lines));
  for (const act of Map.groupBy(matches, (word) => word.act).values()) {
    const moved = act.flatMap(({ books, ...word }) => {
      const lines = carried.lines(books);
      return lines === null ? [] : [{ ...word, books: lines }];
    });
    insertAct(journal, to, moved);
  }
  for (const { place, ...note } of notes) {
    const moved = carried.place(place);
    if (moved !== null) insertNote(journal, to, { ...note, place: moved });
  }
}

const headOf = (stored: StoredHead): LedgerHead => ({
  ledgerId: stored.ledger_id,
  accountNumber: stored.account_number,
  from: stored.from_date,
  to: stored.to_date,
  fileName: stored.file_name,
  sha256: stored.sha256,
  notes: JSON.parse(stored.notes) as string[],
  addedAt: stored.added_at,
  addedBy: actorIn(stored.actor).name,
});

export function headById(journal: Journal, ledgerId: string): LedgerHead | null {
  const stored = row<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger WHERE ledger_id = ?`,
    ledgerId,
  );
  return stored && headOf(stored);
}

/** Returns the ledger that was dropped last for these days of the account; null where there is none. */
function newestHead(
  journal: Journal,
  accountNumber: string,
  { from, to }: Period,
): LedgerHead | null {
  const stored = row<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger WHERE account_number = ? AND from_date = ? AND to_date = ?
     ORDER BY n DESC LIMIT 1`,
    ...[accountNumber, from, to],
  );
  return stored && headOf(stored);
}

/** The lines of a ledger as stored: packed JSON. */
export const linesText = (journal: Journal, ledgerId: string): string =>
  row<{ lines: string }>(journal, 'SELECT lines FROM ledger_lines WHERE ledger_id = ?', ledgerId)
    ?.lines ?? '[]';

/** The ledger that was dropped last for these days of the account, whole. */
export function newestLedger(
  journal: Journal,
  accountNumber: string,
  period: Period,
): LedgerWithLines | null {
  const head = newestHead(journal, accountNumber, period);
  return head && wholeOf(journal, head);
}

/** Returns the ledger that was dropped last of those that cover all of these days; null where there is none. */
export function ledgerCovering(
  journal: Journal,
  accountNumber: string,
  { from, to }: Period,
): LedgerHead | null {
  const stored = row<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger INDEXED BY ledger_account
     WHERE account_number = ? AND from_date <= ? AND to_date >= ? ORDER BY n DESC LIMIT 1`,
    ...[accountNumber, from, to],
  );
  return stored && headOf(stored);
}

const wholeOf = (journal: Journal, head: LedgerHead): LedgerWithLines => ({
  ...head,
  lines: ledgerLines(linesText(journal, head.ledgerId)),
});

/** The number of ledgers listed; older ones stay in the journal. */
const listedMax = 200;

/** Lists ledgers, newest first; for each account and period only the one that was dropped last. */
export function listLedgers(journal: Journal): LedgerHead[] {
  const known = new Set<string>();
  return rows<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger WHERE n <= ? ORDER BY n DESC LIMIT ${String(listedMax)}`,
    Number.MAX_SAFE_INTEGER,
  )
    .map(headOf)
    .filter(({ accountNumber, from, to }) => {
      const key = `${accountNumber} ${from} ${to}`;
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
}

type StoredManualMatch = {
  n: number;
  match_id: string;
  decision: ManualMatch['decision'];
  lines: string;
  entries: string;
  figures: string;
  reason: string;
  act: string;
  decided_at: string;
  actor: string;
};

const storedManualMatches = (journal: Journal, ledgerId: string): (ManualMatch & Stamp)[] =>
  rows<StoredManualMatch>(
    journal,
    `SELECT n, match_id, decision, lines, entries, figures, reason, act, decided_at, actor FROM manual_match
     WHERE ledger_id = ? AND undone_at IS NULL ORDER BY n`,
    ledgerId,
  ).map(({ n, match_id, decision, lines, entries, figures, reason, act, decided_at, actor }) => ({
    ...{ n, matchId: match_id, decision, reason, act, actor: actorIn(actor), at: decided_at },
    books: JSON.parse(lines) as number[],
    bank: JSON.parse(entries) as string[],
    figures: JSON.parse(figures) as Record<string, string>,
  }));

/** The decisions on a ledger's lines that are not undone, in their order. */
export const manualMatchesOf = (journal: Journal, ledgerId: string): ManualMatch[] =>
  storedManualMatches(journal, ledgerId).map(
    ({ n, matchId, decision, books, bank, figures, reason, act }) => ({
      ...{ n, matchId, decision, books, bank, figures, reason, act },
    }),
  );

/** The decisions of the last act that is not undone; empty where there is none. */
export function lastActOf(journal: Journal, ledgerId: string): readonly ManualMatch[] {
  const matches = manualMatchesOf(journal, ledgerId);
  const last = matches.at(-1);
  return matches.filter(({ act }) => act === last?.act);
}

/** Writes decisions that are undone together. */
function insertAct(
  journal: Journal,
  ledgerId: string,
  matches: readonly (NewManualMatch & Stamp)[],
): void {
  let act: string | null = null;
  for (const { decision, books, bank, figures, reason, actor, at } of matches) {
    const matchId = newIdAt(at);
    act ??= matchId;
    run(
      journal,
      `INSERT INTO manual_match (match_id, ledger_id, decision, lines, entries, figures, reason, act, decided_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        matchId,
        ledgerId,
        decision,
        JSON.stringify(books),
        JSON.stringify(bank),
        JSON.stringify(figures),
      ],
      ...[reason, act, at, actorText(actor)],
    );
  }
}

/** Saves decisions that are undone together. Durable before it returns. */
export function saveAct(
  journal: Journal,
  ledgerId: string,
  matches: readonly NewManualMatch[],
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'manual_match', () =>
    insertAct(
      journal,
      ledgerId,
      matches.map((match) => ({ ...match, actor, at })),
    ),
  );
}

/** Marks an act as undone; its rows stay. */
export function undoAct(journal: Journal, act: readonly ManualMatch[], at: Timestamp): void {
  writeJournal(journal, 'manual_match', () => markUndone(journal, act, at));
}

function markUndone(
  journal: Journal,
  matches: readonly Pick<ManualMatch, 'matchId'>[],
  at: Timestamp,
): void {
  for (const { matchId } of matches)
    run(journal, 'UPDATE manual_match SET undone_at = ? WHERE match_id = ?', at, matchId);
}

/** `line 12` or `entry ID`. */
type Note = { readonly place: string; readonly text: string };

function insertNote(
  journal: Journal,
  ledgerId: string,
  { place, text, actor, at }: Note & Stamp,
): void {
  run(
    journal,
    'INSERT INTO ledger_note (note_id, ledger_id, place, text, written_at, actor) VALUES (?, ?, ?, ?, ?, ?)',
    ...[newIdAt(at), ledgerId, place, text, at, actorText(actor)],
  );
}

/** Saves a person's note on why a line is open. The newest note counts; older ones stay. */
export function saveNote(
  journal: Journal,
  ledgerId: string,
  note: Note,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'ledger_note', () => {
    insertNote(journal, ledgerId, { ...note, actor, at });
    const ledger = headById(journal, ledgerId);
    if (ledger === null) return;
    const { accountNumber, sha256 } = ledger;
    shareChanges(journal, ledgerNoteKind, [{ accountNumber, sha256, ...note }], at);
  });
}

/** The kind of a note on a ledger among the shared records. */
export const ledgerNoteKind = 'ledger-note';

/** A note on a line or an entry beside a ledger. The ledger is named by its file: its id differs from desk to desk. */
export type LedgerNote = Note & Pick<LedgerHead, 'accountNumber' | 'sha256'>;

export const ledgerNoteKey = ({ accountNumber, sha256, place }: LedgerNote): string =>
  keyOfParts(accountNumber, sha256, place);

/** Writes a note without sharing it, such as a colleague's, to every ledger of its file; to none where this desk lacks the file. */
export function writeLedgerNote(
  journal: Journal,
  { accountNumber, sha256, place, text }: LedgerNote,
  { actor, at }: Stamp,
): void {
  const ledgers = rows<{ ledger_id: string }>(
    journal,
    'SELECT ledger_id FROM ledger INDEXED BY ledger_account WHERE account_number = ? AND sha256 = ?',
    ...[accountNumber, sha256],
  );
  writeJournal(journal, 'ledger_note', () => {
    for (const { ledger_id } of ledgers) insertNote(journal, ledger_id, { place, text, actor, at });
  });
}

/** Adds what colleagues noted on the file of a ledger before this desk had it. */
function addNotesOfTeam(
  journal: Journal,
  { ledgerId, accountNumber, sha256 }: Pick<LedgerHead, 'ledgerId' | 'accountNumber' | 'sha256'>,
): void {
  for (const { item, by, author, at } of standingChanges(journal, ledgerNoteKind, [
    ...[accountNumber, sha256],
  ])) {
    // Only parsed notes are stored under their kind.
    const { place, text } = item as LedgerNote;
    insertNote(journal, ledgerId, { place, text, at, actor: { id: '', name: by, desk: author } });
  }
}

/** Returns the current notes on all ledgers, oldest first. */
export const allLedgerNotes = (journal: Journal): (LedgerNote & Stamp)[] =>
  rows<StoredNote & { account_number: string; sha256: string }>(
    journal,
    `SELECT account_number, sha256, place, text, one.actor, written_at FROM ledger_note AS one JOIN ledger USING (ledger_id)
     WHERE text <> '' AND one.n =
       (SELECT max(n) FROM ledger_note WHERE ledger_id = one.ledger_id AND place = one.place)
     ORDER BY one.n`,
  ).map(({ account_number, sha256, ...stored }) => ({
    ...{ accountNumber: account_number, sha256 },
    ...noteOf(stored),
  }));

type StoredNote = { place: string; text: string; actor: string; written_at: string };

const noteOf = ({ place, text, actor, written_at }: StoredNote): Note & Stamp => ({
  ...{ place, text, actor: actorIn(actor), at: written_at },
});

const notesIn = (journal: Journal, ledgerId: string): (Note & Stamp)[] =>
  rows<StoredNote>(
    journal,
    `SELECT place, text, actor, written_at FROM ledger_note AS one WHERE ledger_id = ? AND n =
       (SELECT max(n) FROM ledger_note WHERE ledger_id = one.ledger_id AND place = one.place)`,
    ledgerId,
  )
    .filter(({ text }) => text !== '')
    .map(noteOf);

/** By the place of the line or the entry. */
export const notesOf = (journal: Journal, ledgerId: string): Readonly<Record<string, string>> =>
  Object.fromEntries(notesIn(journal, ledgerId).map(({ place, text }) => [place, text]));

/** The matches when a person looked last, as packed JSON; null where no person has. */
export const seenMatches = (
  journal: Journal,
  ledgerId: string,
): { readonly text: string; readonly at: Timestamp } | null =>
  row<{ text: string; at: Timestamp }>(
    journal,
    'SELECT matches AS text, seen_at AS at FROM ledger_result WHERE ledger_id = ?',
    ledgerId,
  );

/** When a person looked last, without reading the long matches; empty where no person has. */
export const seenAtOf = (journal: Journal, ledgerId: string): string =>
  row<{ at: Timestamp }>(
    journal,
    'SELECT seen_at AS at FROM ledger_result WHERE ledger_id = ?',
    ledgerId,
  )?.at ?? '';

export function keepSeen(
  journal: Journal,
  ledgerId: string,
  {
    matches,
    undone,
    actor,
    at,
  }: Stamp & { readonly matches: string; readonly undone: readonly string[] },
): void {
  writeJournal(journal, ['ledger_result', 'manual_match'], () => {
    run(
      journal,
      'INSERT OR REPLACE INTO ledger_result (ledger_id, matches, seen_at, actor) VALUES (?, ?, ?, ?)',
      ...[ledgerId, matches, at, actorText(actor)],
    );
    markUndone(
      journal,
      undone.map((matchId) => ({ matchId })),
      at,
    );
  });
}

/** Saves how many lines and entries match, where the counts changed. */
export function keepCounts(journal: Journal, ledgerId: string, counts: BooksCounts): void {
  const before = countsOf(journal, ledgerId);
  const same = (one: BooksCounts): string => JSON.stringify({ ...one, at: '' });
  if (before !== null && same(before) === same(counts)) return;
  writeJournal(journal, 'ledger_status', () =>
    run(
      journal,
      'INSERT OR REPLACE INTO ledger_status (ledger_id, counts, looked_at) VALUES (?, ?, ?)',
      ...[ledgerId, JSON.stringify(counts), counts.at],
    ),
  );
}

function countsOf(journal: Journal, ledgerId: string): BooksCounts | null {
  const stored = row<{ counts: string }>(
    journal,
    'SELECT counts FROM ledger_status WHERE ledger_id = ?',
    ledgerId,
  );
  return stored && (JSON.parse(stored.counts) as BooksCounts);
}

/** A ledger as the window lists it. */
export const storedLedger = (journal: Journal, head: LedgerHead): StoredLedger => {
  const { ledgerId, accountNumber, from, to, fileName, addedAt, addedBy } = head;
  return {
    ...{ ledgerId, accountNumber, from, to, fileName, addedAt, addedBy },
    lastCounts: countsOf(journal, ledgerId),
  };
};

/** A ledger of these very bytes, dropped last; null where there is none. */
export function ledgerOfFile(journal: Journal, sha256: string): LedgerHead | null {
  const stored = row<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger WHERE sha256 = ? ORDER BY n DESC LIMIT 1`,
    sha256,
  );
  return stored && headOf(stored);
}

/** Returns another ledger of the account that overlaps these days without covering exactly the same ones. */
export function overlappingLedger(
  journal: Journal,
  accountNumber: string,
  { from, to }: Period,
): LedgerHead | null {
  const stored = row<StoredHead>(
    journal,
    `SELECT ${headColumns} FROM ledger INDEXED BY ledger_account
     WHERE account_number = ? AND from_date <= ? AND to_date >= ? AND NOT (from_date = ? AND to_date = ?) ORDER BY n DESC LIMIT 1`,
    ...[accountNumber, to, from, from, to],
  );
  return stored && headOf(stored);
}
