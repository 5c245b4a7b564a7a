import type { AppError, Outcome } from '../../../shared/errors.ts';
import { windowFail } from '../../../shared/window-error.ts';
import type {
  BooksAct,
  BooksMatch,
  BooksResult,
  StoredLedger,
  LikelyPair,
  OpenEntry,
  OpenLine,
  LedgerFileOptions,
  SeenBooks,
} from '../../../shared/ipc/review/books.ts';
import { limits } from '../../../shared/limits.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { ok } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

/** The visible lists of a matched ledger. */
export type Shown = 'open' | 'matched';
/** A side of the two lists. */
export type Side = 'books' | 'bank';

type Doing = 'reading' | 'keeping' | 'matching' | 'saving';

const pageRows = 100;

/** The ledgers of the books: a dropped one until it is matched, and the open one. */
export class BooksState {
  readonly list = new Resource(() => request('books.list', {}));
  result = $state.raw<BooksResult | null>(null);
  error = $state.raw<AppError | null>(null);
  doing = $state<Doing | null>(null);
  shown = $state<Shown>('open');

  /** The dropped file, as far as it could be read. */
  seen = $state.raw<SeenBooks | null>(null);
  options = $state.raw<LedgerFileOptions>({});
  accountNumber = $state('');
  from = $state('');
  to = $state('');
  #file: { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;
  #look = 0;

