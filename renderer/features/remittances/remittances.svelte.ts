import type { RemittanceRow } from '../../../shared/ipc/changes/remittances.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { Register } from '../../state/records/register.svelte.ts';
import { NewRemittance, type RemittanceFields } from './new-remittance.svelte.ts';

/** The register of remittances. */
export class RemittancesState extends Register<RemittanceRow, NewRemittance> {
  readonly #knowing: ConstructorParameters<typeof NewRemittance>[1];

  constructor(drafts: Drafts, knowing: ConstructorParameters<typeof NewRemittance>[1]) {
    super(drafts, {
      name: 'remittance',
      list: (search) => request('remittances.list', { search }),
      refresh: () => request('remittances.refresh', {}),
      import: (id) => request('remittances.import', { id }),
      isDraft: (draft) => draft instanceof NewRemittance,
      again: (written) => new NewRemittance({}, knowing).takeUp(written),
    });
    this.#knowing = knowing;
  }

  /** Opens the form; a new one begins with the sender of the last remittance. */
  begin(known: Partial<RemittanceFields>): void {
    this.beginWith(() => {
      const last = this.list.value?.rows.find(({ origin }) => origin === 'made')?.record;
      const sender = last && { senderName: last.senderName, senderCountry: last.senderCountry };
      return new NewRemittance({ ...known, ...sender }, this.#knowing);
    });
  }
}
