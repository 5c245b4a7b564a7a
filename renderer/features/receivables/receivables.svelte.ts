import type { CreditMatch, ReceivableRow } from '../../../shared/ipc/register-records.ts';
import type { SubmissionView } from '../../../shared/ipc/submission-records.ts';
import { request } from '../../desk.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { paced } from '../../state/paced.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { NewReceivable, type ReceivableFields } from './new-receivable.svelte.ts';

/** One line of the list: a receivable of the register, or an order of which it does not tell. */
export type Item =
  | { readonly key: string; readonly row: ReceivableRow; readonly submission?: never }
  | { readonly key: string; readonly submission: SubmissionView; readonly row?: never };

type Beside = 'detail' | 'form' | 'import';

type Pairing = { readonly id: string; readonly accountNumber?: string; readonly entryId?: string };

type Asked = {
  readonly route: 'submissions.lookUp' | 'submissions.sendAgain';
  readonly submissionId: string;
};

const pauseMs = 150;

/** The register of receivables, the one selected, and what is begun; that outlives the view. */
export class ReceivablesState {
  readonly list = new Resource(() => request('receivables.list', { search: this.#search }));
  /** Asking the bank; the register's answer is `list`. */
  readonly fetching = new Resource(() => request('receivables.refresh', {}));
  readonly importing = new Resource(() => request('receivables.import', { id: this.importId }));
  /** Looking an order up, or sending it again. */
  readonly working = new Resource(() =>
    request(this.#asked.route, { submissionId: this.#asked.submissionId }),
  );
  /** Saying which credit paid one, or taking that back. */
  readonly matching = new Resource(() => request('receivables.match', this.#pairing));
  importId = $state('');

  #search = $state('');
  #selectedKey = $state<string | null>(null);
  #beside = $state<Beside>('detail');
  #asked: Asked = { route: 'submissions.lookUp', submissionId: '' };
  #pairing: Pairing = { id: '' };
  readonly #drafts: Drafts;
  readonly #currencyOf: (accountNumber: string) => string;

  readonly items: readonly Item[] = $derived.by(() => [
    ...(this.list.value?.open ?? []).map(({ submission }) => ({
      key: submission.submissionId,
      submission,
    })),
    ...(this.list.value?.rows ?? []).map((row) => ({ key: row.id, row })),
  ]);
  readonly selectedIndex: number = $derived.by(() =>
    this.items.findIndex(({ key }) => key === this.#selectedKey),
  );
  readonly selected: Item | null = $derived.by(() => this.items[this.selectedIndex] ?? null);

  constructor(drafts: Drafts, currencyOf: (accountNumber: string) => string) {
    this.#drafts = drafts;
    this.#currencyOf = currencyOf;
  }

  get search(): string {
    return this.#search;
  }

  get beside(): Beside {
    return this.#beside;
  }

  /** What was begun and neither sent nor discarded. */
  get draft(): NewReceivable | null {
    const kept = this.#drafts.get('receivable', 'new');
    return kept instanceof NewReceivable ? kept : null;
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
    this.matching.clear();
  }

  /** Opens the form on the draft that is there, or a new one. */
  begin(known: Partial<ReceivableFields>): void {
    if (this.draft?.isDraft !== true)
      this.#drafts.keep('receivable', 'new', new NewReceivable(known, this.#currencyOf));
    this.#beside = 'form';
  }

  beginImport(): void {
    this.importing.clear();
    this.importId = '';
    this.#beside = 'import';
  }

  /** Back to the detail; what was typed stays as a draft. */
  close(): void {
    if (this.draft?.isDraft === false) this.#drafts.drop('receivable', 'new');
    this.#beside = 'detail';
  }

  discard(): void {
    this.#drafts.drop('receivable', 'new');
    this.#beside = 'detail';
  }

  /** Sends the confirmed draft; what came of it is selected. Null when the form goes on. */
  async send(): Promise<SubmissionView | null> {
    const sent = await this.draft?.send();
    await this.list.refresh();
    if (!sent) return null;
    this.#drafts.drop('receivable', 'new');
    this.#show(sent.recordId ?? sent.submissionId);
    return sent;
  }

  /** The first of which money may have come in: what a person looks for when they open the view. */
  selectFirstSuggested(): void {
    const first = this.items.find(({ row }) => row && row.suggestions.length > 0);
    if (first && this.#selectedKey === null) this.select(first.key);
  }

  /** Says that this credit paid it. True when it was kept. */
  async match(id: string, credit: CreditMatch): Promise<boolean> {
    const { accountNumber, entryId } = credit;
    return this.#pair({ id, accountNumber, entryId });
  }

  takeBack = (id: string): Promise<boolean> => this.#pair({ id });

  async #pair(pairing: Pairing): Promise<boolean> {
    this.#pairing = pairing;
    await this.matching.refresh();
    await this.list.refresh();
    return this.matching.error === null;
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
}
