/** What a table that was dropped where none is taken may be. */
export type TableKind = 'ledger' | 'payments';

/** A table on its way to the view that takes it: a person is asked once what it is, with the likelier answer chosen. */
export class DroppedTables {
  asked = $state.raw<File | null>(null);
  #given: { readonly kind: TableKind; readonly file: File } | null = null;

  ask(file: File): void {
    this.asked = file;
  }

  /** A person said what it is; null where they thought better of it. */
  answer(kind: TableKind | null): void {
    this.#given = kind && this.asked ? { kind, file: this.asked } : null;
    this.asked = null;
  }

  /** Once: who takes it has it. */
  take(kind: TableKind): File | null {
    if (this.#given?.kind !== kind) return null;
    const { file } = this.#given;
    this.#given = null;
    return file;
  }
}
