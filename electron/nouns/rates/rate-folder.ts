import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { z } from 'zod';

import { cleanFileName } from '../../../shared/file-name.ts';
import type { RateFolderView } from '../../../shared/ipc/accounts/rates.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { timestampNow, type DeskClock } from '../../engines/machine/context.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';
import type { Journal } from '../../engines/store/database.ts';
import { addRateFile } from './add-rate-file.ts';
import { reportingCurrency } from './tables.ts';

const ReadFile = z.strictObject({
  name: z.string(),
  digest: z.string(),
  readAt: z.string(),
  /** The newest day of its rates; null where the file was not used. */
  at: z.string().nullable(),
  /** Why the file was not used; null where its rates are stored. */
  problem: z.string().nullable(),
});
type ReadFile = z.infer<typeof ReadFile>;

const Choice = z.strictObject({
  path: z.string().min(1),
  /** The newest last. Their bytes are not read again. */
  files: z.array(ReadFile),
});
type Choice = z.infer<typeof Choice>;

type Parts = {
  readonly journal: Journal;
  readonly clock: DeskClock;
  /** The file that stores the choice; the folder's path never leaves the main process. */
  readonly choiceFile: string;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Rates or their problem changed. */
  readonly onChange: () => void;
};

const pollEveryMs = 60_000;
/** A file that was changed within this time may not be complete yet. */
const restMs = 2_000;
const namesMax = 10_000;
const filesMax = 20;
const bytesMax = 1_000_000;
/** Other files of the folder are ignored. */
const isRateFile = (name: string): boolean =>
  /^(eurofxref|rates)[\w. ()-]{0,80}\.(csv|xml|zip|xlsx)$/i.test(name);

/**
 * A folder that a person chose. Files of rates are read from it, and never moved, changed or deleted. A file that is damaged or of a future
 * day is reported, and not used until its bytes change.
 */
export class RateFolder {
  readonly #parts: Parts;
  #choice: Choice | null;
  #problem: string | null = null;
  #isPolling = false;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** Size and time of files that were read, so that their bytes are not read each minute. */
  readonly #marks = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const saved = Choice.safeParse(readSmallJson(parts.choiceFile));
    this.#choice = saved.success ? saved.data : null;
  }

  get view(): RateFolderView {
    const file = this.#choice?.files.at(-1) ?? null;
    return {
      folder: this.#choice && (basename(this.#choice.path) || this.#choice.path),
      problem: this.#problem,
      file: file && { name: file.name, at: file.at, problem: file.problem },
    };
  }

  /** Null removes the folder. Throws `store.full` or `store.readonly`. */
  choose(path: string | null): void {
    this.#save(path === null ? null : { path, files: [] });
    this.#marks.clear();
    this.#problem = null;
    this.#nextMs = Number.NEGATIVE_INFINITY;
  }

  /** Call it every second. Reads the folder once a minute, one read at a time. */
  look(): void {
    if (this.#choice === null || this.#isPolling || this.#parts.now() < this.#nextMs) return;
    void this.poll();
  }

  async poll(): Promise<void> {
    const choice = this.#choice;
    if (choice === null || this.#isPolling) return;
    this.#isPolling = true;
    const before = JSON.stringify(this.view);
    this.#problem = await this.#readNew(choice).catch(() => 'The folder could not be read now.');
    this.#isPolling = false;
    this.#nextMs = this.#parts.now() + pollEveryMs;
    if (JSON.stringify(this.view) !== before) this.#parts.onChange();
  }

  async #readNew({ path }: Choice): Promise<string | null> {
    const names = await readdir(path).catch(() => null);
    if (names === null) return 'The folder is not there.';
    if (names.length > namesMax) return 'The folder has more than 10,000 files.';
    for (const name of names.filter(isRateFile).toSorted().slice(-filesMax)) {
      if (this.#choice?.path !== path) return null;
      await this.#readOne(path, name);
    }
    return null;
  }

  async #readOne(path: string, name: string): Promise<void> {
    const read = await bytesOf(join(path, name), (mark) => this.#marks.get(name) === mark);
    if (read === null || this.#choice?.path !== path) return;
    const digest = read.ok ? createHash('sha256').update(read.value.bytes).digest('hex') : '';
    this.#marks.set(name, read.ok ? read.value.mark : '');
    const known = this.#choice.files.some((file) =>
      read.ok ? file.digest === digest : file.name === name && file.problem === read.error,
    );
    if (known) return;
    const added = read.ok ? await this.#add(name, read.value.bytes) : read;
    const { clock } = this.#parts;
    this.#remember(path, {
      ...{ name: cleanFileName(name), digest, readAt: timestampNow(clock) },
      at: added.ok ? added.value.at : null,
      problem: added.ok ? null : added.error,
    });
  }

  #add(name: string, bytes: Uint8Array) {
    const { journal, clock } = this.#parts;
    return addRateFile(journal, bytes, {
      fileName: cleanFileName(name),
      reporting: reportingCurrency(journal),
      nowMs: clock.now(),
    });
  }

  #remember(path: string, file: ReadFile): void {
    if (this.#choice?.path !== path) return;
    this.#save({ path, files: [...this.#choice.files, file].slice(-filesMax * 2) });
  }

  #save(choice: Choice | null): void {
    writeSmallFile(this.#parts.choiceFile, JSON.stringify(choice));
    this.#choice = choice;
  }
}

type Bytes = { readonly bytes: Uint8Array; readonly mark: string };

/** Reads a regular file, not a link. Null where it was read already, or is still being written. */
async function bytesOf(
  path: string,
  isKnown: (mark: string) => boolean,
): Promise<Result<Bytes, string> | null> {
  // Undefined on Windows.
  const noLink = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
  const file = await open(path, constants.O_RDONLY | noLink).catch(() => null);
  if (file === null) return null;
  // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for what it is given
  return await newBytesOf(file, isKnown).finally(() => file.close());
}

async function newBytesOf(
  file: FileHandle,
  isKnown: (mark: string) => boolean,
): Promise<Result<Bytes, string> | null> {
  const stat = await file.stat();
  const { size, mtimeMs } = stat;
  const mark = `${String(size)} ${String(mtimeMs)}`;
  const isFresh = Math.abs(Date.now() - mtimeMs) < restMs;
  if (!stat.isFile() || isFresh || isKnown(mark)) return null;
  if (size > bytesMax) return err('it is larger than 1 MB.');
  return ok({ bytes: await file.readFile(), mark });
}
