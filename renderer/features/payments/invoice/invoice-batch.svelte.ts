import type { InvoiceRow } from '../../../../shared/ipc/changes/invoices.ts';
import { request } from '../../../state/desk.ts';
import type { Accounts } from '../../../state/accounts.svelte.ts';

/** An invoice that was not put into the payment file, or a file that could not be read. */
export type HeldInvoice = {
  readonly fileName: string;
  readonly reason: string;
  /** Null where the file could not be read. */
  readonly row: InvoiceRow | null;
};

/** The result of reading several invoices. */
export type ReadInvoices = {
  /** The payment file of those that can be paid unchanged; null if there is none. */
  readonly batchId: string | null;
  readonly payable: number;
  readonly held: readonly HeldInvoice[];
};

/** Reads invoices one after the other, and makes a payment file of several. */
export class InvoiceReader {
  /** Null while nothing is read. */
  progress = $state.raw<{ readonly done: number; readonly all: number } | null>(null);
  batch = $state.raw<ReadInvoices | null>(null);

  /** Reads invoices. A single one is returned, to begin a payment; the result of several is in {@link batch}. */
  async read(
    files: readonly File[],
    payingAccounts: readonly { readonly currency: string; readonly accountNumber: string }[],
  ): Promise<InvoiceRow | null> {
    this.batch = null;
    const rows: InvoiceRow[] = [];
    const held: HeldInvoice[] = [];
    for (const [done, file] of files.entries()) {
      this.progress = { done, all: files.length };
      const read = await readOne(file);
      if ('invoiceId' in read) rows.push(read);
      else held.push(read);
    }
    this.progress = null;
    const [only] = rows;
    if (files.length === 1 && only) return only;
    this.batch = await makeFile(rows, held, payingAccounts);
    return null;
  }

  dismiss(): void {
    this.batch = null;
  }
}

/** The own account that pays each currency: the one that paid last, else the first. */
export function payingAccounts(
  accounts: Pick<Accounts, 'list' | 'find'>,
  lastUsed: (currency: string) => string | null,
): { readonly currency: string; readonly accountNumber: string }[] {
  const currencies = [...new Set(accounts.list.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const last = accounts.find(lastUsed(currency) ?? '');
    const account = last ?? accounts.list.find((one) => one.currency === currency);
    return account?.currency === currency
      ? [{ currency, accountNumber: account.accountNumber }]
      : [];
  });
}

async function readOne(file: File): Promise<InvoiceRow | HeldInvoice> {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (bytes === null)
    return { fileName: file.name, reason: 'It cannot be read. It may be gone.', row: null };
  const read = await request('invoices.read', { fileName: file.name, bytes });
  return read.ok ? read.value : { fileName: file.name, reason: read.error.message, row: null };
}

async function makeFile(
  rows: readonly InvoiceRow[],
  unread: readonly HeldInvoice[],
  accounts: readonly { readonly currency: string; readonly accountNumber: string }[],
): Promise<ReadInvoices> {
  if (rows.length === 0) return { batchId: null, payable: 0, held: unread };
  const invoiceIds = rows.map(({ invoiceId }) => invoiceId);
  const made = await request('invoices.toFile', { invoiceIds, accounts: [...accounts] });
  if (!made.ok) {
    const reason = made.error.message;
    return {
      batchId: null,
      payable: 0,
      held: [...rows.map((row) => ({ fileName: row.fileName, reason, row })), ...unread],
    };
  }
  const heldBack = made.value.heldBack.map(({ invoiceId, fileName, reason }) => ({
    ...{ fileName, reason },
    row: rows.find((row) => row.invoiceId === invoiceId) ?? null,
  }));
  return {
    batchId: made.value.batchId,
    payable: rows.length - heldBack.length,
    held: [...heldBack, ...unread],
  };
}
