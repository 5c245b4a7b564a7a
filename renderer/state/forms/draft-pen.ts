import type { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../desk.ts';

/** Milliseconds from a keystroke to its storing, and between two writes. */
const everyMs = 300;

/** Stores drafts on this machine, encrypted, in the journal of the open bank; each only after a change. */
export class DraftPen {
  /** Null: the draft is to be deleted. */
  readonly #next = new Map<string, string | null>();
  /** The last text written per key, answered or not; a key that is absent has no stored draft. */
  readonly #lastWritten = new Map<string, { readonly text: string | null }>();
  readonly #onFailure: (error: AppError) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;

  /** `onFailure` is called once when drafts cannot be stored, and again only after a success. */
  constructor(onFailure: (error: AppError) => void) {
    this.#onFailure = onFailure;
  }

  /** Registers a draft that is already stored. */
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

  /** Writes now. Drafts that cannot be written wait for the next time. */
  async writeNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#next];
    this.#next.clear();
    await Promise.all(all.map(([key, text]) => this.#write(key, text)));
  }

  /** Drops pending drafts: another bank's journal is open, and they must not go there. */
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
    // Behind a lock the draft waits; nothing is lost.
    if (outcome.error.code === 'session.required' || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(outcome.error);
  }
}
