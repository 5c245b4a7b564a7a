/** The possible kinds of a table or a statement that was dropped outside every drop zone. */
export type TableKind = 'ledger' | 'payments' | 'sub-clients';

/** A table or a statement to be passed to its view: a person is asked once what it is, with the likelier answer preselected. */
export class DroppedTables {
  requested = $state.raw<{ readonly file: File; readonly isStatement: boolean } | null>(null);
  #given: { readonly kind: TableKind; readonly file: File } | null = null;

  ask(file: File, isStatement = false): void {
    this.requested = { file, isStatement };
  }

  /** The person's choice; null if they cancelled. */
  answer(kind: TableKind | null): void {
    this.#given = kind && this.requested ? { kind, file: this.requested.file } : null;
    this.requested = null;
  }

  /** Returns the file once. */
  take(kind: TableKind): File | null {
    if (this.#given?.kind !== kind) return null;
    const { file } = this.#given;
    this.#given = null;
    return file;
  }
}
