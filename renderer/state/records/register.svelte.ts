import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { OpenOrder } from '../../../shared/ipc/changes/orders.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../desk.ts';
import { DraftPlace, type Begun, type Drafts } from '../forms/drafts.svelte.ts';
import { Records } from './records.svelte.ts';
import type { ResendConfirmation } from './resend-review.svelte.ts';
import { Resource } from './resource.svelte.ts';

/** The records of a register, their requests, and their drafts. */
type Kind<Row, Draft> = {
  readonly name: 'remittance' | 'receivable';
  readonly list: (search: string) => Promise<Outcome<Answer<Row>>>;
  /** Fetches every record that is not final. */
  readonly refresh: () => Promise<Outcome<unknown>>;
  /** Fetches a record by its id. */
  readonly import: (id: string) => Promise<Outcome<Row>>;
  readonly isDraft: (draft: unknown) => draft is Draft;
  /** Restores a stored draft. */
  readonly again: (written: unknown) => Draft | null;
};

/** One line of the list: a row of the register, or an order that it does not contain. */
type Item<Row> =
  | { readonly key: string; readonly row: Row; readonly submission?: never }
  | { readonly key: string; readonly submission: SubmissionView; readonly row?: never };

type Sendable = Begun & { send(): Promise<SubmissionView | null> };

type PaneKind = 'detail' | 'form' | 'import';

type Answer<Row> = { readonly rows: readonly Row[]; readonly open: readonly OpenOrder[] };

/** A register that the desk stores because the bank has no list; the selected record, and the drafts, which outlive the view. */
export abstract class Register<
  Row extends { readonly id: string },
  Draft extends Sendable,
> extends Records<Item<Row>, Answer<Row>> {
  readonly list = new Resource(() => this.#kind.list(this.search));
  readonly fetching = new Resource(() => this.#kind.refresh());
  readonly importing = new Resource(() => this.#kind.import(this.importId));
  /** The lookup of an order, or its repeated sending. */
  readonly working = new Resource(() => this.#followUp());
  importId = $state('');
  paneKind = $state<PaneKind>('detail');
  readonly drafts: DraftPlace<Draft>;

  /** The person's confirmation of a repeated sending; null for a lookup. */
  #confirmation: ResendConfirmation | null = null;
  readonly #kind: Kind<Row, Draft>;

  protected constructor(drafts: Drafts, kind: Kind<Row, Draft>) {
    super();
    this.drafts = new DraftPlace(drafts, kind.name, kind);
    this.#kind = kind;
  }

  select(key: string): void {
    this.selectedKey = key;
    this.paneKind = 'detail';
    this.working.clear();
  }

  /** Opens the form on the existing draft, or a new one. */
  protected beginWith(made: () => Draft): void {
    this.drafts.begin(made);
    this.paneKind = 'form';
  }

  beginImport(): void {
    this.importing.clear();
    this.importId = '';
    this.paneKind = 'import';
  }

  /** Returns to the detail; the typed text stays as a draft. */
  close(): void {
    this.drafts.leave();
    this.paneKind = 'detail';
  }

  discard(): void {
    this.drafts.drop();
    this.paneKind = 'detail';
  }

  /** Sends the confirmed draft; its record is selected unless the person left. Null if the form stays. */
  async send(pendingSend: { readonly isLeft: boolean }): Promise<SubmissionView | null> {
    const sent = await this.drafts.current?.send();
    if (sent) this.drafts.drop();
    await this.reread();
    if (!sent) return null;
    if (!pendingSend.isLeft) this.#show(sent.recordId ?? sent.submissionId);
    return sent;
  }

  /** Leaves the order that is being sent; once it is stored, it appears in the list. */
  async leave(submissionId: string | undefined): Promise<void> {
    this.paneKind = 'detail';
    await this.reread();
    if (submissionId !== undefined) this.#show(submissionId);
  }

  /** Asks the bank for one by its id. True when it is in the register now; it is selected then. */
  async import(): Promise<boolean> {
    await this.importing.refresh();
    const { value, error } = this.importing;
    if (error || !value) return false;
    await this.reread();
    this.#show(value.id);
    return true;
  }

  lookUp = (): Promise<void> => this.#settle(null);
  /** The same order, with the same reference. Answers why it was not sent; null where it was. */
  sendAgain = async (confirmation: ResendConfirmation): Promise<AppError | null> => {
    await this.#settle(confirmation);
    return this.working.error;
  };

  protected override keyOf({ key }: Item<Row>): string {
    return key;
  }

  protected override rowsOf({ open, rows }: Answer<Row>): readonly Item<Row>[] {
    return [
      ...open.map(({ submission }) => ({ key: submission.submissionId, submission })),
      ...rows.map((row) => ({ key: row.id, row })),
    ];
  }

  #followUp(): Promise<Outcome<SubmissionView>> {
    const submissionId = this.selected?.submission?.submissionId ?? '';
    return this.#confirmation
      ? request('submissions.sendAgain', { submissionId, ...this.#confirmation })
      : request('submissions.lookUp', { submissionId });
  }

  async #settle(confirmation: ResendConfirmation | null): Promise<void> {
    this.#confirmation = confirmation;
    await this.working.refresh();
    await this.reread();
    const { value, error } = this.working;
    if (!error && value?.recordId) this.#show(value.recordId);
  }

  /** Shows a record; the search is cleared if it hides it. */
  #show(key: string): void {
    this.select(key);
    if (this.search === '' || this.selectedIndex >= 0) return;
    this.search = '';
    void this.list.refresh();
  }
}
