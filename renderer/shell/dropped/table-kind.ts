import type { TableKind } from '../../state/files/dropped-tables.svelte.ts';
import { beginningOf } from './dropped-content.ts';

const paymentWords =
  /\b(beneficiary|payee|recipient|iban|creditor|empf[äa]nger|pay ?to|account ?to|pain\.001|CstmrCdtTrfInitn)\b/i;
const clientWords =
  /\b(sub ?clients?|shareholders?|shareholding|ubos?|beneficial owners?|registration ?date)\b/i;
const ledgerWords =
  /\b(ledger|debit|credit|soll|haben|journal|posting|voucher|beleg\w*|open ?items?|document|buchung\w*|general ledger|gl|erp)\b/i;

/** How a message of payments (pain.001) begins. */
const paymentMessage = /\bpain\.001\.\d|<(?:\w+:)?CstmrCdtTrfInitn\b/;

/** Is it a pain.001? Then it is a payment file, and nobody has to decide. */
export const isPaymentMessage = async (file: File): Promise<boolean> =>
  /\.xml$/i.test(file.name) && paymentMessage.test(await beginningOf(file));

/** What a table is more likely, by its name and how it begins. A person decides. */
export async function likelyKind(file: File): Promise<TableKind> {
  const beginning = /\.xlsx$/i.test(file.name) ? '' : await beginningOf(file);
  const words = `${file.name.replace(/[_-]/g, ' ')}\n${beginning}`;
  if (clientWords.test(words)) return 'sub-clients';
  if (paymentWords.test(words)) return 'payments';
  return ledgerWords.test(words) || !/\bpay\w*\b/i.test(file.name) ? 'ledger' : 'payments';
}
