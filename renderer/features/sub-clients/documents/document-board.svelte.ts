import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import { todayAt, type IsoDate } from '../../../../shared/calendar.ts';
import { appError, type AppError } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/documents.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/resource.svelte.ts';
import { guessDates } from './date-guess.ts';
import { guessDocumentType } from './document-guess.ts';
import { isDescribed, isDuplicate, sizeWords } from './document-words.ts';

/** A file that never reached the queue, with the reason. */
export type Rejected = {
  readonly id: number;
  readonly fileName: string;
  readonly error: AppError;
};
export type Description = {
  readonly documentType?: string;
  readonly issueDate?: IsoDate | null;
  readonly expiryDate?: IsoDate | null;
};
/** What is known of a sub-client while its files are guessed. */
export type Owning = { readonly name: string; readonly stagesRemaining: readonly string[] };

/**
 * The files dropped for one sub-client, or for all of them, from the drop to the bank's document id. The main process
 * keeps them.
 */
export class DocumentBoard {
  readonly queue: Resource<{ items: readonly UploadItem[] }>;
  readonly rules = new Resource(() => request('documents.rules', {}));
  /** Null: the files of all. */
  readonly #subClientId: string | null;
  readonly #owning: (subClientId: string) => Owning | undefined;
  #next = 0;
  /** Files that are still being read. */
  reading = $state(0);
  rejected = $state.raw<readonly Rejected[]>([]);
  /** Why the last verb failed as a whole. */
  error = $state.raw<AppError | null>(null);
  #asked = $state.raw<readonly string[]>([]);
  /** Handed over to be sent, though the queue does not show it yet. */
  #leaving = $state.raw<readonly string[]>([]);

  readonly items: readonly UploadItem[] = $derived.by(() => this.queue.value?.items ?? []);
  readonly ready = $derived.by(() => this.items.filter(({ state }) => state === 'ready'));
  /** Ready, and nothing about it must be said by a person first: a file that was sent before is sent only by itself. */
  readonly sendable = $derived.by(() =>
    this.ready.filter(
      (item) => isDescribed(item) && !isDuplicate(item) && !this.isLeaving(item.itemId),
    ),
  );
  readonly sent = $derived.by(() => this.items.filter(({ state }) => state === 'sent'));

  constructor(subClientId: string | null, owning: (subClientId: string) => Owning | undefined) {
    this.#subClientId = subClientId;
    this.#owning = owning;
    this.queue = new Resource(() =>
      request('documents.queue', subClientId === null ? {} : { subClientId }),
    );
    void this.rules.refresh();
  }

  /** Somebody asked to send this file: what still keeps it back may be said. */
  wasAsked = (itemId: string): boolean => this.#asked.includes(itemId);

  /** It is on its way out: it waits for nobody any more. */
  isLeaving = (itemId: string): boolean => this.#leaving.includes(itemId);

  /** Reads the files one after the other, so that a folder never fills the memory; each becomes a card at once. */
  async add(
    files: readonly File[],
    documentType = '',
    subClientId = this.#subClientId ?? '',
  ): Promise<void> {
    this.reading += files.length;
    for (const file of files) {
      await this.#addOne(file, documentType, subClientId);
      this.reading -= 1;
    }
  }

