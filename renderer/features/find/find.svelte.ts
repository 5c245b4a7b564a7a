import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import type { Chip } from '../../../shared/ipc/accounts/chips.ts';
import type { FoundEntry, FoundInside } from '../../../shared/ipc/accounts/find.ts';
import type { HandedOverView } from '../../../shared/ipc/accounts/hand-over.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { ok } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import { newestRequest } from '../../state/records/newest-request.ts';
import { WritingOut } from '../../state/files/export-progress.svelte.ts';
import { withoutChip } from '../../ui/fields/chips.ts';
import {
  commandsFor,
  counterpartiesIn,
  foundFormats,
  titleOfAll,
  titleOfInside,
  titleOfNoun,
  titleOfPart,
  type Command,
  type FoundCounterparty,
  type Group,
  type Line,
} from './found.ts';
import type { SavedSearches } from './saved-searches.svelte.ts';

type Entries = RouteOutput<'find.entries'>;
type Records = RouteOutput<'find.records'>;

/** The number of lines of a group before more are requested. */
const linesOf: Readonly<Record<string, number>> = {
  all: 6,
  part: 3,
  payees: 2,
  payments: 2,
  saved: 5,
};
const linesAtFirst = 3;
const commandsAtFirst = 6;
const counterpartiesMax = 2;
const entriesMax = 100;

/** The text in the box and its results. Results stay until the next ones are loaded: nothing jumps. */
export class Finding {
  text = $state('');
  entries = $state.raw<Entries | null>(null);
  records = $state.raw<Records | null>(null);
  /** Entries with a match inside a word; requested once all other results are loaded. */
  inside = $state.raw<FoundInside | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly writing = new WritingOut();
  /** The outcome of the last export if nothing failed and nothing was written. */
  message = $state('');
  /** Milliseconds from the last letter to the results. */
  took = $state(0);
  #answered = $state('');
  #widened = $state.raw<ReadonlySet<string>>(new Set());
  #chosen = $state.raw<string | null>(null);
  /** True while the export format is being chosen. */
  #isExporting = $state(false);
  /** The text that the records belong to. */
  #recordsOf = '';
  /** Settles once the last typed text has its results. */
  #answers: Promise<unknown> = Promise.resolve();
  readonly #commands: () => readonly Command[];
  readonly #saved: SavedSearches;
  readonly #onwritten: (outcome: Outcome<HandedOverView>) => void;
  readonly #oncounterparty: (of: FoundCounterparty) => void;
  readonly #askEntries = newestRequest<Awaited<ReturnType<typeof askEntries>>>(2);
  readonly #askRecords = newestRequest<Awaited<ReturnType<typeof askRecords>>>(2);
  readonly #askInside = newestRequest<Awaited<ReturnType<typeof askInside>>>(2);

