import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import type { DoneAct, ManyChanged } from '../../../shared/ipc/route.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { notifyMany } from '../../state/undo.ts';
import { entryName } from './entry-labels.ts';

/** An entry of a selection. */
export type ChosenEntry = EntryRow & { readonly accountNumber: string };
type Shown = Partial<Pick<EntryRow, 'read' | 'flagged' | 'hasNote'>>;

/** The part of a view that shows its selection. */
type Place = {
  readonly chosen: () => readonly ChosenEntry[];
  /** Changes the rows at once; `changed` of them were otherwise before. */
  readonly show: (entries: readonly ChosenEntry[], marks: Shown, changed: number) => void;
};

type SeenEntries = { accountNumber: string; id: string; version: number }[];
type Act = {
  readonly label: string;
  readonly shown: Shown;
  readonly run: (entries: SeenEntries) => Promise<Outcome<DoneAct>>;
  readonly undo: (act: number) => Promise<Outcome<ManyChanged>>;
};

export const entriesWords = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** Acts over all chosen entries: one request each, and one undo. */
export class EntryActs {
  readonly #notices: Notices;
  readonly #place: Place;
  busy = $state(false);
  error = $state.raw<AppError | null>(null);

  constructor(notices: Notices, place: Place) {
    this.#notices = notices;
    this.#place = place;
  }

  get entries(): readonly ChosenEntry[] {
    return this.#place.chosen();
  }

  read = (read: boolean): Promise<boolean> =>
    this.#mark({ read }, read ? 'Marked read' : 'Marked unread', { read });

  /** Flags all; where all are flagged, none. */
  flag = (): Promise<boolean> => {
    const flagged = !this.entries.every((entry) => entry.flagged);
    return this.#mark({ flagged }, flagged ? 'Flagged' : 'Unflagged', { flagged });
  };

  note = (note: string): Promise<boolean> => this.#mark({ note }, 'Noted', { hasNote: true });

  tag = (tag: string): Promise<boolean> =>
    this.#act({
      label: `Tagged ${tag}`,
      shown: {},
      run: (entries) => request('rules.tagMany', { entries, tag }),
      undo: (act) => request('rules.untagMany', { act }),
    });

  #mark(
    mark: { read: boolean } | { flagged: boolean } | { note: string },
    label: string,
    shown: Shown,
  ): Promise<boolean> {
    return this.#act({
      ...{ label, shown },
      run: (entries) => request('statements.markMany', { entries, mark }),
      undo: (act) => request('statements.unmarkMany', { act }),
    });
  }

  /** Performs an act. True on success. */
  async #act({ label, shown, run, undo }: Act): Promise<boolean> {
    const { entries } = this;
    if (this.busy || entries.length === 0) return false;
    this.busy = true;
    const seen = entries.map(({ accountNumber, id, version }) => ({ accountNumber, id, version }));
    const outcome = await run(seen);
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    const marked = without(entries, outcome.value);
    this.#place.show(marked, shown, outcome.value.changed);
    notifyMany(this.#notices, outcome.value, {
      words: (changed) => `${label}: ${entriesWords(changed)}`,
      nameOf: (at) => (entries[at] ? entryName(entries[at]) : ''),
      undo: async (act) => {
        const undone = await undo(act);
        if (undone.ok) this.#showAgain(without(entries, outcome.value, undone.value), shown);
        return undone;
      },
    });
    return true;
  }

  /** Shows the marks that the entries had before. */
  #showAgain(entries: readonly ChosenEntry[], shown: Shown): void {
    for (const mark of ['read', 'flagged', 'hasNote'] as const)
      if (mark in shown)
        for (const [was, own] of Map.groupBy(entries, (entry) => entry[mark]))
          this.#place.show(own, { [mark]: was }, was === shown[mark] ? 0 : own.length);
  }
}

function without(
  entries: readonly ChosenEntry[],
  ...results: readonly ManyChanged[]
): readonly ChosenEntry[] {
  const skipped = new Set(results.flatMap((result) => result.skipped.map(({ at }) => at)));
  return entries.filter((_, at) => !skipped.has(at));
}
