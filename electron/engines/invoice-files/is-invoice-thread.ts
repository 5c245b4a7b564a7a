/** The start data of the thread. */
export type InvoiceThreadData = { readonly thread: 'invoices' };

export const isInvoiceThread = (data: unknown): data is InvoiceThreadData =>
  (data as Partial<InvoiceThreadData> | null)?.thread === 'invoices';
