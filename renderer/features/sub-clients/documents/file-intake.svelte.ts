import type { AppError, Outcome } from '../../../../shared/errors.ts';
import { windowError } from '../../../../shared/window-error.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { sizeWords } from './document-labels.ts';

/** A file that never reached the queue, with the reason. */
export type Rejected = {
  readonly id: number;
  readonly fileName: string;
  readonly error: AppError;
};
type ReadFile = {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};
type Take = (file: ReadFile) => Promise<Outcome<unknown>>;

/** The intake of files: read one after the other, or rejected with the reason. */
export class FileIntake {
  readonly rules = new Resource(() => request('documents.rules', {}));
  /** Files that are still being read. */
  reading = $state(0);
  rejected = $state.raw<readonly Rejected[]>([]);
  #next = 0;

  constructor() {
    void this.rules.refresh();
  }

  /** Reports files that could not be read at all, by their names. */
  turnAway(fileNames: readonly string[]): void {
    for (const fileName of fileNames)
      this.#turnAway(
        fileName,
        windowError('file.not-opened', crypto.randomUUID(), {
          message: `${fileName} cannot be read: it may be a link, or gone.`,
        }),
      );
  }

  /** Reports files within a file that are not accepted, each in its own sentence. */
  protected reportRefused(refused: readonly { fileName: string; message: string }[]): void {
    for (const { fileName, message } of refused)
      this.#turnAway(fileName, windowError('file.unreadable', crypto.randomUUID(), { message }));
  }

  /** Rejects files that are empty or too large, which no sub-client's bank accepts; returns these files. */
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

  /** Reads the files one after the other, so that a folder never fills the memory. */
  protected async readAll(files: readonly File[], take: Take): Promise<void> {
    this.reading += files.length;
    for (const file of files) {
      await this.#readOne(file, take);
      this.reading -= 1;
    }
  }

  async #readOne(file: File, take: Take): Promise<void> {
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
    const outcome = await take({ fileName: file.name, mimeType: file.type, bytes });
    if (!outcome.ok) this.#turnAway(file.name, outcome.error);
  }

  /** Checked before the file is read: one that is too large never enters the memory. */
  async #tooLarge({ name, size }: File): Promise<AppError | null> {
    if (!this.rules.value) await this.rules.refresh();
    if (isOpened(name)) return size <= limits.openedBytesMax ? null : tooLargeToOpen(name, size);
    const sizeBytesMax = this.rules.value?.sizeBytesMax ?? Infinity;
    if (size <= sizeBytesMax) return null;
    return windowError('file.too-large', crypto.randomUUID(), {
      message: `${name} has ${sizeWords(size)}; the bank takes up to ${sizeWords(sizeBytesMax)}.`,
    });
  }

  #turnAway(fileName: string, error: AppError): void {
    this.rejected = [...this.rejected, { id: ++this.#next, fileName, error }];
  }
}

/** An archive or a message: its files are taken, not it. */
export const isOpened = (fileName: string): boolean => /\.(zip|eml)$/i.test(fileName);

const tooLargeToOpen = (name: string, size: number): AppError =>
  windowError('file.too-large', crypto.randomUUID(), {
    message: `${name} has ${sizeWords(size)}; up to ${sizeWords(limits.openedBytesMax)} are opened. Drop it in parts.`,
  });

const emptyFile = ({ name }: File): AppError =>
  windowError('file.empty', crypto.randomUUID(), { message: `${name} has 0 bytes.` });
