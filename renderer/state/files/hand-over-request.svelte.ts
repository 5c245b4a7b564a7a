/** The kind of request: to choose, to print, or to repeat the last one. */
export type HandOverRequest = {
  /** The selected account; null for none in particular. */
  readonly accountNumber: string | null;
  readonly how: 'choose' | 'print' | 'again';
};

/** Requests to hand statements over, from any view, to one dialog. */
export class HandOverRequests {
  requested = $state.raw<HandOverRequest | null>(null);

  ask(how: HandOverRequest['how'], accountNumber: string | null = null): void {
    this.requested = { how, accountNumber };
  }

  done(): void {
    this.requested = null;
  }
}
