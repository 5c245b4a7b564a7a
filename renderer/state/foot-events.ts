import { isLineFailure } from '../../shared/error-entries.ts';
import type { SyncProgress } from '../../shared/ipc/accounts/statements.ts';
import type { UploadItem } from '../../shared/ipc/changes/documents.ts';
import type { DayRunView } from '../../shared/ipc/changes/day-runs.ts';
import type { PaymentFile } from '../../shared/ipc/changes/payment-files.ts';
import type { DeskState } from '../../shared/ipc/desk/desk.ts';
import { formatCount } from '../../shared/money/format.ts';
import { fileWords, sumsToSend, syncWords, uploadWords } from './foot-labels.ts';
import type { Notices } from './notices.svelte.ts';
import type { Router } from './router.svelte.ts';

/** The subject of the foot's events about a payment file. */
export const fileSubject = (batchId: string): string => `payment file ${batchId}`;
/** Uploads that follow each other so closely are one act of a person. */
const oneActMs = 30_000;

export type FootParts = {
  readonly notices: Notices;
  readonly router: Router;
};

/** Turns announcements of the main process into events of the line at the foot. */
export class FootEvents {
  readonly #parts: FootParts;
  #wasOffline = false;
  /** The sums of each payment file that is being sent, computed before its first line left. */
  readonly #sums = new Map<string, string>();
  readonly #uploading = new Set<string>();
  #uploads = { count: 0, atMs: Number.NEGATIVE_INFINITY };

  constructor(parts: FootParts) {
    this.#parts = parts;
  }

  deskChanged({ online, phase }: DeskState): void {
    if (phase === 'open') this.#onLine(online);
  }

  syncProgressed({ running }: SyncProgress): void {
    if (running) this.#parts.notices.end('sync');
  }

  /** Handles the end of a run. `isFirst`: there were no entries before, so the new ones are no news. */
  syncEnded(progress: SyncProgress, isFirst: boolean): void {
    const { notices } = this.#parts;
    const { error, inserted } = progress;
    // The line is lost: that is the event, and the run is repeated.
    if (error && isLineFailure(error.code)) notices.end('sync');
    else if (error?.code === 'cancelled')
      notices.show('Sync cancelled.', null, { subject: 'sync' });
    else if (error) notices.show('Sync failed. Nothing is lost.', null, { subject: 'sync' });
    else if (isFirst || inserted === 0)
      notices.show(syncWords(progress, isFirst), null, { subject: 'sync' });
    else this.#announceNews(progress);
  }

  #announceNews(progress: SyncProgress): void {
    const { notices, router } = this.#parts;
    const [first, another] = progress.accounts.filter(({ inserted }) => inserted > 0);
    const within = first && !another ? { accountNumber: first.accountNumber } : {};
    notices.show(
      syncWords(progress, false),
      { label: 'Show', run: () => router.go('review', { filter: 'unread', ...within }) },
      { ends: 'sync' },
    );
  }

  /** Null: another bank, or the same one opened again, which was not called yet. */
  #onLine(online: boolean | null): void {
    const isOffline = online === false;
    const isNews = online !== null && isOffline !== this.#wasOffline;
    this.#wasOffline = isOffline;
    if (!isNews) return;
    const text = isOffline ? 'Offline. Everything fetched before can be read.' : 'Back online.';
    const bound = isOffline ? 'offline' : 'online';
    this.#parts.notices.show(text, null, { subject: 'line', while: bound });
  }

  fileProgressed(file: PaymentFile): void {
    const { notices, router } = this.#parts;
    const { batchId, state } = file;
    const subject = fileSubject(batchId);
    if (state === 'sending') {
      notices.end(subject);
      if (!this.#sums.has(batchId)) this.#sums.set(batchId, sumsToSend(file));
    }
    const sums = this.#sums.get(batchId);
    if (sums === undefined || state === 'sending' || state === 'ready') return;
    this.#sums.delete(batchId);
    const open = (): void => router.go('payment-files', { batchId });
    notices.show(fileWords(file, sums), { label: 'Open', run: open }, { subject });
  }

  /** A withdrawn run is reported by the view in which it was withdrawn. */
  dayRunEnded({ state, sent, count }: DayRunView): void {
    const { notices, router } = this.#parts;
    if (state === 'withdrawn') return;
    const text =
      state === 'done'
        ? `Sent by itself: ${formatCount(sent)} of ${formatCount(count)} due payments.`
        : `A run of due payments stopped: ${formatCount(sent)} of ${formatCount(count)} sent. See Due.`;
    notices.show(text, { label: 'Open', run: () => router.go('due') });
  }

  uploadProgressed({ itemId, fileName, state }: UploadItem): void {
    if (state === 'sending') this.#uploading.add(itemId);
    else if (this.#uploading.delete(itemId)) this.#announceUpload(fileName, state === 'sent');
  }

  #announceUpload(fileName: string, isSent: boolean): void {
    const { notices, router } = this.#parts;
    const open = { label: 'Open', run: () => router.go('sub-clients', { tab: 'board' }) } as const;
    if (!isSent) {
      notices.show(`Document not sent: ${fileName}.`, open);
      return;
    }
    const now = performance.now();
    const { count, atMs } = this.#uploads;
    this.#uploads = { count: now - atMs < oneActMs ? count + 1 : 1, atMs: now };
    notices.show(uploadWords(fileName, this.#uploads.count), open, { subject: 'documents' });
  }
}
