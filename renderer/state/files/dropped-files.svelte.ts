/** Dropped or chosen statement files of the bank, to be handled by one dialog, wherever they were dropped. */
export class GivenFiles {
  requested = $state.raw<readonly File[]>([]);

  take(files: readonly File[]): void {
    if (files.length > 0) this.requested = [...this.requested, ...files];
  }

  done(): void {
    this.requested = [];
  }
}
