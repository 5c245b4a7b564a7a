import type { Timestamp } from '../../shared/calendar.ts';

/** What a person may do about what happened: to where it is shown, or back to how it was. */
export type NoticeAction = {
  readonly label: 'Open' | 'Undo';
  readonly run: () => void | Promise<void>;
};

export type Notice = {
  readonly id: number;
  readonly at: Timestamp;
  readonly text: string;
  readonly action: NoticeAction | null;
};

/** What came since and waits above the list that is looked at, in a sentence, and what shows it. */
export type WaitingAbove = { readonly text: string; readonly show: () => void };

const keptMax = 20;
/** So many acts can be taken back, also where their sentences are gone. */
const actsMax = 50;

/** What happened, a sentence each, for the line at the foot: the last one stays until the next one. Never the only place of a failure. */
export class Notices {
  #next = 0;
  /** What can be undone, oldest first. */
  #acts: readonly Notice[] = [];
  /** One after the other: what is undone second meets what the first left. */
  #undoing: Promise<void> = Promise.resolve();
  #profileId: string | null = null;
  /** Oldest first. */
  list = $state.raw<readonly Notice[]>([]);
  /** Newest first. */
  readonly earlier: readonly Notice[] = $derived(this.list.slice(0, -1).toReversed());

  /** Told at the other end of the line; the view that it is of takes it away. */
  above = $state.raw<WaitingAbove | null>(null);

  get last(): Notice | null {
    return this.list.at(-1) ?? null;
  }

  /** With amount and name where there are any. */
  say(text: string, action: NoticeAction | null = null): void {
    const notice = { id: ++this.#next, at: new Date().toISOString(), text, action };
    this.list = [...this.list, notice].slice(-keptMax);
    if (action?.label === 'Undo') this.#acts = [...this.#acts, notice].slice(-actsMax);
  }

  /** Runs its action. What is undone once is undone: its action is gone then. */
  follow({ id, action }: Notice): void {
    if (action?.label !== 'Undo') {
      void action?.run();
      return;
    }
    if (!this.#acts.some((act) => act.id === id)) return;
    this.#acts = this.#acts.filter((act) => act.id !== id);
    this.list = this.list.map((notice) =>
      notice.id === id ? { ...notice, action: null } : notice,
    );
    const run = (): void | Promise<void> => action.run();
    this.#undoing = this.#undoing.then(run, run);
  }

  /** Takes the last act back that still can be, wherever it was done; `otherwise` where there is none. */
  undo = (otherwise = (): void => this.say('There is nothing to undo.')): void => {
    const act = this.#acts.at(-1);
    if (act) this.follow(act);
    else otherwise();
  };

  /** What was done at another bank leads nowhere here, and cannot be undone. */
  belongTo(profileId: string | null): void {
    if (this.#profileId !== null && this.#profileId !== profileId) {
      this.#acts = [];
      this.list = this.list.map((notice) => ({ ...notice, action: null }));
    }
    this.#profileId = profileId;
  }

  /** Takes all away: behind a lock nothing may be read, or undone. */
  clear(): void {
    this.above = null;
    this.list = [];
    this.#acts = [];
  }
}
