import type { WrittenAdvices } from '../../../../shared/ipc/changes/advice.ts';
import type { WrittenEvidence } from '../../../../shared/ipc/changes/evidence.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type {
  ColumnMatch,
  ConfirmedColumn,
  FileToMatch,
  LineToRepair,
  PaymentFile,
  PaymentFileFilter,
  ColumnMatchDraft,
  Repair,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { DoneAct, ManyChanged } from '../../../../shared/ipc/route.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import type { ViewParams } from '../../../state/router.svelte.ts';
import { FileArrivalRows } from './arrival/file-arrival-rows.svelte.ts';
import { FileRepairs } from './repair/file-repairs.svelte.ts';
import { LineRows } from './line-rows.svelte.ts';
import { awaitColumns, readPaymentFile } from './read-payment-file.ts';

type Opened = {
  [Name in keyof ViewParams['payment-files']]: ViewParams['payment-files'][Name] | undefined;
};

type Doing =
  | 'matching'
  | 'reading'
  | 'starting'
  | 'stopping'
  | 'saving'
  | 'removing'
  | 'releasing'
  | 'confirming';

/** The payment files that were dropped, the selected one with its lines, and the running action on it. */
export class PaymentFilesState {
  readonly list = new Resource(() => request('paymentFiles.list', {}));
  /** The files whose columns a person still has to match. */
  readonly waiting = new Resource(() => request('paymentFiles.waiting', {}));
  readonly lines = new LineRows();
  readonly repairs = new FileRepairs();
  readonly arrivals = new FileArrivalRows();
  /** The last repair was made: the review is next. */
  focusesReview = $state(false);
  /** Serves the lines that name no account; empty: none. */
  defaultAccount = $state('');

  #selectedId = $state<string | null>(null);
  doing = $state<Doing | null>(null);
  /** Why the last verb failed. */
  error = $state.raw<AppError | null>(null);
  /** Why the last dropped file was rejected. */
  refusal = $state.raw<AppError | null>(null);
  /** The file whose columns are being matched, with its first lines. */
  toMatch = $state.raw<FileToMatch | null>(null);
  /** The index of a linked line; null once it has been selected. */
  lookedFor = $state<number | null>(null);
  /** The line that was compared last. */
  #compared = 0;
  #range: readonly [number, number] = [0, 0];

