import type {
  ColumnMatch,
  FileToMatch,
  ColumnMatchDraft,
} from '../../../../shared/ipc/changes/payment-files.ts';

/** The meanings that a person gives the columns of one file: they start as guesses, and all of them can be changed. */
export class ColumnMatching {
  seen: FileToMatch = $state.raw(nothingSeen);
  /** The meaning of each column; empty: the column is not used. */
  fields = $state<string[]>([]);
  /** Empty until chosen. */
  decimals = $state('');
  remember = $state(true);

  /** Reads the columns from another first line; their chosen meanings stay, also when the file is opened again. */
  look(seen: FileToMatch): void {
    const isAnew = seen.columns.length !== this.fields.length;
    const { draft } = seen;
    this.seen = seen;
    if (isAnew && draft?.fields.length === seen.columns.length) {
      this.fields = draft.fields;
      this.remember = draft.remember;
      this.decimals = draft.decimals ?? '';
      return;
    }
    if (isAnew) this.fields = seen.columns.map(({ guess }) => guess ?? '');
    this.#decide(isAnew ? '' : this.decimals);
  }

  /** A new amount column needs a new choice of decimals. */
  choose(at: number, field: string): void {
    this.fields = this.fields.map((known, other) =>
      other === at ? field : known === field ? '' : known,
    );
    if (field === 'amount') this.#decide('');
  }

  /** Fills in the decimals that the amounts imply; where they are ambiguous the person's choice stays. */
  #decide(choice: string): void {
    const found = this.#amounts?.decimals;
    this.decimals = found === 'point' || found === 'comma' ? found : choice;
  }

  get #amounts() {
    return this.seen.columns[this.fields.indexOf('amount')];
  }

  /** True where the amounts have decimals that must be chosen or confirmed. */
  readonly needsDecimals: boolean = $derived.by(() => {
    const found = this.#amounts?.decimals;
    return found !== undefined && found !== 'whole';
  });

  /** The decimals that the amounts imply, in a sentence. */
  readonly decimalsWords: string = $derived.by(
    () =>
      ({
        point: 'Every amount can be read with a point.',
        comma: 'Every amount can be read with a comma.',
        mixed: 'Both are used: amounts that do not fit become problems of their lines.',
        ambiguous: 'No amount shows which decimal separator is used.',
        whole: '',
      })[this.#amounts?.decimals ?? 'whole'],
  );

  /** The first missing answer, in one sentence; null if the payments can be checked. */
  readonly missing: string | null = $derived.by(() => {
    if (!this.fields.includes('amount')) return 'Choose the column of the amounts.';
    if (!payees.some((field) => this.fields.includes(field)))
      return 'Choose a column that names the payees: by name, account or id.';
    if (this.needsDecimals && this.decimals === '')
      return 'Choose the decimal separator of the amounts.';
    return null;
  });

  /** The draft that is stored until the payments are checked. */
  get draft(): ColumnMatchDraft {
    const { decimals, remember } = this;
    return {
      fields: [...this.fields],
      decimals: decimals === 'point' || decimals === 'comma' ? decimals : null,
      firstLine: this.seen.firstLine,
      remember,
    };
  }

  get match(): ColumnMatch {
    const columns = this.fields.flatMap((field, at) =>
      field === '' ? [] : [[field, at] as const],
    );
    const { decimals, firstLine, remember } = this.draft;
    return { columns: Object.fromEntries(columns), decimals, firstLine, remember };
  }
}

const nothingSeen: FileToMatch = {
  fileId: '',
  accountNumber: null,
  draft: null,
  fileName: '',
  firstLine: 1,
  columns: [],
  fields: [],
  lines: [],
  why: '',
};

const payees = ['beneficiary', 'beneficiaryAccount', 'beneficiaryId'];
