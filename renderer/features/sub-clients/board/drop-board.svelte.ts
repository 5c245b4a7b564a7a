import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import type { SubClientRow } from '../../../../shared/ipc/changes/sub-clients.ts';
import { request } from '../../../state/desk.ts';
import type { Notices } from '../../../state/notices.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import type { Dropped } from '../../../ui/controls/dropped-files.ts';
import { DocumentBoard } from '../documents/document-board.svelte.ts';
import { isOpened } from '../documents/file-intake.svelte.ts';
import { isDeleted } from '../documents/document-labels.ts';
import { FileRows } from './file-rows.svelte.ts';
import { ManyFiles } from './many-files.svelte.ts';
import type { Onboarding } from '../record/onboarding.svelte.ts';
import { subClientGuesser, type SubClientGuess } from '../documents/sub-client-guess.ts';
import { cellsOf, columnsOf, type BoardRow } from './board-cells.ts';

/** The target of a drop; missing parts are guessed. */
export type Place = { readonly subClientId?: string; readonly documentType?: string };

/** Above this number, files are shown as rows instead of cards. */
const cardsMax = 24;

/** Many files for many sub-clients: a matrix to drop on, and one queue for all. */
export class DropBoard {
  /** Every sub-client, regardless of the search. */
  readonly all = new Resource(() => request('subClients.list', { search: '' }));
  readonly documents: DocumentBoard;
  readonly #onboarding: Onboarding;
  /** The initial order, kept so that no row moves while its files are sent. */
  #order = $state.raw<readonly string[]>([]);

  /** Those that can be given a document. */
  readonly open: readonly SubClientRow[] = $derived.by(() =>
    (this.all.value?.rows ?? []).filter((row) => !isDeleted(row)),
  );
  readonly rows: readonly SubClientRow[] = $derived.by(() => {
    const places = new Map(this.#order.map((entityId, index) => [entityId, index]));
    const placeOf = ({ entityId }: SubClientRow) => places.get(entityId) ?? places.size;
    return this.open.toSorted((a, b) => placeOf(a) - placeOf(b));
  });
  /** The types of documents in the columns. */
  readonly columns: readonly string[] = $derived.by(() =>
    columnsOf(
      this.documents.types.map(({ type }) => type),
      this.open,
    ),
  );
  readonly #byId = $derived.by(() => new Map(this.open.map((row) => [row.entityId, row])));
  readonly #guess = $derived.by(() => subClientGuesser(this.open));
  readonly #items = $derived.by(() =>
    Map.groupBy(this.documents.items, ({ subClientId }) => subClientId),
  );
  readonly #requirements = $derived.by(() =>
    Map.groupBy(this.#onboarding.requirements, ({ subClientId }) => subClientId),
  );
  readonly #expiries = $derived.by(() =>
    Map.groupBy(this.#onboarding.expiries, ({ subClientId }) => subClientId),
  );

  /** `board`: sub-clients by types, and a card for each file; `rows`: a line for each file, by what it waits for. */
  mode = $state<'board' | 'rows'>('board');
  #isModeChosen = false;
  /** The files as rows, and the shared description of several; both survive leaving the view. */
  readonly files: FileRows;
  #many: ManyFiles | null = null;

  constructor(onboarding: Onboarding) {
    this.#onboarding = onboarding;
    this.documents = new DocumentBoard(
      null,
      (subClientId) => this.rowOf(subClientId),
      (fileName) => this.#ownerOf(fileName),
    );
    this.files = new FileRows(this.documents);
  }

  /** Files without a known owner; they are stored like all others. */
  readonly unplaced: readonly UploadItem[] = $derived.by(() =>
    this.documents.ready.filter(({ subClientId }) => subClientId === ''),
  );
  readonly placed: readonly UploadItem[] = $derived.by(() =>
    this.documents.items.filter((item) => !this.unplaced.includes(item)),
  );

  /** True while something waits here, is being sent, or needs an answer. */
  get isBusy(): boolean {
    const { items, rejected } = this.documents;
    return items.length + rejected.length > 0;
  }

  many(notices: Notices): ManyFiles {
    this.#many ??= new ManyFiles(this.documents, notices);
    return this.#many;
  }

  /** Switches the view by a person's choice. */
  choose(mode: 'board' | 'rows'): void {
    this.mode = mode;
    this.#isModeChosen = true;
  }

  /** Without a choice of the person, many files are shown as rows. */
  suit(): void {
    const { items, rejected } = this.documents;
    if (!this.#isModeChosen && items.length + rejected.length > cardsMax) this.mode = 'rows';
  }

  rowOf = (subClientId: string): SubClientRow | undefined => this.#byId.get(subClientId);

  /** The cells of a sub-client. Only visible lines are computed: there may be hundreds, and files change many times a second. */
  lineOf(row: SubClientRow): BoardRow {
    const own = {
      items: this.#items.get(row.entityId) ?? [],
      requirements: this.#requirements.get(row.entityId) ?? [],
      expiries: this.#expiries.get(row.entityId) ?? [],
    };
    const cells = cellsOf(row, own, this.columns);
    return { row, cells, requested: cells.filter(({ isRequested }) => isRequested).length };
  }

  /** Why a file belongs to this owner by its name; null if the name tells nothing, or points to another. */
  guessOf(fileName: string): SubClientGuess | null {
    return this.#guess(fileName);
  }

  reread = async (): Promise<void> => {
    const { queue, people, whenBack } = this.documents;
    await Promise.all([this.all.refresh(), queue.refresh(), people.refresh(), whenBack.refresh()]);
  };

  /** Those that need something first come first, then by name. */
  arrange(): void {
    const lines = this.rows.map((row) => this.lineOf(row));
    const needing = lines.toSorted((a, b) => Number(b.requested > 0) - Number(a.requested > 0));
    this.#order = needing.map(({ row }) => row.entityId);
  }

  #ownerOf(fileName: string): string | undefined {
    return this.guessOf(fileName)?.entityId ?? this.documents.rejectedAs(fileName)?.subClientId;
  }

  /** Assigns a file of the queue to the cell or row on which it was dropped: the sub-client, and the type if it was a cell. */
  async give(itemId: string, { subClientId, documentType }: Place): Promise<void> {
    const item = this.documents.items.find((other) => other.itemId === itemId);
    if (!item || subClientId === undefined) return;
    if (item.subClientId === '') await this.documents.place(itemId, subClientId);
    else if (item.subClientId !== subClientId) await this.documents.move(itemId, subClientId);
    if (documentType !== undefined) await this.documents.describe(itemId, { documentType });
  }

  /** Queues the dropped files; a file whose name points to no sub-client waits for a person. */
  async drop(
    { files, unreadable }: Dropped,
    { subClientId, documentType = '' }: Place,
  ): Promise<void> {
    this.documents.turnAway(unreadable);
    // Owners are guessed among the loaded sub-clients.
    if (this.all.value === null) await this.all.refresh();
    const placed = files.map((file) => ({
      file,
      // A ZIP has no owner as a whole: its files are guessed one by one.
      owner: subClientId ?? (isOpened(file.name) ? '' : this.#ownerOf(file.name)),
    }));
    // A file that can never be sent is rejected at once, without asking for its owner.
    const unowned = placed.flatMap(({ file, owner }) => (owner === undefined ? [file] : []));
    const hopeless = new Set(await this.documents.turnAwayHopeless(unowned));
    for (const { file, owner = '' } of placed)
      if (!hopeless.has(file)) await this.documents.add([file], documentType, owner);
    this.suit();
  }
}
