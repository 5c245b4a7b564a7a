import { SvelteMap } from 'svelte/reactivity';

import type {
  InvoiceField,
  InvoiceRow,
  InvoiceValue,
} from '../../../../shared/ipc/changes/invoices.ts';

/** A decision that a person makes before an invoice is paid: a value, or a confirmation. */
export type InvoicePoint = {
  readonly key: string;
  readonly message: string;
  readonly field?: InvoiceField | undefined;
  /** The values to choose from; empty if the point is only confirmed. */
  readonly values: readonly InvoiceValue[];
};

const looked = 'looked at';

/** The invoice of a payment, and the person's decisions about it. */
export class BegunInvoice {
  readonly row: InvoiceRow;
  readonly points: readonly InvoicePoint[];
  readonly #decided = new SvelteMap<string, string>();

  constructor(row: InvoiceRow) {
    this.row = row;
    this.points = pointsOf(row);
  }

  decisionOf({ key }: InvoicePoint): string | undefined {
    return this.#decided.get(key);
  }

  isOpen = (point: InvoicePoint): boolean => !this.#decided.has(point.key);

  choose({ key }: InvoicePoint, value: string): void {
    this.#decided.set(key, value);
  }

  confirm({ key }: InvoicePoint, isSeen: boolean): void {
    if (isSeen) this.#decided.set(key, looked);
    else this.#decided.delete(key);
  }

  /** The account to be paid: the one on the invoice, or the one that a person chose. */
  get account(): string {
    const chosen = this.points.find(({ field }) => field === 'account');
    return (chosen && this.#decided.get(chosen.key)) ?? this.row.stated.account;
  }

  get currency(): string {
    const chosen = this.points.find(({ field }) => field === 'currency');
    return (chosen && this.#decided.get(chosen.key)) ?? this.row.stated.currency;
  }

  /** The confirmation of a payee whose account differs from the invoice's. Null if there is nothing to confirm. */
  payeePoint(
    payee: {
      readonly entityId: string;
      readonly name: string;
      readonly accountNumber: string;
    } | null,
  ): InvoicePoint | null {
    if (payee === null || payee.accountNumber === '' || this.account === '') return null;
    if (compact(payee.accountNumber) === compact(this.account)) return null;
    return {
      key: `payee ${payee.entityId}`,
      message: `The invoice asks for payment to ${this.account}. ${payee.name} is saved with ${payee.accountNumber}, which would be paid.`,
      values: [],
    };
  }
}

const compact = (number: string): string => number.replace(/[\s.-]+/g, '').toUpperCase();

function pointsOf({ stated, match, seen }: InvoiceRow): InvoicePoint[] {
  const points = stated.problems.map(({ message, field, values = [] }) => ({
    ...{ key: message, message, field },
    values: values.filter(({ value }, at) => values.findIndex((one) => one.value === value) === at),
  }));
  const isToDecide = match.kind === 'differs' || match.kind === 'several';
  return [
    ...(seen === '' ? [] : [{ key: seen, message: seen, values: [] }]),
    ...(isToDecide ? [{ key: match.message, message: match.message, values: [] }] : []),
    ...points,
  ];
}
