import { SourceValues, type InvoiceSource } from '../fields/source.ts';
import {
  accountIn,
  amountIn,
  compactDay,
  decimalIn,
  isCreditorReference,
  isQrReference,
  oneLine,
} from '../fields/values.ts';

/** Characters that a code may hold. */
const lengthMax = 997;

/** Reads the code of a Swiss QR bill, version 2. Null where it is another code. */
export function readSwissCode(bytes: Uint8Array, place: string): InvoiceSource | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  if (lines[0] !== 'SPC') return null;
  const values = new SourceValues('code');
  const from = `Swiss QR code ${place}`;
  const line = (at: number): string => lines[at] ?? '';
  const isKnown = /^02\d\d$/.test(line(1)) && line(2) === '1' && line(30) === 'EPD';
  if (!isKnown || text.length > lengthMax) {
    values.fault(
      'value-wrong',
      `The ${from} is not as the standard has it. Nothing of it is used.`,
    );
    return values.done();
  }
  const { number, isWrong } = accountIn(line(3));
  if (isWrong || !/^(CH|LI)\d{2}[A-Z0-9]{17}$/.test(number))
    values.fault('account-wrong', `The ${from} has an IBAN whose check digits do not fit.`);
  else values.add('account', number, from);
  values.add('payee', oneLine(line(5)), from);
  values.add('buyer', oneLine(line(21)), from);
  addAmount(values, line(18), line(19), from);
  addReference(values, { type: line(27), reference: line(28), message: line(29), number }, from);
  addBillInformation(values, line(31), from);
  return values.done();
}

/** An amount that is left open stays unknown; 0.00 is a notice and no bill. */
function addAmount(values: SourceValues, text: string, currency: string, from: string): void {
  if (currency !== 'CHF' && currency !== 'EUR') {
    values.fault('value-wrong', `The ${from} has a currency that it cannot have.`);
    return;
  }
  values.add('currency', currency, from);
  if (text === '') return;
  const decimal = /^\d{1,9}\.\d{2}$/.test(text) ? decimalIn(text) : null;
  const amount = decimal === null ? null : amountIn(decimal, currency);
  if (amount === null) values.fault('value-wrong', `The amount in the ${from} cannot be read.`);
  else if (amount === '0.00') values.fault('nothing-due', 'Nothing is left to be paid.');
  else values.add('amount', amount, from);
}

type Reference = Readonly<Record<'type' | 'reference' | 'message' | 'number', string>>;

/** QRR belongs to a QR-IBAN, whose bank number lies between 30000 and 31999, and to no other. */
function addReference(values: SourceValues, given: Reference, from: string): void {
  const { type, reference, message, number } = given;
  const isQrIban = /^3[01]\d{3}$/.test(number.slice(4, 9));
  const compact = reference.replace(/\s+/g, '').toUpperCase();
  const fits =
    (type === 'QRR' && isQrIban && isQrReference(compact)) ||
    (type === 'SCOR' && !isQrIban && isCreditorReference(compact)) ||
    (type === 'NON' && !isQrIban && compact === '');
  if (!fits)
    values.fault(
      'value-wrong',
      `The reference in the ${from} does not fit its kind or its check digit.`,
    );
  else values.add('reference', compact === '' ? oneLine(message) : compact, from);
}

/** Swico S1: `//S1/10/INVOICE/11/YYMMDD`, a slash in a value written as `\/`. */
function addBillInformation(values: SourceValues, text: string, from: string): void {
  if (!text.startsWith('//S1/')) return;
  const parts = text
    .slice(5)
    .split(/(?<!\\)\//)
    .map((part) => part.replace(/\\([\\/])/g, '$1'));
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [tag, value = ''] = [parts[at], parts[at + 1]];
    if (tag === '10') values.add('number', oneLine(value), from);
    if (tag === '11') values.add('issued', compactDay(`20${value}`), from);
  }
}
