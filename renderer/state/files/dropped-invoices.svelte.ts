/** Dropped or chosen invoices, to be passed to the payments. */
export class DroppedInvoices {
  given = $state.raw<readonly File[]>([]);

  give(files: readonly File[]): void {
    this.given = [...this.given, ...files];
  }

  /** Returns the files once. */
  take(): readonly File[] {
    const files = this.given;
    this.given = [];
    return files;
  }
}
