import type { CreditMatch, ReceivableRow } from '../../../shared/ipc/changes/receivables.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { Register } from '../../state/records/register.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { NewReceivable, type ReceivableFields } from './new-receivable.svelte.ts';

type Pairing = { readonly id: string; readonly accountNumber?: string; readonly entryId?: string };

/** The register of receivables, and the matching of credits. */
export class ReceivablesState extends Register<ReceivableRow, NewReceivable> {
  /** Saves which credit paid a receivable, or removes it. */
  readonly matching = new Resource(() => request('receivables.match', this.#pairing));

  #pairing: Pairing = { id: '' };
  readonly #knowing: ConstructorParameters<typeof NewReceivable>[1];

  constructor(drafts: Drafts, knowing: ConstructorParameters<typeof NewReceivable>[1]) {
    super(drafts, {
      name: 'receivable',
      list: (search) => request('receivables.list', { search }),
      refresh: () => request('receivables.refresh', {}),
      import: (id) => request('receivables.import', { id }),
      isDraft: (draft) => draft instanceof NewReceivable,
      again: (written) => new NewReceivable({}, knowing).takeUp(written),
    });
    this.#knowing = knowing;
  }

  override select(key: string): void {
    super.select(key);
    this.matching.clear();
  }

  begin(known: Partial<ReceivableFields>): void {
    this.beginWith(() => new NewReceivable(known, this.#knowing));
  }

  /** Selects the first receivable with a possible credit: what a person opens the view for. */
  selectFirstSuggested(): void {
    const first = this.rows.find(({ row }) => row && row.suggestions.length > 0);
    if (first && this.selectedKey === null) this.select(first.key);
  }

  /** Selects the next receivable with a credit to check, after the selected one; after the last, the first. */
  selectNextSuggested(): void {
    const at = this.selectedIndex;
    const isSuggested = ({ row }: (typeof this.rows)[number]): boolean =>
      (row?.suggestions.length ?? 0) > 0;
    const next = this.rows.slice(at + 1).find(isSuggested) ?? this.rows.find(isSuggested);
    if (next) this.select(next.key);
  }

  /** Saves that this credit paid the receivable. True on success. */
  async match(id: string, credit: CreditMatch): Promise<boolean> {
    const { accountNumber, entryId } = credit;
    return this.#pair({ id, accountNumber, entryId });
  }

  takeBack = (id: string): Promise<boolean> => this.#pair({ id });

  async #pair(pairing: Pairing): Promise<boolean> {
    this.#pairing = pairing;
    await this.matching.refresh();
    await this.reread();
    return this.matching.error === null;
  }
}
