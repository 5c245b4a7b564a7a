import type { PayeeRow } from '../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

/** As many as can be looked over; typing one more letter finds the others. */
const shownMax = 8;

/** Finding a saved payee by typing: the local copy is asked, those that were paid lately come first, and the first find is marked. */
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

  /** The marked one, once what was typed last is answered: quick hands press Enter before that. */
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
