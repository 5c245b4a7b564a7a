import { SvelteMap } from 'svelte/reactivity';

type Kind =
  | 'account'
  | 'bank-file'
  | 'network'
  | 'beneficiary'
  | 'note'
  | 'payee'
  | 'payment'
  | 'conversion'
  | 'remittance'
  | 'receivable'
  | 'unplaced-files'
  | 'webhook';

/** What was typed and neither sent nor discarded, by its kind and subject. It outlives the views, not the bank. */
export class Drafts {
  readonly #kept = new SvelteMap<string, unknown>();
  #profileId: string | null = null;

  /** Forgets the drafts of another bank. Locking keeps them: nothing entered is lost. */
  belongTo(profileId: string | null): void {
    if (this.#profileId !== profileId) this.#kept.clear();
    this.#profileId = profileId;
  }

  /** Undefined where nothing was begun; what it is, only the feature knows that kept it. */
  get(kind: Kind, subject: string): unknown {
    return this.#kept.get(keyOf(kind, subject));
  }

  keep(kind: Kind, subject: string, draft: unknown): void {
    this.#kept.set(keyOf(kind, subject), draft);
  }

  drop(kind: Kind, subject: string): void {
    this.#kept.delete(keyOf(kind, subject));
  }
}

const keyOf = (kind: Kind, subject: string): string => `${kind} ${subject}`;
