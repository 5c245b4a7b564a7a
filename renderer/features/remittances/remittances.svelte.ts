import type { RemittanceRow } from '../../../shared/ipc/register-records.ts';
import type { SubmissionView } from '../../../shared/ipc/submission-records.ts';
import { request } from '../../desk.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { paced } from '../../state/paced.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { NewRemittance, type RemittanceFields } from './new-remittance.svelte.ts';

/** One line of the list: a remittance of the register, or an order of which it does not tell. */
export type Item =
  | { readonly key: string; readonly row: RemittanceRow; readonly submission?: never }
  | { readonly key: string; readonly submission: SubmissionView; readonly row?: never };

type Beside = 'detail' | 'form' | 'import';

type Asked = {
  readonly route: 'submissions.lookUp' | 'submissions.sendAgain';
  readonly submissionId: string;
};

const pauseMs = 150;

/** The register of remittances, the one selected, and what is begun; that outlives the view. */
export class RemittancesState {
  readonly list = new Resource(() => request('remittances.list', { search: this.#search }));
  /** Asking the bank; the register's answer is `list`. */
  readonly fetching = new Resource(() => request('remittances.refresh', {}));
  readonly importing = new Resource(() => request('remittances.import', { id: this.importId }));
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
  get draft(): NewRemittance | null {
    const kept = this.#drafts.get('remittance', 'new');
    return kept instanceof NewRemittance ? kept : null;
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

  /** Opens the form on the draft that is there, or a new one; the sender of the last remittance is filled in. */
  begin(known: Partial<RemittanceFields>): void {
    if (this.draft?.isDraft !== true) {
      const last = this.list.value?.rows.find(({ origin }) => origin === 'made')?.record;
      const sender = last && { senderName: last.senderName, senderCountry: last.senderCountry };
      this.#drafts.keep(
        'remittance',
        'new',
        new NewRemittance({ ...known, ...sender }, this.#currencyOf),
      );
    }
    this.#beside = 'form';
  }

  beginImport(): void {
    this.importing.clear();
    this.importId = '';
    this.#beside = 'import';
  }

  /** Back to the detail; what was typed stays as a draft. */
  close(): void {
    if (this.draft?.isDraft === false) this.#drafts.drop('remittance', 'new');
    this.#beside = 'detail';
  }

  discard(): void {
    this.#drafts.drop('remittance', 'new');
    this.#beside = 'detail';
  }

  /** Sends the confirmed draft; what came of it is selected. Null when the form goes on. */
  async send(): Promise<SubmissionView | null> {
    const sent = await this.draft?.send();
    await this.list.refresh();
    if (!sent) return null;
    this.#drafts.drop('remittance', 'new');
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
}