  /** Tells of files that never could be had, by their names. */
  turnAway(fileNames: readonly string[]): void {
    for (const fileName of fileNames)
      this.#turnAway(
        fileName,
        appError('file.unreadable', crypto.randomUUID(), {
          message: `${fileName} cannot be read: it may be a link, or gone.`,
        }),
      );
  }

  /** Tells of those that are empty or too large, which no sub-client's bank takes; answers which they are. */
  async turnAwayHopeless(files: readonly File[]): Promise<readonly File[]> {
    const hopeless: File[] = [];
    for (const file of files) {
      const error = file.size === 0 ? emptyFile(file) : await this.#tooLarge(file);
      if (!error) continue;
      hopeless.push(file);
      this.#turnAway(file.name, error);
    }
    return hopeless;
  }

  dismiss(id: number): void {
    this.rejected = this.rejected.filter((file) => file.id !== id);
  }

  async describe(itemId: string, description: Description): Promise<void> {
    const item = this.items.find((other) => other.itemId === itemId);
    if (item) this.put({ ...item, ...description });
    await this.#say(itemId, description);
  }

  async #say(itemId: string, description: Description): Promise<void> {
    const outcome = await request('documents.describe', { itemId, ...description });
    if (outcome.ok) this.put(outcome.value);
    else this.error = outcome.error;
  }

  async move(itemId: string, subClientId: string): Promise<void> {
    this.error = null;
    const outcome = await request('documents.move', { itemId, subClientId });
    if (!outcome.ok) this.error = outcome.error;
    else await this.queue.refresh();
  }

  async send(items: readonly UploadItem[]): Promise<void> {
    this.error = null;
    this.#asked = [...this.#asked, ...items.map(({ itemId }) => itemId)];
    const itemIds = items
      .filter((item) => isDescribed(item) && !this.isLeaving(item.itemId))
      .map(({ itemId }) => itemId);
    if (itemIds.length === 0) return;
    this.#leaving = [...this.#leaving, ...itemIds];
    const outcome = await request('documents.send', { itemIds });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
    this.#leaving = this.#leaving.filter((itemId) => !itemIds.includes(itemId));
  }

  async remove(itemId: string): Promise<void> {
    const outcome = await request('documents.remove', { itemId });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
  }

  /** Takes what the bank has off the list; its record stays with the desk. */
  async clearSent(): Promise<void> {
    for (const { itemId } of this.sent) {
      const outcome = await request('documents.remove', { itemId });
      if (!outcome.ok) this.error = outcome.error;
    }
    await this.queue.refresh();
  }

  /** Takes over what the main process says about an item; a new one comes last. */
  put(item: UploadItem): void {
    if (this.#subClientId !== null && item.subClientId !== this.#subClientId) return;
    const isKnown = this.items.some(({ itemId }) => itemId === item.itemId);
    this.queue.put({
      items: isKnown
        ? this.items.map((other) => (other.itemId === item.itemId ? item : other))
        : [...this.items, item],
    });
  }

  async #addOne(file: File, documentType: string, subClientId: string): Promise<void> {
    const error = await this.#tooLarge(file);
    if (error) {
      this.#turnAway(file.name, error);
      return;
    }
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (!bytes) {
      this.turnAway([file.name]);
      return;
    }
    const added = await request('documents.add', {
      subClientId,
      fileName: file.name,
      mimeType: file.type,
      bytes,
    });
    if (!added.ok) this.#turnAway(file.name, added.error);
    else await this.#propose(added.value, documentType);
  }

  async #propose(item: UploadItem, documentType: string): Promise<void> {
    this.put(item);
    if (item.state !== 'ready') return;
    const { issueDate, expiryDate } = guessDates(item.fileName, todayAt(Date.now()));
    const { name = '', stagesRemaining = [] } = this.#owning(item.subClientId) ?? {};
    const type = documentType || guessDocumentType(item.fileName, stagesRemaining, name);
    // A guess is shown once it is kept: nobody has typed it, so nobody would miss it after a kill.
    await this.#say(item.itemId, { documentType: type, issueDate, expiryDate });
  }

  /** Asked before the file is read: what is too large anyhow never enters the memory. */
  async #tooLarge({ name, size }: File): Promise<AppError | null> {
    if (!this.rules.value) await this.rules.refresh();
    const sizeBytesMax = this.rules.value?.sizeBytesMax ?? Infinity;
    if (size <= sizeBytesMax) return null;
    return appError('file.too-large', crypto.randomUUID(), {
      message: `${name} has ${sizeWords(size)}; the bank takes up to ${sizeWords(sizeBytesMax)}.`,
    });
  }

  #turnAway(fileName: string, error: AppError): void {
    this.rejected = [...this.rejected, { id: ++this.#next, fileName, error }];
  }
}

const emptyFile = ({ name }: File): AppError =>
  appError('file.empty', crypto.randomUUID(), { message: `${name} has 0 bytes.` });

/** Documents that still count, in the order in which they need somebody: the nearest expiry first. */
export const byExpiry = (documents: readonly SubClientDocument[]): SubClientDocument[] =>
  documents
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => (a.expiryDate ?? '9999').localeCompare(b.expiryDate ?? '9999'));
