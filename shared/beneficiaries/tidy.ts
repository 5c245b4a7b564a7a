import { bareCode, tidyText } from './bare.ts';

/** A payee as it is entered: field -> text. */
export type EnteredPayee = Readonly<Record<string, string>>;

/** Digits, or an IBAN, with blanks and hyphens between them. */
const spacedNumber = /^[\p{Nd}\s\-–.]+$|^[A-Za-z]{2}\p{Nd}{2}[A-Za-z\p{Nd}\s-]+$/u;

/** A payee as it is checked and sent: no invisible characters, codes and account numbers without blanks, and no empty fields. */
export function tidyPayee(payee: EnteredPayee): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payee)
      .map(([field, text]) => [field, tidyField(field, text)] as const)
      .filter(([, text]) => text !== ''),
  );
}

function tidyField(field: string, entered: string): string {
  const text = tidyText(entered);
  if (field === 'accountNumber')
    return spacedNumber.test(text.normalize('NFKC')) ? bareCode(text) : text;
  if (field === 'country' || field === 'currencyIso3Code')
    return text.length > 3 ? text : bareCode(text);
  return field === 'bankBicOrCode' ? bareCode(text) : text;
}
