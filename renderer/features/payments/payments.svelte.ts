import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { PaymentRow } from '../../../shared/ipc/changes/payments.ts';
import type { SubmissionDetail } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import type { RequiredFieldList } from '../../state/forms/required-entry.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { Records } from '../../state/records/records.svelte.ts';
import type { ResendConfirmation } from '../../state/records/resend-review.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { Selection } from '../../ui/lists/selection.svelte.ts';
import { BegunPayments } from './begun-payments.svelte.ts';
import { InvoiceReader } from './invoice/invoice-batch.svelte.ts';
import { accountOf, amountOf } from './payment-labels.ts';

type Answer = { readonly rows: readonly PaymentRow[]; readonly asOf: Timestamp | null };

/** The payments, the one selected, and those begun; drafts outlive the view. */
export class PaymentsState extends Records<PaymentRow, Answer> {
  readonly list = new Resource(() =>
    request('payments.list', { search: this.search, limit: limits.listRowsMax }),
  );
  readonly fetching = new Resource(() => request('payments.refresh', {}));
  readonly detail = new Resource<SubmissionDetail>(() =>
    request('submissions.get', { submissionId: this.selected?.submission?.submissionId ?? '' }),
  );
  /** The lookup of the selected payment, or its repeated sending. */
  readonly settling = new Resource<unknown>(() => this.#settle());
  readonly begun: BegunPayments;
  readonly invoices = new InvoiceReader();
  /** Several payments, to be summed and exported. */
  readonly selection = new Selection<PaymentRow>({
    keyOf: (row) => this.keyOf(row),
    at: (index) => this.rows[index],
    cursor: () => this.selectedIndex,
    indexOf: (reference) => this.rows.findIndex((row) => row.reference === reference),
    between: (first, last) => this.rows.slice(first, last + 1),
    max: limits.actItemsMax,
  });
  /** The current or last known rows of the selected ones. */
  readonly chosen: readonly PaymentRow[] = $derived.by(() => {
    const current = new Map(this.rows.map((row) => [row.reference, row]));
    return this.selection.items.map((row) => current.get(row.reference) ?? row);
  });
  /** The export of the selected payments, or of the open one. */
  readonly exporting = new Resource(() =>
    request('payments.export', { references: this.exported }),
  );

  /** Writes the invoices of the same payments into a folder. */
  readonly proving = new Resource(() => request('evidence.save', { references: this.exported }));

  #selectedRow = $state.raw<PaymentRow | null>(null);
  #settleBy: 'lookUp' | 'sendAgain' = 'lookUp';
  #confirmation: ResendConfirmation = { acknowledged: [], twins: [] };

  /** As the list has it now, or as it was read when it is not in the list. */
  override readonly selected: PaymentRow | null = $derived.by(
    () => this.rows[this.selectedIndex] ?? this.#selectedRow,
  );
  /** Of the selected payment; null until it has been read. */
  readonly history: SubmissionDetail['history'] = $derived.by(() => {
    const { value } = this.detail;
    return value && value.submissionId === this.selected?.submission?.submissionId
      ? value.history
      : [];
  });

  /** The references of the payments that an export writes. */
  get exported(): string[] {
    const rows = this.chosen.length > 0 ? this.chosen : this.selected ? [this.selected] : [];
    return rows.map(({ reference }) => reference);
  }

  constructor(drafts: Drafts, accounts: Accounts, required: RequiredFieldList) {
    super();
    const lastUsed = (currency: string): string | null =>
      this.rows
        .filter((row) => amountOf(row)?.currency === currency)
        .map(accountOf)
        .find((accountNumber) => accountNumber !== '') ?? null;
    this.begun = new BegunPayments(drafts, { accounts, lastUsed, required });
  }

  select(row: PaymentRow): void {
    this.begun.hide();
    this.invoices.dismiss();
    const isSame = row.reference === this.selected?.reference;
    this.#selectedRow = row;
    this.selectedKey = row.reference;
    if (!isSame) this.settling.clear();
    this.#readHistory();
  }

  /** Reads invoices: one begins a payment, several become a payment file. */
  async readInvoices(files: readonly File[]): Promise<void> {
    if (files.length === 0 || this.invoices.progress) return;
    const row = await this.invoices.read(files, this.begun.payingAccounts);
    if (row) this.begun.startInvoice(row);
    else this.begun.hide();
  }

  /** Selects by reference, also one that the list does not show. */
  async open(reference: string): Promise<void> {
    const read = await request('payments.get', { reference });
    if (read.ok) this.select(read.value);
  }

  /** Sends the reviewed payment, and shows the outcome unless the person left. False if the form stays. */
  async send({ isLeft }: { readonly isLeft: () => boolean }): Promise<boolean> {
    const sent = await this.begun.send();
    if (!sent) return false;
    await this.list.refresh();
    if (!isLeft()) await this.open(sent.reference);
    return true;
  }

  /** Leaves the payment that is being sent; once it is stored, it appears in the list. */
  async leave(reference: string): Promise<void> {
    this.begun.leave();
    await this.list.refresh();
    if (this.rows.some((row) => row.reference === reference)) await this.open(reference);
  }

  lookUp = (): Promise<void> => this.#settleWith('lookUp');
  /** Returns why the payment was not sent again; null if it was. */
  sendAgain = async (confirmation: ResendConfirmation): Promise<AppError | null> => {
    this.#confirmation = confirmation;
    await this.#settleWith('sendAgain');
    return this.settling.error;
  };

  override async reread(): Promise<void> {
    await this.list.refresh();
    this.#readHistory();
  }

  protected override keyOf({ reference }: PaymentRow): string {
    return reference;
  }

  protected override rowsOf({ rows }: Answer): readonly PaymentRow[] {
    return rows;
  }

  #readHistory(): void {
    if (this.selected?.submission) void this.detail.refresh();
  }

  async #settleWith(by: 'lookUp' | 'sendAgain'): Promise<void> {
    if (this.settling.busy) return;
    this.#settleBy = by;
    await this.settling.refresh();
    await this.reread();
  }

  #settle() {
    const submissionId = this.selected?.submission?.submissionId ?? '';
    return this.#settleBy === 'lookUp'
      ? request('submissions.lookUp', { submissionId })
      : request('submissions.sendAgain', { submissionId, ...this.#confirmation });
  }
}
