import type { BankEvent } from '../../../../shared/ipc/timeline.ts';
import type { Router } from '../../../state/router.svelte.ts';

/** Opens the record that an event is about; its list where the event stands for many. */
export function goToRecord(router: Router, { kind, placeId, accountNumber }: BankEvent): void {
  const entity = placeId === '' ? {} : { entityId: placeId };
  const record = placeId === '' ? {} : { id: placeId };
  const account = accountNumber === null ? {} : { accountNumber };
  const go: Readonly<Record<BankEvent['kind'], () => void>> = {
    entry: () => {
      router.go('statements', { ...account, ...(placeId === '' ? {} : { entryId: placeId }) });
    },
    transfer: () => {
      router.go('payments', placeId === '' ? {} : { reference: placeId });
    },
    trade: () => {
      router.go('conversions', placeId === '' ? {} : { tradeId: placeId });
    },
    remittance: () => router.go('remittances', record),
    receivable: () => router.go('receivables', record),
    beneficiary: () => router.go('beneficiaries', entity),
    'sub-client': () => router.go('sub-clients', entity),
    document: () => router.go('sub-clients', { ...entity, place: 'documents' }),
    shareholder: () => router.go('sub-clients', { ...entity, place: 'shareholders' }),
    account: () => router.go('accounts', account),
    webhook: () => router.go('webhooks', { part: 'configuration' }),
  };
  go[kind]();
}
