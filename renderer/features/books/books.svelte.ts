import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type {
  BooksMatch,
  BooksResult,
  KeptBooks,
  OpenEntry,
  OpenLine,
  SaidOfBooks,
  SeenBooks,
} from '../../../shared/ipc/books.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/resource.svelte.ts';

/** What is looked at of a ledger that was matched. */
export type Shown = 'open' | 'matched';
/** A side of the two lists. */
export type Side = 'books' | 'bank';

type Doing = 'reading' | 'keeping' | 'matching' | 'saving';

const pageRows = 100;

/** The ledgers of the books: the one that was dropped, until it is matched, and the one that is looked at. */
export class BooksState {
  readonly list = new Resource(() => request('books.list', {}));
  result = $state.raw<BooksResult | null>(null);
  error = $state.raw<AppError | null>(null);
  doing = $state<Doing | null>(null);
  shown = $state<Shown>('open');

  /** The file that was dropped, as far as it is understood. */
  seen = $state.raw<SeenBooks | null>(null);
  said = $state.raw<SaidOfBooks>({});
  accountNumber = $state('');
  from = $state('');
  to = $state('');
  #file: { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;
  #look = 0;

  matches = $state.raw<readonly BooksMatch[]>([]);
  matchesTotal = $state(0);
  /** Which line of either list is looked at, and the match among the matches. */
  at = $state<Readonly<Record<Side, number>>>({ books: 0, bank: 0 });
  matchAt = $state(0);
  side = $state<Side>('books');
  /** Lines that are to be one matter with the one looked at. */
  marked = $state.raw<{ readonly books: readonly number[]; readonly bank: readonly string[] }>(
    none,
  );

  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  readonly ledgers: readonly KeptBooks[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly line: OpenLine | null = $derived.by(() => this.result?.booksOnly[this.at.books] ?? null);
  readonly entry: OpenEntry | null = $derived.by(() => this.result?.bankOnly[this.at.bank] ?? null);
  /** What would be matched now: what is marked, or else what is looked at. */
  readonly chosen: { readonly books: readonly OpenLine[]; readonly bank: readonly OpenEntry[] } =
    $derived.by(() => {
      const { booksOnly = [], bankOnly = [] } = this.result ?? {};
      const books = booksOnly.filter(({ line }) => this.marked.books.includes(line));
      const bank = bankOnly.filter(({ id }) => this.marked.bank.includes(id));
      return {
        books: books.length > 0 ? books : this.line ? [this.line] : [],
        bank: bank.length > 0 ? bank : this.entry ? [this.entry] : [],
      };
    });

  /** Opens the list, and of it the ledger asked for, else the newest of the account, or the newest. */
  async open(asked: { ledgerId?: number | undefined; accountNumber?: string | undefined }) {
    await this.list.refresh();
    if (this.seen !== null || this.result !== null) return;
    const wanted =
      this.ledgers.find(({ ledgerId }) => ledgerId === asked.ledgerId) ??
      this.ledgers.find(({ accountNumber }) => accountNumber === asked.accountNumber) ??
      (asked.accountNumber === undefined ? this.ledgers[0] : undefined);
    if (wanted) await this.show(wanted.ledgerId);
  }

  async show(ledgerId: number): Promise<void> {
    this.seen = null;
    this.doing = 'matching';
    this.at = { books: 0, bank: 0 };
    this.matchAt = 0;
    this.matches = [];
    await this.#take(request('books.result', { ledgerId }));
    this.#letGo();
    if (this.shown === 'matched') await this.loadMatches();
  }

  /** The local copy changed: how the ledger stands is asked again, and what is looked at stays. */
  refresh = async (): Promise<void> => {
    if (this.result) await this.#take(request('books.result', this.#id));
  };

  /** Reads a dropped file. One that was matched before is opened, unless next to nothing of it did match. */
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
    this.said = {};
    [this.accountNumber, this.from, this.to] = ['', '', ''];
    await this.look();
    const before = this.seen?.before;
    if (!before || hardlyMatched(before)) return;
    await this.show(before.ledgerId);
    this.#notices.say(`${file.name} was matched before: here is what came of it.`);
  }

