import { SourceValues, type InvoiceSource } from '../fields/source.ts';
import {
  accountIn,
  amountIn,
  bicIn,
  decimalIn,
  isCreditorReference,
  oneLine,
} from '../fields/values.ts';

/** Decoders by the character set that the code names, 1 to 8. */
const decoders: readonly string[] = [
  ...['utf-8', 'iso-8859-1', 'iso-8859-2', 'iso-8859-4'],
  ...['iso-8859-5', 'iso-8859-7', 'iso-8859-10', 'iso-8859-15'],
];

/** Bytes that a code may hold. */
const bytesMax = 331;

/** Reads a code for a SEPA credit transfer, version 001 or 002 (EPC069-12). Null where it is another code. */
export function readEpcCode(bytes: Uint8Array, place: string): InvoiceSource | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 24)).split(/\r?\n/);
  if (head[0] !== 'BCD') return null;
  const values = new SourceValues('code');
  const from = `payment code ${place}`;
  const decoder = decoders[Number(head[2]) - 1];
  if (!/^00[12]$/.test(head[1] ?? '') || decoder === undefined || head[3] !== 'SCT')
    return refused(values, from, 'has a version or character set that is not known');
  if (bytes.length > bytesMax) return refused(values, from, 'is longer than any');
  const lines = new TextDecoder(decoder).decode(bytes).split(/\r?\n/);
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  if (lines.length > 12) return refused(values, from, 'has more lines than any');
  const [bic, name, iban, amount, , reference, remittance] = lines.slice(4).map(oneLine);
  addAccount(values, { iban, bic, name }, from);
  addAmount(values, amount ?? '', from);
  if (reference && remittance)
    values.fault('several', `The ${from} has a structured reference and a text. Choose one.`);
  else if (reference && reference.startsWith('RF') && !isCreditorReference(reference))
    values.fault('value-wrong', `The reference in the ${from} has check digits that do not fit.`);
  else values.add('reference', reference === '' ? remittance : (reference ?? remittance), from);
  return values.done();
}

type Creditor = Readonly<Record<'iban' | 'bic' | 'name', string | undefined>>;

function addAccount(values: SourceValues, { iban = '', bic = '', name }: Creditor, from: string) {
  const { number, isWrong } = accountIn(iban);
  if (isWrong || number === '')
    values.fault('account-wrong', `The ${from} has an IBAN whose check digits do not fit.`);
  else values.add('account', number, from);
  values.add('bic', bicIn(bic), from);
  values.add('payee', name, from);
}

/** An amount that is left open stays unknown. */
function addAmount(values: SourceValues, text: string, from: string): void {
  if (text === '') return;
  const [, digits = ''] = /^EUR(\d{1,9}(?:\.\d{1,2})?)$/.exec(text) ?? [];
  const decimal = decimalIn(digits);
  const amount = decimal === null ? null : amountIn(decimal, 'EUR');
  if (amount === null || /^0(\.0*)?$/.test(amount))
    values.fault('value-wrong', `The amount in the ${from} cannot be read.`);
  else {
    values.add('amount', amount, from);
    values.add('currency', 'EUR', from);
  }
}

function refused(values: SourceValues, from: string, reason: string): InvoiceSource {
  values.fault('value-wrong', `The ${from} ${reason}. Nothing of it is used.`);
  return values.done();
}
