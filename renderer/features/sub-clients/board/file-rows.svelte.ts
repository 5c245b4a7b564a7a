import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import type { DocumentBoard } from '../documents/document-board.svelte.ts';
import {
  fileGroups,
  fileLines,
  groupOf,
  needsInput,
  type FileGroup,
  type FileLine,
} from './file-groups.ts';

type Held = { readonly shift: boolean; readonly ctrl: boolean };
/** Where the keys are: at a line by its key, and where that stood, for when it goes. */
type Place = { readonly key: string; readonly index: number };

/** The files of the queue in one line each, by what they wait for; and which of them are chosen, one, several or a whole group. */
export class FileRows {
  readonly #board: DocumentBoard;
  /** One group alone is shown. */
  only = $state.raw<FileGroup | null>(null);
  #place = $state.raw<Place>({ key: '', index: -1 });
  /** From where Shift stretches. */
  #anchor = '';
  /** Chosen one by one or in a stretch; empty: what the line of the keys is, a file or a whole group. */
  #picked = $state.raw<ReadonlySet<string>>(new Set());

  readonly #byGroup: ReadonlyMap<FileGroup, readonly UploadItem[]> = $derived.by(() =>
    Map.groupBy(this.#board.items, (item) =>
      groupOf(item, this.#board.types, this.#board.isLeaving(item.itemId)),
    ),
  );
  readonly lines: readonly FileLine[] = $derived.by(() =>
    fileLines(this.#byGroup, this.#board.rejected, this.only),
  );
  /** How many are in each group that has any. */
  readonly counts: readonly { readonly group: FileGroup; readonly count: number }[] = $derived.by(
    () =>
      fileGroups.flatMap((group) => {
        const rejectedCount = group === 'refused' ? this.#board.rejected.length : 0;
        const count = (this.#byGroup.get(group)?.length ?? 0) + rejectedCount;
        return count === 0 ? [] : [{ group, count }];
      }),
  );
  /** The line that the keys are at; -1 before anybody came here. */
  readonly cursor: number = $derived.by(() => {
    const at = this.lines.findIndex(({ key }) => key === this.#place.key);
    return at >= 0 ? at : Math.min(this.#place.index, this.lines.length - 1);
  });
  readonly line: FileLine | null = $derived.by(() => this.lines[this.cursor] ?? null);
  readonly chosen: readonly UploadItem[] = $derived.by(() => {
    const picked = this.lines.flatMap((line) =>
      line.kind === 'file' && this.#picked.has(line.key) ? [line.item] : [],
    );
    if (picked.length > 0) return picked;
    const { line } = this;
    if (line?.kind === 'file') return [line.item];
    return line?.kind === 'head' ? (this.#byGroup.get(line.group) ?? []) : [];
  });
  readonly #chosenIds = $derived.by(() => new Set(this.chosen.map(({ itemId }) => itemId)));

  constructor(board: DocumentBoard) {
    this.#board = board;
  }

  isChosen = (index: number): boolean => {
    const line = this.lines[index];
    if (!line) return false;
    return line.kind === 'file' ? this.#chosenIds.has(line.key) : index === this.cursor;
  };

  /** One line; with Shift all as far as it, with Ctrl one more or one less. */
  select(index: number, { shift, ctrl }: Held): void {
    const line = this.lines[index];
    if (!line) return;
    if (shift) this.#stretch(index);
    else if (ctrl) this.#toggle(line);
    else this.#picked = new Set();
    if (!shift) this.#anchor = line.key;
    this.#place = { key: line.key, index };
  }

  /** All of the group that the keys are in. */
  selectGroup(): void {
    const { line } = this;
    if (!line) return;
    this.#pick((this.#byGroup.get(line.group) ?? []).map(({ itemId }) => itemId));
  }

  /** Those, where they are still here; the keys go to the first of them. */
  selectThese(itemIds: readonly string[]): void {
    const wanted = new Set(itemIds);
    const index = this.lines.findIndex(({ key }) => wanted.has(key));
    const line = this.lines[index];
    if (!line) return;
    this.#place = { key: line.key, index };
    this.#anchor = line.key;
    this.#pick(itemIds);
  }

  toggleOnly(group: FileGroup | null): void {
    this.only = group === this.only ? null : group;
    this.#picked = new Set();
    const index = this.lines.findIndex(({ kind }) => kind === 'file');
    const line = this.lines[index];
    if (line) this.#place = { key: line.key, index };
  }

  /**
   * After something was said: on to the next of the group that was worked on, else to the first that needs a word. False where none
   * does; then what was chosen stays chosen.
   */
  goOn(group: FileGroup): boolean {
    const isNext = (line: FileLine): boolean => line.kind === 'file' && line.group === group;
    const later = this.lines.findIndex((line, at) => at >= this.#place.index && isNext(line));
    const own = later < 0 ? this.lines.findIndex(isNext) : later;
    const next = own >= 0 && needsInput.has(group) ? own : this.#firstNeeding();
    const line = this.lines[next];
    if (!line) return false;
    this.select(next, { shift: false, ctrl: false });
    return true;
  }

  /** Selects the first file that needs an answer, where none is selected yet. */
  begin(): void {
    const at = this.#firstNeeding();
    const first = at >= 0 ? at : this.lines.findIndex(({ kind }) => kind === 'file');
    if (first >= 0) this.select(first, { shift: false, ctrl: false });
  }

  #firstNeeding(): number {
    return this.lines.findIndex(({ kind, group }) => kind === 'file' && needsInput.has(group));
  }

  #pick(itemIds: readonly string[]): void {
    this.#picked = new Set(itemIds);
  }

  #toggle(line: FileLine): void {
    if (line.kind !== 'file') return;
    const ids = new Set(this.#chosenIds);
    if (!ids.delete(line.key)) ids.add(line.key);
    this.#picked = ids;
  }

  #stretch(index: number): void {
    const anchor = this.lines.findIndex(({ key }) => key === this.#anchor);
    const from = anchor < 0 ? index : anchor;
    const between = this.lines.slice(Math.min(from, index), Math.max(from, index) + 1);
    this.#pick(between.flatMap((line) => (line.kind === 'file' ? [line.key] : [])));
  }
}
