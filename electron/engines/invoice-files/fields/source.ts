import type { InvoiceField } from '../../../../shared/ipc/changes/invoices.ts';

/** xml: data for machines · code: a payment code in a picture · text: words of a page, which are only a proposal. */
export type SourceKind = 'xml' | 'code' | 'text';

/** A value and the place where it was read, such as `XML BT-115` or `QR code on page 1`. */
export type Sourced = { readonly value: string; readonly from: string; readonly kind: SourceKind };

/**
 * Why an invoice is not paid without a person.
 * credit-note, debited, card, settled, no-invoice, self-billed: nothing is to be paid by a transfer · nothing-due: its amount is zero or negative ·
 * account-wrong: an IBAN whose check digits do not fit · value-wrong: a value that cannot be read · several: one source has several values ·
 * contradiction: two values that must agree differ · kind-unknown: it is not clear what it is.
 */
export type InvoiceProblemKind =
  | 'credit-note'
  | 'debited'
  | 'card'
  | 'settled'
  | 'no-invoice'
  | 'self-billed'
  | 'nothing-due'
  | 'account-wrong'
  | 'value-wrong'
  | 'several'
  | 'contradiction'
  | 'kind-unknown';

/** A whole sentence for a person. */
export type InvoiceProblem = {
  readonly kind: InvoiceProblemKind;
  readonly message: string;
  /** The values to decide between, where it is about one field. */
  readonly field?: InvoiceField;
  readonly values?: readonly Sourced[];
};

/** The values from one source. A field may have several values: none is chosen here. */
export type InvoiceSource = {
  readonly kind: SourceKind;
  readonly values: Readonly<Partial<Record<InvoiceField, readonly Sourced[]>>>;
  readonly problems: readonly InvoiceProblem[];
};

/** Collects the values of one source. Equal values count once. */
export class SourceValues {
  readonly #kind: SourceKind;
  readonly #values = new Map<InvoiceField, Sourced[]>();
  readonly #problems: InvoiceProblem[] = [];

  constructor(kind: SourceKind) {
    this.#kind = kind;
  }

  add(field: InvoiceField, value: string | null | undefined, from: string): void {
    if (value === null || value === undefined || value === '') return;
    const known = this.#values.get(field) ?? [];
    if (known.some((other) => other.value === value)) return;
    this.#values.set(field, [...known, { value, from, kind: this.#kind }]);
  }

  fault(kind: InvoiceProblemKind, message: string): void {
    if (!this.#problems.some((known) => known.message === message))
      this.#problems.push({ kind, message });
  }

  /** The only value of a field; undefined where there is none or several. */
  only(field: InvoiceField): string | undefined {
    const values = this.#values.get(field) ?? [];
    return values.length === 1 ? values[0]?.value : undefined;
  }

  done(): InvoiceSource {
    return {
      kind: this.#kind,
      values: Object.fromEntries(this.#values),
      problems: this.#problems,
    };
  }
}
