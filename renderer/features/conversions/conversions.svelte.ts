import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { TradeRow } from '../../../shared/ipc/changes/conversions.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import { DraftPlace, type Drafts } from '../../state/forms/drafts.svelte.ts';
import { OpenSubmissions } from '../../state/records/open-submissions.svelte.ts';
import { paced } from '../../state/records/paced.ts';
import { Records } from '../../state/records/records.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { Deal } from './deal.svelte.ts';

/** The content of the pane: nothing, the form, a trade, or a deal without an answer. */
type Pane = 'none' | 'deal' | 'trade' | 'unanswered';
type Answer = { readonly rows: readonly TradeRow[]; readonly asOf: Timestamp | null };

const readPaceMs = 250;

type FilledDeal = {
  readonly sell: string;
  readonly buy: string;
  readonly buyAmount?: string | undefined;
  readonly sellAmount?: string | undefined;
};

/** The trades, the one selected, the deal being made, and those without an answer. */
export class ConversionsState extends Records<TradeRow, Answer> {
  readonly list = new Resource(() => request('conversions.list', {}));
  readonly fetching = new Resource(() => request('conversions.refresh', {}));
  readonly detail = new Resource(() =>
    request('conversions.get', { tradeId: this.selectedKey ?? '' }),
  );
  readonly open = new OpenSubmissions('lockRate');
  readonly drafts: DraftPlace<Deal>;
  pane = $state<Pane>('none');
  readonly #accounts: Accounts;

  override readonly selectedIndex: number = $derived.by(() =>
    this.pane === 'trade' ? this.rows.findIndex(({ tradeId }) => tradeId === this.selectedKey) : -1,
  );
  /** The detail of the selected trade; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.tradeId === this.selectedKey ? this.detail.value : null,
  );
  readonly deal: Deal | null = $derived.by(() =>
    this.pane === 'deal' ? this.drafts.current : null,
  );

  /** While a person walks through the list, the bank is asked only for the row where the selection rests. */
  readonly #readDetail = paced(() => void this.detail.refresh(), readPaceMs);

  constructor(accounts: Accounts, drafts: Drafts) {
    super();
    this.#accounts = accounts;
    this.drafts = new DraftPlace(drafts, 'conversion', {
      isDraft: (draft) => draft instanceof Deal,
      again: (written) => new Deal(accounts).takeUp(written),
    });
  }

  select(tradeId: string): void {
    this.#leaveDeal();
    this.pane = 'trade';
    this.selectedKey = tradeId;
    this.#readDetail();
  }

  showUnanswered(submission: SubmissionView): void {
    this.#leaveDeal();
    this.pane = 'unanswered';
    this.open.choose(submission);
  }

  /** Opens the form, on the existing draft or on a new one. */
  startDeal(): void {
    const { current } = this.drafts;
    if (!current) this.drafts.begin(() => new Deal(this.#accounts));
    // A deal that is being traded shows its own state.
    if (current?.busy === 'trading') current.isConfirming = true;
    this.pane = 'deal';
  }

  /** Opens the form with both accounts and the amount bought or sold; a deal that is being traded stays as it is. */
  fillDeal({ sell, buy, buyAmount, sellAmount = '' }: FilledDeal): void {
    this.startDeal();
    const { deal } = this;
    if (!deal || deal.busy === 'trading') return;
    deal.choose('sell', sell);
    deal.choose('buy', buy);
    if (buyAmount === undefined) deal.type('sell', sellAmount);
    else deal.type('buy', buyAmount);
  }

  /** Closes the form; the typed text stays as a draft, its price does not. */
  closeDeal(): void {
    this.#leaveDeal();
    this.pane = this.selectedKey === null ? 'none' : 'trade';
  }

  discardDeal(): void {
    this.#leaveDeal();
    this.drafts.drop();
    this.closeDeal();
  }

  /** Trades the confirmed price, and shows the outcome; null if nothing was traded. */
  async trade(pendingSend: { readonly isLeft: boolean }): Promise<'done' | 'unanswered' | null> {
    const traded = await this.deal?.trade();
    if (!traded || traded.kind === 'nothing') return null;
    this.drafts.drop();
    if (pendingSend.isLeft) {
      await this.reread();
      return traded.kind;
    }
    if (traded.kind === 'done') {
      await this.#arrive(traded.result.tradeId);
      return 'done';
    }
    await this.open.refresh();
    const submission = traded.submission ?? this.open.waiting.at(-1);
    if (submission) this.showUnanswered(submission);
    return 'unanswered';
  }

  /** Leaves a deal that is being traded; once it is stored, it appears above the list. */
  async leave(submissionId: string | undefined): Promise<void> {
    const { deal } = this;
    if (deal) deal.isConfirming = false;
    this.pane = 'none';
    await this.showOpen(submissionId);
  }

  /** Shows the one without an answer, if it is open still. */
  async showOpen(submissionId: string | undefined): Promise<void> {
    await this.open.refresh();
    const open = this.open.waiting.find((submission) => submission.submissionId === submissionId);
    if (open) this.showUnanswered(open);
  }

  /** Looks up the open deal at the bank. */
  async lookUp(): Promise<void> {
    await this.#settled(await this.open.lookUp());
  }

  /** A submission changed: an answer came, or it was looked up. */
  async onSubmission(submission: SubmissionView): Promise<void> {
    await this.#settled(this.open.onSubmission(submission));
  }

  override async reread(): Promise<void> {
    await Promise.all([
      this.list.refresh(),
      this.open.refresh(),
      this.pane === 'trade' ? this.detail.refresh() : null,
    ]);
  }

  protected override keyOf({ tradeId }: TradeRow): string {
    return tradeId;
  }

  protected override rowsOf({ rows }: Answer): readonly TradeRow[] {
    return rows;
  }

  async #settled(submission: SubmissionView | null): Promise<void> {
    if (submission?.state === 'accepted' && this.pane === 'unanswered')
      await this.#arrive(submission.recordId);
  }

  /** Shows the new trade. Without an id in the bank's answer, the list is loaded again to find it. */
  async #arrive(tradeId: string | null): Promise<void> {
    if (tradeId === null) {
      this.pane = 'none';
      await this.fetch();
      return;
    }
    this.select(tradeId);
    await this.list.refresh();
  }

  #leaveDeal(): void {
    this.drafts.current?.endPrice('away');
  }
}
