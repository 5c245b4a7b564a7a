import type { ExceptionGroup } from '../../shared/exception-groups.ts';
import type { ReviewFilter } from '../../shared/ipc/review/review.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';

/** What each view may be opened with; everything is optional. */
export type ViewParams = {
  /** The account that is selected. */
  position: { accountNumber?: string };
  /** The entry is looked at under the filter; one that the filter leaves out is looked at without it. `sourceId`: a second source. */
  statements: { accountNumber?: string; entryId?: string; sourceId?: string } & StatementFilter;
  /** `at`: the entry that was looked at. */
  review: {
    filter?: ReviewFilter;
    accountNumber?: string;
    at?: { readonly accountNumber: string; readonly id: string };
  };
  /** `id`: the rule that is opened. */
  rules: { id?: string };
  /** Of one door, or all. */
  exceptions: { exceptionId?: string; group?: ExceptionGroup };
  /** `again` is the reference of an earlier payment that a new one is begun from; the rest fills a new one. */
  payments: {
    reference?: string;
    again?: string;
    beneficiaryId?: string;
    accountNumber?: string;
    /** The key of a draft that was begun and left. */
    draft?: string;
    amount?: string;
    narration?: string;
    /** A name whose payee is chosen in the form. */
    payee?: string;
  };
  /** `reference`: the payment that is looked at; `day`: its day. */
  due: { reference?: string; day?: string };
  /** `line`: the line of the file that is looked at, by its number there. */
  'payment-files': { batchId?: string; fileId?: string; line?: number };
  /** `submissionId` is one without an answer. `sell`, `buy` and an amount fill a new one: two accounts, and what is bought or sold. */
  conversions: {
    tradeId?: string;
    submissionId?: string;
    draft?: true;
    sell?: string;
    buy?: string;
    buyAmount?: string;
    sellAmount?: string;
  };
  remittances: { id?: string; draft?: true };
  receivables: { id?: string; accountNumber?: string; draft?: true };
  /** With `draft` the change of the one named is gone on with, or else the new one. `pasted`: bank details that a new one is begun with. */
  beneficiaries: { entityId?: string; draft?: true; pasted?: string };
  /** By the payee, by an entry, or by a name. Not in the sidebar: entries, payees and payments lead there. */
  counterparty: { payeeId?: string; accountNumber?: string; entryId?: string; name?: string };
  'sub-clients': {
    entityId?: string;
    tab?: 'list' | 'to-do' | 'board' | 'expiries';
    place?: 'details' | 'shareholders' | 'documents' | 'submit';
  };
  accounts: { accountNumber?: string; draft?: true };
  /** A ledger that is kept, or the newest one of the account. */
  books: { ledgerId?: string; accountNumber?: string };
  webhooks: { part?: 'timeline' | 'configuration' };
  /** `period`: the day, month or year that is looked at; `dialog`: the dialog to open at once. */
  close: { period?: string; dialog?: 'close' | 'reopen' };
  /** What was typed and not sent. Not in the sidebar: it is led to. */
  /** `matchId`: the match that is selected. */
  screening: { matchId?: string };
  drafts: Record<string, never>;
  activity: Record<string, never>;
  /** `request`: the digest of the one that is looked at. In the sidebar only where the team approves payments. */
  approvals: { request?: string };
  /** Not in the sidebar: the approvals and the page of the team lead there. */
  'approval-rules': Record<string, never>;
  /** Not in the sidebar: the line at the foot and the settings lead there. */
  team: Record<string, never>;
  /** Not in the sidebar: the page of the team leads there. `search`: what is searched at first. */
  'team-log': { search?: string };
  /** Not in the sidebar: it is led to where sending is closed. */
  reconcile: Record<string, never>;
  /** `operation` is one that the bank file should confirm: its place in the text is shown. */
  settings: {
    section?:
      | 'general'
      | 'appearance'
      | 'banks'
      | 'bank-file'
      | 'recordings'
      | 'operations'
      | 'calendars'
      | 'doctor'
      | 'network'
      | 'backup'
      | 'sandbox';
    /** The setting at which the section opens. */
    setting?: string;
    operation?: string;
  };
};
export type ViewId = keyof ViewParams;

/**
 * One place in the window. `visit` is new with every move to a view, so that a view opened anew starts anew; a step within a view
 * keeps it.
 */
export type Place = {
  readonly [V in ViewId]: {
    readonly view: V;
    readonly params: ViewParams[V];
    readonly visit: number;
  };
}[ViewId];

const historyMax = 50;

/** Where the window is, where it was and where it came back from; no address, nothing to forge. */
export class Router {
  #visits = 0;
  #profileId: string | null = null;
  #past = $state.raw<readonly Place[]>([]);
  #future = $state.raw<readonly Place[]>([]);
  #place = $state.raw<Place>({ view: 'position', params: {}, visit: 0 });
  /** What each view noted last: opened by its name alone it goes on there. */
  readonly #noted = new Map<ViewId, Place['params']>();

  get place(): Place {
    return this.#place;
  }

  get view(): ViewId {
    return this.#place.view;
  }

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  /**
   * Opens a view. Without parameters it is where it was left; the view that is open already begins anew.
   */
  go<V extends ViewId>(view: V, params?: ViewParams[V]): void {
    const left = view === this.view ? undefined : this.#noted.get(view);
    // The pair of view and its own parameters is one member of the union.
    this.#move({ view, params: params ?? left ?? {}, visit: ++this.#visits } as Place);
  }

  /** Remembers, without a move, where the view has got to, so that `back` finds it again. What is known is no news. */
  note<V extends ViewId>(view: V, params: ViewParams[V]): void {
    const { view: here, params: known } = this.#place;
    if (here !== view) return;
    this.#noted.set(view, params);
    if (JSON.stringify(known) !== JSON.stringify(params))
      this.#place = { ...this.#place, params } as Place;
  }

  /** A step within the view, such as a filter: the view stays as it is, and `back` takes the step back. */
  step<V extends ViewId>(view: V, params: ViewParams[V]): void {
    if (this.view !== view) return;
    this.#noted.set(view, params);
    this.#move({ ...this.#place, params } as Place);
  }

  back = (): void => {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#place, ...this.#future];
    this.#show(last);
  };

  /** Takes one `back` back. */
  forward = (): void => {
    const [next, ...later] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.#place];
    this.#future = later;
    this.#show(next);
  };

  /**
   * Another bank, another history: back to the start, the past forgotten. Who unlocks the same bank is where they were.
   */
  belongTo(profileId: string | null): void {
    if (this.#profileId === profileId) return;
    this.#profileId = profileId;
    this.#past = [];
    this.#future = [];
    this.#noted.clear();
    this.#place = { view: 'position', params: {}, visit: ++this.#visits };
  }

  #move(place: Place): void {
    this.#past = [...this.#past, this.#place].slice(-historyMax);
    this.#future = [];
    this.#place = place;
  }

  /** A view that was left and is come back to is where it was in that place, not where it got to later. */
  #show(place: Place): void {
    this.#place = place;
    if (Object.keys(place.params).length > 0) this.#noted.set(place.view, place.params);
  }
}
