import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { paced } from '../../state/paced.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { Deal } from './deal.svelte.ts';

/** What stands beside the list: nothing, the form, a trade, or a deal without an answer. */
type Pane = 'none' | 'deal' | 'trade' | 'unanswered';

const readPaceMs = 250;
const rowsMax = 200;

/** The trades, the one selected, the deal being made, and those without an answer. */
export class ConversionsState {
  readonly list = new Resource(() => request('conversions.list', {}));
  readonly detail = new Resource(() =>
    request('conversions.get', { tradeId: this.#selectedId ?? '' }),
  );
  /** Asking the bank; the local copy's answer is `list`. */
  readonly fetching = new Resource(() => request('conversions.refresh', {}));
  readonly #openOnes = new Resource(() =>
    request('submissions.list', { open: true, limit: rowsMax }),
  );
  readonly looking = new Resource(() =>
    request('submissions.lookUp', { submissionId: this.#submission?.submissionId ?? '' }),
  );

  readonly #accounts: Accounts;
  readonly #drafts: Drafts;
  #pane = $state<Pane>('none');
  #selectedId = $state<string | null>(null);
  #submission = $state.raw<SubmissionView | null>(null);

  readonly rows = $derived.by(() => this.list.value?.rows ?? []);
  readonly selectedIndex: number = $derived.by(() =>
    this.#pane === 'trade'
      ? this.rows.findIndex(({ tradeId }) => tradeId === this.#selectedId)
      : -1,
  );
  /** The detail of the selected trade; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.tradeId === this.#selectedId ? this.detail.value : null,
  );
  readonly unanswered: readonly SubmissionView[] = $derived.by(() =>
    (this.#openOnes.value?.rows ?? []).filter(({ operation }) => operation === 'lockRate'),
  );
  readonly deal: Deal | null = $derived.by(() => (this.#pane === 'deal' ? this.#kept() : null));

  /** A list that is walked through asks the bank only for where it rests. */
  readonly #readDetail = paced(() => void this.detail.refresh(), readPaceMs);

  constructor(accounts: Accounts, drafts: Drafts) {
    this.#accounts = accounts;
    this.#drafts = drafts;
  }

  get pane(): Pane {
    return this.#pane;
  }

  get selectedId(): string | null {
    return this.#selectedId;
  }

  /** The deal without an answer that is looked at, as it is now. */
  get submission(): SubmissionView | null {
    return this.#submission;
  }

  get hasDraft(): boolean {
    return this.#kept()?.isDraft === true;
  }

  select(tradeId: string): void {
    this.#leaveDeal();
    this.#pane = 'trade';
    this.#selectedId = tradeId;
    this.#readDetail();
  }

  showUnanswered(submission: SubmissionView): void {
    this.#leaveDeal();
    this.#pane = 'unanswered';
    this.#submission = submission;
  }

  /** Opens the form, on the draft that is there or anew. */
  startDeal(): void {
    if (!this.#kept()) this.#drafts.keep('conversion', 'new', new Deal(this.#accounts));
    this.#pane = 'deal';
  }

  /** Closes the form; what was typed stays as a draft, its price does not. */
  closeDeal(): void {
    this.#leaveDeal();
    this.#pane = this.#selectedId === null ? 'none' : 'trade';
  }

  discardDeal(): void {
    this.#leaveDeal();
    this.#drafts.drop('conversion', 'new');
    this.closeDeal();
  }

  /** Trades what was confirmed. The sentence to be told when it is done; null otherwise. */
  async trade(): Promise<'done' | 'unanswered' | null> {
    const traded = await this.deal?.trade();
    if (!traded || traded.kind === 'nothing') return null;
    this.#drafts.drop('conversion', 'new');
    if (traded.kind === 'done') {
      await this.#arrive(traded.result.tradeId);
      return 'done';
    }
    await this.#openOnes.refresh();
    const submission = traded.submission ?? this.unanswered.at(-1);
    if (submission) this.showUnanswered(submission);
    return 'unanswered';
  }

  /** Asks the bank now what came of the deal that is looked at. */
  async lookUp(): Promise<void> {
    await this.looking.refresh();
    if (this.looking.value) await this.hear(this.looking.value);
  }

  /** A submission changed: an answer came, or it was looked up. */
  async hear(submission: SubmissionView): Promise<void> {
    if (submission.operation !== 'lockRate') return;
    void this.#openOnes.refresh();
    if (submission.submissionId !== this.#submission?.submissionId) return;
    this.#submission = submission;
    if (submission.state === 'accepted' && this.#pane === 'unanswered')
      await this.#arrive(submission.recordId);
  }

  /** Reads the local copy again. */
  reread = async (): Promise<void> => {
    await Promise.all([
      this.list.refresh(),
      this.#openOnes.refresh(),
      this.#pane === 'trade' ? this.detail.refresh() : null,
    ]);
  };

  /** Asks the bank, then reads the local copy again. */
  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.reread();
  };

  /** A bank that does not name the trade in its answer shows it in its list. */
  async #arrive(tradeId: string | null): Promise<void> {
    if (tradeId === null) {
      this.#pane = 'none';
      await this.fetch();
      return;
    }
    this.select(tradeId);
    await this.list.refresh();
  }

  #leaveDeal(): void {
    this.#kept()?.endPrice('away');
  }

  #kept(): Deal | null {
    const kept = this.#drafts.get('conversion', 'new');
    return kept instanceof Deal ? kept : null;
  }
}
