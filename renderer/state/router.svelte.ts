/** What each view may be opened with; everything is optional. */
export type ViewParams = {
  position: Record<string, never>;
  statements: { accountNumber?: string; entryId?: string; from?: string; to?: string };
  exceptions: { exceptionId?: string };
  /** `again` is the reference of an earlier payment that a new one is begun from; the rest fills a new one. */
  payments: {
    reference?: string;
    again?: string;
    beneficiaryId?: string;
    accountNumber?: string;
  };
  'payment-files': { batchId?: string };
  conversions: { tradeId?: string };
  remittances: { id?: string };
  receivables: { id?: string; accountNumber?: string };
  beneficiaries: { entityId?: string };
  'sub-clients': {
    entityId?: string;
    tab?: 'list' | 'to-do' | 'board' | 'expiries';
    place?: 'details' | 'shareholders' | 'documents' | 'submit';
  };
  accounts: { accountNumber?: string };
  webhooks: { part?: 'timeline' | 'configuration' };
  activity: Record<string, never>;
  /** Not in the sidebar: it is led to where sending is closed. */
  reconcile: Record<string, never>;
  /** `operation` is one that the bank file should confirm: its place in the text is shown. */
  settings: {
    section?:
      | 'general'
      | 'banks'
      | 'bank-file'
      | 'recordings'
      | 'operations'
      | 'doctor'
      | 'network'
      | 'backup'
      | 'sandbox';
    operation?: string;
  };
};
export type ViewId = keyof ViewParams;

/** One place in the window. `visit` is new with every move, so that a view opened anew starts anew. */
export type Place = {
  readonly [V in ViewId]: {
    readonly view: V;
    readonly params: ViewParams[V];
    readonly visit: number;
  };
}[ViewId];

const historyMax = 50;

/** Where the window is and where it was; no address, nothing to forge. */
export class Router {
  #visits = 0;
  #profileId: string | null = null;
  #past = $state.raw<readonly Place[]>([]);
  #place = $state.raw<Place>({ view: 'position', params: {}, visit: 0 });

  get place(): Place {
    return this.#place;
  }

  get view(): ViewId {
    return this.#place.view;
  }

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  go<V extends ViewId>(view: V, params?: ViewParams[V]): void {
    this.#past = [...this.#past, this.#place].slice(-historyMax);
    // The pair of view and its own parameters is one member of the union.
    this.#place = { view, params: params ?? {}, visit: ++this.#visits } as Place;
  }

  /** Remembers, without a move, where the view has got to, so that `back` finds it again. What is known is no news. */
  note<V extends ViewId>(view: V, params: ViewParams[V]): void {
    const { view: here, params: known } = this.#place;
    const isNews = JSON.stringify(known) !== JSON.stringify(params);
    if (here === view && isNews) this.#place = { ...this.#place, params } as Place;
  }

  back = (): void => {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.#place = last;
  };

  /**
   * Another bank, another history: back to the start, the past forgotten. Who unlocks the same bank is where they were.
   */
  belongTo(profileId: string | null): void {
    if (this.#profileId === profileId) return;
    this.#profileId = profileId;
    this.#past = [];
    this.#place = { view: 'position', params: {}, visit: ++this.#visits };
  }
}
