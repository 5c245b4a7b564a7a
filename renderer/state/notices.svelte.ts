export type Notice = { readonly id: number; readonly text: string };

const shownMs = 6_000;

/** Short sentences about what was just done; read out, shown for a moment, never the only place of a failure. */
export class Notices {
  #next = 0;
  list = $state.raw<readonly Notice[]>([]);

  say(text: string): void {
    const notice = { id: ++this.#next, text };
    this.list = [...this.list, notice].slice(-3);
    setTimeout(() => this.dismiss(notice.id), shownMs);
  }

  /** Takes all away: behind a lock nothing may be read. */
  clear(): void {
    this.list = [];
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
