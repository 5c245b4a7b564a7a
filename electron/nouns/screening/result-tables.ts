import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { MatchState, ScreenedParty } from '../../../shared/ipc/review/screening.ts';
import type { ListMatch } from '../../engines/sanctions/screen.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** A match with the digest under which it is decided. */
export type StoredMatch = ListMatch & { readonly matchId: string };

/** The matches of a party's names on the lists. */
export type ScreeningResult = {
  readonly subjectKey: string;
  /** Identifies the lists that were searched. */
  readonly stamp: string;
  readonly at: Timestamp;
  readonly names: readonly string[];
  readonly parties: readonly ScreenedParty[];
  readonly matches: readonly StoredMatch[];
};

type Stored = {
  readonly subject_key: string;
  readonly stamp: string;
  readonly at: Timestamp;
  readonly names: string;
  readonly parties: string;
  readonly matches: string;
};

const columns = 'subject_key, stamp, at, names, parties, matches';

const resultOf = (stored: Stored): ScreeningResult => ({
  subjectKey: stored.subject_key,
  stamp: stored.stamp,
  at: stored.at,
  names: JSON.parse(stored.names) as string[],
  parties: JSON.parse(stored.parties) as ScreenedParty[],
  matches: JSON.parse(stored.matches) as StoredMatch[],
});

/** Null where the party was not screened with exactly these lists. */
export function screeningResult(
  journal: Journal,
  subjectKey: string,
  stamp: string,
): ScreeningResult | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM screening_result WHERE subject_key = ? AND stamp = ?`,
    subjectKey,
    stamp,
  );
  return stored && resultOf(stored);
}

/** The parties of a result, of any lists. */
export function partiesOf(journal: Journal, subjectKey: string): readonly ScreenedParty[] {
  const stored = row<{ parties: string }>(
    journal,
    'SELECT parties FROM screening_result WHERE subject_key = ?',
    subjectKey,
  );
  return stored === null ? [] : (JSON.parse(stored.parties) as ScreenedParty[]);
}

/** Results with matches, of parties that the desk knows or paid. */
export const matchedResults = (journal: Journal, stamp: string): ScreeningResult[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM screening_result WHERE match_count > 0 AND stamp = ? ORDER BY subject_key`,
    stamp,
  ).map(resultOf);

export function saveResult(journal: Journal, result: ScreeningResult): void {
  const { subjectKey, stamp, at, names, parties, matches } = result;
  writeJournal(journal, 'screening_result', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO screening_result (${columns}, match_count, open_score) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[subjectKey, stamp, at, JSON.stringify(names), JSON.stringify(parties)],
      ...[JSON.stringify(matches), matches.length, openScore(journal, matches)],
    ),
  );
}

/** The decision on a match; open without one. */
export const stateOf = (decision: Decision | null | undefined): MatchState =>
  decision?.state ?? 'open';

/** The best score of the undecided matches; 0 without one. */
function openScore(journal: Journal, matches: readonly StoredMatch[]): number {
  if (matches.length === 0) return 0;
  const decided = decisionsAbout(
    journal,
    matches.map(({ matchId }) => matchId),
  );
  const open = matches.filter(({ matchId }) => stateOf(decided.get(matchId)) === 'open');
  return Math.max(0, ...open.map(({ score }) => score));
}

const isOpen = `open_score > 0 AND parties <> '[]'`;

/** Results of parties that the desk knows with an undecided match, the best scores first. */
export const openResults = (journal: Journal, limit: number): ScreeningResult[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM screening_result WHERE ${isOpen}
     ORDER BY open_score DESC, subject_key LIMIT ?`,
    limit,
  ).map(resultOf);

/** How many results {@link openResults} would return without a limit. */
export const openResultCount = (journal: Journal): number =>
  row<{ n: number }>(journal, `SELECT count(*) AS n FROM screening_result WHERE ${isOpen}`)?.n ?? 0;

export function saveParties(
  journal: Journal,
  subjectKey: string,
  parties: readonly ScreenedParty[],
): void {
  const text = JSON.stringify(parties);
  writeJournal(journal, 'screening_result', () =>
    run(
      journal,
      'UPDATE screening_result SET parties = ? WHERE subject_key = ? AND parties <> ?',
      ...[text, subjectKey, text],
    ),
  );
}

/** Removes the results of other lists. */
export function forgetResults(journal: Journal, stamp: string): void {
  writeJournal(journal, 'screening_result', () =>
    run(journal, 'DELETE FROM screening_result WHERE stamp <> ?', stamp),
  );
}

export function screenedCount(
  journal: Journal,
  stamp: string,
): { readonly screened: number; readonly screenedAt: Timestamp | null } {
  const counted = row<{ n: number; at: Timestamp | null }>(
    journal,
    'SELECT count(*) AS n, max(at) AS at FROM screening_result WHERE stamp = ?',
    stamp,
  );
  return { screened: counted?.n ?? 0, screenedAt: counted?.at ?? null };
}

export type Decision = {
  readonly matchId: string;
  readonly state: MatchState;
  readonly reason: string;
  readonly by: string;
  readonly at: Timestamp;
};

/** The newest decision about each of these matches. */
export function decisionsAbout(
  journal: Journal,
  matchIds: readonly string[],
): ReadonlyMap<string, Decision> {
  type Row = {
    readonly n: number;
    readonly match_id: string;
    readonly decision: MatchState;
    readonly reason: string;
    readonly at: Timestamp;
    readonly actor: string;
  };
  const found = rows<Row>(
    journal,
    `SELECT d.n, d.match_id, d.decision, d.reason, d.at, d.actor FROM json_each(?) i
     CROSS JOIN screening_decision d ON d.match_id = i.value`,
    JSON.stringify(matchIds),
  );
  const oldestFirst = found.toSorted((a, b) => a.n - b.n);
  return new Map(
    oldestFirst.map(({ match_id, decision, reason, at, actor }) => [
      match_id,
      { matchId: match_id, state: decision, reason, by: actorIn(actor).name, at },
    ]),
  );
}

/** Stores a decision; `results` are those that have its match. */
export function saveDecision(
  journal: Journal,
  { matchId, state, reason }: Pick<Decision, 'matchId' | 'state' | 'reason'>,
  { about, results }: { readonly about: StoredMatch; readonly results: readonly ScreeningResult[] },
  { actor, at }: Stamp,
): void {
  writeJournal(journal, ['screening_decision', 'screening_result'], () => {
    run(
      journal,
      'INSERT INTO screening_decision (match_id, decision, reason, about, at, actor) VALUES (?, ?, ?, ?, ?, ?)',
      ...[matchId, state, reason, JSON.stringify(about), at, actorText(actor)],
    );
    for (const { subjectKey, matches } of results)
      run(
        journal,
        'UPDATE screening_result SET open_score = ? WHERE subject_key = ?',
        ...[openScore(journal, matches), subjectKey],
      );
  });
}
