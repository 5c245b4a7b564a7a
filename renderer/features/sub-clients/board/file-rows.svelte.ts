import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { limits } from '../../../../shared/limits.ts';
import { Selection, type Choice } from '../../../ui/lists/selection.svelte.ts';
import type { DocumentBoard } from '../documents/document-board.svelte.ts';
import {
  fileGroups,
  fileLines,
  groupOf,
  needsInput,
  type FileGroup,
  type FileLine,
} from './file-groups.ts';

/** The current line by its key, and its index, for when the line disappears. */
type Place = { readonly key: string; readonly index: number };

/** The files of the queue, one line each, grouped by what they wait for; and the selection of one, several or a whole group. */
export class FileRows {
  readonly #board: DocumentBoard;
  /** The only group that is shown; null for all. */
  only = $state.raw<FileGroup | null>(null);
  #place = $state.raw<Place>({ key: '', index: -1 });
  /** Where it is empty, the line of the keys is chosen, a file or a whole group. */
  readonly #selection = new Selection<UploadItem>({
    keyOf: ({ itemId }) => itemId,
    at: (index) => fileOf(this.lines[index]),
    cursor: () => this.cursor,
    indexOf: (key) => this.lines.findIndex((line) => line.key === key),
    between: (first, last) =>
      this.lines.slice(first, last + 1).flatMap((line) => fileOf(line) ?? []),
    max: limits.describedFilesMax,
  });

  readonly #byGroup: ReadonlyMap<FileGroup, readonly UploadItem[]> = $derived.by(() =>
    Map.groupBy(this.#board.items, (item) =>
      groupOf(item, this.#board.types, this.#board.isLeaving(item.itemId)),
    ),
  );
  readonly lines: readonly FileLine[] = $derived.by(() =>
    fileLines(this.#byGroup, this.#board.rejected, this.only),
  );
  /** The number of files in each non-empty group. */
  readonly counts: readonly { readonly group: FileGroup; readonly count: number }[] = $derived.by(
    () =>
      fileGroups.flatMap((group) => {
        const rejectedCount = group === 'refused' ? this.#board.rejected.length : 0;
        const count = (this.#byGroup.get(group)?.length ?? 0) + rejectedCount;
        return count === 0 ? [] : [{ group, count }];
      }),
  );
  /** The index of the current line; -1 before the first visit. */
  readonly cursor: number = $derived.by(() => {
    const at = this.lines.findIndex(({ key }) => key === this.#place.key);
    return at >= 0 ? at : Math.min(this.#place.index, this.lines.length - 1);
  });
  readonly line: FileLine | null = $derived.by(() => this.lines[this.cursor] ?? null);
  readonly chosen: readonly UploadItem[] = $derived.by(() => {
    // In their current state, in the order of the lines.
    const ids = new Set(this.#selection.items.map(({ itemId }) => itemId));
    const picked = this.lines.flatMap((line) => (ids.has(line.key) ? (fileOf(line) ?? []) : []));
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

  choose = (index: number, how: Choice): void => {
    const line = this.lines[index];
    if (!line) return;
    // A head selects its whole group.
    if (how === 'toggle') this.#selection.put(this.chosen);
    this.#selection.choose(index, how);
    this.#place = { key: line.key, index };
  };

  /** Selects all files of the current group. */
  selectGroup(): void {
    const { line } = this;
    if (!line) return;
    this.#selection.put(this.#byGroup.get(line.group) ?? []);
  }

  /** Selects the given files that are still here; the first becomes the current line. */
  selectThese(itemIds: readonly string[]): void {
    const wanted = new Set(itemIds);
    const index = this.lines.findIndex(({ key }) => wanted.has(key));
    const line = this.lines[index];
    if (!line) return;
    this.choose(index, 'one');
    this.#selection.put(
      this.lines.flatMap((one) => (wanted.has(one.key) ? (fileOf(one) ?? []) : [])),
    );
  }

  toggleOnly(group: FileGroup | null): void {
    this.only = group === this.only ? null : group;
    this.#selection.clear();
    const index = this.lines.findIndex(({ kind }) => kind === 'file');
    const line = this.lines[index];
    if (line) this.#place = { key: line.key, index };
  }

  /**
   * Moves on after an answer: to the next file of the same group, else to the first that needs an answer. False if none does; then the
   * selection stays.
   */
  goOn(group: FileGroup): boolean {
    const isNext = (line: FileLine): boolean => line.kind === 'file' && line.group === group;
    const later = this.lines.findIndex((line, at) => at >= this.#place.index && isNext(line));
    const own = later < 0 ? this.lines.findIndex(isNext) : later;
    const next = own >= 0 && needsInput.has(group) ? own : this.#firstNeeding();
    const line = this.lines[next];
    if (!line) return false;
    this.choose(next, 'one');
    return true;
  }

  /** Selects the first file that needs an answer, where none is selected yet. */
  begin(): void {
    const at = this.#firstNeeding();
    const first = at >= 0 ? at : this.lines.findIndex(({ kind }) => kind === 'file');
    if (first >= 0) this.choose(first, 'one');
  }

  #firstNeeding(): number {
    return this.lines.findIndex(({ kind, group }) => kind === 'file' && needsInput.has(group));
  }
}

const fileOf = (line: FileLine | undefined): UploadItem | undefined =>
  line?.kind === 'file' ? line.item : undefined;
