import type { AppError } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';
import type { Drafts } from '../../../state/forms/drafts.svelte.ts';

const keepAfterMs = 400;

type Edited = { readonly text: string; readonly isChanged: boolean };

/** An unsaved text: stored in this window at once, and soon after, encrypted, on this machine. */
export class UnsavedText {
  /** The text could not be stored on the machine; only this window has it. */
  error = $state.raw<AppError | null>(null);
  readonly #profileId: string;
  readonly #drafts: Drafts;
  readonly #edited: Edited;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(profileId: string, drafts: Drafts, edited: Edited) {
    this.#profileId = profileId;
    this.#drafts = drafts;
    this.#edited = edited;
  }

  /** The stored text; null if there is none. */
  async read(): Promise<string | null> {
    const here = this.#drafts.get('bank-file', this.#profileId);
    if (typeof here === 'string') return here;
    const outcome = await request('drafts.read', { key: this.#key });
    return outcome.ok ? outcome.value.text : null;
  }

  keepSoon(): void {
    this.#drafts.keep('bank-file', this.#profileId, this.#edited.text);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.keep(), keepAfterMs);
    this.#drafts.willWrite(this.keep);
  }

  /** Cancels the pending write. True if one was pending. */
  stopWaiting(): boolean {
    const wasWaiting = this.#waiting !== undefined;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#drafts.hasWritten(this.keep);
    return wasWaiting;
  }

  readonly keep = async (): Promise<void> => {
    this.stopWaiting();
    const { text, isChanged } = this.#edited;
    if (text.length > limits.draftTextMax) return;
    if (!isChanged) {
      if (await this.forget()) this.drop();
      return;
    }
    const outcome = await request('drafts.keep', { key: this.#key, text });
    this.error = outcome.ok ? null : outcome.error;
  };

  /** Deletes the stored text. */
  async forget(): Promise<boolean> {
    const outcome = await request('drafts.forget', { key: this.#key });
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok;
  }

  /** Drops the text in this window. */
  drop(): void {
    this.#drafts.drop('bank-file', this.#profileId);
  }

  get #key(): string {
    return `bank-file:${this.#profileId}`;
  }
}
