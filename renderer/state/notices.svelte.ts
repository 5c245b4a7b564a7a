import type { Timestamp } from '../../shared/calendar.ts';

/** What a person may do about what happened: to where it is shown, or back to how it was. */
export type NoticeAction = { readonly label: 'Open' | 'Undo'; readonly run: () => void };

export type Notice = {
  readonly id: number;
  readonly at: Timestamp;
  readonly text: string;
  readonly action: NoticeAction | null;
};

/** What came since and waits above the list that is looked at, in a sentence, and what shows it. */
export type WaitingAbove = { readonly text: string; readonly show: () => void };

const keptMax = 20;

/** What happened, a sentence each, for the line at the foot: the last one stays until the next one. Never the only place of a failure. */
export class Notices {
  #next = 0;
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
  }

  /** Runs its action. What is undone once is undone: its action is gone then. */
  follow({ id, action }: Notice): void {
    if (action?.label === 'Undo')
      this.list = this.list.map((notice) =>
        notice.id === id ? { ...notice, action: null } : notice,
      );
    action?.run();
  }

  /** Takes all away: behind a lock nothing may be read. */
  clear(): void {
    this.above = null;
    this.list = [];
  }
}
