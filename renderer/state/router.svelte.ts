import type { ExceptionGroup } from '../../shared/exception-groups.ts';
import type { ReviewFilter } from '../../shared/ipc/review/review.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';

/** The parameters of each view; all are optional. */
export type ViewParams = {
  /** The selected account. */
  position: { accountNumber?: string };
  /** The entry is opened under the filter; one that the filter leaves out is opened without it. `sourceId`: a second source. */
  statements: { accountNumber?: string; entryId?: string; sourceId?: string } & StatementFilter;
  /** `at`: the selected entry. */
  review: {
    filter?: ReviewFilter;
    accountNumber?: string;
    at?: { readonly accountNumber: string; readonly id: string };
  };
  /** `id`: the rule to open. */
  rules: { id?: string };
  /** `group`: the group to show; all by default. */
  exceptions: { exceptionId?: string; group?: ExceptionGroup };
  /** `again`: the reference of an earlier payment to repeat; the other parameters fill a new one. */
  payments: {
    reference?: string;
    again?: string;
    beneficiaryId?: string;
    accountNumber?: string;
    /** The key of a draft to continue. */
    draft?: string;
    amount?: string;
    narration?: string;
    /** A name whose payee is chosen in the form. */
    payee?: string;
  };
  /** `reference`: the payment to select; `day`: its day. */
  due: { reference?: string; day?: string };
  /** `line`: the number of the line to select in the file. */
  'payment-files': { batchId?: string; fileId?: string; line?: number };
  /** `submissionId`: one without an answer. `sell`, `buy` and an amount fill a new one: two accounts, and the amount bought or sold. */
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
  /** `draft`: continues the change of the given beneficiary, or else the new one. `pasted`: bank details for a new one. */
  beneficiaries: { entityId?: string; draft?: true; pasted?: string };
  /** By the payee, by an entry, or by a name. Not in the sidebar: entries, payees and payments lead there. */
  counterparty: { payeeId?: string; accountNumber?: string; entryId?: string; name?: string };
  'sub-clients': {
    entityId?: string;
    tab?: 'list' | 'to-do' | 'board' | 'expiries';
    place?: 'details' | 'shareholders' | 'documents' | 'submit';
  };
  accounts: { accountNumber?: string; draft?: true };
  /** A stored ledger, or the newest one of the account. */
  books: { ledgerId?: string; accountNumber?: string };
  webhooks: { part?: 'timeline' | 'configuration' };
  /** `period`: the day, month or year to show; `dialog`: the dialog to open at once. */
  close: { period?: string; dialog?: 'close' | 'reopen' };
  /** `matchId`: the match to select. */
  screening: { matchId?: string };
  /** Unsent drafts. Not in the sidebar: other views link to it. */
  drafts: Record<string, never>;
  activity: Record<string, never>;
  /** `request`: the digest of the request to select. In the sidebar only if the team approves payments. */
  approvals: { request?: string };
  /** Not in the sidebar: the approvals and the page of the team link to it. */
  'approval-rules': Record<string, never>;
  /** Not in the sidebar: the line at the foot and the settings link to it. */
  team: Record<string, never>;
  /** Not in the sidebar: the page of the team links to it. `search`: the initial search. */
  'team-log': { search?: string };
  /** Not in the sidebar: it is linked where sending is closed. */
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
    /** The setting to show in the section. */
    setting?: string;
    operation?: string;
  };
};
export type ViewId = keyof ViewParams;

/**
 * One place in the window. Every move to a view has a new `visit`, so that a view opened again starts anew; a step within a view keeps it.
 */
export type Place = {
  readonly [V in ViewId]: {
    readonly view: V;
    readonly params: ViewParams[V];
    readonly visit: number;
  };
}[ViewId];

const historyMax = 50;

/** The current place with its history, back and forward; it has no address that could be forged. */
export class Router {
  #visits = 0;
  #profileId: string | null = null;
  #past = $state.raw<readonly Place[]>([]);
  #future = $state.raw<readonly Place[]>([]);
  #place = $state.raw<Place>({ view: 'position', params: {}, visit: 0 });
  /** The last noted parameters of each view: opened by its name alone it continues there. */
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

  /** Opens a view. Without parameters it opens as it was left; the view that is already open starts anew. */
  go<V extends ViewId>(view: V, params?: ViewParams[V]): void {
    const left = view === this.view ? undefined : this.#noted.get(view);
    // The pair of view and its own parameters is one member of the union.
    this.#move({ view, params: params ?? left ?? {}, visit: ++this.#visits } as Place);
  }

  /** Stores, without a move, the current parameters of the view, so that `back` finds them. Unchanged ones are ignored. */
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

  /** Undoes one `back`. */
  forward = (): void => {
    const [next, ...later] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.#place];
    this.#future = later;
    this.#show(next);
  };

  /** Resets the history for another bank: back to the start. A person who unlocks the same bank stays in place. */
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

  /** Shows a place of the history: the view has the parameters of that place, not its later ones. */
  #show(place: Place): void {
    this.#place = place;
    if (Object.keys(place.params).length > 0) this.#noted.set(place.view, place.params);
  }
}
