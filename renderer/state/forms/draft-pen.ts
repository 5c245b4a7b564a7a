import type { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../desk.ts';

/** What is typed is written down so soon, and no more often. */
const everyMs = 300;

/** Writes drafts down on this machine, encrypted, in the journal of the bank that is open; each only where it changed. */
export class DraftPen {
  /** Null: it is to be forgotten. */
  readonly #next = new Map<string, string | null>();
  /** The last text written per key, answered or not; a key that is absent has no stored draft. */
  readonly #lastWritten = new Map<string, { readonly text: string | null }>();
  readonly #onFailure: (error: AppError) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;

  /** `onFailure` is called once when drafts cannot be written down, and again only after one could. */
  constructor(onFailure: (error: AppError) => void) {
    this.#onFailure = onFailure;
  }

  /** What lies there already. */
  knows(key: string, text: string): void {
    this.#lastWritten.set(key, { text });
  }

  put(key: string, text: string | null): void {
    const next = this.#next.get(key);
    const last = next === undefined ? (this.#lastWritten.get(key)?.text ?? null) : next;
    if (text === last) return;
    this.#next.set(key, text);
    this.#timer ??= setTimeout(() => void this.writeNow(), everyMs);
  }

  /** What cannot be written now waits for the next time. */
  async writeNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#next];
    this.#next.clear();
    await Promise.all(all.map(([key, text]) => this.#write(key, text)));
  }

  /** Another bank's journal is open: nothing of this one goes there. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next.clear();
    this.#lastWritten.clear();
  }

  async #write(key: string, text: string | null): Promise<void> {
    if (text !== null && text.length > limits.draftTextMax) return;
    const lastWritten = { text };
    this.#lastWritten.set(key, lastWritten);
    const outcome = await (text === null
      ? request('drafts.forget', { key })
      : request('drafts.keep', { key, text }));
    if (outcome.ok) {
      this.#hasFailed = false;
      return;
    }
    // A newer write replaced this one.
    if (this.#lastWritten.get(key) !== lastWritten) return;
    this.#lastWritten.delete(key);
    if (!this.#next.has(key)) this.#next.set(key, text);
    // Behind a lock it waits; nothing is lost of it.
    if (outcome.error.code === 'session.required' || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(outcome.error);
  }
}
