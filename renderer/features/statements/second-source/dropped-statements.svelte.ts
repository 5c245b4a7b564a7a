import type { Outcome } from '../../../../shared/errors.ts';
import { windowFail } from '../../../../shared/window-error.ts';
import type { GivenFile } from '../../../../shared/ipc/accounts/second-sources.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';

/** One file and its result; null while it is read. */
export type DroppedFile = { readonly file: File; readonly outcome: Outcome<GivenFile> | null };

/** Reads the dropped files one after the other, in their order. */
export class GivenStatements {
  files = $state.raw<readonly DroppedFile[]>([]);
  #isTaking = false;

  /** Reads the files that are new; a second call continues after the running ones. */
  async take(files: readonly File[]): Promise<void> {
    const known = new Set(this.files.map(({ file }) => file));
    const fresh = files.filter((file) => !known.has(file));
    this.files = [...this.files, ...fresh.map((file) => ({ file, outcome: null }))];
    if (this.#isTaking) return;
    this.#isTaking = true;
    for (let next = this.#next(); next; next = this.#next()) await this.again(next.file);
    this.#isTaking = false;
  }

  /** Reads a file again after an answer it depends on. */
  async again(file: File): Promise<void> {
    const outcome = await giveFile(file);
    this.files = this.files.map((one) => (one.file === file ? { file, outcome } : one));
  }

  #next(): DroppedFile | undefined {
    return this.files.find(({ outcome }) => outcome === null);
  }
}

async function giveFile(file: File): Promise<Outcome<GivenFile>> {
  if (file.size > limits.secondSourceBytesMax)
    return windowFail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(limits.secondSourceBytesMax / (1024 * 1024))} MB: ask the bank for fewer days in one file.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes
    ? request('secondSources.give', { fileName: file.name, bytes })
    : windowFail('file.not-opened', crypto.randomUUID());
}
