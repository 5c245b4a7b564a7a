import { SvelteMap } from 'svelte/reactivity';

import type {
  InvoiceField,
  InvoiceRow,
  InvoiceValue,
} from '../../../../shared/ipc/changes/invoices.ts';

/** Something that a person decides before an invoice is paid: a value, or that it was looked at. */
export type InvoicePoint = {
  readonly key: string;
  readonly message: string;
  readonly field?: InvoiceField | undefined;
  /** To choose from; empty where it is only confirmed. */
  readonly values: readonly InvoiceValue[];
};

const looked = 'looked at';

/** The invoice that a payment is begun from, and what a person decided of it. */
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

  /** The account that is to be paid: as the invoice states it, or as a person chose it. */
  get account(): string {
    const chosen = this.points.find(({ field }) => field === 'account');
    return (chosen && this.#decided.get(chosen.key)) ?? this.row.stated.account;
  }

  get currency(): string {
    const chosen = this.points.find(({ field }) => field === 'currency');
    return (chosen && this.#decided.get(chosen.key)) ?? this.row.stated.currency;
  }

  /** A payee whose account is not the invoice's is confirmed by a person. Null where there is nothing to confirm. */
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
