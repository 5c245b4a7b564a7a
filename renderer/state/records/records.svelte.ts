import { paced } from './paced.ts';
import type { Resource } from './resource.svelte.ts';

const pauseMs = 150;

/** The records of a noun from the local copy: searched, one selected, fetched from the bank. */
export abstract class Records<Row, Answer extends { readonly rows: readonly unknown[] }> {
  /** The local copy. */
  abstract readonly list: Resource<Answer>;
  /** Fetches from the bank; the result is in the local copy. */
  abstract readonly fetching: Resource<unknown>;
  search = $state('');
  selectedKey = $state<string | null>(null);

  readonly rows: readonly Row[] = $derived.by(() =>
    this.list.value === null ? [] : this.rowsOf(this.list.value),
  );
  readonly selectedIndex: number = $derived.by(() =>
    this.rows.findIndex((row) => this.keyOf(row) === this.selectedKey),
  );
  readonly selected: Row | null = $derived.by(() => this.rows[this.selectedIndex] ?? null);

  protected abstract keyOf(row: Row): string;
  /** The rows of an answer, in the order of the list. */
  protected abstract rowsOf(answer: Answer): readonly Row[];

  readonly #searchSoon = paced(() => void this.list.refresh(), pauseMs);

  find(text: string): void {
    this.search = text;
    this.#searchSoon();
  }

  /** Reads the local copy again. */
  async reread(): Promise<void> {
    await this.list.refresh();
  }

  /** Asks the bank, then reads the local copy again. */
  async fetch(): Promise<void> {
    await this.fetching.refresh();
    await this.reread();
  }
}