  matches = $state.raw<readonly BooksMatch[]>([]);
  matchesTotal = $state(0);
  matchAt = $state(0);
  likelyAt = $state(0);
  side = $state<Side>('books');
  /** The row that is selected on each side, by its line or id; none until a person selects one. */
  picked = $state.raw<Picked>(nothingPicked);
  /** Where the next move on each side begins while nothing is selected there. */
  near = $state.raw<Readonly<Record<Side, number>>>({ books: 0, bank: 0 });
  /** Rows that are matched together instead of the selected ones. */
  marked = $state.raw<{ readonly books: readonly number[]; readonly bank: readonly string[] }>(
    none,
  );

  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  readonly ledgers: readonly StoredLedger[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly line: OpenLine | null = $derived.by(
    () => this.result?.booksOnly.find(({ line }) => line === this.picked.books) ?? null,
  );
  readonly entry: OpenEntry | null = $derived.by(
    () => this.result?.bankOnly.find(({ id }) => id === this.picked.bank) ?? null,
  );
  readonly at: Readonly<Record<Side, number>> = $derived.by(() => ({
    books: this.line === null ? -1 : (this.result?.booksOnly.indexOf(this.line) ?? -1),
    bank: this.entry === null ? -1 : (this.result?.bankOnly.indexOf(this.entry) ?? -1),
  }));
  /** The rows to be matched now: the marked rows of a side, or else the selected one. */
  readonly chosen: { readonly books: readonly OpenLine[]; readonly bank: readonly OpenEntry[] } =
    $derived.by(() => {
      const { books, bank } = this.#markedRows;
      return {
        books: books.length > 0 ? books : this.line ? [this.line] : [],
        bank: bank.length > 0 ? bank : this.entry ? [this.entry] : [],
      };
    });
  readonly #markedRows = $derived.by(() => {
    const { booksOnly = [], bankOnly = [] } = this.result ?? {};
    return {
      books: booksOnly.filter(({ line }) => this.marked.books.includes(line)),
      bank: bankOnly.filter(({ id }) => this.marked.bank.includes(id)),
    };
  });
  /** Sums of what is chosen and of what is marked, in units of 10^-4. */
  readonly sums: Readonly<Record<Side, bigint>> = $derived.by(() => ({
    books: sumOf(this.chosen.books),
    bank: sumOf(this.chosen.bank),
  }));
  readonly #markedSums = $derived.by(() => ({
    books: sumOf(this.#markedRows.books),
    bank: sumOf(this.#markedRows.bank),
  }));
  readonly fit: Fit = $derived.by(() => {
    const { books, bank } = this.chosen;
    if (books.length === 0 || bank.length === 0) return 'incomplete';
    if (this.sums.books === this.sums.bank) return 'equal';
    return this.sums.books * this.sums.bank < 0n ? 'opposite' : 'apart';
  });

  /** True for a row that cannot be matched with the chosen rows of the other side. */
  isOpposite(row: OpenLine | OpenEntry): boolean {
    const side = 'line' in row ? 'books' : 'bank';
    if (this.isMarked(row)) return false;
    const other = this.sums[side === 'books' ? 'bank' : 'books'];
    return (this.#markedSums[side] + toUnits(row.amount)) * other < 0n;
  }

  isMarked(row: OpenLine | OpenEntry): boolean {
    return 'line' in row ? this.marked.books.includes(row.line) : this.marked.bank.includes(row.id);
  }

  /** Opens the list, and the requested ledger, else the newest of the account, or the newest of all. */
  async open(requested: { ledgerId?: string | undefined; accountNumber?: string | undefined }) {
    await this.list.refresh();
    if (this.seen !== null || this.result !== null) return;
    const wanted =
      this.ledgers.find(({ ledgerId }) => ledgerId === requested.ledgerId) ??
      this.ledgers.find(({ accountNumber }) => accountNumber === requested.accountNumber) ??
      (requested.accountNumber === undefined ? this.ledgers[0] : undefined);
    if (wanted) await this.show(wanted.ledgerId);
  }

  async show(ledgerId: string): Promise<void> {
    this.seen = null;
    this.doing = 'matching';
    this.near = { books: 0, bank: 0 };
    this.likelyAt = 0;
    this.matchAt = 0;
    this.matches = [];
    await this.#take(request('books.result', { ledgerId }));
    this.clearChoice();
    if (this.shown === 'matched') await this.loadMatches();
  }

  /** Requests the result again after the local copy changed; the selection stays. */
  refresh = async (): Promise<void> => {
    if (!this.result) return;
    await this.#take(request('books.result', this.#id));
    if (this.shown === 'matched') await this.loadMatches();
  };

  /** Reads a dropped file. A file that was matched before is opened, unless next to nothing of it matched. */
  async add(file: File): Promise<void> {
    this.error = null;
    this.doing = 'reading';
    const bytes = await bytesOf(file);
    if (!bytes.ok) {
      this.doing = null;
      this.error = bytes.error;
      return;
    }
    this.#file = { fileName: file.name, bytes: bytes.value };
    this.options = {};
    [this.accountNumber, this.from, this.to] = ['', '', ''];
    await this.look();
    const before = this.seen?.before;
    if (!before || hardlyMatched(before)) return;
    await this.show(before.ledgerId);
    this.#notices.show(`${file.name} was matched before. This is the result.`);
  }

  /** Reads the file again with the current options. */
  async look(): Promise<void> {
    if (!this.#file) return;
    const look = ++this.#look;
    this.doing = 'reading';
    const { accountNumber, from, to } = this;
    const isPeriod = from !== '' && to !== '' && from <= to;
    const seen = await request('books.see', {
      ...this.#file,
      options: this.options,
      ...(accountNumber !== '' && { accountNumber }),
      ...(isPeriod && { from, to }),
    });
    if (look !== this.#look) return;
    this.doing = null;
    this.error = seen.ok ? null : seen.error;
    if (!seen.ok) return;
    this.seen = seen.value;
    this.accountNumber = seen.value.account?.number ?? accountNumber;
    this.from = seen.value.period?.from ?? from;
    this.to = seen.value.period?.to ?? to;
  }

  async setOptions(options: LedgerFileOptions): Promise<void> {
    this.options = { ...this.options, ...options };
    await this.look();
  }

  /** What is missing before the file can be matched, in a sentence. */
  readonly missing: string | null = $derived.by(() => {
    const { seen } = this;
    if (!seen) return 'Nothing was dropped.';
    if (seen.missing) return seen.missing.why;
    if (this.accountNumber === '') return 'Choose the account.';
    if (this.from === '' || this.to === '' || this.from > this.to) return 'Choose the days.';
    return seen.lines === 0 ? 'None of its lines is of this account and near these days.' : null;
  });

  /** Saves the dropped file, and matches it. */
  async keep(): Promise<boolean> {
    if (!this.#file || this.missing !== null || this.doing !== null) return false;
    this.doing = 'keeping';
    const { accountNumber, from, to, options } = this;
    const outcome = await request('books.keep', {
      ...this.#file,
      options,
      accountNumber,
      from,
      to,
    });
    this.doing = null;
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    this.#file = null;
    this.shown = 'open';
    await this.show(outcome.value.ledgerId);
    await this.list.refresh();
    return true;
  }

  /** Discards the dropped file. */
  dismiss(): void {
    this.seen = null;
    this.error = null;
    this.#file = null;
    this.#look += 1;
    this.doing = null;
  }

  /** Selects a row, unless it cannot be matched with the chosen rows of the other side. */
  select(side: Side, index: number): void {
    this.side = side;
    const row = this.#rows(side)[index];
    if (!row || this.isOpposite(row)) return;
    this.near = { ...this.near, [side]: index };
    this.picked = { ...this.picked, [side]: 'line' in row ? row.line : row.id };
  }

  /** Moves the selection, over rows that cannot be matched; the first move selects the row where it begins. */
  move(side: Side, by: number): void {
    const last = this.#rows(side).length - 1;
    const at = this.at[side];
    const to = at < 0 ? this.near[side] : at + by;
    this.#selectFrom(side, Math.max(0, Math.min(to, last)), by < 0 ? -1 : 1);
  }

  toEdge(side: Side, edge: 'first' | 'last'): void {
    if (edge === 'first') this.#selectFrom(side, 0, 1);
    else this.#selectFrom(side, this.#rows(side).length - 1, -1);
  }

  #selectFrom(side: Side, from: number, step: 1 | -1): void {
    const rows = this.#rows(side);
    for (let at = from; at >= 0 && at < rows.length; at += step) {
      const row = rows[at];
      if (!row || this.isOpposite(row)) continue;
      this.select(side, at);
      return;
    }
  }

  #rows(side: Side): readonly (OpenLine | OpenEntry)[] {
    return (side === 'books' ? this.result?.booksOnly : this.result?.bankOnly) ?? [];
  }

  /** Clears the selection and all marks. */
  clearChoice(): void {
    this.marked = none;
    this.picked = nothingPicked;
  }

  /** Marks the selected row to be matched with others, or unmarks it. */
  mark(): void {
    const { side, line, entry, marked } = this;
    const toggled = <T>(all: readonly T[], one: T): T[] =>
      all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
    if (side === 'books' && line)
      this.marked = { ...marked, books: toggled(marked.books, line.line) };
    if (side === 'bank' && entry) this.marked = { ...marked, bank: toggled(marked.bank, entry.id) };
  }

  /** Matches the chosen rows; unequal sums need a reason. True once they are matched. */
  async match(reason = ''): Promise<boolean> {
    const { books, bank } = this.chosen;
    const canMatch = this.fit === 'equal' || (this.fit === 'apart' && reason !== '');
    if (this.doing !== null || !canMatch) return false;
    return this.#act(
      request('books.match', {
        ...this.#id,
        books: books.map(({ line }) => line),
        bank: bank.map(({ id }) => id),
        ...(reason !== '' && { reason }),
      }),
    );
  }

  /** Matches likely pairs in one act. */
  async matchLikely(pairs: readonly LikelyPair[]): Promise<boolean> {
    if (this.doing !== null || pairs.length === 0) return false;
    const named = pairs.map(({ line: { line }, entry: { id } }) => ({ line, entryId: id }));
    return this.#act(request('books.matchLikely', { ...this.#id, pairs: named }));
  }

  async unmatch(): Promise<void> {
    const line = this.matches[this.matchAt]?.books[0]?.line;
    if (line === undefined || this.doing !== null) return;
    if (await this.#act(request('books.unmatch', { ...this.#id, line }))) await this.loadMatches();
  }

  /** Undoes the last act on this ledger, of an earlier window too. */
  undo = async (): Promise<void> => {
    if (!this.result || this.doing !== null) return;
    const { lastAct, ledgerId } = this.result;
    if (lastAct === null) this.#notices.show('There is nothing to undo here.');
    else await undoAct(this.#notices, ledgerId, lastAct);
  };

  async note(text: string): Promise<boolean> {
    const { side, line, entry } = this;
    const of = side === 'books' ? line && { line: line.line } : entry && { entryId: entry.id };
    if (!of) return false;
    this.doing = 'saving';
    return (await this.#take(request('books.note', { ...this.#id, of, text }))) !== null;
  }

  /** Saves the typed balance of the books; null if it was saved, otherwise the error. */
  async enterBalance(balance: string): Promise<AppError | null> {
    const outcome = await request('books.balance', { ...this.#id, balance });
    if (outcome.ok) this.#show(outcome.value);
    return outcome.ok ? null : outcome.error;
  }

  /** Marks the matches that a sync undid as seen. */
  async sawUndone(): Promise<void> {
    this.doing = 'saving';
    await this.#take(request('books.seen', this.#id));
  }

  async export(format: 'csv' | 'xlsx'): Promise<void> {
    if (!this.result || this.doing !== null) return;
    this.doing = 'saving';
    const saved = await request('books.export', { ...this.#id, format });
    this.doing = null;
    this.error = saved.ok ? null : saved.error;
    if (saved.ok && saved.value.saved) this.#notices.show(`Written: ${saved.value.fileName}.`);
  }

  async choose(shown: Shown): Promise<void> {
    this.shown = shown;
    if (shown === 'matched') await this.loadMatches();
  }

  /** The matches from the first one, as many as are shown. */
  async loadMatches(): Promise<void> {
    const limit = Math.min(limits.listRowsMax, Math.max(pageRows, this.matches.length));
    this.matches = await this.#matchesFrom(0, limit);
    this.matchAt = Math.max(0, Math.min(this.matchAt, this.matches.length - 1));
  }

  #isLoadingMore = false;

  async loadMore(): Promise<void> {
    if (this.#isLoadingMore || this.matches.length >= this.matchesTotal) return;
    this.#isLoadingMore = true;
    const more = await this.#matchesFrom(this.matches.length, pageRows);
    this.matches = [...this.matches, ...more];
    this.#isLoadingMore = false;
  }

  async #matchesFrom(index: number, limit: number): Promise<readonly BooksMatch[]> {
    const page = await request('books.matches', { ...this.#id, index, limit });
    this.error = page.ok ? null : page.error;
    if (!page.ok) return [];
    this.matchesTotal = page.value.total;
    return page.value.rows;
  }

  get #id(): { ledgerId: string } {
    return { ledgerId: this.result?.ledgerId ?? '' };
  }

  /** Performs an act, and offers its undo, which works without this view. */
  async #act(requested: Promise<Outcome<BooksResult>>): Promise<boolean> {
    this.doing = 'saving';
    const changed = await this.#take(requested);
    if (changed === null) return false;
    this.clearChoice();
    const { lastAct, ledgerId } = changed;
    const notices = this.#notices;
    if (lastAct === null) return true;
    notices.show(lastAct.text, {
      label: 'Undo',
      run: () => undoAct(notices, ledgerId, lastAct),
    });
    return true;
  }

  #question = 0;

  /** Shows the answer unless a newer question was asked; a refusal is always shown. */
  async #take(requested: Promise<Outcome<BooksResult>>): Promise<BooksResult | null> {
    const question = ++this.#question;
    const answer = await requested;
    if (question === this.#question) this.doing = null;
    if (!answer.ok) {
      this.error = answer.error;
      return null;
    }
    if (question === this.#question) this.#show(answer.value);
    return answer.value;
  }

  #show(result: BooksResult): void {
    const within = (at: number, rows: readonly unknown[]): number =>
      Math.max(0, Math.min(at, rows.length - 1));
    this.error = null;
    this.result = result;
    this.likelyAt = within(this.likelyAt, result.likely);
    this.near = {
      books: within(this.near.books, result.booksOnly),
      bank: within(this.near.bank, result.bankOnly),
    };
  }
}

type Picked = { readonly books: number | null; readonly bank: string | null };
/** How the sums of the chosen rows on both sides compare. */
type Fit = 'incomplete' | 'equal' | 'apart' | 'opposite';

const nothingPicked: Picked = { books: null, bank: null };
const none = { books: [], bank: [] } as const;

const sumOf = (rows: readonly { readonly amount: string }[]): bigint =>
  rows.reduce((all, { amount }) => all + toUnits(amount), 0n);

/** Undoes an act. Every view that shows the ledger reloads it on the change. */
async function undoAct(notices: Notices, ledgerId: string, { id, text }: BooksAct): Promise<void> {
  const undone = await request('books.undo', { ledgerId, act: id });
  notices.show(undone.ok ? `Undone. ${text}` : `Not undone. ${text} ${undone.error.message}`);
}

/** The ledger most likely belongs to another account: the file has to be read again. */
const hardlyMatched = ({ lastCounts }: StoredLedger): boolean =>
  lastCounts !== null && lastCounts.lines > 0 && lastCounts.matchedLines * 20 < lastCounts.lines;

async function bytesOf(file: File): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  if (file.size > limits.ledgerBytesMax)
    return windowFail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(limits.ledgerBytesMax / (1024 * 1024))} MB: save fewer days in one file.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes ? ok(bytes) : windowFail('file.not-opened', crypto.randomUUID());
}
