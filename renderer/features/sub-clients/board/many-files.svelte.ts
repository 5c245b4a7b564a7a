import { z } from 'zod';

import { todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { DocumentDay } from '../../../../shared/document-types.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { formatCount } from '../../../../shared/money/format.ts';
import type { Notices } from '../../../state/notices.svelte.ts';
import { readTyped } from '../documents/date-guess.ts';
import type { DocumentBoard, FileDetails } from '../documents/document-board.svelte.ts';
import { isDuplicate } from '../documents/document-labels.ts';
import { SavedText } from '../journey/saved-text.svelte.ts';

const Entered = z.object({
  subClientId: z.string(),
  documentType: z.string(),
  issueDate: z.string(),
  expiryDate: z.string(),
});
/** The values typed for several files at once; empty ones leave the files unchanged. */
export type Entered = Readonly<z.output<typeof Entered>>;

/** The stored form, with the files that the values are for. */
const StoredSelection = z.object({ itemIds: z.array(z.string()), entered: Entered });

const nothingEntered: Entered = {
  subClientId: '',
  documentType: '',
  issueDate: '',
  expiryDate: '',
};

/** One act, with its undo. */
type Act = { readonly words: string; readonly undo: () => Promise<unknown> };

const undoneMax = 50;

/** Acts on several files of the queue: describe, leave out, send; and undo the last act. The typed values outlive the program. */
export class ManyFiles {
  readonly #board: DocumentBoard;
  readonly #notices: Notices;
  readonly #stored = new SavedText('several files of the drop board');
  #acts: readonly Act[] = [];
  entered = $state.raw<Entered>(nothingEntered);
  isBusy = $state(false);
  /** The number of undone acts. */
  undone = $state(0);

  constructor(board: DocumentBoard, notices: Notices) {
    this.#board = board;
    this.#notices = notices;
  }

  readonly isEntered: boolean = $derived.by(() => Object.values(this.entered).some(Boolean));

  /** Changes the typed values for these files; they are stored at once. */
  enter(change: Partial<Entered>, files: readonly UploadItem[]): void {
    this.entered = { ...this.entered, ...change };
    const itemIds = files.map(({ itemId }) => itemId);
    this.#stored.put(this.isEntered ? JSON.stringify({ itemIds, entered: this.entered }) : null);
    void this.#stored.flush();
  }

  /** Restores the stored values, and returns their files; null if there are none. */
  async restore(): Promise<readonly string[] | null> {
    const text = await this.#stored.read();
    const stored = text === null ? null : await parseStored(text);
    if (stored === null || this.isEntered) return null;
    this.entered = stored.entered;
    return stored.itemIds;
  }

  /** Why a typed day is invalid or ambiguous; undefined if it is neither. */
  dayProblem(field: DocumentDay): string | undefined {
    const words = this.entered[field].trim();
    const days = words === '' ? [''] : readTyped(words, field, todayAt(Date.now()));
    if (days.length === 1) return undefined;
    return days.length === 0
      ? `“${words}” is not a date. Write it like 12 Sep 2026.`
      : `“${words}” can be read in ${String(days.length)} ways. Write it like 12 Sep 2026.`;
  }

  readonly hasProblem: boolean = $derived.by(
    () => this.dayProblem('issueDate') !== undefined || this.dayProblem('expiryDate') !== undefined,
  );

  /** Saves the typed values for all files. True on success. */
  async set(files: readonly UploadItem[]): Promise<boolean> {
    if (!this.isEntered || this.hasProblem || this.isBusy || files.length === 0) return false;
    this.isBusy = true;
    const { entered } = this;
    const details = await Promise.all(files.map((item) => this.#detailsOf(item, entered)));
    const isSaved = await this.#board.describeMany(details);
    this.isBusy = false;
    if (!isSaved) return false;
    this.enter(nothingEntered, []);
    const before = files.map(asItWas);
    this.#did({
      words: `Described: ${counted(files.length)}.`,
      undo: () => this.#board.describeMany(before),
    });
    return true;
  }

  /** Leaves them out of the queue. */
  async leaveOut(files: readonly UploadItem[]): Promise<void> {
    const left = await this.#board.leaveOut(files.map(({ itemId }) => itemId));
    if (left.length === 0) return;
    this.#did({
      words: `${counted(left.length)} left out of the queue.`,
      undo: () => this.#board.putBack(left),
    });
  }

  /** Sends the ready ones of the files. */
  async send(files: readonly UploadItem[]): Promise<void> {
    const ready = this.sendable(files);
    if (ready.length > 0) await this.#board.send(ready);
  }

  sendable = (files: readonly UploadItem[]): readonly UploadItem[] =>
    files.filter(
      (item) =>
        item.state === 'ready' &&
        this.#board.isDescribed(item) &&
        !isDuplicate(item) &&
        !this.#board.isLeaving(item.itemId),
    );

  /** Undoes the last act. Sending cannot be undone: the file is at the bank. */
  async #undo(act: Act): Promise<void> {
    if (this.#acts.at(-1) !== act) {
      this.#notices.show('Something else changed since. Undo that first.');
      return;
    }
    this.#acts = this.#acts.slice(0, -1);
    await act.undo();
    this.undone += 1;
    this.#notices.show(`Undone: ${act.words}`);
  }

  #did(act: Act): void {
    this.#acts = [...this.#acts, act].slice(-undoneMax);
    this.#notices.show(act.words, {
      label: 'Undo',
      run: () => this.#undo(act),
    });
  }

  /** The details of a file. If it gets an owner, its name is evaluated as if it had been dropped there. */
  async #detailsOf(item: UploadItem, entered: Entered): Promise<FileDetails> {
    const { subClientId, documentType } = entered;
    const isGiven = item.subClientId === '' && subClientId !== '';
    const guessed = isGiven ? await this.#board.guessesOf({ ...item, subClientId }) : {};
    const days = Object.fromEntries(
      (['issueDate', 'expiryDate'] as const).flatMap((field) => {
        const day = dayIn(entered, field);
        return day === null ? [] : [[field, day]];
      }),
    );
    const unsure = guessed.unsureDays ?? item.unsureDays;
    return {
      itemId: item.itemId,
      ...guessed,
      ...(subClientId === '' ? {} : { subClientId }),
      ...(documentType === '' ? {} : { documentType }),
      ...days,
      unsureDays: unsure.filter(({ field }) => !(field in days)),
    };
  }
}

function dayIn(entered: Entered, field: DocumentDay): IsoDate | null {
  const words = entered[field].trim();
  return words === '' ? null : (readTyped(words, field, todayAt(Date.now()))[0] ?? null);
}

const asItWas = (item: UploadItem): FileDetails => ({
  itemId: item.itemId,
  subClientId: item.subClientId,
  documentType: item.documentType,
  businessUserId: item.businessUserId,
  issueDate: item.issueDate,
  expiryDate: item.expiryDate,
  unsureDays: item.unsureDays,
});

const counted = (count: number): string => (count === 1 ? '1 file' : `${formatCount(count)} files`);

/** Parses the stored values; null if there are none, or an older version stored them in another shape. */
async function parseStored(text: string): Promise<z.output<typeof StoredSelection> | null> {
  const json = await new Promise<unknown>((resolve) => resolve(JSON.parse(text))).catch(() => null);
  const parsed = StoredSelection.safeParse(json);
  return parsed.success ? parsed.data : null;
}
