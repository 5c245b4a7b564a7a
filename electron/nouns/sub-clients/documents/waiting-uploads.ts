import type { ErrorCode, Outcome } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { readSmallJson, writeSmallFile } from '../../../engines/machine/small-file.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { queuedUploads } from '../records/upload-table.ts';
import { sendUploads, type UploadDesk } from './send-uploads.ts';

/** Errors after which a file may be sent automatically later: there was no connection, so that nothing reached the bank. */
const lineCodes: ReadonlySet<ErrorCode> = new Set(['network.unreachable', 'network.proxy-down']);

type Parts = {
  readonly desk: UploadDesk;
  /** The file with the person's choice for this bank. */
  readonly choiceFile: string;
};

/**
 * Files that a person has sent and that never left, for lack of a connection. They are sent once it is back, where a person chose so.
 * Excludes files that may have left, or that no person has sent.
 */
export class WaitingUploads {
  readonly #parts: Parts;
  #going: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether they are sent automatically. */
  get isChosen(): boolean {
    const stored = readSmallJson(this.#parts.choiceFile) as { whenBack?: unknown } | null;
    return stored?.whenBack === true;
  }

  /** Throws `store.full` or `store.readonly`. */
  choose(whenBack: boolean): void {
    writeSmallFile(this.#parts.choiceFile, JSON.stringify({ whenBack }));
  }

  /** Call it when the bank seems reachable. Sends each file once, until one has no answer or the connection is lost again. */
  lineIsBack(): void {
    if (this.#going || this.#isStopped || !this.#parts.desk.bank.session.isSignedIn()) return;
    const waiting = this.#waiting();
    if (waiting.length === 0 || !this.isChosen) return;
    this.#going = ignoreErrorsAsync(() => this.#send(waiting)).finally(() => {
      this.#going = null;
    });
  }

  /** Resolves once no upload is running; starts no further one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#going;
  }

  /** Where sending is closed, each file stays waiting. */
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
