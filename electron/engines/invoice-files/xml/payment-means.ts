import type { SourceValues } from '../fields/source.ts';
import { accountIn, bicIn, oneLine } from '../fields/values.ts';

/** A means of payment of an invoice in XML; its code is of UNTDID 4461. */
export type PaymentMeans = {
  readonly code: string;
  readonly account: string;
  readonly bic: string;
  readonly holder: string;
};

/** Codes for payment by direct debit, card or clearing: an additional transfer would pay twice. */
const direct: ReadonlySet<string> = new Set(['49', '59']);
const cards: ReadonlySet<string> = new Set(['48', '54', '55']);
const clearings: ReadonlySet<string> = new Set(['97']);

const isTransfer = ({ code }: PaymentMeans): boolean =>
  !direct.has(code) && !cards.has(code) && !clearings.has(code);

/** Adds the accounts to which a transfer may go, or the reason why none may. */
export function addMeans(values: SourceValues, means: readonly PaymentMeans[]): void {
  const transfers = means.filter(isTransfer);
  const isSomeDebit = means.some(({ code }) => direct.has(code));
  if (means.length > 0 && transfers.length === 0) {
    if (isSomeDebit)
      values.fault('debited', 'The seller debits this invoice. Nothing is to be paid.');
    else if (means.some(({ code }) => cards.has(code)))
      values.fault('card', 'This invoice is paid by card. Nothing is to be transferred.');
    else
      values.fault(
        'settled',
        'This invoice is settled between the partners. Nothing is to be transferred.',
      );
    return;
  }
  if (isSomeDebit && transfers.some(({ account }) => account !== ''))
    values.fault(
      'debited',
      'The invoice names a direct debit and a transfer. Ask the seller which of them counts.',
    );
  for (const { account, bic, holder } of transfers) {
    if (account === '') continue;
    const { number, isWrong } = accountIn(account);
    if (isWrong)
      values.fault(
        'account-wrong',
        `The IBAN ${number} has check digits that do not fit. Ask the seller for the right one.`,
      );
    else values.add('account', number, 'XML BT-84');
    values.add('bic', bicIn(bic), 'XML BT-86');
    values.add('payee', oneLine(holder), 'XML BT-85');
  }
}
