import type { AccountRow } from '../../../shared/ipc/accounts.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { Resource } from '../../state/resource.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { NewAccount } from './new-account.svelte.ts';

const openMax = 200;

type Beside = 'detail' | 'form' | 'inflow' | 'waiting';
type Asked = {
  readonly route: 'submissions.lookUp' | 'submissions.sendAgain';
  readonly id: string;
};

/** Our accounts, the one selected, a new one on its way, and those that were asked for and have no answer. */
export class AccountsState {
  readonly list = new Resource(() => request('accounts.list', {}));
  readonly detail = new Resource(() =>
    request('accounts.get', { accountNumber: this.#selected ?? '' }),
  );
  /** Asking the bank; the local copy's answers are `list` and `detail`. */
  readonly fetching = new Resource(() => request('accounts.refresh', {}));
  readonly printing = new Resource(() =>
    request('accounts.saveFundingPdf', { accountNumber: this.#selected ?? '' }),
  );
  /** Looking an order up, or sending it again. */
  readonly working = new Resource(() =>
    request(this.#asked.route, { submissionId: this.#asked.id }),
  );
  readonly #subClients = new Resource(() => request('subClients.list', { search: '' }));
  readonly #open = new Resource(() => request('submissions.list', { open: true, limit: openMax }));
  readonly #drafts: Drafts;
  readonly #session: Session;
  #search = $state('');
  #selected = $state<string | null>(null);
  #beside = $state<Beside>('detail');
  #chosen = $state.raw<SubmissionView | null>(null);
  #asked: Asked = { route: 'submissions.lookUp', id: '' };

  readonly rows: readonly AccountRow[] = $derived.by(() => this.#found());
  readonly selectedIndex: number = $derived.by(() =>
    this.rows.findIndex(({ accountNumber }) => accountNumber === this.#selected),
  );
  /** The detail of the selected account; null until it was read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.accountNumber === this.#selected ? this.detail.value : null,
  );
  readonly waiting: readonly SubmissionView[] = $derived.by(() =>
    (this.#open.value?.rows ?? []).filter(({ operation }) => operation === 'createVirtualAccount'),
  );
  /** Who may own an account: the client itself, and every sub-client that was not deleted. */
  readonly owners: readonly { readonly value: string; readonly label: string }[] = $derived.by(
    () => [
      { value: '', label: this.#clientName },
      ...(this.#subClients.value?.rows ?? [])
        .filter(({ status }) => status.toLowerCase() !== 'deleted')
        .map(({ entityId, name }) => ({ value: entityId, label: name })),
    ],
  );
  readonly #clientName: string = $derived.by(() => {
    const name = this.#session.state?.user?.clientName ?? '';
    return name === '' ? 'Your organisation' : name;
  });
  readonly draft: NewAccount | null = $derived.by(() => this.#kept());

  constructor(drafts: Drafts, session: Session) {
    this.#drafts = drafts;
    this.#session = session;
  }

  get search(): string {
    return this.#search;
  }

  get selected(): string | null {
    return this.#selected;
  }

  get beside(): Beside {
    return this.#beside === 'form' && !this.draft ? 'detail' : this.#beside;
  }

  /** The order that is looked at. */
  get chosen(): SubmissionView | null {
    return this.#chosen;
  }

  /** The owner's name as far as it is known here, else its id. */
  ownerName(clientId: string): string {
    const user = this.#session.state?.user;
    if (clientId === '' || clientId === user?.clientId) return user?.clientName ?? '';
    const subClient = this.#subClients.value?.rows.find(({ entityId }) => entityId === clientId);
    return subClient?.name ?? clientId;
  }

  find(text: string): void {
    this.#search = text;
  }

  select(accountNumber: string): void {
    this.close();
    if (accountNumber === this.#selected) return;
    this.#selected = accountNumber;
    this.printing.clear();
    void this.detail.refresh();
  }

  /** What a person opens the view for is in sight at once. */
  selectFirst(): void {
    const [first] = this.rows;
    if (this.#selected === null && first) this.select(first.accountNumber);
  }

  begin(): void {
    if (!this.#kept()) this.#drafts.keep('account', 'new', new NewAccount());
    this.#beside = 'form';
  }

  beginInflow(): void {
    this.#beside = 'inflow';
  }

  choose(submission: SubmissionView): void {
    this.close();
    this.working.clear();
    this.#chosen = submission;
    this.#beside = 'waiting';
  }

  /** Closes what stands beside the list; what was entered stays as a draft. */
  close(): void {
    if (this.draft?.isDraft === false) this.#drafts.drop('account', 'new');
    this.#beside = 'detail';
    this.#chosen = null;
  }

  discard(): void {
    this.#drafts.drop('account', 'new');
    this.close();
  }

  /** Sends the reviewed order. What the bank took, or may have taken, is no draft any more. */
  async send(): Promise<SubmissionView | null> {
    const sent = (await this.draft?.send()) ?? null;
    if (!sent) return null;
    this.discard();
    await this.#settled(sent);
    return sent;
  }

  lookUp = (): Promise<SubmissionView | null> => this.#ask('submissions.lookUp');
  sendAgain = (): Promise<SubmissionView | null> => this.#ask('submissions.sendAgain');

  /** Hears of a submission; the account it opened is shown when it is the one looked at. */
  hear(submission: SubmissionView): void {
    if (submission.operation !== 'createVirtualAccount') return;
    void this.#open.refresh();
    if (submission.submissionId === this.#chosen?.submissionId) void this.#settled(submission);
  }

  /** Reads the local copy again. */
  reread = async (): Promise<void> => {
    await Promise.all([
      this.list.refresh(),
      this.#subClients.refresh(),
      this.#open.refresh(),
      this.#selected === null ? null : this.detail.refresh(),
    ]);
  };

  /** Asks the bank, then reads the local copy again. */
  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.reread();
  };

  async #settled(submission: SubmissionView): Promise<void> {
    await this.reread();
    if (submission.state === 'accepted' && submission.recordId !== null)
      this.select(submission.recordId);
    else if (submission.state !== 'accepted') this.choose(submission);
  }

  async #ask(route: Asked['route']): Promise<SubmissionView | null> {
    if (!this.#chosen || this.working.busy) return null;
    this.#asked = { route, id: this.#chosen.submissionId };
    await this.working.refresh();
    const answer = this.working.error ? null : this.working.value;
    if (answer) await this.#settled(answer);
    return answer;
  }

  #found(): readonly AccountRow[] {
    const rows = this.list.value?.rows ?? [];
    const words = this.#search.trim().toLowerCase();
    if (words === '') return rows;
    return rows.filter((row) =>
      [row.accountName, row.accountNumber, row.currency, row.status, this.ownerName(row.clientId)]
        .join(' ')
        .toLowerCase()
        .includes(words),
    );
  }

  #kept(): NewAccount | null {
    const kept = this.#drafts.get('account', 'new');
    return kept instanceof NewAccount ? kept : null;
  }
}
