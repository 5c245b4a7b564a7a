/** What is asked for: to choose, to print, or once more as last time. */
export type HandOverAsk = {
  /** The account that is looked at; null where it is none in particular. */
  readonly accountNumber: string | null;
  readonly how: 'choose' | 'print' | 'again';
};

/** Statements are handed over by one dialog, wherever that is asked for. */
export class HandOverAsks {
  asked = $state.raw<HandOverAsk | null>(null);

  ask(how: HandOverAsk['how'], accountNumber: string | null = null): void {
    this.asked = { how, accountNumber };
  }

  done(): void {
    this.asked = null;
  }
}