  /** Reads the file again by what was said of it since. */
  async look(): Promise<void> {
    if (!this.#file) return;
    const look = ++this.#look;
    this.doing = 'reading';
    const { accountNumber, from, to } = this;
    const isPeriod = from !== '' && to !== '' && from <= to;
    const seen = await request('books.see', {
      ...this.#file,
      said: this.said,
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

  async say(said: SaidOfBooks): Promise<void> {
    this.said = { ...this.said, ...said };
    await this.look();
  }

  /** What is still to be said before the file can be matched, in a sentence. */
  readonly missing: string | null = $derived.by(() => {
    const { seen } = this;
    if (!seen) return 'Nothing was dropped.';
    if (seen.asks) return seen.asks.why;
    if (this.accountNumber === '') return 'Choose the account.';
    if (this.from === '' || this.to === '' || this.from > this.to) return 'Choose the days.';
    return seen.lines === 0 ? 'None of its lines is of this account and near these days.' : null;
  });

  /** Keeps the file that is seen, and matches it. */
  async keep(): Promise<boolean> {
    if (!this.#file || this.missing !== null || this.doing !== null) return false;
    this.doing = 'keeping';
    const { accountNumber, from, to, said } = this;
    const kept = await request('books.keep', { ...this.#file, said, accountNumber, from, to });
    this.doing = null;
    this.error = kept.ok ? null : kept.error;
    if (!kept.ok) return false;
    this.#file = null;
    this.shown = 'open';
    await this.show(kept.value.ledgerId);
    await this.list.refresh();
    return true;
  }

  /** The file that is seen is not taken. */
  dismiss(): void {
    this.seen = null;
    this.error = null;
    this.#file = null;
    this.#look += 1;
    this.doing = null;
  }

  /** The side in which the person chose a line: a move in the other one leaves it where it is. */
  #held: Side | null = null;

  select(side: Side, index: number): void {
    const count = (side === 'books' ? this.result?.booksOnly : this.result?.bankOnly)?.length ?? 0;
    const at = Math.max(0, Math.min(index, count - 1));
    if (side !== this.side) this.#held ??= this.side;
    if (at !== this.at[side]) this.#held ??= side;
    this.side = side;
    this.at = { ...this.at, [side]: at };
    if (this.#held !== (side === 'books' ? 'bank' : 'books')) this.#follow();
  }

  /** The other list goes to what the line may be there. */
  #follow(): void {
    const { side, line, entry, result } = this;
    const likely = side === 'books' ? line?.likely : entry?.likely;
    if (!likely || !result) return;
    const other =
      side === 'books'
        ? result.bankOnly.findIndex(({ id }) => id === likely.other)
        : result.booksOnly.findIndex(({ line: number }) => number === likely.other);
    if (other >= 0) this.at = { ...this.at, [side === 'books' ? 'bank' : 'books']: other };
  }

  /** What was chosen is done with. */
  #letGo(): void {
    this.marked = none;
    this.#held = null;
    this.#follow();
  }

  /** Takes the line that is looked at among those that are to be one matter, or out of them. */
  mark(): void {
    const { side, line, entry, marked } = this;
    const toggled = <T>(all: readonly T[], one: T): T[] =>
      all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
    if (side === 'books' && line)
      this.marked = { ...marked, books: toggled(marked.books, line.line) };
    if (side === 'bank' && entry) this.marked = { ...marked, bank: toggled(marked.bank, entry.id) };
  }

  async match(): Promise<void> {
    const { books, bank } = this.chosen;
    if (!this.result || this.doing !== null || books.length === 0 || bank.length === 0) return;
    const said = await this.#act('books.match', {
      books: books.map(({ line }) => line),
      bank: bank.map(({ id }) => id),
    });
    if (said) this.#letGo();
  }

  async unmatch(): Promise<void> {
    const line = this.matches[this.matchAt]?.books[0]?.line;
    if (line === undefined || this.doing !== null) return;
    if (await this.#act('books.unmatch', { line })) await this.loadMatches();
  }

  undo = async (): Promise<void> => {
    if (!this.result || this.doing !== null) return;
    if (this.result.lastWord === null) {
      this.#notices.say('There is nothing to undo here.');
      return;
    }
    const { lastWord } = this.result;
    this.doing = 'saving';
    if (await this.#take(request('books.undo', this.#id))) this.#notices.say(`Undone. ${lastWord}`);
    this.#letGo();
    if (this.shown === 'matched') await this.loadMatches();
  };

  async note(text: string): Promise<boolean> {
    const { side, line, entry } = this;
    const of = side === 'books' ? line && { line: line.line } : entry && { entryId: entry.id };
    if (!of) return false;
    this.doing = 'saving';
    return this.#take(request('books.note', { ...this.#id, of, text }));
  }

  /** What a sync undid was looked at. */
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
    if (saved.ok && saved.value.saved) this.#notices.say(`Written: ${saved.value.fileName}.`);
  }

  async choose(shown: Shown): Promise<void> {
    this.shown = shown;
    if (shown === 'matched' && this.matches.length === 0) await this.loadMatches();
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

  get #id(): { ledgerId: number } {
    return { ledgerId: this.result?.ledgerId ?? 0 };
  }

  async #act(
    route: 'books.match' | 'books.unmatch',
    input: { books: number[]; bank: string[] } | { line: number },
  ): Promise<boolean> {
    this.doing = 'saving';
    const said = await this.#take(
      'line' in input
        ? request('books.unmatch', { ...this.#id, ...input })
        : request('books.match', { ...this.#id, ...input }),
    );
    if (said) this.#said(this.result?.lastWord ?? route);
    return said;
  }

  /** Of this ledger, also while another one is looked at. */
  #said(word: string): void {
    const { ledgerId } = this.#id;
    this.#notices.say(word, {
      label: 'Undo',
      run: async () => {
        const told = await request('books.undo', { ledgerId, word });
        this.#notices.say(
          told.ok ? `Undone. ${word}` : `Not undone. ${word} ${told.error.message}`,
        );
        if (this.result?.ledgerId !== ledgerId) return;
        await this.refresh();
        this.#letGo();
        if (this.shown === 'matched') await this.loadMatches();
      },
    });
  }

  async #take(asked: Promise<Outcome<BooksResult>>): Promise<boolean> {
    const told = await asked;
    this.doing = null;
    this.error = told.ok ? null : told.error;
    if (!told.ok) return false;
    this.result = told.value;
    const last = { books: told.value.booksOnly.length - 1, bank: told.value.bankOnly.length - 1 };
    this.at = {
      books: Math.max(0, Math.min(this.at.books, last.books)),
      bank: Math.max(0, Math.min(this.at.bank, last.bank)),
    };
    return true;
  }
}

const none = { books: [], bank: [] } as const;

/** It was the ledger of another account: the file is to be looked at anew. */
const hardlyMatched = ({ standing }: KeptBooks): boolean =>
  standing !== null && standing.lines > 0 && standing.matchedLines * 20 < standing.lines;

async function bytesOf(file: File): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  if (file.size > limits.ledgerBytesMax)
    return fail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(limits.ledgerBytesMax / (1024 * 1024))} MB: save fewer days in one file.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes ? ok(bytes) : fail('file.not-opened', crypto.randomUUID());
}
