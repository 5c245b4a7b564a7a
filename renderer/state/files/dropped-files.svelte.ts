/** Statement files of the bank that were dropped or chosen, and are to be taken: one dialog takes them, wherever that was. */
export class GivenFiles {
  requested = $state.raw<readonly File[]>([]);

  take(files: readonly File[]): void {
    if (files.length > 0) this.requested = [...this.requested, ...files];
  }

  done(): void {
    this.requested = [];
  }
}
