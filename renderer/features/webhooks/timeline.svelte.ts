import type { AppError } from '../../../shared/errors.ts';
import type { BankEvent } from '../../../shared/ipc/webhook-records.ts';
import { request } from '../../desk.ts';
import { paced } from '../../state/paced.ts';
import { linesOf, type Line } from './timeline-lines.ts';
import { kindChoices } from './timeline-words.ts';

const pageRows = 100;
const pauseMs = 150;

/** What polling found, newest first. What is found meanwhile is counted and waits until it is asked for. */
export class TimelineState {
  #rows = $state.raw<readonly BankEvent[]>([]);
  #waiting = $state.raw<readonly BankEvent[]>([]);
  #hasMore = $state(false);
  #isLoaded = $state(false);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  #search = $state('');
  #choice = $state('');
  #question = 0;

  readonly lines: readonly Line[] = $derived.by(() => linesOf(this.#rows));

  get rows(): readonly BankEvent[] {
    return this.#rows;
  }

  /** Events noted since the list was drawn; at most a page of them is counted. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The page of waiting events is full: there may be still more than counted. */
  get hasManyWaiting(): boolean {
    return this.#waiting.length === pageRows;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get search(): string {
    return this.#search;
  }

  /** Which kinds are looked at alone; empty for everything. */
  get choice(): string {
    return this.#choice;
  }

  get isNarrowed(): boolean {
    return this.#search.trim() !== '' || this.#choice !== '';
  }

  readonly #searchSoon = paced(() => void this.refresh(), pauseMs);

  find(text: string): void {
    this.#search = text;
    this.#searchSoon();
  }

  choose(choice: string): void {
    this.#choice = choice;
    void this.refresh();
  }

  showEverything(): void {
    this.#search = '';
    this.choose('');
  }

  /** Reads the newest page and forgets the rest. */
  refresh = async (): Promise<void> => {
    this.#waiting = [];
    await this.#load(undefined, (rows) => rows);
  };

  /** Goes on below the oldest row, if there is more. */
  loadOlder = async (): Promise<void> => {
    const oldest = this.#rows.at(-1);
    if (!oldest || !this.#hasMore || this.#busy) return;
    await this.#load(oldest.eventId, (older) => [...this.#rows, ...older]);
  };

  /** Something was noted: counts what is new, without touching a list that somebody reads. */
  look = async (): Promise<void> => {
    const question = this.#question;
    const outcome = await request('timeline.list', this.#asked(undefined));
    if (!outcome.ok || question !== this.#question) return;
    const { rows, hasMore } = outcome.value;
    const newest = this.#rows[0]?.eventId;
    if (newest === undefined) this.#take(rows, hasMore);
    else this.#waiting = rows.filter(({ eventId }) => eventId > newest);
  };

  /** Puts the waiting events on top. */
  showWaiting = async (): Promise<void> => {
    if (this.hasManyWaiting) {
      await this.refresh();
      return;
    }
    this.#rows = [...this.#waiting, ...this.#rows];
    this.#waiting = [];
  };

  #asked(before: number | undefined) {
    const kinds = kindChoices.find(({ value }) => value === this.#choice)?.kinds;
    return {
      before,
      limit: pageRows,
      search: this.#search,
      ...(kinds ? { kinds: [...kinds] } : {}),
    };
  }

  async #load(
    before: number | undefined,
    join: (rows: readonly BankEvent[]) => readonly BankEvent[],
  ): Promise<void> {
    const question = ++this.#question;
    this.#busy = true;
    const outcome = await request('timeline.list', this.#asked(before));
    if (question !== this.#question) return;
    this.#busy = false;
    this.#error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.#take(join(outcome.value.rows), outcome.value.hasMore);
  }

  #take(rows: readonly BankEvent[], hasMore: boolean): void {
    this.#rows = rows;
    this.#hasMore = hasMore;
    this.#isLoaded = true;
  }
}
