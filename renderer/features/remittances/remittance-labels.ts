import type { Remittance } from '../../../shared/bank/remittances.ts';
import type { RemittanceRow } from '../../../shared/ipc/changes/remittances.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { fact, instantWords, moneyOf } from '../../kit/register-labels.ts';
import type { Fact } from '../../ui/facts/fact.ts';
import { countryName } from './countries.ts';

type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };

/** Null where the bank gave no amount. */
export const amountOf = ({ amount, currency }: Remittance): Money | null =>
  moneyOf(amount, currency);

/** `1,250.00 USD to Grace Wanjiru`. */
export function nameOf({ record, id }: RemittanceRow): string {
  const amount = amountOf(record);
  return [amount && formatMoney(amount), 'to', record.recipientName || id]
    .filter(Boolean)
    .join(' ');
}

/** All known facts of a remittance, in groups; empty ones are left out. */
export function factsOf({ record, origin, addedAt }: RemittanceRow): FactGroup[] {
  const groups: readonly FactGroup[] = [
    {
      title: 'Order',
      facts: [
        fact('Status', record.status),
        fact('Reason', record.reason),
        fact('From account', record.accountNumber),
        fact(
          'Fee',
          typeof record.fee !== 'string' ? '' : formatMoney(money(record.fee, record.currency)),
        ),
        fact('Purpose', record.purpose),
        fact('Narration', record.narration),
      ],
    },
    {
      title: 'Recipient',
      facts: [
        fact('Name', record.recipientName),
        fact('Country', countryWords(record.recipientCountry)),
        fact('Account number', record.recipientAccountNumber),
        fact('BIC or code', record.recipientBankBicOrCode),
        fact('Bank', record.recipientBankName),
      ],
    },
    {
      title: 'Sender',
      facts: [fact('Name', record.senderName), fact('Country', countryWords(record.senderCountry))],
    },
    {
      title: 'At the bank',
      facts: [
        fact('Created', instantWords(record.createdAt)),
        fact('Last change', instantWords(record.updatedAt)),
        fact(origin === 'made' ? 'Sent from here' : 'Imported', instantWords(addedAt)),
      ],
    },
  ];
  return groups
    .map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value !== '') }))
    .filter(({ facts }) => facts.length > 0);
}

/** `KEN · Kenya`; an unknown code is shown alone. */
export function countryWords(code: string): string {
  const name = countryName(code);
  return name === null ? code : `${code} · ${name}`;
}
