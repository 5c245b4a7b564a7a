/** Invoices that were dropped or chosen, on their way to the payments, which take them. */
export class DroppedInvoices {
  given = $state.raw<readonly File[]>([]);

  give(files: readonly File[]): void {
    this.given = [...this.given, ...files];
  }

  /** Once: who takes them has them. */
  take(): readonly File[] {
    const files = this.given;
    this.given = [];
    return files;
  }
}
