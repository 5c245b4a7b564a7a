import type { BeneficiaryRow } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import type { PaymentRow } from '../../../shared/ipc/changes/payments.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { payingAccounts } from './invoice/invoice-batch.svelte.ts';
import { PaymentDraft } from './payment-draft.svelte.ts';
import type { Beginning, PayingAccounts } from './payment-entry.svelte.ts';
import { accountOf, amountOf, beneficiaryIdOf, moreOf, nameOf } from './payment-labels.ts';

/** The fields that are filled in already. */
type Filled = Pick<Beginning, 'amount' | 'accountNumber' | 'narration'>;

/** Characters of a draft's key. */
const keyMax = 150;

/** The key of the draft that begins empty; other keys contain their source. */
const newDraft = 'new';

/** The payments that were begun and neither sent nor discarded; one of them may be open as a form. */
export class BegunPayments {
  /** Loads the data for a new payment. */
  readonly reading = new Resource<PaymentDraft>(() => this.#begin());
  #key = $state<string | null>(null);
  #source:
    | { readonly again: string }
    | { readonly beneficiaryId: string; readonly rest: Filled }
    | null = null;
  readonly #drafts: Drafts;
  readonly #paying: PayingAccounts;

  readonly form: PaymentDraft | null = $derived.by(() =>
    this.#key === null ? null : this.#draftOf(this.#key),
  );

  constructor(drafts: Drafts, paying: PayingAccounts) {
    this.#drafts = drafts;
    this.#paying = paying;
    drafts.makesAgain('payment', (written) => PaymentDraft.again(paying, written));
  }

  /** A new payment was begun and neither sent nor discarded. */
  get hasNew(): boolean {
    return this.#draftOf(newDraft)?.isDraft === true;
  }

  /** Opens an empty form, or the existing draft. */
  startNew(): void {
    if (!this.#draftOf(newDraft))
      this.#drafts.keep('payment', newDraft, new PaymentDraft(this.#paying));
    this.#show(newDraft);
  }

  /** Opens a form with everything of an earlier payment, directly in its review. */
  startAgain = async (reference: string): Promise<void> => {
    this.#source = { again: reference };
    await this.#open(`again ${reference}`);
    if (this.form && !this.form.error) await this.form.review();
  };

  /** Opens a form for a beneficiary, with the known fields filled in; an existing draft of exactly the same is continued. */
  startFor = async (beneficiaryId: string, rest: Filled = {}): Promise<void> => {
    this.#source = { beneficiaryId, rest };
    const filled = Object.values(rest).join(' ');
    await this.#open(['to', beneficiaryId, filled].filter(Boolean).join(' ').slice(0, keyMax));
  };

  /** Opens a form whose payee is still to be chosen, with the name as search text. */
  startNamed(payee: string, rest: Filled): void {
    const key = ['for', payee, ...Object.values(rest)].join(' ').slice(0, keyMax);
    if (!this.#draftOf(key)) {
      const draft = new PaymentDraft(this.#paying, rest);
      draft.payeeSearch = payee;
      this.#drafts.keep('payment', key, draft);
    }
    this.#show(key);
  }

  /** Opens a form filled from an invoice. A payee is filled in only by the account. */
  startInvoice(row: InvoiceRow): void {
    const key = `invoice ${row.invoiceId}`;
    if (!this.#draftOf(key)) {
      const { stated, match, narration, dueLater } = row;
      const account = this.payingAccounts.find((one) => one.currency === stated.currency);
      const beginning: Beginning = {
        ...{ invoice: row, narration, amount: stated.amount },
        due: dueLater,
        beneficiary: match.kind === 'known' ? match.payee : null,
        accountNumber: account?.accountNumber ?? '',
      };
      const draft = new PaymentDraft(this.#paying, beginning);
      if (match.kind === 'unknown') draft.payeeSearch = stated.payee || stated.seller;
      this.#drafts.keep('payment', key, draft);
    }
    this.#show(key);
  }

  /** The own account that pays each currency. */
  get payingAccounts(): ReturnType<typeof payingAccounts> {
    return payingAccounts(this.#paying.accounts, this.#paying.lastUsed);
  }

  /** Leaves the form while it is being sent. Opened again, it shows the state of the sending. */
  leave(): void {
    if (this.form) this.form.isConfirming = false;
    this.hide();
  }

  /** Opens the form with this key, as it was left. */
  goOn(key: string): void {
    if (this.#draftOf(key)) this.#show(key);
  }

  /** The key of the open form; null where there is none. */
  get openKey(): string | null {
    return this.form && this.#key;
  }

  /** Hides the form; the typed text stays. */
  hide(): void {
    this.#key = null;
  }

  /** Closes the form; the typed text stays as a draft. */
  close(): void {
    if (this.form?.isDraft === false) this.discard();
    this.hide();
  }

  discard(): void {
    if (this.#key !== null) this.#drafts.drop('payment', this.#key);
    this.hide();
  }

  /** Sends the reviewed payment. Returns its reference and closes the form, also if the outcome is unknown; null if it stays open. */
  async send() {
    const [form, key] = [this.form, this.#key];
    if (!form || key === null) return null;
    const sent = await form.send();
    if (sent.kind === 'kept') return null;
    this.#drafts.drop('payment', key);
    if (this.#key === key) this.hide();
    return { reference: sent.reference };
  }

  /** Requests the approval of the reviewed payment. Returns the request, and closes the form; null where it stays open. */
  async requestApproval(words: string) {
    const [form, key] = [this.form, this.#key];
    if (!form || key === null) return null;
    const requested = await form.requestApproval(words);
    if (requested === null) return null;
    this.#drafts.drop('payment', key);
    if (this.#key === key) this.hide();
    return requested;
  }

  /** Schedules the reviewed payment for its day. Returns it, and closes the form; null where it stays open. */
  async schedule() {
    const [form, key] = [this.form, this.#key];
    if (!form || key === null) return null;
    const scheduled = await form.schedule();
    if (scheduled === null) return null;
    this.#drafts.drop('payment', key);
    if (this.#key === key) this.hide();
    return scheduled;
  }

  async #open(key: string): Promise<void> {
    if (!this.#draftOf(key)) {
      await this.reading.refresh();
      const { value, error } = this.reading;
      if (error || !value) return;
      this.#drafts.keep('payment', key, value);
    }
    this.#show(key);
  }

  async #begin() {
    const begun = await this.#readBeginning();
    return begun.ok
      ? { ok: true as const, value: new PaymentDraft(this.#paying, begun.value) }
      : begun;
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
      ? { ok: true as const, value: { ...source?.rest, beneficiary: beneficiary.value } }
      : beneficiary;
  }

  #show(key: string): void {
    const draft = this.#draftOf(key);
    if (draft?.busy === 'sending') draft.isConfirming = true;
    else draft?.backToTyping();
    this.#key = key;
  }

  #draftOf(key: string): PaymentDraft | null {
    const draft = this.#drafts.get('payment', key);
    return draft instanceof PaymentDraft ? draft : null;
  }
}

/** The bank details are added by the review, which reads them anew. */
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
    more: moreOf(row),
  };
}
