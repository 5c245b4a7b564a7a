import { SvelteMap } from 'svelte/reactivity';

import type { Timestamp } from '../../shared/calendar/calendar.ts';
import type { SubmissionState, SubmissionView } from '../../shared/ipc/submissions.ts';
import { limits } from '../../shared/limits.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import type { Router } from './router.svelte.ts';

/** A submission being sent from this window, with its known state. Times in milliseconds of `performance.now()`. */
export class PendingSend {
  readonly startedMs = performance.now();
  /** When it was stored, a moment before it is sent; null: nothing has been sent yet. */
  written = $state.raw<{
    readonly at: Timestamp;
    readonly ms: number;
    readonly submissionId: string;
  } | null>(null);
  /** The person has gone on to something else: the outcome must not navigate. */
  isLeft = $state(false);
}

/** Announces the outcome of everything sent from this window, whichever view is open by then. */
export class Outcomes {
  readonly #waiting = new SvelteMap<string, PendingSend>();
  /** References that were sent here and whose outcome is not announced yet. */
  readonly #unsaid = new Set<string>();
  /** The last known state of the open submissions, by id. */
  readonly #lastStates = new Map<string, SubmissionState>();
  readonly #live: Live;
  readonly #notices: Notices;
  readonly #router: Router;

  constructor(live: Live, notices: Notices, router: Router) {
    this.#live = live;
    this.#notices = notices;
    this.#router = router;
  }

  /** Also follows submissions that were open before this window was. */
  start(): () => void {
    void this.#readOpen();
    return this.#live.on('submission.changed', (submission) => this.#onSubmission(submission));
  }

  /** The state of the submission being sent under this reference; null if there is none. */
  of(reference: string | undefined): PendingSend | null {
    return reference === undefined ? null : (this.#waiting.get(reference) ?? null);
  }

  /** Tracks a reference while it is being sent; its outcome is announced once. */
  async during<T>(reference: string, send: (pendingSend: PendingSend) => Promise<T>): Promise<T> {
    const pendingSend = new PendingSend();
    this.#waiting.set(reference, pendingSend);
    this.#unsaid.add(reference);
    const sent = await send(pendingSend);
    this.#waiting.delete(reference);
    if (pendingSend.written === null) this.#unsaid.delete(reference);
    return sent;
  }

  #onSubmission(submission: SubmissionView): void {
    const { submissionId, reference, state } = submission;
    const before = this.#lastStates.get(submissionId);
    const isOpen = state === 'sending' || state === 'unknown';
    if (isOpen) this.#lastStates.set(submissionId, state);
    else this.#lastStates.delete(submissionId);
    if (state === 'sending') this.#write(submission);
    else if (state !== before && (before === 'unknown' || this.#unsaid.has(reference))) {
      this.#unsaid.delete(reference);
      void this.#announce(submission);
    }
  }

  #write({ reference, submissionId, lastAttemptAt: at }: SubmissionView): void {
    const pendingSend = this.#waiting.get(reference);
    if (pendingSend) pendingSend.written ??= { at, ms: performance.now(), submissionId };
  }

  async #announce(submission: SubmissionView): Promise<void> {
    // Loaded late: it is not needed by the first view.
    const { outcomeWords, placeOfOutcome } = await import('./outcome-messages.ts');
    const open = placeOfOutcome(this.#router, submission);
    this.#notices.show(outcomeWords(submission), open && { label: 'Open', run: open });
  }

  async #readOpen(): Promise<void> {
    const open = await request('submissions.list', { open: true, limit: limits.listRowsMax });
    if (!open.ok) return;
    for (const { submissionId, state } of open.value.rows)
      if (!this.#lastStates.has(submissionId)) this.#lastStates.set(submissionId, state);
  }
}
