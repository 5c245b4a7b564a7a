import type { AppError } from '../../../../shared/errors.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { request } from '../../../state/desk.ts';

const pauseMs = 400;

/** A text that the main process stores, encrypted, on this machine: soon after each change, and at once on `flush`. */
export class SavedText {
  #key: string;
  #text: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When it was last stored, on this desk's clock. */
  savedAt = $state<Timestamp | null>(null);
  /** Why it could not be stored. */
  error = $state.raw<AppError | null>(null);

  constructor(key: string) {
    this.#key = key;
  }

  /** The stored text; null if there is none, or it cannot be read. */
  async read(): Promise<string | null> {
    const outcome = await request('drafts.read', { key: this.#key });
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? outcome.value.text : null;
  }

  /** Sets the text; null deletes it. */
  put(text: string | null): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Stores a pending text now. */
  async flush(): Promise<void> {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [key, text] = [this.#key, this.#text];
    const outcome = await (text === null
      ? request('drafts.forget', { key })
      : request('drafts.keep', { key, text }));
    this.error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.savedAt = text === null ? null : new Date().toISOString();
  }

  /** Continues under another key; the text under the old one is deleted. */
  async moveTo(key: string): Promise<void> {
    const old = this.#key;
    if (key === old) return;
    this.#key = key;
    this.put(this.#text);
    await this.flush();
    const forgotten = await request('drafts.forget', { key: old });
    if (!forgotten.ok) this.error = forgotten.error;
  }
}