  readonly chips: readonly Chip[] = $derived.by(() =>
    this.#answered === this.text ? (this.entries?.chips ?? []) : [],
  );
  readonly groups: readonly Group[] = $derived.by(() => this.#groups());
  readonly lines: readonly Line[] = $derived(this.groups.flatMap(({ lines }) => lines));
  /** The chosen one as long as it is there; else the first. */
  readonly selected: Line | null = $derived.by(
    () => this.lines.find(({ key }) => key === this.#chosen) ?? this.lines[0] ?? null,
  );
  /** True if there are no results and no commands; the reason may be one of the chips. */
  readonly isEmpty: boolean = $derived.by(
    () =>
      this.text.trim() !== '' &&
      this.#answered === this.text &&
      this.entries?.found.all.length === 0 &&
      commandsFor(this.text, this.#commands()).length === 0 &&
      (this.records?.pay ?? []).length === 0 &&
      (this.records?.unpayable ?? null) === null,
  );

  constructor(
    commands: () => readonly Command[],
    saved: SavedSearches,
    onwritten: (outcome: Outcome<HandedOverView>) => void,
    oncounterparty: (of: FoundCounterparty) => void,
  ) {
    this.#commands = commands;
    this.#saved = saved;
    this.#onwritten = onwritten;
    this.#oncounterparty = oncounterparty;
  }

  type(text: string): void {
    this.text = text;
    this.inside = null;
    this.message = '';
    this.#isExporting = false;
    this.#widened = new Set();
    if (text.trim() === '') {
      this.entries = null;
      this.records = null;
      this.error = null;
      this.#answers = Promise.resolve();
      this.#answered = text;
      return;
    }
    const started = performance.now();
    const entries = this.#askEntries(() => askEntries(text)).then((outcome) => {
      if (outcome === null || text !== this.text) return;
      this.error = outcome.ok ? null : outcome.error;
      if (!outcome.ok) return;
      this.entries = outcome.value;
      this.#answered = text;
      this.took = Math.max(1, Math.round(performance.now() - started));
      void this.#lookInside(text);
    });
    const records = this.#askRecords(() => askRecords(text)).then((outcome) => {
      if (outcome?.ok !== true || text !== this.text) return;
      this.records = outcome.value;
      this.#recordsOf = text;
    });
    this.#answers = Promise.all([entries, records]);
  }

  /**
   * The line that Enter opens: the chosen one, or the first once the last typed text has its results. A payment line must belong to the
   * whole text. Null if the text has changed since, or nothing was found.
   */
  async opened(): Promise<Line | null> {
    const { text, selected } = this;
    if (selected !== null && selected.key === this.#chosen && selected.kind !== 'pay')
      return selected;
    await this.#answers;
    const line = text === this.text ? this.selected : null;
    return line?.kind === 'pay' && this.#recordsOf !== text ? null : line;
  }

  /** Loads the matches inside words after and below the other results, so that no line or selection moves. */
  async #lookInside(text: string): Promise<void> {
    const outcome = await this.#askInside(() => askInside(text));
    if (outcome?.ok === true && text === this.text) this.inside = outcome.value.inside;
  }

  drop(chip: Chip): void {
    this.type(withoutChip(this.text, chip));
  }

  dropLast(): void {
    const last = this.chips.at(-1);
    if (last) this.drop(last);
  }

  choose(line: Line): void {
    this.#chosen = line.key;
  }

  move(by: number): void {
    const at = this.lines.findIndex(({ key }) => key === this.selected?.key);
    const next = this.lines[Math.min(Math.max(at + by, 0), this.lines.length - 1)];
    if (next) this.choose(next);
  }

  /** Selects the first line of the next or previous group, wrapping around. */
  moveGroup(by: number): void {
    const groups = this.groups.filter(({ lines }) => lines.length > 0);
    const at = groups.findIndex(({ lines }) => lines.some(({ key }) => key === this.selected?.key));
    const next = groups[(at + by + groups.length) % groups.length]?.lines[0];
    if (next) this.choose(next);
  }

  widen(group: string): void {
    this.#widened = new Set([...this.#widened, group]);
  }

  #groups(): readonly Group[] {
    if (this.text.trim() === '') return this.#atRest();
    const { all = [], hasMore = false, part = [], partHasMore = false } = this.entries?.found ?? {};
    const entryLines = (entries: readonly FoundEntry[], group: string): Line[] =>
      entries.map((entry) => ({
        kind: 'entry',
        key: `${group} ${entry.accountNumber} ${entry.id}`,
        entry,
      }));
    const chips = this.entries?.chips ?? [];
    const isPayment = this.records?.isPayment ?? false;
    return [
      ...(isPayment
        ? [this.#group('pay', 'Pay', { lines: this.#payments(), goesOn: false }, 4)]
        : []),
      this.#group('all', titleOfAll(chips), { lines: entryLines(all, 'all'), goesOn: hasMore }),
      this.#group('part', titleOfPart(chips), {
        lines: entryLines(part, 'part'),
        goesOn: partHasMore,
      }),
      ...(this.records?.groups ?? []).map(({ noun, hits, hasMore: goesOn }) =>
        this.#group(noun, titleOfNoun(noun), {
          lines: hits.map((hit) => ({
            kind: 'hit',
            key: `${noun} ${hit.within ?? ''} ${hit.id}`,
            noun,
            hit,
          })),
          goesOn,
        }),
      ),
      this.#toDo(),
      ...this.#insideGroup(entryLines),
    ].filter(({ lines }) => lines.length > 0);
  }

  #insideGroup(linesOf: (entries: readonly FoundEntry[], group: string) => Line[]): Group[] {
    if (this.inside === null) return [];
    const { entries, hasMore } = this.inside;
    const found = { lines: linesOf(entries, 'inside'), goesOn: hasMore };
    return [this.#group('inside', titleOfInside(this.inside), found, 6)];
  }

  /** The groups before anything is typed: saved searches and commands. */
  #atRest(): readonly Group[] {
    const saved = this.#saved.texts.map((text): Line => ({
      kind: 'saved',
      key: `saved ${text}`,
      text,
    }));
    const commands = this.#commands().map((command): Line => commandLine(command));
    return [
      this.#group('saved', 'Saved searches', { lines: saved, goesOn: false }),
      this.#group('do', 'Do', { lines: commands, goesOn: false }, 8),
    ].filter(({ lines }) => lines.length > 0);
  }

  #payments(): Line[] {
    return (this.records?.pay ?? []).map((draft): Line => ({
      kind: 'pay',
      key: `pay ${draft.beneficiaryId ?? ''}`,
      draft,
    }));
  }

  #toDo(): Group {
    const pay = this.records?.isPayment === true ? [] : this.#payments();
    const commands = commandsFor(this.text, this.#commands()).map(commandLine);
    const save = this.#saved.has(this.text)
      ? {
          id: 'unsave',
          label: 'Forget this saved search',
          run: () => this.#saved.forget(this.text),
        }
      : { id: 'save', label: 'Save this search', run: () => this.#saved.keep(this.text) };
    const lines = [
      ...pay,
      ...this.#counterparties().map(commandLine),
      ...commands.slice(0, commandsAtFirst),
      ...this.#exports().map(commandLine),
      commandLine(save),
    ];
    return this.#group('do', 'Do', { lines, goesOn: false }, lines.length);
  }

  /** Commands that open the pages of counterparties whose name matches the text. */
  #counterparties(): Command[] {
    const found = counterpartiesIn(this.records?.groups ?? [], this.entries?.found.all ?? []);
    const commands = found.map((of) => ({
      id: `counterparty ${of.payeeId ?? of.name}`,
      label: ['Counterparty', of.name, of.aside].filter(Boolean).join(' '),
      run: () => this.#oncounterparty(of),
    }));
    return commandsFor(this.text, commands).slice(0, counterpartiesMax);
  }

  /** One line, which opens to a line for each format. */
  #exports(): Command[] {
    const { all = [], hasMore = false } = this.entries?.found ?? {};
    if (all.length === 0) return [];
    // In the same place, so that the list stays where it is.
    if (this.writing.isRunning)
      return [{ id: 'export', label: 'Cancel export', run: () => void this.stop() }];
    const which = hasMore
      ? 'every entry found'
      : all.length === 1
        ? 'this entry'
        : `these ${formatCount(all.length)} entries`;
    const begin = { id: 'export', label: `Export ${which}…`, run: () => this.#chooseFormat() };
    return this.#isExporting
      ? foundFormats.map(({ format, words }) => ({
          id: `export ${format}`,
          label: `Export ${which} as ${words}…`,
          run: () => void this.#export(format),
        }))
      : [begin];
  }

  async stop(): Promise<void> {
    const outcome = await this.writing.cancel();
    if (!outcome.ok) this.error = outcome.error;
  }

  #chooseFormat(): void {
    this.#isExporting = true;
    this.#chosen = `export ${foundFormats[0].format}`;
  }

  /** Exports every matching entry, not only the listed ones. */
  async #export(format: string): Promise<void> {
    this.error = null;
    this.message = '';
    this.#isExporting = false;
    this.#chosen = 'export';
    const outcome = await this.writing.write({
      ...{ accountNumbers: null, format, search: this.text.trim() },
      ...{ filePerAccount: false, filePerDay: false, withMarks: false },
      ...{ profile: '', place: 'ask' as const, print: false },
    });
    if (!outcome.ok && outcome.error.code === 'cancelled') {
      this.message = 'Cancelled. No file was written.';
      return;
    }
    if (!outcome.ok) this.#onwritten(outcome);
    else if (outcome.value.saved) this.#onwritten(ok(outcome.value));
  }

  #group(
    key: string,
    title: string,
    { lines, goesOn }: { lines: readonly Line[]; goesOn: boolean },
    atFirst = linesOf[key] ?? linesAtFirst,
  ): Group {
    const shown = this.#widened.has(key) ? lines : lines.slice(0, atFirst);
    const isCounted = !['do', 'pay', 'saved'].includes(key);
    const isCut = shown.length < lines.length;
    return {
      key,
      title,
      lines: shown,
      count: isCounted || isCut ? countWords(lines.length, { goesOn, isCut }) : '',
      hasMore: isCut,
    };
  }
}

/** `3`, `All 11`, or `Newest 100` if there are more than were requested. */
const countWords = (
  count: number,
  { goesOn, isCut }: { goesOn: boolean; isCut: boolean },
): string =>
  goesOn ? `Newest ${formatCount(count)}` : `${isCut ? 'All ' : ''}${formatCount(count)}`;

const commandLine = (command: Command): Line => ({ kind: 'command', key: command.id, command });

const askEntries = (text: string) => request('find.entries', { text, limit: entriesMax });
const askInside = (text: string) => request('find.inside', { text, limit: entriesMax });
const askRecords = (text: string) => request('find.records', { text });
