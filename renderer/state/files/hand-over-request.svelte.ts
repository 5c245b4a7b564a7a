/** What is asked for: to choose, to print, or once more as last time. */
export type HandOverRequest = {
  /** The account that is looked at; null where it is none in particular. */
  readonly accountNumber: string | null;
  readonly how: 'choose' | 'print' | 'again';
};

/** Statements are handed over by one dialog, wherever that is asked for. */
export class HandOverRequests {
  requested = $state.raw<HandOverRequest | null>(null);

  ask(how: HandOverRequest['how'], accountNumber: string | null = null): void {
    this.requested = { how, accountNumber };
  }

  done(): void {
    this.requested = null;
  }
}
