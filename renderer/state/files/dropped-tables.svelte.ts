/** What a table or a statement that was dropped where none is taken may be. */
export type TableKind = 'ledger' | 'payments' | 'sub-clients';

/** A table or a statement on its way to what takes it: a person is asked once what it is, with the likelier answer chosen. */
export class DroppedTables {
  requested = $state.raw<{ readonly file: File; readonly isStatement: boolean } | null>(null);
  #given: { readonly kind: TableKind; readonly file: File } | null = null;

  ask(file: File, isStatement = false): void {
    this.requested = { file, isStatement };
  }

  /** The kind a person chose; null where they cancelled. */
  answer(kind: TableKind | null): void {
    this.#given = kind && this.requested ? { kind, file: this.requested.file } : null;
    this.requested = null;
  }

  /** Once: who takes it has it. */
  take(kind: TableKind): File | null {
    if (this.#given?.kind !== kind) return null;
    const { file } = this.#given;
    this.#given = null;
    return file;
  }
}
