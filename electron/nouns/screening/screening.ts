import type { Stamp } from '../../../shared/actor.ts';
import { clockText, dayOf, todayAt } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import type {
  MatchState,
  ScreenedParty,
  ScreeningList,
} from '../../../shared/ipc/review/screening.ts';
import type { ScreeningNote } from '../../../shared/ipc/submissions.ts';
import { createTurns } from '../../engines/files/turns.ts';
import { timestampNow, type Clock } from '../../engines/machine/context.ts';
import type { ListFile } from '../../engines/sanctions/lists/read-list.ts';
import type { CountryOf, ListMatch, ScreenedSubject } from '../../engines/sanctions/screen.ts';
import type { Journal } from '../../engines/store/database.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import type { NameScreening, PartyNames } from '../../engines/submissions/intent/name-screening.ts';
import type { AddedList } from './add-lists.ts';
import { agedList, endList, storedLists, type StoredList } from './list-tables.ts';
import {
  decisionsAbout,
  forgetResults,
  matchedResults,
  partiesOf,
  saveDecision,
  saveParties,
  saveResult,
  screenedCount,
  screeningResult,
  stateOf,
  type Decision,
  type ScreeningResult,
  type StoredMatch,
} from './result-tables.ts';
import type { Screener } from './screener.ts';
import { namesOf, subjectKeyOf, type KnownSubject } from './subjects.ts';

export type ScreeningParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Loads the lookup of country codes. */
  readonly countries: () => Promise<CountryOf>;
  /** Every subject that the desk knows, read again for each run. */
  readonly subjects: () => Promise<Iterable<KnownSubject>>;
  /** Called when lists, results or decisions changed. */
  readonly onChange: () => void;
};

/** A subject to screen, with the parties that have its names; null leaves the stored parties unchanged. */
type SubjectAtHand = {
  readonly subject: ScreenedSubject;
  readonly parties: readonly ScreenedParty[] | null;
};

