import type { AppError } from '../../../../shared/errors.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { request } from '../../../state/desk.ts';

const pauseMs = 400;

/** A text that the main process keeps, encrypted, on this machine: soon after it changed, and at once when asked. */
export class SavedText {
  #key: string;
  #text: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When it was last written down, on this desk's clock. */
  savedAt = $state<Timestamp | null>(null);
  /** Why it could not be written down. */
  error = $state.raw<AppError | null>(null);

  constructor(key: string) {
    this.#key = key;
  }

  /** What is kept; null where nothing is, or it cannot be read. */
  async read(): Promise<string | null> {
    const outcome = await request('drafts.read', { key: this.#key });
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? outcome.value.text : null;
  }

  /** Null forgets it. */
  put(text: string | null): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Writes down now what was put and is not written yet. */
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

  /** Goes on under another key; what lies under the old one is forgotten. */
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
