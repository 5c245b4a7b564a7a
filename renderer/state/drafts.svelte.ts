import { SvelteMap } from 'svelte/reactivity';

type Kind =
  | 'account'
  | 'bank-file'
  | 'network'
  | 'beneficiary'
  | 'note'
  | 'new-beneficiary'
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
  /** What writes down, on this machine, a text that so far only this window has. */
  readonly #unwritten = new Set<() => Promise<void>>();

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

  /** Something waits to be written down soon. */
  willWrite(write: () => Promise<void>): void {
    this.#unwritten.add(write);
  }

  /** It was written down, or need not be any more. */
  hasWritten(write: () => Promise<void>): void {
    this.#unwritten.delete(write);
  }

  /** Writes down what waits for it, before the local copy that keeps it is closed. */
  async writeNow(): Promise<void> {
    await Promise.all([...this.#unwritten].map((write) => write()));
  }
}

const keyOf = (kind: Kind, subject: string): string => `${kind} ${subject}`;

/** The one draft of a kind: begun once, gone on with, and dropped when it was sent, discarded, or left with nothing in it. */
export class DraftPlace<D extends { readonly isDraft: boolean }> {
  readonly #drafts: Drafts;
  readonly #kind: Kind;
  readonly #isDraft: (kept: unknown) => kept is D;

  constructor(drafts: Drafts, kind: Kind, isDraft: (kept: unknown) => kept is D) {
    this.#drafts = drafts;
    this.#kind = kind;
    this.#isDraft = isDraft;
  }

  /** What was begun and neither sent nor discarded. */
  get current(): D | null {
    const kept = this.#drafts.get(this.#kind, 'new');
    return this.#isDraft(kept) ? kept : null;
  }

  /** Something was typed that a person would miss. */
  get isBegun(): boolean {
    return this.current?.isDraft === true;
  }

  /** Goes on with what was typed, or begins anew. */
  begin(made: () => D): void {
    if (!this.isBegun) this.#drafts.keep(this.#kind, 'new', made());
  }

  leave(): void {
    if (!this.isBegun) this.drop();
  }

  drop(): void {
    this.#drafts.drop(this.#kind, 'new');
  }
}
