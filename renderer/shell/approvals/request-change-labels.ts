import { formatMoney } from '../../../shared/money/format.ts';
import type { PendingChange } from '../../state/forms/change-requests.svelte.ts';

/** The requested change, as a noun with its distinguishing details. */
export function changeText({ change, currency }: PendingChange): string {
  switch (change.route) {
    case 'conversions.lock':
      return `a conversion of ${formatMoney({ amount: change.input.amount, currency: currency ?? '' })}`;
    case 'remittances.send':
      return `a remittance of ${formatMoney(change.input.order)} to ${change.input.order.recipientName}`;
    case 'receivables.create':
      return `a receivable of ${formatMoney(change.input.order)} from ${change.input.order.payerName}`;
    case 'beneficiaries.create':
      return `the new payee ${change.input.payee.name}`;
    case 'subClients.create':
      return `the new sub-client ${change.input.details.name}`;
    case 'shareholders.create':
      return `the new shareholder ${change.input.shareholder.name}`;
    case 'webhooks.add':
      return `the webhook address ${change.input.callbackUrl}`;
    case 'webhooks.changeMode':
      return `the webhook mode ${change.input.mode}`;
    case 'accounts.createVirtual':
      return `the new account ${change.input.accountName}`;
    case 'documents.send':
      return change.input.itemIds.length === 1 ? 'this document' : 'these documents';
    case 'beneficiaries.update':
      return 'the change of this payee';
    case 'subClients.update':
      return 'the change of this sub-client';
    case 'subClients.submit':
      return 'the submission of this sub-client';
    case 'subClients.delete':
      return 'the deletion of this sub-client';
    case 'shareholders.update':
      return 'the change of this shareholder';
  }
}
