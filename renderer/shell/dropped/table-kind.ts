import type { TableKind } from '../../state/files/dropped-tables.svelte.ts';
import { beginningOf } from './dropped-content.ts';

const paymentWords =
  /\b(beneficiary|payee|recipient|iban|creditor|empf[äa]nger|pay ?to|account ?to|pain\.001|CstmrCdtTrfInitn)\b/i;
const clientWords =
  /\b(sub ?clients?|shareholders?|shareholding|ubos?|beneficial owners?|registration ?date)\b/i;
const ledgerWords =
  /\b(ledger|debit|credit|soll|haben|journal|posting|voucher|beleg\w*|open ?items?|document|buchung\w*|general ledger|gl|erp)\b/i;

/** The beginning of a payment message (pain.001). */
const paymentMessage = /\bpain\.001\.\d|<(?:\w+:)?CstmrCdtTrfInitn\b/;

/** Whether it is a pain.001: then it is a payment file, and no one has to decide. */
export const isPaymentMessage = async (file: File): Promise<boolean> =>
  /\.xml$/i.test(file.name) && paymentMessage.test(await beginningOf(file));

/** The likelier kind of a table, by its name and its beginning. A person decides. */
export async function likelyKind(file: File): Promise<TableKind> {
  const beginning = /\.xlsx$/i.test(file.name) ? '' : await beginningOf(file);
  const words = `${file.name.replace(/[_-]/g, ' ')}\n${beginning}`;
  if (clientWords.test(words)) return 'sub-clients';
  if (paymentWords.test(words)) return 'payments';
  return ledgerWords.test(words) || !/\bpay\w*\b/i.test(file.name) ? 'ledger' : 'payments';
}
