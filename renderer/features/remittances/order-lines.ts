import type { PositionAccount } from '../../../shared/ipc/accounts/accounts.ts';
import { readTyped } from '../../state/forms/entered-amount.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import type { NewRemittance } from './new-remittance.svelte.ts';
import { countryWords } from './remittance-labels.ts';

type Line = { readonly label: string; readonly value: string };

/** The amount as it will be sent; nothing while it cannot be read. */
export function amountWords({ form, currency }: NewRemittance): string {
  const read = readTyped(form.draft.amount, currency);
  return read.ok ? formatMoney({ amount: read.value, currency }) : '';
}

/** The whole order, as it will be sent, restated for a last look. */
export function orderLines(
  remittance: NewRemittance,
  account: PositionAccount | undefined,
): readonly Line[] {
  const { draft } = remittance.form;
  const lines: readonly Line[] = [
    {
      label: 'From',
      value: [account?.accountName, draft.accountNumber].filter(Boolean).join(' · '),
    },
    { label: 'Amount', value: amountWords(remittance) },
    { label: 'To', value: draft.recipientName },
    { label: 'Account number', value: draft.recipientAccountNumber },
    {
      label: 'Bank',
      value: [draft.recipientBankName, draft.recipientBankBicOrCode].filter(Boolean).join(' · '),
    },
    { label: 'Recipient’s country', value: countryWords(draft.recipientCountry.toUpperCase()) },
    { label: 'Purpose', value: draft.purpose },
    { label: 'Narration', value: draft.narration },
    { label: 'Sender', value: draft.senderName },
    { label: 'Sender’s country', value: countryWords(draft.senderCountry.toUpperCase()) },
    { label: 'Reference', value: remittance.reference },
  ];
  return lines.filter(({ value }) => value.trim() !== '');
}
