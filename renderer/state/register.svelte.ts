import type { Outcome } from '../../shared/errors.ts';
import type { OpenOrder } from '../../shared/ipc/orders.ts';
import type { SubmissionView } from '../../shared/ipc/submissions.ts';
import { request } from './desk.ts';
import type { Drafts } from './drafts.svelte.ts';
import { paced } from './paced.ts';
import { Resource } from './resource.svelte.ts';

/** What is kept in a register, how it is asked for, and what a draft of it is. */
type Kind<Row, Draft> = {
  readonly name: 'remittance' | 'receivable';
  readonly list: (
    search: string,
  ) => Promise<Outcome<{ readonly rows: readonly Row[]; readonly open: readonly OpenOrder[] }>>;
  /** Asks the bank for every one that is not final. */
  readonly refresh: () => Promise<Outcome<unknown>>;
  /** Asks the bank for one by its id. */
  readonly import: (id: string) => Promise<Outcome<Row>>;
  readonly isDraft: (kept: unknown) => kept is Draft;
};

/** One line of the list: a row of the register, or an order of which it does not tell. */
type Item<Row> =
  | { readonly key: string; readonly row: Row; readonly submission?: never }
  | { readonly key: string; readonly submission: SubmissionView; readonly row?: never };

type Order = { readonly isDraft: boolean; send(): Promise<SubmissionView | null> };

type Beside = 'detail' | 'form' | 'import';

type Asked = {
  readonly route: 'submissions.lookUp' | 'submissions.sendAgain';
  readonly submissionId: string;
};

const pauseMs = 150;

/** A register that the desk keeps since the bank has no list; the one selected, and what is begun: that outlives the view. */
export abstract class Register<Row extends { readonly id: string }, Draft extends Order> {
  readonly list = new Resource(() => this.#kind.list(this.#search));
  /** Asking the bank; the register's answer is `list`. */
  readonly fetching = new Resource(() => this.#kind.refresh());
  readonly importing = new Resource(() => this.#kind.import(this.importId));
  /** Looking an order up, or sending it again. */
  readonly working = new Resource(() =>
    request(this.#asked.route, { submissionId: this.#asked.submissionId }),
  );
  importId = $state('');

  #search = $state('');
  #selectedKey = $state<string | null>(null);
  #beside = $state<Beside>('detail');
  #asked: Asked = { route: 'submissions.lookUp', submissionId: '' };
  readonly #drafts: Drafts;
  readonly #kind: Kind<Row, Draft>;

  readonly items: readonly Item<Row>[] = $derived.by(() => [
    ...(this.list.value?.open ?? []).map(({ submission }) => ({
      key: submission.submissionId,
      submission,
    })),
    ...(this.list.value?.rows ?? []).map((row) => ({ key: row.id, row })),
  ]);
  readonly selectedIndex: number = $derived.by(() =>
    this.items.findIndex(({ key }) => key === this.#selectedKey),
  );
  readonly selected: Item<Row> | null = $derived.by(() => this.items[this.selectedIndex] ?? null);

  protected constructor(drafts: Drafts, kind: Kind<Row, Draft>) {
    this.#drafts = drafts;
    this.#kind = kind;
  }

  get search(): string {
    return this.#search;
  }

  get beside(): Beside {
    return this.#beside;
  }

  /** What was begun and neither sent nor discarded. */
  get draft(): Draft | null {
    const kept = this.#drafts.get(this.#kind.name, 'new');
    return this.#kind.isDraft(kept) ? kept : null;
  }

  /** Something was selected, though the list may not show it. */
  protected get hasSelected(): boolean {
    return this.#selectedKey !== null;
  }

  readonly #searchSoon = paced(() => void this.list.refresh(), pauseMs);

  find(text: string): void {
    this.#search = text;
    this.#searchSoon();
  }

  select(key: string): void {
    this.#selectedKey = key;
    this.#beside = 'detail';
    this.working.clear();
  }

  /** Opens the form on the draft that is there, or a new one. */
  protected beginWith(made: () => Draft): void {
    if (this.draft?.isDraft !== true) this.#drafts.keep(this.#kind.name, 'new', made());
    this.#beside = 'form';
  }

  beginImport(): void {
    this.importing.clear();
    this.importId = '';
    this.#beside = 'import';
  }

  /** Back to the detail; what was typed stays as a draft. */
  close(): void {
    if (this.draft?.isDraft === false) this.#drop();
    this.#beside = 'detail';
  }

  discard(): void {
    this.#drop();
    this.#beside = 'detail';
  }

  /** Sends the confirmed draft; what came of it is selected. Null when the form goes on. */
  async send(): Promise<SubmissionView | null> {
    const sent = await this.draft?.send();
    await this.list.refresh();
    if (!sent) return null;
    this.#drop();
    this.#show(sent.recordId ?? sent.submissionId);
    return sent;
  }

  /** Asks the bank for one by its id. True when it is in the register now; it is selected then. */
  async import(): Promise<boolean> {
    await this.importing.refresh();
    const { value, error } = this.importing;
    if (error || !value) return false;
    await this.list.refresh();
    this.#show(value.id);
    return true;
  }

  /** Asks the bank for every one that is not final, then reads the register again. */
  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.list.refresh();
  };

  lookUp = (submissionId: string): Promise<void> =>
    this.#settle({ route: 'submissions.lookUp', submissionId });

  /** The same order, with the same reference. */
  sendAgain = (submissionId: string): Promise<void> =>
    this.#settle({ route: 'submissions.sendAgain', submissionId });

  async #settle(asked: Asked): Promise<void> {
    this.#asked = asked;
    await this.working.refresh();
    await this.list.refresh();
    const { value, error } = this.working;
    if (!error && value?.recordId) this.#show(value.recordId);
  }

  /** What came in is shown whatever was searched for. */
  #show(key: string): void {
    this.select(key);
    if (this.#search === '' || this.selectedIndex >= 0) return;
    this.#search = '';
    void this.list.refresh();
  }

  #drop(): void {
    this.#drafts.drop(this.#kind.name, 'new');
  }
}
