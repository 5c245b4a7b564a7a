import type { AppError } from '../../../shared/errors.ts';
import { request } from '../../state/desk.ts';

/** The key of the searches in the bank's journal, encrypted like everything there. */
const key = 'saved-searches';
const savedMax = 50;

/** Searches that a person saved, stored by their text, newest first. They outlive the window and the program. */
export class SavedSearches {
  texts = $state.raw<readonly string[]>([]);
  /** Why the last change was not saved. */
  error = $state.raw<AppError | null>(null);

  async read(): Promise<void> {
    const outcome = await request('drafts.read', { key });
    if (outcome.ok && outcome.value.text !== null) this.texts = textsIn(outcome.value.text);
  }

  has(text: string): boolean {
    return this.texts.includes(text.trim());
  }

  keep(text: string): void {
    void this.#write([text.trim(), ...this.texts.filter((one) => one !== text.trim())]);
  }

  forget(text: string): void {
    void this.#write(this.texts.filter((one) => one !== text.trim()));
  }

  /** Saves the searches; the old list is restored if that fails. */
  async #write(texts: readonly string[]): Promise<void> {
    const before = this.texts;
    this.texts = texts.slice(0, savedMax);
    const outcome = await request('drafts.keep', { key, text: JSON.stringify(this.texts) });
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) this.texts = before;
  }
}

function textsIn(text: string): string[] {
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
}