  readonly batches: readonly PaymentFile[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selected: PaymentFile | null = $derived.by(
    () => this.batches.find(({ batchId }) => batchId === this.#selectedId) ?? null,
  );

  /**
   * Opens the list. Without a requested file, the first one that waits for its columns is shown, else the newest. `line`: the line of the
   * file to select.
   */
  async open({ batchId, fileId, line }: Opened): Promise<void> {
    await Promise.all([this.list.refresh(), this.waiting.refresh()]);
    if (this.#selectedId !== null || this.toMatch) return;
    const waits = fileId ?? (batchId === undefined ? this.#waits[0]?.fileId : undefined);
    if (waits !== undefined && this.#waits.some((file) => file.fileId === waits)) {
      await this.look(waits);
      return;
    }
    const first = batchId ?? this.batches[0]?.batchId;
    if (first === undefined) return;
    await this.select(first);
    if (line !== undefined) await this.goTo(line);
  }

  /** Goes to a line of the open file. */
  async goTo(line: number): Promise<void> {
    const batchId = this.#selectedId;
    if (batchId === null) return;
    if (this.lines.only !== 'all') await this.lines.show(batchId, 'all');
    const located = await request('paymentFiles.locate', { batchId, line });
    if (located.ok) this.lookedFor = located.value.index;
    else this.error = located.error;
  }

  /** Goes to the next line that looks like another payment; after the last, to the first again. */
  async compareNext(): Promise<void> {
    await this.repairs.whenRead;
    const { alike } = this.repairs;
    const next = alike.find(({ line }) => line > this.#compared) ?? alike[0];
    if (next === undefined) return;
    this.#compared = next.line;
    await this.goTo(next.line);
  }

  get #waits() {
    return this.waiting.value?.rows ?? [];
  }

  async select(batchId: string): Promise<void> {
    this.toMatch = null;
    this.#choose(batchId);
    this.error = null;
    await this.#recheck();
    await this.#showLines(batchId);
  }

  /** Selects another file; the offers for the previous one are cleared, since they must not be used on it. */
  #choose(batchId: string): void {
    this.#selectedId = batchId;
    this.#compared = 0;
    this.repairs.clear();
    this.arrivals.clear();
  }

  /** Loads the data that is shown beside the lines. */
  async #readBeside(file: PaymentFile): Promise<void> {
    await Promise.all([this.repairs.read(file), this.arrivals.read(file)]);
  }

  async #showLines(batchId: string): Promise<void> {
    const file = this.selected;
    await Promise.all([this.lines.show(batchId, 'all'), file && this.#readBeside(file)]);
  }

  /** Loads the lines and the offers again after the file has changed. */
  async #reread(): Promise<void> {
    const file = this.selected;
    await Promise.all([this.lines.reread(...this.#range), file && this.#readBeside(file)]);
  }

  /** Repairs a line in place. True if it was saved; if it was refused, the reason is shown at the line. */
  async repair(row: LineToRepair, how: Repair): Promise<boolean> {
    const batchId = this.#selectedId;
    if (batchId === null) return false;
    const repaired = await this.repairs.save(batchId, row, how);
    if (repaired) this.put(repaired);
    // The offer may be gone, or another window may have repaired the line.
    else await this.#recheck();
    await this.#reread();
    return repaired !== null;
  }

  /** Takes back every repair of a line. */
  async undoRepairs(line: number, revision: number): Promise<void> {
    const batchId = this.#selectedId;
    if (batchId === null) return;
    const repair: Repair = { kind: 'undo' };
    const undone = await request('paymentFiles.repair', { batchId, line, revision, repair });
    this.error = undone.ok ? null : undone.error;
    if (undone.ok) this.put(undone.value);
    await this.#reread();
  }

  /** Confirms the meanings of the unknown columns. */
  async confirmColumns(columns: readonly ConfirmedColumn[]): Promise<void> {
    const batchId = this.#selectedId;
    if (batchId === null) return;
    const confirmed = await this.#do('confirming', () =>
      request('paymentFiles.confirmColumns', { batchId, columns: [...columns] }),
    );
    if (!confirmed) return;
    this.put(confirmed);
    await this.#reread();
  }

  /** Reads and checks a dropped file; it is the one shown then. Nothing is sent. True if it was taken. */
  async add(file: File): Promise<boolean> {
    this.doing = 'reading';
    const added = await readPaymentFile(file, this.defaultAccount);
    this.doing = null;
    if (!added.ok && added.error.code === 'file.columns-unknown') {
      await this.#see(() => awaitColumns(file, this.defaultAccount));
      await this.waiting.refresh();
      return false;
    }
    this.refusal = added.ok ? null : added.error;
    return added.ok ? this.#showFile(added.value) : false;
  }

  /** Shows the columns of a file that waits; `firstLine`: the first line with a payment, if a person has chosen it. */
  async look(fileId: string, firstLine?: number): Promise<void> {
    const line = firstLine === undefined ? {} : { firstLine };
    await this.#see(() => request('paymentFiles.lookAt', { fileId, ...line }));
    const account = this.toMatch?.accountNumber ?? '';
    if (this.defaultAccount === '') this.defaultAccount = account;
  }

  async #see(ask: () => Promise<Outcome<FileToMatch>>): Promise<void> {
    this.doing = 'matching';
    const seen = await ask();
    this.doing = null;
    this.refusal = seen.ok ? null : seen.error;
    if (seen.ok) this.toMatch = seen.value;
  }

  /** Saves the chosen columns: they survive a lock and the end of the program. */
  async saveDraft(draft: ColumnMatchDraft): Promise<void> {
    const { toMatch } = this;
    if (!toMatch) return;
    const outcome = await request('paymentFiles.saveDraft', { fileId: toMatch.fileId, draft });
    if (!outcome.ok) this.refusal = outcome.error;
  }

  /** Reads and checks the open file with the chosen columns. True if it was accepted. */
  async match(match: ColumnMatch): Promise<boolean> {
    const { toMatch } = this;
    if (!toMatch) return false;
    const account = this.defaultAccount === '' ? {} : { accountNumber: this.defaultAccount };
    this.doing = 'reading';
    const outcome = await request('paymentFiles.match', {
      fileId: toMatch.fileId,
      match,
      ...account,
    });
    this.doing = null;
    this.refusal = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    this.#waitsNoMore(toMatch.fileId);
    return this.#showFile(outcome.value);
  }

  /** Discards the open file: it no longer waits. */
  async dismiss(): Promise<void> {
    const { toMatch } = this;
    if (!toMatch) return;
    const dismissed = await request('paymentFiles.dismiss', { fileId: toMatch.fileId });
    this.refusal = dismissed.ok ? null : dismissed.error;
    if (!dismissed.ok) return;
    this.#waitsNoMore(toMatch.fileId);
    this.toMatch = null;
  }

  #waitsNoMore(fileId: string): void {
    this.waiting.put({ rows: this.#waits.filter((file) => file.fileId !== fileId) });
  }

  async #showFile(file: PaymentFile): Promise<true> {
    this.error = null;
    this.toMatch = null;
    this.put(file);
    this.#choose(file.batchId);
    await this.#showLines(file.batchId);
    return true;
  }

  async filter(only: PaymentFileFilter): Promise<void> {
    if (this.#selectedId) await this.lines.show(this.#selectedId, only);
  }

  /** Leaves lines out, or takes them in again; they keep their places. Null on failure. */
  async skip(lines: readonly number[], skipped: boolean): Promise<DoneAct | null> {
    const batchId = this.#selectedId;
    if (batchId === null) return null;
    const outcome = await request('paymentFiles.skip', { batchId, lines: [...lines], skipped });
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return null;
    this.put(outcome.value.file);
    await this.#reread();
    return outcome.value;
  }

  /** Undoes an act of `skip` in its file. */
  async undoSkip(batchId: string, act: number): Promise<Outcome<ManyChanged>> {
    const outcome = await request('paymentFiles.undoSkip', { batchId, act });
    if (outcome.ok) this.put(outcome.value.file);
    if (batchId === this.#selectedId) await this.#reread();
    return outcome;
  }

  /** Releases a held line, or all of them, with a person's confirmation. True if it was saved. */
  async release(line: number | null, by: string): Promise<boolean> {
    const batchId = this.#selectedId;
    if (!batchId) return false;
    const released = await this.#do('releasing', () =>
      request('paymentFiles.release', { batchId, line, by }),
    );
    if (!released) return false;
    this.put(released);
    await this.#reread();
    return true;
  }

  /** Starts or resumes the sending. True if it runs. */
  async start(acknowledged: readonly PaymentWarningKind[]): Promise<boolean> {
    const batchId = this.#selectedId;
    if (!batchId) return false;
    const seal = this.selected?.seal ?? '';
    const started = await this.#do('starting', () =>
      request('paymentFiles.start', { batchId, acknowledged: [...acknowledged], seal }),
    );
    if (started) this.put(started);
    else await this.#recheck();
    return started !== null;
  }

  /** Asks to stop after the current line; the stop itself is announced. */
  async stop(): Promise<void> {
    const batchId = this.#selectedId;
    if (!batchId || this.selected?.state !== 'sending') return;
    this.doing = 'stopping';
    const outcome = await request('paymentFiles.stop', { batchId });
    if (outcome.ok) this.put(outcome.value);
    else this.error = outcome.error;
  }

  async remove(): Promise<void> {
    const batchId = this.#selectedId;
    if (!batchId) return;
    const removed = await this.#do('removing', () => request('paymentFiles.remove', { batchId }));
    if (!removed) return;
    this.list.put({ rows: this.batches.filter((batch) => batch.batchId !== batchId) });
    this.#selectedId = null;
    this.repairs.clear();
    this.arrivals.clear();
    const next = this.batches[0];
    if (next) await this.select(next.batchId);
  }

  /** Returns the name of the written file; null when no place was chosen, or it failed. */
  async saveResult(): Promise<string | null> {
    const batchId = this.#selectedId;
    if (!batchId) return null;
    const saved = await this.#do('saving', () => request('paymentFiles.saveResult', { batchId }));
    return saved?.saved ? saved.fileName : null;
  }

  /** Writes advices of all sent lines into a folder. Returns what was written; null when no folder was chosen, or it failed. */
  async saveAdvices(): Promise<WrittenAdvices | null> {
    const batchId = this.#selectedId;
    if (!batchId) return null;
    const saved = await this.#do('saving', () =>
      request('advice.saveRun', { batchId, kind: 'advice', as: 'pdf' }),
    );
    return saved?.saved ? saved : null;
  }

  /** Writes the invoices of all sent lines into a folder. Null when no folder was chosen, or it failed. */
  async saveEvidence(): Promise<WrittenEvidence | null> {
    const batchId = this.#selectedId;
    if (!batchId) return null;
    const saved = await this.#do('saving', () => request('evidence.saveRun', { batchId }));
    return saved?.saved ? saved : null;
  }

  /** Stores the state of a file from the main process; a new file comes first. */
  put(batch: PaymentFile): void {
    const { batchId, state } = batch;
    const isKnown = this.batches.some((other) => other.batchId === batchId);
    const hasEnded =
      state !== 'sending' && batchId === this.#selectedId && this.selected?.state === 'sending';
    this.list.put({
      rows: isKnown
        ? this.batches.map((other) => (other.batchId === batchId ? batch : other))
        : [batch, ...this.batches],
    });
    if (!hasEnded) return;
    if (this.doing === 'stopping') this.doing = null;
    if (this.lines.only === 'all') void this.lines.reread(...this.#range);
    void this.#readBeside(batch);
  }

  /** Checks the unsent lines again after a change that the check depends on. */
  async recheck(): Promise<void> {
    if (!this.selected || this.selected.state === 'sending') return;
    await this.#recheck();
    await this.#reread();
  }

  /** Stores which rows are in the page. */
  show(first: number, last: number): void {
    this.#range = [first, last];
    this.lines.want(first, last);
  }

  async #recheck(): Promise<void> {
    const batchId = this.#selectedId;
    if (!batchId) return;
    const outcome = await request('paymentFiles.get', { batchId });
    if (outcome.ok) this.put(outcome.value);
  }

  async #do<T>(doing: Doing, work: () => Promise<Outcome<T>>): Promise<T | null> {
    this.doing = doing;
    this.error = null;
    const outcome = await work();
    this.doing = null;
    if (outcome.ok) return outcome.value;
    this.error = outcome.error;
    return null;
  }
}
