import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';

import { moreProblems, placeOf, type RequiredField } from '../../../shared/bank/required-fields.ts';
import type { PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import type { BeneficiaryRow } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import type { PaymentTemplate } from '../../../shared/ipc/changes/payments.ts';
import { readTyped } from '../../state/forms/entered-amount.ts';
import type { Accounts } from '../../state/accounts.svelte.ts';
import {
  requiredTexts,
  type RequiredFieldList,
  type RequiredEntry,
} from '../../state/forms/required-entry.ts';

/** The contents that a payment begins with; also the shape of a stored draft. */
export const Beginning = z.object({
  beneficiary: z
    .custom<BeneficiaryRow>(
      (row) => typeof row === 'object' && row !== null && 'entityId' in row && 'name' in row,
    )
    .nullable(),
  amount: z.string(),
  accountNumber: z.string(),
  narration: z.string(),
  more: z.record(z.string(), z.string()),
  /** The later day on which it is to be paid; empty for now. */
  due: z.string().default(''),
  /** The invoice of the payment. */
  invoice: z
    .custom<InvoiceRow>((row) => typeof row === 'object' && row !== null && 'invoiceId' in row)
    .nullable()
    .default(null),
});
export type Beginning = Partial<z.output<typeof Beginning>>;

/** A payment as it is entered, but for its reference. */
export type Entered = {
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly amount: string;
  readonly currency: string;
  readonly narration: string;
  /** The extra fields that the bank's file requires; absent where none is filled in. */
  readonly more?: Record<string, string>;
};

export type PayingAccounts = {
  readonly accounts: Accounts;
  /** The account that paid last in a currency. */
  readonly lastUsed: (currency: string) => string | null;
  /** The extra fields that the bank's file requires. */
  readonly required: RequiredFieldList;
};

type Problems = Readonly<Record<string, string | undefined>>;

export const narrationMax = 140;

/** The fields of a payment and their errors; an error is shown once its field was left. */
export class PaymentEntry implements RequiredEntry {
  amount = $state('');
  narration = $state('');
  /** The later day on which it is to be paid, as ISO text; empty for now. */
  due = $state('');
  readonly invoice: InvoiceRow | null;
  readonly #more: SvelteMap<string, string>;
  readonly #paying: PayingAccounts;
  beneficiary = $state.raw<BeneficiaryRow | null>(null);
  #chosenAccount = $state('');
  #touched = $state.raw<ReadonlySet<string>>(new Set());
  /** The errors from the main process, with the entries that they are about. */
  #answered = $state.raw<{ fields: Problems; text: string } | null>(null);

  /** The chosen account, or none if it no longer exists; without a choice one in the beneficiary's currency, the last used first. */
  readonly account: PositionAccount | undefined = $derived.by(() => {
    const { accounts, lastUsed } = this.#paying;
    if (this.#chosenAccount !== '') return accounts.find(this.#chosenAccount);
    const currency = this.beneficiary?.currencyIso3Code ?? '';
    return (
      accounts.find(lastUsed(currency) ?? '') ??
      accounts.list.find((account) => account.currency === currency) ??
      accounts.list[0]
    );
  });
  readonly currency: string = $derived.by(() => this.account?.currency ?? '');
  readonly entered: Entered = $derived.by(() => ({
    accountNumber: this.account?.accountNumber ?? '',
    beneficiaryId: this.beneficiary?.entityId ?? '',
    amount: this.amount.trim(),
    currency: this.currency,
    narration: this.narration.trim(),
    ...this.#filled(),
  }));
  readonly #found: Problems = $derived.by(() => ({
    ...problemsOf(this.entered),
    ...moreProblems(this.required, this.entered.more),
  }));
  readonly problems: Problems = $derived.by(() => this.#shown());

  constructor(paying: PayingAccounts, beginning: Beginning = {}) {
    this.#paying = paying;
    this.invoice = beginning.invoice ?? null;
    this.beneficiary = beginning.beneficiary ?? null;
    this.amount = beginning.amount ?? '';
    this.narration = beginning.narration ?? '';
    this.due = beginning.due ?? '';
    this.#chosenAccount = beginning.accountNumber ?? '';
    this.#more = new SvelteMap(Object.entries(beginning.more ?? {}));
  }

  get required(): readonly RequiredField[] {
    return this.#paying.required();
  }

  /** The entries, to begin a payment with them again. */
  get beginning(): Required<Beginning> {
    return {
      beneficiary: this.beneficiary,
      amount: this.amount,
      accountNumber: this.#chosenAccount,
      narration: this.narration,
      more: Object.fromEntries(this.#more),
      due: this.due,
      invoice: this.invoice,
    };
  }

  textOf(name: string): string {
    return this.#more.get(name) ?? '';
  }

  fill(name: string, text: string): void {
    this.#more.set(name, text);
  }

  leave(name: string): void {
    this.touch(placeOf(name));
  }

  problemOf(name: string): string | undefined {
    return this.problems[placeOf(name)];
  }

  /** True if something was entered. */
  get isBegun(): boolean {
    const texts = [this.amount, this.narration, ...this.#more.values()];
    return (
      this.invoice !== null || this.beneficiary !== null || texts.some((text) => text.trim() !== '')
    );
  }

  get isComplete(): boolean {
    return Object.keys(this.#found).length === 0;
  }

  chooseBeneficiary(beneficiary: BeneficiaryRow | null): void {
    this.beneficiary = beneficiary;
  }

  chooseAccount(accountNumber: string): void {
    this.#chosenAccount = accountNumber;
  }

  /** Fills in the fields of a template; earlier entries stay. */
  fillFrom({ payee, accountNumber, amount, narration, more = {} }: PaymentTemplate): void {
    this.beneficiary ??= payee;
    if (this.#chosenAccount === '') this.#chosenAccount = accountNumber;
    if (this.amount.trim() === '') this.amount = amount;
    if (this.narration.trim() === '') this.narration = narration;
    for (const [name, text] of Object.entries(more))
      if (this.textOf(name).trim() === '') this.fill(name, text);
  }

  touch(...fields: readonly string[]): void {
    this.#touched = new Set([...this.#touched, ...fields]);
  }

  /** Shows errors from the main process until an entry changes. */
  refuse(fields: Problems): void {
    this.#answered = { fields, text: textOf(this.entered) };
  }

  #filled(): Pick<Entered, 'more'> {
    const more = requiredTexts(this.required, (name) => this.textOf(name));
    return Object.keys(more).length === 0 ? {} : { more };
  }

  #shown(): Problems {
    const own = Object.entries(this.#found).filter(([field]) => this.#touched.has(field));
    const isSame = this.#answered?.text === textOf(this.entered);
    return { ...(isSame ? this.#answered?.fields : {}), ...Object.fromEntries(own) };
  }
}

/** A text that is equal for the same payment. */
export const textOf = (entered: Entered): string => JSON.stringify(entered);

function problemsOf({
  accountNumber,
  beneficiaryId,
  amount,
  currency,
  narration,
}: Entered): Problems {
  const read = readTyped(amount, currency);
  return {
    ...(beneficiaryId === '' ? { beneficiaryId: 'choose who is paid' } : {}),
    ...(accountNumber === '' ? { accountNumber: 'choose the account that pays' } : {}),
    ...(read.ok ? {} : { amount: read.error }),
    ...(narration.length > narrationMax
      ? { narration: `is longer than ${String(narrationMax)} characters` }
      : {}),
  };
}
