import type { AppError } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';
import type { Drafts } from '../../../state/forms/drafts.svelte.ts';

const keepAfterMs = 400;

type Edited = { readonly text: string; readonly isChanged: boolean };

/** A text that is not saved: kept in this window at once, and soon after, encrypted, on this machine. */
export class UnsavedText {
  /** It could not be written down; it is kept in this window only. */
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

  /** What was left unsaved; null where nothing was. */
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

  /** True where something waited to be written down. */
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

  /** Forgets what is written down. */
  async forget(): Promise<boolean> {
    const outcome = await request('drafts.forget', { key: this.#key });
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok;
  }

  /** Forgets what is kept in this window. */
  drop(): void {
    this.#drafts.drop('bank-file', this.#profileId);
  }

  get #key(): string {
    return `bank-file:${this.#profileId}`;
  }
}
