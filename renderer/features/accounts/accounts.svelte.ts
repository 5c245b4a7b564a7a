import type { AccountRow } from '../../../shared/ipc/accounts/accounts.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import { DraftPlace, type Drafts } from '../../state/forms/drafts.svelte.ts';
import { OpenSubmissions } from '../../state/records/open-submissions.svelte.ts';
import { Records } from '../../state/records/records.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { NewAccount } from './new-account.svelte.ts';

type PaneKind = 'detail' | 'form' | 'inflow' | 'waiting';
type Answer = { readonly rows: readonly AccountRow[]; readonly asOf: Timestamp | null };

/** Our accounts, the selected one, the new one being entered, and those that were requested and have no answer. */
export class AccountsState extends Records<AccountRow, Answer> {
  readonly list = new Resource(() => request('accounts.list', {}));
  readonly fetching = new Resource(() => request('accounts.refresh', {}));
  readonly detail = new Resource(() =>
    request('accounts.get', { accountNumber: this.selectedKey ?? '' }),
  );
  readonly printing = new Resource(() =>
    request('accounts.saveFundingPdf', { accountNumber: this.selectedKey ?? '' }),
  );
  readonly open = new OpenSubmissions('createVirtualAccount');
  readonly drafts: DraftPlace<NewAccount>;
  readonly #subClients = new Resource(() => request('subClients.list', { search: '' }));
  readonly #session: Session;
  #paneKind = $state<PaneKind>('detail');

  /** The detail of the selected account; null until it was read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.accountNumber === this.selectedKey ? this.detail.value : null,
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

  constructor(drafts: Drafts, session: Session) {
    super();
    this.drafts = new DraftPlace(drafts, 'account', {
      isDraft: (draft) => draft instanceof NewAccount,
      again: (written) => new NewAccount().takeUp(written),
    });
    this.#session = session;
  }

  get paneKind(): PaneKind {
    return this.#paneKind === 'form' && !this.drafts.current ? 'detail' : this.#paneKind;
  }

  /** The owner's name as far as it is known here, else its id. */
  ownerName(clientId: string): string {
    const user = this.#session.state?.user;
    if (clientId === '' || clientId === user?.clientId) return user?.clientName ?? '';
    const subClient = this.#subClients.value?.rows.find(({ entityId }) => entityId === clientId);
    return subClient?.name ?? clientId;
  }

  /** Every account is loaded: no request is needed. */
  override find(text: string): void {
    this.search = text;
  }

  select(accountNumber: string): void {
    this.close();
    if (accountNumber === this.selectedKey) return;
    this.selectedKey = accountNumber;
    this.printing.clear();
    void this.detail.refresh();
  }

  /** Selects the first account, so that its details are visible at once. */
  selectFirst(): void {
    const [first] = this.rows;
    if (this.selectedKey === null && first) this.select(first.accountNumber);
  }

  begin(): void {
    this.drafts.begin(() => new NewAccount());
    this.#paneKind = 'form';
  }

  beginInflow(): void {
    this.#paneKind = 'inflow';
  }

  choose(submission: SubmissionView): void {
    this.close();
    this.open.choose(submission);
    this.#paneKind = 'waiting';
  }

  /** Closes the pane beside the list; the entered text stays as a draft. */
  close(): void {
    this.drafts.leave();
    this.#paneKind = 'detail';
    this.open.choose(null);
  }

  discard(): void {
    this.drafts.drop();
    this.close();
  }

  /** Sends the reviewed order. An order that the bank accepted, or may have accepted, is no longer a draft. */
  async send(): Promise<SubmissionView | null> {
    const sent = (await this.drafts.current?.send()) ?? null;
    if (!sent) return null;
    this.discard();
    await this.#settled(sent);
    return sent;
  }

  /** Handles a changed submission; if it is the open one, the account it opened is shown. */
  async onSubmission(submission: SubmissionView): Promise<void> {
    const looked = this.open.onSubmission(submission);
    if (looked) await this.#settled(looked);
  }

  /** Looks up the open order, or sends it again. */
  async settle(action: 'lookUp' | 'sendAgain'): Promise<void> {
    const answer = await this.open[action]();
    if (answer) await this.#settled(answer);
  }

  override async reread(): Promise<void> {
    await Promise.all([
      this.list.refresh(),
      this.#subClients.refresh(),
      this.open.refresh(),
      this.selectedKey === null ? null : this.detail.refresh(),
    ]);
  }

  protected override keyOf({ accountNumber }: AccountRow): string {
    return accountNumber;
  }

  protected override rowsOf({ rows }: Answer): readonly AccountRow[] {
    const words = this.search.trim().toLowerCase();
    if (words === '') return rows;
    return rows.filter((row) =>
      [row.accountName, row.accountNumber, row.currency, row.status, this.ownerName(row.clientId)]
        .join(' ')
        .toLowerCase()
        .includes(words),
    );
  }

  async #settled(submission: SubmissionView): Promise<void> {
    await this.reread();
    if (submission.state === 'accepted' && submission.recordId !== null)
      this.select(submission.recordId);
    else if (submission.state !== 'accepted') this.choose(submission);
  }
}
