import { request } from '../../state/desk.ts';

/** Under this key they lie in the journal of the bank, encrypted like everything there. */
const key = 'saved-searches';
const savedMax = 50;

/** Searches that a person keeps by their text; the newest first. They outlive the window and the program. */
export class SavedSearches {
  texts = $state.raw<readonly string[]>([]);

  async read(): Promise<void> {
    const kept = await request('drafts.read', { key });
    if (kept.ok && kept.value.text !== null) this.texts = textsIn(kept.value.text);
  }

  has(text: string): boolean {
    return this.texts.includes(text.trim());
  }

  keep(text: string): void {
    this.#write([text.trim(), ...this.texts.filter((one) => one !== text.trim())]);
  }

  forget(text: string): void {
    this.#write(this.texts.filter((one) => one !== text.trim()));
  }

  #write(texts: readonly string[]): void {
    this.texts = texts.slice(0, savedMax);
    void request('drafts.keep', { key, text: JSON.stringify(this.texts) });
  }
}

function textsIn(text: string): string[] {
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
}
