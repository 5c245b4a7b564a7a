import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type {
  ColumnMatch,
  FileToMatch,
  PaymentFile,
  PaymentFileFilter,
} from '../../../../shared/ipc/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/payments.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/resource.svelte.ts';
import { LineRows } from './line-rows.svelte.ts';
import { lookAtColumns, readPaymentFile } from './read-payment-file.ts';

type Doing = 'matching' | 'reading' | 'starting' | 'stopping' | 'saving' | 'removing' | 'releasing';

/** The payment files that were dropped, the one selected with its lines, and what is being done with it. */
export class PaymentFilesState {
  readonly list = new Resource(() => request('paymentFiles.list', {}));
  readonly lines = new LineRows();
  /** Serves the lines that name no account; empty: none. */
  defaultAccount = $state('');

  #selectedId = $state<string | null>(null);
  doing = $state<Doing | null>(null);
  /** Why the last verb failed. */
  error = $state.raw<AppError | null>(null);
  /** Why the file dropped last was not taken. */
  refusal = $state.raw<AppError | null>(null);
  /** The file whose columns are being matched, and what is seen of it. */
  toMatch = $state.raw<{ readonly file: File; readonly seen: FileToMatch } | null>(null);
  #range: readonly [number, number] = [0, 0];

  readonly batches: readonly PaymentFile[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selected: PaymentFile | null = $derived.by(
    () => this.batches.find(({ batchId }) => batchId === this.#selectedId) ?? null,
  );

  /** Opens the list; without a file asked for, the newest one is shown. */
  async open(batchId?: string): Promise<void> {
    await this.list.refresh();
    const first = batchId ?? this.batches[0]?.batchId;
    if (first !== undefined && this.#selectedId === null) await this.select(first);
  }

  async select(batchId: string): Promise<void> {
    this.toMatch = null;
    this.#selectedId = batchId;
    this.error = null;
    await this.#recheck();
    await this.lines.show(batchId, 'all');
  }

  /** Reads and checks a dropped file; it is the one shown then. Nothing is sent. True if it was taken. */
  async add(file: File, match?: ColumnMatch): Promise<boolean> {
    this.doing = 'reading';
    const added = await readPaymentFile(file, this.defaultAccount, match);
    this.doing = null;
    if (!added.ok && added.error.code === 'file.columns-unknown' && !match) return this.look(file);
    this.refusal = added.ok ? null : added.error;
    if (!added.ok) return false;
    this.error = null;
    this.toMatch = null;
    this.put(added.value);
    this.#selectedId = added.value.batchId;
    await this.lines.show(added.value.batchId, 'all');
    return true;
  }

  /** Shows what the columns of a file look like; `firstLine` where a person says that its payments begin there. False: nothing is taken. */
  async look(file: File, firstLine?: number): Promise<false> {
    this.doing = 'matching';
    const seen = await lookAtColumns(file, firstLine);
    this.doing = null;
    this.refusal = seen.ok ? null : seen.error;
    if (seen.ok) this.toMatch = { file, seen: seen.value };
    return false;
  }

  async filter(only: PaymentFileFilter): Promise<void> {
    if (this.#selectedId) await this.lines.show(this.#selectedId, only);
  }

  /** Leaves a line out, or takes it in again; it keeps its place. */
  async skip(line: number, skipped: boolean): Promise<void> {
    if (!this.#selectedId) return;
    const outcome = await request('paymentFiles.skip', {
      batchId: this.#selectedId,
      line,
      skipped,
    });
    if (!outcome.ok) {
      this.error = outcome.error;
      return;
    }
    this.error = null;
    this.put(outcome.value);
    await this.lines.reread(...this.#range);
  }

  /** Lets a held line go, or all of them, on a person's word. True if it was kept. */
  async release(line: number | null, by: string): Promise<boolean> {
    const batchId = this.#selectedId;
    if (!batchId) return false;
    const released = await this.#do('releasing', () =>
      request('paymentFiles.release', { batchId, line, by }),
    );
    if (!released) return false;
    this.put(released);
    await this.lines.reread(...this.#range);
    return true;
  }

  /** Begins to send, or goes on. True if it does. */
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

  /** Asks to stop behind the line under way; that it stopped is announced. */
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
    const next = this.batches[0];
    if (next) await this.select(next.batchId);
  }

  /** The name of the file that was written; null when nobody chose a place, or it failed. */
  async saveResult(): Promise<string | null> {
    const batchId = this.#selectedId;
    if (!batchId) return null;
    const saved = await this.#do('saving', () => request('paymentFiles.saveResult', { batchId }));
    return saved?.saved ? saved.fileName : null;
  }

  /** Takes over what the main process says of a file; a new one comes first. */
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
  }

  /** Something that the check depends on changed: lines that were not sent are checked again. */
  async recheck(): Promise<void> {
    if (!this.selected || this.selected.state === 'sending') return;
    await this.#recheck();
    await this.lines.reread(...this.#range);
  }

  /** The rows in the page changed. */
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
