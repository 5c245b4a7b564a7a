import type { Timestamp } from '../../../shared/calendar.ts';
import type { PaymentRow, ReviewedPayment } from '../../../shared/ipc/payments.ts';
import type { BeneficiaryRow } from '../../../shared/ipc/beneficiaries.ts';
import type { SubmissionDetail } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { Records } from '../../state/records.svelte.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { PaymentDraft } from './payment-draft.svelte.ts';
import type { Beginning } from './payment-entry.svelte.ts';
import { accountOf, amountOf, beneficiaryIdOf, nameOf } from './payment-words.ts';

/** The draft that a person begins with nothing; others carry what they were begun from. */
const newDraft = 'new';

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
  /** Looking the selected one up, or sending it again. */
  readonly settling = new Resource<unknown>(() => this.#settle());
  /** Reading what a new payment is begun from. */
  readonly beginning = new Resource<PaymentDraft>(() => this.#begin());

  #selectedRow = $state.raw<PaymentRow | null>(null);
  #formKey = $state<string | null>(null);
  #settleBy: 'lookUp' | 'sendAgain' = 'lookUp';
  #payeeChecked = false;
  #source: { readonly again: string } | { readonly beneficiaryId: string } | null = null;
  readonly #drafts: Drafts;
  readonly #accounts: Accounts;

  /** As the list has it now, or as it was read when it is not in the list. */
  override readonly selected: PaymentRow | null = $derived.by(
    () => this.rows[this.selectedIndex] ?? this.#selectedRow,
  );
  readonly form: PaymentDraft | null = $derived.by(() =>
    this.#formKey === null ? null : this.#draftOf(this.#formKey),
  );
  /** Of the selected payment; null until it has been read. */
  readonly history: SubmissionDetail['history'] = $derived.by(() => {
    const { value } = this.detail;
    return value && value.submissionId === this.selected?.submission?.submissionId
      ? value.history
      : [];
  });

  constructor(drafts: Drafts, accounts: Accounts) {
    super();
    this.#drafts = drafts;
    this.#accounts = accounts;
  }

  /** A new payment was begun and neither sent nor discarded. */
  get hasNewDraft(): boolean {
    return this.#draftOf(newDraft)?.entry.isBegun === true;
  }

  select(row: PaymentRow): void {
    this.#formKey = null;
    const isSame = row.reference === this.selected?.reference;
    this.#selectedRow = row;
    this.selectedKey = row.reference;
    if (!isSame) this.settling.clear();
    this.#readHistory();
  }

  /** Selects by reference, also one that the list does not show. */
  async open(reference: string): Promise<void> {
    const read = await request('payments.get', { reference });
    if (read.ok) this.select(read.value);
  }

  /** Opens an empty form, or the draft that is there. */
  startNew(): void {
    if (!this.#draftOf(newDraft)) this.#keep(newDraft, {});
    this.#show(newDraft);
  }

  /** Opens a form with everything of an earlier payment, on its second look at once. */
  startAgain = async (reference: string): Promise<void> => {
    this.#source = { again: reference };
    await this.#open(`again ${reference}`);
    if (this.form && !this.form.error) await this.form.review();
  };

  /** Opens a form for a beneficiary. */
  startFor = async (beneficiaryId: string): Promise<void> => {
    this.#source = { beneficiaryId };
    await this.#open(`to ${beneficiaryId}`);
  };

  /** Closes the form; what was typed stays as a draft. */
  closeForm(): void {
    const { form } = this;
    if (form && !form.entry.isBegun) this.#drop();
    this.#formKey = null;
  }

  discard(): void {
    this.#drop();
    this.#formKey = null;
  }

  /** Sends the reviewed payment. The name it went to if the bank has it; then, or when nobody knows, the form is done. */
  async send(): Promise<ReviewedPayment | null> {
    const [form, key] = [this.form, this.#formKey];
    const review = form?.reviewed ?? null;
    if (!form || key === null) return null;
    const sent = await form.send();
    if (sent.kind === 'kept') return null;
    this.#drafts.drop('payment', key);
    if (this.#formKey === key) this.#formKey = null;
    await this.list.refresh();
    await this.open(sent.reference);
    return sent.kind === 'sent' ? review : null;
  }

  lookUp = (): Promise<void> => this.#settleWith('lookUp');
  /** With the person's word for the beneficiary where the bank does not tell it. */
  sendAgain = (payeeChecked: boolean): Promise<void> => {
    this.#payeeChecked = payeeChecked;
    return this.#settleWith('sendAgain');
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
      : request('submissions.sendAgain', { submissionId, payeeChecked: this.#payeeChecked });
  }

  async #open(key: string): Promise<void> {
    if (!this.#draftOf(key)) {
      await this.beginning.refresh();
      const { value, error } = this.beginning;
      if (error || !value) return;
      this.#drafts.keep('payment', key, value);
    }
    this.#show(key);
  }

  async #begin() {
    const begun = await this.#readBeginning();
    return begun.ok ? { ok: true as const, value: this.#draft(begun.value) } : begun;
  }

  async #readBeginning() {
    const source = this.#source;
    if (source && 'again' in source) {
      const earlier = await request('payments.get', { reference: source.again });
      return earlier.ok ? { ok: true as const, value: beginningOf(earlier.value) } : earlier;
    }
    const beneficiary = await request('payments.beneficiary', {
      beneficiaryId: source?.beneficiaryId ?? '',
    });
    return beneficiary.ok
      ? { ok: true as const, value: { beneficiary: beneficiary.value } }
      : beneficiary;
  }

  #show(key: string): void {
    this.#draftOf(key)?.backToTyping();
    this.#formKey = key;
  }

  #keep(key: string, beginning: Beginning): void {
    this.#drafts.keep('payment', key, this.#draft(beginning));
  }

  #draft(beginning: Beginning): PaymentDraft {
    const lastUsed = (currency: string): string | null =>
      this.rows
        .filter((row) => amountOf(row)?.currency === currency)
        .map(accountOf)
        .find((accountNumber) => accountNumber !== '') ?? null;
    return new PaymentDraft({ accounts: this.#accounts, lastUsed }, beginning);
  }

  #draftOf(key: string): PaymentDraft | null {
    const kept = this.#drafts.get('payment', key);
    return kept instanceof PaymentDraft ? kept : null;
  }

  #drop(): void {
    if (this.#formKey !== null) this.#drafts.drop('payment', this.#formKey);
  }
}

/** The bank details come with the review, read anew. */
function beginningOf(row: PaymentRow): Beginning {
  const beneficiary: BeneficiaryRow = {
    entityId: beneficiaryIdOf(row),
    name: nameOf(row),
    accountName: '',
    accountNumber: '',
    bankName: '',
    bankBicOrCode: '',
    country: '',
    currencyIso3Code: amountOf(row)?.currency ?? '',
  };
  return {
    beneficiary: beneficiary.entityId === '' ? null : beneficiary,
    amount: amountOf(row)?.amount ?? '',
    accountNumber: accountOf(row),
    narration: row.transfer?.narration ?? '',
  };
}
