import type { AppError, Outcome } from '../../../shared/errors.ts';

/**
 * One answer of the desk. The value stays while it is refreshed and when a refresh fails; it is replaced, never mutated.
 * Of several pending requests only the newest answer counts.
 */
export class Resource<T> {
  #value = $state.raw<T | null>(null);
  #error = $state.raw<AppError | null>(null);
  #busy = $state(false);
  #question = 0;
  readonly #load: () => Promise<Outcome<T>>;

  constructor(load: () => Promise<Outcome<T>>) {
    this.#load = load;
  }

  get value(): T | null {
    return this.#value;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** True until the first answer to a request. */
  get isFirstLoad(): boolean {
    return this.#busy && this.#value === null;
  }

  refresh = async (): Promise<void> => {
    const question = ++this.#question;
    this.#busy = true;
    const outcome = await this.#load();
    if (question !== this.#question) return;
    this.#busy = false;
    this.#error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.#value = outcome.value;
  };

  /** Replaces the value by one that came another way, such as the answer to a change. */
  put(value: T): void {
    this.#question++;
    this.#busy = false;
    this.#error = null;
    this.#value = value;
  }

  /** Drops the value; answers to pending requests are ignored. */
  clear(): void {
    this.#question++;
    this.#busy = false;
    this.#error = null;
    this.#value = null;
  }
}
