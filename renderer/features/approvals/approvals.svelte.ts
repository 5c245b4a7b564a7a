import type { AppError, Outcome } from '../../../shared/errors.ts';
import type {
  ApprovalsView,
  RequestPart,
  RequestReview,
  RequestRow,
  SendingDeskView,
  SendingRunView,
  SendingView,
} from '../../../shared/ipc/approvals.ts';
import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { HeldPrice } from '../../kit/pricing/held-price.svelte.ts';
import type { End } from '../../kit/pricing/price-labels.ts';
import { request } from '../../state/desk.ts';
import type { Live } from '../../state/live.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { together } from '../../state/records/together.ts';
import { onceRested } from '../../ui/lists/once-rested.ts';
import { LinesPage } from './lines.svelte.ts';

/** A heading of a part, or a request. */
export type RequestLine =
  | { readonly part: RequestPart; readonly count: number; readonly row: null }
  | { readonly part: RequestPart; readonly row: RequestRow };

const openParts: readonly RequestPart[] = ['mine', 'others', 'approved'];
/** Milliseconds that a selection must rest before the bank is asked: people scroll the list faster than they read. */
const restMs = 250;

/** The requests of the team: the list, the selected one with this desk's reading of it, and the actions on it. */
export class ApprovalsPage {
  readonly read = new Resource<ApprovalsView>(() =>
    request('approvals.view', { isFresh: this.#isFresh }),
  );
  /** The selected request, read anew from the bank. */
  readonly reading = new Resource<RequestReview>(() =>
    request('approvals.review', { request: this.#selectedKey ?? '' }),
  );
  /** The payments of a selected file, or of the chosen requests. */
  readonly many = new LinesPage();
  /** Single requests that are approved together. */
  #chosen = $state.raw<readonly string[]>([]);
  #isFresh = false;
  #showsEnded = $state(false);
  #selectedKey = $state<string | null>(null);
  /** The indexes of the opened marks. */
  #opened = $state.raw<readonly number[]>([]);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  readonly #canReachBank: () => boolean;
  readonly #rested = onceRested(restMs);

  readonly requests: readonly RequestRow[] = $derived(this.read.value?.requests ?? []);
  readonly lines: readonly RequestLine[] = $derived.by(() =>
    (this.#showsEnded ? (['ended'] as const) : openParts).flatMap((part) =>
      linesOf(this.requests, part),
    ),
  );
  readonly selectedIndex: number = $derived.by(() =>
    this.lines.findIndex(({ row }) => row?.request === this.#selectedKey),
  );
  readonly selected: RequestRow | null = $derived.by(
    () => this.lines[this.selectedIndex]?.row ?? null,
  );
  readonly review: RequestReview | null = $derived.by(() => {
    const { value } = this.reading;
    return value !== null && value.row.request === this.selected?.request ? value : null;
  });
  /** The next mark to open; -1 if all are opened. */
  readonly nextMark: number = $derived.by(
    () => this.review?.marks.findIndex((_, place) => !this.#opened.includes(place)) ?? -1,
  );
  readonly #isSeen: boolean = $derived.by(() => this.review !== null && this.nextMark < 0);
  readonly mayApprove: boolean = $derived.by(
    () => this.#isSeen && !this.#busy && this.review?.row.canApprove === true,
  );
  readonly mayRelease: boolean = $derived.by(
    () => this.#isSeen && !this.#busy && this.review?.row.held?.canRelease === true,
  );
  /** Null where every desk of the team sends. */
  readonly sending: SendingView | null = $derived(this.read.value?.sending ?? null);
  /** Does this desk send, as far as the rules say? */
  readonly isSending: boolean = $derived.by(
    () => this.sending?.desks.some(({ isOwn, isOpen }) => isOwn && isOpen) ?? true,
  );
  readonly maySend: boolean = $derived.by(
    () =>
      this.#isSeen &&
      !this.#busy &&
      this.isSending &&
      this.review?.row.part === 'approved' &&
      !this.review.isBlocked,
  );
  /** The bank's price under the selected limit. */
  readonly price = new HeldPrice((why) => this.endPrice(why));
  #isTrading = $state(false);
  /** The last run of approved payments. */
  #run = $state.raw<SendingRunView | null>(null);

  constructor(canReachBank: () => boolean, selected: string | null) {
    this.#canReachBank = canReachBank;
    this.#selectedKey = selected;
  }

  /** Chosen requests that still wait for this person. */
  readonly chosen: readonly string[] = $derived.by(() => {
    const mine = new Set(this.requests.flatMap((row) => (isChoosable(row) ? row.request : [])));
    return this.#chosen.filter((key) => mine.has(key));
  });

  get showsEnded(): boolean {
    return this.#showsEnded;
  }

  get opened(): readonly number[] {
    return this.#opened;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Why the last step was refused; a new step clears it. */
  get error(): AppError | null {
    return this.#error;
  }

  get run(): SendingRunView | null {
    return this.#run;
  }

  countOf(isEnded: boolean): number {
    return this.requests.filter(({ part }) => (part === 'ended') === isEnded).length;
  }

  /** Reads from this desk alone, then from the server; and again when the record moved. */
  start(live: Live): () => void {
    void this.#refresh(false).then(() => this.#refresh(true));
    return together(
      live.on('team', () => void this.#refresh(false)),
      live.on('desk.changed', () => this.#readSelected()),
    );
  }

  refreshNow = (): Promise<void> => this.#refresh(true);

  readAgain = (): Promise<void> => {
    if (this.chosen.length > 0 || (this.selected?.payments ?? 1) > 1) {
      this.readMany();
      return Promise.resolve();
    }
    this.#opened = [];
    return this.reading.refresh();
  };

  showEnded(isEnded: boolean): void {
    this.#showsEnded = isEnded;
    this.#selectFirst();
  }

  /** A heading is stepped over, in the direction of the step. */
  select(index: number): void {
    const step = index < this.selectedIndex ? -1 : 1;
    let target = index;
    while (this.lines[target]?.row === null) target += step;
    const row = this.lines[target]?.row;
    if (row && row.request !== this.#selectedKey) this.#choose(row.request);
  }

  /** Opens the next mark of the selected request; without a mark left, chooses the request. Returns true if it was chosen. */
  step(): boolean {
    const { selected, chosen } = this;
    if (selected === null) return false;
    if (chosen.length === 0 && selected.payments > 1) this.many.openNext();
    else if (chosen.length === 0 && this.nextMark >= 0) this.openNext();
    else return this.toggle(selected);
    return false;
  }

  /** Chooses a single request, or removes it from the choice. Returns true if it was chosen. */
  toggle(row: RequestRow): boolean {
    const { request: key } = row;
    if (!isChoosable(row) || this.#busy) return false;
    const isChosen = this.chosen.includes(key);
    this.#chosen = isChosen ? this.chosen.filter((one) => one !== key) : [...this.chosen, key];
    // The reading belongs to other requests.
    this.many.clear();
    this.#rested(() => this.readMany());
    return !isChosen;
  }

  chooseNone(): void {
    this.#chosen = [];
    this.many.clear();
    this.#readSelected();
  }

  get #wantedMany(): readonly string[] {
    if (this.chosen.length > 0) return this.chosen;
    return this.selected ? [this.selected.request] : [];
  }

  /** Reads the payments on the screen anew from the bank. */
  readMany = (): void => {
    const wanted = this.#wantedMany;
    if (wanted.length > 0 && this.#canReachBank()) void this.many.read(wanted);
  };

  /** Approves the file, or all that are chosen. */
  async approveMany(): Promise<readonly RequestRow[] | null> {
    const done = await this.many.approve(this.#wantedMany);
    if (done === null) return null;
    this.#chosen = [];
    await this.#refresh(false);
    return done.approved;
  }

  openNext(): void {
    if (this.nextMark >= 0) this.open(this.nextMark);
  }

  open(place: number): void {
    this.#opened = [...this.#opened, place];
  }

  async approve(): Promise<RequestRow | null> {
    const { review } = this;
    if (review === null || !this.mayApprove) return null;
    const approved = await this.#step(() => request('approvals.approve', this.#seen(review)));
    if (approved) this.reading.put({ ...review, row: approved });
    return approved;
  }

  refuse = (words: string): Promise<RequestRow | null> =>
    this.#step(() => request('approvals.refuse', { request: this.#selectedKey ?? '', words }));

  withdraw = (): Promise<RequestRow | null> =>
    this.#step(() => request('approvals.withdraw', { request: this.#selectedKey ?? '' }));

  /** Sends the payment exactly as it was read and shown. */
  async send(): Promise<SubmissionView | null> {
    const { review } = this;
    if (review === null || !this.maySend) return null;
    return this.#step(() => request('approvals.send', this.#seen(review)));
  }

  get isTrading(): boolean {
    return this.#isTrading;
  }

  /** Asks the bank for a price within the selected limit. Its time counts from the answer. */
  async askPrice(): Promise<void> {
    const { review } = this;
    if (review === null || !this.maySend) return;
    this.price.drop();
    await this.#step(async () => {
      const quoted = await request('approvals.price', this.#seen(review));
      if (quoted.ok && this.#selectedKey === review.row.request) this.price.hold(quoted.value);
      return quoted;
    });
  }

  /** Ends the price: it may not be traded any more. The outcome of a running trade is decided by the bank alone. */
  endPrice(why: End): void {
    if (!this.#isTrading) this.price.end(why);
  }

  /** Trades the price that was confirmed. Null where it is over, or it was refused. */
  async trade(): Promise<SubmissionView | null> {
    const { price, selected } = this;
    if (price.quote === null || !price.isGood || selected === null || this.#busy) return null;
    const { quoteId } = price.quote;
    this.#isTrading = true;
    price.countdown.stop();
    const wanted = { request: selected.request, quoteId };
    const traded = await this.#step(() => request('approvals.trade', wanted));
    this.#isTrading = false;
    price.drop();
    return traded;
  }

  async release(): Promise<RequestRow | null> {
    const { review } = this;
    if (review === null || !this.mayRelease) return null;
    const released = await this.#step(() => request('approvals.releasePayee', this.#seen(review)));
    if (released) this.reading.put({ ...review, row: released });
    return released;
  }

  /** Opens a sending desk for today. */
  openSending = (login: string): Promise<SendingDeskView | null> =>
    this.#step(() => request('approvals.openSending', { login }));

  /** Sends the approved requests, up to the first doubt. */
  async sendApproved(): Promise<SendingRunView | null> {
    this.#run = null;
    const run = await this.#step(() => request('approvals.sendApproved', {}));
    this.#run = run;
    return run;
  }

  /** Saves a copy of a requested document and opens a PDF. Null where this desk does not have the file, or a person declined. */
  async openDocument(): Promise<RouteOutput<'documents.save'> | null> {
    const itemId = this.review?.document?.itemId ?? null;
    if (itemId === null) return null;
    return this.#step(() => request('documents.save', { itemId, open: true }));
  }

  #seen({ review, row }: RequestReview) {
    return { request: row.request, review, opened: [...this.#opened] };
  }

  /** Runs one step at a time; a step that the person declined is no error. */
  async #step<T>(ask: () => Promise<Outcome<T>>): Promise<T | null> {
    if (this.#busy) return null;
    this.#busy = true;
    this.#error = null;
    const outcome = await ask();
    await this.#refresh(false);
    this.#busy = false;
    if (outcome.ok) return outcome.value;
    if (outcome.error.code !== 'declined') this.#error = outcome.error;
    return null;
  }

  async #refresh(isFresh: boolean): Promise<void> {
    this.#isFresh = isFresh;
    await this.read.refresh();
    if (this.selected === null) this.#selectFirst();
    else this.#readSelected();
  }

  #selectFirst(): void {
    const first = this.lines.find(({ row }) => row !== null);
    if (first?.row) this.#choose(first.row.request);
  }

  #choose(key: string): void {
    this.#selectedKey = key;
    this.#error = null;
    if (!this.#isTrading) this.price.drop();
    this.#opened = [];
    this.reading.clear();
    this.#rested(() => this.#readSelected());
  }

  /** Reads the selected request unless its reading is current; a new signature makes the reading out of date. */
  #readSelected(): void {
    const { selected, reading, review } = this;
    if (selected === null || (selected.part === 'ended' && this.chosen.length === 0)) return;
    if (this.chosen.length > 0 || selected.payments > 1) {
      if (!this.many.isOf(this.#wantedMany)) this.readMany();
      return;
    }
    const isRead = review?.row.signatures.length === selected.signatures.length;
    if (!isRead && !reading.busy && this.#canReachBank()) void this.readAgain();
  }
}

/** Only single requests that wait for this person can be approved together. */
const isChoosable = ({ part, payments }: RequestRow): boolean => part === 'mine' && payments === 1;

function linesOf(requests: readonly RequestRow[], part: RequestPart): RequestLine[] {
  const rows = requests.filter((row) => row.part === part);
  return rows.length === 0
    ? []
    : [{ part, count: rows.length, row: null }, ...rows.map((row) => ({ part, row }))];
}
