import type { PayeeRow } from '../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

/** A number that can be scanned at a glance; one more letter narrows the results. */
const shownMax = 8;

/** The search for a saved payee while typing: in the local copy, recently paid ones first, the first result marked. */
export class BeneficiarySearch {
  readonly found = new Resource(() =>
    request('payments.payees', { search: this.text.slice(0, limits.searchTextMax) }),
  );
  text = $state('');
  #marked = $state(-1);
  isOpen = $state(false);
  #requested: Promise<void> = Promise.resolve();

  readonly rows: readonly PayeeRow[] = $derived.by(
    () => this.found.value?.rows.slice(0, shownMax) ?? [],
  );
  readonly more: number = $derived.by(() =>
    Math.max(0, (this.found.value?.rows.length ?? 0) - shownMax),
  );
  /** -1: none; Enter before anything is typed selects no one. */
  readonly marked: number = $derived.by(() => Math.min(this.#marked, this.rows.length - 1));

  constructor(text: string) {
    this.#look(text);
  }

  type(text: string): void {
    this.#look(text);
    this.open();
  }

  open(): void {
    this.isOpen = true;
    this.#requested = this.found.refresh();
  }

  close(): void {
    this.isOpen = false;
  }

  /** Returns the marked payee once the last text has its results: a fast Enter comes before them. */
  async take(): Promise<PayeeRow | undefined> {
    await this.#requested;
    return this.rows[this.marked];
  }

  #look(text: string): void {
    this.text = text;
    this.#marked = text.trim() === '' ? -1 : 0;
  }

  mark(index: number): void {
    this.#marked = Math.max(0, Math.min(index, this.rows.length - 1));
  }
}