/** The lists of a desk, the results for the names that it knows, and people's decisions. */
export class Screening implements NameScreening {
  readonly #parts: ScreeningParts;
  #lists: readonly StoredList[] | null = null;
  /** Started with the first name that is not screened yet, and again after a list changed. */
  #opening: { readonly stamp: string; readonly opened: Promise<Screener> } | null = null;
  /** Null until it is open. */
  #screener: Screener | null = null;
  #run: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: ScreeningParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  /** The lists in force with their age today. */
  lists(): ScreeningList[] {
    const today = todayAt(this.#parts.clock.now());
    return this.#stored().map((list) => agedList(list, today));
  }

  /** Returns how many parties were screened with the lists in force. */
  screened(): number {
    return screenedCount(this.#parts.journal, this.stamp).screened;
  }

  /** The lists in force by title and day. */
  editions(): ScreeningNote['lists'] {
    return this.#stored().map(({ title, edition }) => ({ title, edition }));
  }

  /** Identifies the lists in force; empty without one. */
  get stamp(): string {
    return this.#stored()
      .map(({ listId }) => listId)
      .toSorted()
      .join(' ');
  }

  async add(files: readonly ListFile[], stamp: Stamp): Promise<AddedList[]> {
    const { addLists } = await import('./add-lists.ts');
    const added = await addLists(this.#parts.journal, files, stamp);
    this.#listsChanged();
    return added;
  }

  remove(listId: string, stamp: Stamp): boolean {
    const isRemoved = endList(this.#parts.journal, listId, stamp);
    this.#listsChanged();
    return isRemoved;
  }

  async prepare(party: PartyNames | null): Promise<void> {
    const subject = party && subjectOf(party);
    if (!subject) return;
    // A list may change while the names are compared.
    const isLacking = (): boolean =>
      !this.#isClosed && this.#stored().length > 0 && this.#resultOf(subject) === null;
    while (isLacking()) await this.#screen([{ subject, parties: null }]);
  }

  warningsOf(party: PartyNames | null): readonly PaymentWarning[] {
    if (this.#stored().length === 0) return [];
    const subject = party && subjectOf(party);
    if (!subject) return [warning('blocks', unnamed)];
    const result = this.#resultOf(subject) ?? this.#screenNow(subject);
    if (!result) return [warning('blocks', unscreened(subject))];
    return [...this.#matchWarnings(result), ...this.#ageWarnings()];
  }

  async ready(): Promise<void> {
    if (this.#stored().length > 0) await this.#open();
  }

  noteOf(party: PartyNames): ScreeningNote | null {
    const result = this.#resultOf(subjectOf(party));
    if (!result) return null;
    const states = this.decided(result.matches).map(({ decision }) => stateOf(decision));
    return { at: result.at, lists: this.editions(), words: wordsOf(states) };
  }

  /** Returns the matches of a party's names, without storing anything. */
  async check(subject: ScreenedSubject, threshold?: number): Promise<readonly ListMatch[]> {
    if (this.#stored().length === 0) return [];
    return (await this.#open()).check(subject, threshold);
  }

  /** Screens every known subject that was not screened with these lists. Only one run at a time. */
  run(): Promise<void> {
    this.#run ??= this.#runOnce().finally(() => {
      this.#run = null;
      this.#parts.onChange();
    });
    return this.#run;
  }

  /** Stops the current run, and waits for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#run;
    this.#opening = null;
    this.#screener = null;
  }

  /** Results with matches by the lists in force. */
  results(): ScreeningResult[] {
    return this.#stored().length === 0 ? [] : matchedResults(this.#parts.journal, this.stamp);
  }

  /** Returns the matches with the decision on each. */
  decided(
    matches: readonly StoredMatch[],
  ): { readonly match: StoredMatch; readonly decision: Decision | null }[] {
    const found = decisionsAbout(
      this.#parts.journal,
      matches.map(({ matchId }) => matchId),
    );
    return matches.map((match) => ({ match, decision: found.get(match.matchId) ?? null }));
  }

  /** Records a decision; false where there is no such match by the lists in force. */
  decide(
    { matchId, state, reason }: { matchId: string; state: MatchState; reason: string },
    stamp: Stamp,
  ): boolean {
    const isIt = (match: StoredMatch): boolean => match.matchId === matchId;
    const results = this.results().filter(({ matches }) => matches.some(isIt));
    const about = results.flatMap(({ matches }) => matches).find(isIt);
    if (!about) return false;
    saveDecision(this.#parts.journal, { matchId, state, reason }, { about, results }, stamp);
    this.#parts.onChange();
    return true;
  }

  async #runOnce(): Promise<void> {
    const { journal, subjects } = this.#parts;
    const { stamp } = this;
    if (stamp === '') return;
    const known = new Map<string, { subject: ScreenedSubject; parties: ScreenedParty[] }>();
    const turns = createTurns();
    for (const { party, ...subject } of await subjects()) {
      const names = namesOf(subject.names);
      if (names.length === 0) continue;
      const key = subjectKeyOf({ ...subject, names });
      const before = known.get(key);
      if (before) before.parties.push(party);
      else known.set(key, { subject: { ...subject, names }, parties: [party] });
      if (turns.isOver()) await turns.next();
    }
    const lacking = [...known.entries()].filter(
      ([key]) => screeningResult(journal, key, stamp) === null,
    );
    await this.#screen(lacking.map(([, one]) => one));
    if (this.#isClosed || this.stamp !== stamp) return;
    forgetResults(journal, stamp);
    for (const { subjectKey } of matchedResults(journal, stamp))
      if (!known.has(subjectKey)) saveParties(journal, subjectKey, []);
    for (const [key, { parties }] of known) {
      saveParties(journal, key, parties);
      if (turns.isOver()) await turns.next();
    }
  }

  /** Screens subjects and stores the results. Those without parties retain the stored ones. */
  async #screen(subjects: readonly SubjectAtHand[]): Promise<void> {
    if (subjects.length === 0) return;
    const { stamp } = this;
    const screener = await this.#open();
    const turns = createTurns();
    for (const { subject, parties } of subjects) {
      if (this.#isClosed || this.stamp !== stamp) return;
      this.#save(screener, { subject, parties }, stamp);
      if (turns.isOver()) await turns.next();
    }
  }

  /** Null while the lists are not loaded. */
  #screenNow(subject: ScreenedSubject): ScreeningResult | null {
    return this.#screener && this.#save(this.#screener, { subject, parties: null }, this.stamp);
  }

  #save(screener: Screener, { subject, parties }: SubjectAtHand, stamp: string): ScreeningResult {
    const { journal, clock } = this.#parts;
    const subjectKey = subjectKeyOf(subject);
    const result: ScreeningResult = {
      ...{ subjectKey, stamp, at: timestampNow(clock), names: subject.names },
      parties: parties ?? partiesOf(journal, subjectKey),
      matches: screener.screen(subject),
    };
    saveResult(journal, result);
    return result;
  }

  async #open(): Promise<Screener> {
    const { stamp } = this;
    if (this.#opening?.stamp !== stamp) this.#opening = { stamp, opened: this.#load() };
    const { opened } = this.#opening;
    const loaded = await attempt(() => opened);
    if (!loaded.ok) {
      // The next name tries again.
      this.#opening = null;
      throw loaded.error;
    }
    const screener = loaded.value;
    if (this.stamp === stamp) this.#screener = screener;
    return screener;
  }

  async #load(): Promise<Screener> {
    const { journal, countries } = this.#parts;
    const [{ Screener }, countryOf] = await Promise.all([import('./screener.ts'), countries()]);
    return Screener.of(journal, countryOf);
  }

  #resultOf(subject: ScreenedSubject): ScreeningResult | null {
    const { stamp } = this;
    return stamp === '' ? null : screeningResult(this.#parts.journal, subjectKeyOf(subject), stamp);
  }

  #stored(): readonly StoredList[] {
    this.#lists ??= storedLists(this.#parts.journal);
    return this.#lists;
  }

  #listsChanged(): void {
    this.#lists = null;
    this.#opening = null;
    this.#screener = null;
    this.#parts.onChange();
  }

  /** Returns one warning for all matches; the gravest match decides its weight. */
  #matchWarnings({ matches }: ScreeningResult): PaymentWarning[] {
    const decided = this.decided(matches);
    const shown = decided.filter(({ decision }) => decision?.state !== 'other');
    if (shown.length === 0) return [];
    const isLifted = shown.every(({ decision }) => decision?.state === 'lifted');
    const sentences = shown
      .slice(0, matchesInWords)
      .map(({ match, decision }) => this.#sentenceOf(match, decision));
    const rest = shown.length - sentences.length;
    const more = rest === 0 ? [] : [`${String(rest)} more matches stand under Screening.`];
    return [warning(isLifted ? 'confirm' : 'blocks', [...sentences, ...more].join(' '))];
  }

  #sentenceOf(match: StoredMatch, decision: Decision | null): string {
    const { name, listedName, listKey, entry, score, reason } = match;
    const listed = `“${listedName}” (${this.#titleOf(listKey)}, ${entry.id})`;
    if (decision?.state === 'same')
      return `${name} is ${listed}: ${decision.by} decided so at ${clockText(decision.at)}. Payments to it are held back until a person lifts that under Screening.`;
    if (decision?.state === 'lifted')
      return `${name} is ${listed}. ${decision.by} let payments to it go at ${clockText(decision.at)}: ${decision.reason}`;
    return `${name} may be ${listed}, ${String(score)} of 100: ${reason}. Decide under Screening whether it is the same.`;
  }

  #ageWarnings(): PaymentWarning[] {
    return this.lists()
      .filter(({ isOld }) => isOld)
      .map(({ title, edition, addedAt, ageDays }) =>
        warning(
          'notice',
          `The payee was screened with an old edition: ${title} of ${fullDay(edition ?? dayOf(addedAt))}, ${String(ageDays)} days old.`,
        ),
      );
  }

  #titleOf(key: string): string {
    return this.#stored().find((list) => list.key === key)?.title ?? key;
  }
}

/** The number of matches that a warning names. */
const matchesInWords = 3;

const subjectOf = ({ names, country }: PartyNames): ScreenedSubject => ({
  names: namesOf(names),
  country,
  birthYear: null,
});

const warning = (weight: PaymentWarning['weight'], message: string): PaymentWarning => ({
  kind: 'screening',
  weight,
  message,
});

const unnamed =
  'The name of the payee is not known here, so it cannot be screened. Sync the payees first.';

const unscreened = ({ names }: ScreenedSubject): string =>
  `${names[0] ?? 'The payee'} was not screened with the lists as they stand. Look at the payment once more.`;

/** Describes the result of a screening in a few words. */
function wordsOf(states: readonly MatchState[]): string {
  if (states.length === 0) return 'no match';
  const count = (state: MatchState): number => states.filter((one) => one === state).length;
  const parts = [
    [count('open'), 'to decide'],
    [count('same'), 'held back'],
    [count('lifted'), 'lifted'],
    [count('other'), 'somebody else'],
  ] as const;
  return parts
    .flatMap(([many, what]) => (many === 0 ? [] : [`${String(many)} ${what}`]))
    .join(', ');
}
