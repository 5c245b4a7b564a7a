import type { ErrorCode, Outcome } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { readSmallJson, writeSmallFile } from '../../../engines/machine/small-file.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { queuedUploads } from '../records/upload-table.ts';
import { sendUploads, type UploadDesk } from './send-uploads.ts';

/** Reasons for which a file may be sent automatically later: there was no line, so that nothing reached the bank. */
const lineCodes: ReadonlySet<ErrorCode> = new Set(['network.unreachable', 'network.proxy-down']);

type Parts = {
  readonly desk: UploadDesk;
  /** Where it is kept what a person chose for this bank. */
  readonly choiceFile: string;
};

/**
 * Files that a person has sent and that never left, as there was no line: they go once it is back, where a person chose so. A file
 * that may have left, or that no person has sent, is not among them.
 */
export class WaitingUploads {
  readonly #parts: Parts;
  #going: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Do they go by themselves? */
  get isChosen(): boolean {
    const stored = readSmallJson(this.#parts.choiceFile) as { whenBack?: unknown } | null;
    return stored?.whenBack === true;
  }

  /** Throws `store.full` or `store.readonly`. */
  choose(whenBack: boolean): void {
    writeSmallFile(this.#parts.choiceFile, JSON.stringify({ whenBack }));
  }

  /** The bank can be reached, as far as is known: each is sent once, until one has no answer or there is no line again. */
  lineIsBack(): void {
    if (this.#going || this.#isStopped || !this.#parts.desk.bank.session.isSignedIn()) return;
    const waiting = this.#waiting();
    if (waiting.length === 0 || !this.isChosen) return;
    this.#going = ignoreErrorsAsync(() => this.#send(waiting)).finally(() => {
      this.#going = null;
    });
  }

  /** Resolves once nothing of it is on its way any more; nothing is begun from then on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#going;
  }

  /** Where sending is closed, each waits as it did. */
  #send(itemIds: readonly string[]): Promise<Outcome<unknown>> {
    return sendUploads(
      this.#parts.desk,
      itemIds,
      { correlationId: 'line-is-back' },
      ({ state }) => state !== 'unknown' && !this.#isStopped,
    );
  }

  #waiting(): string[] {
    return queuedUploads(this.#parts.desk.copy.journal)
      .filter(isWithoutLine)
      .map(({ itemId }) => itemId);
  }
}

const isWithoutLine = ({ state, problem, duplicateOf, sameAs }: UploadItem): boolean =>
  state === 'ready' &&
  problem !== null &&
  lineCodes.has(problem.code) &&
  duplicateOf === null &&
  sameAs === null;
