import { isValidIBAN } from 'ibantools';

import { compactAccount } from '../../../../shared/account-digits.ts';
import { isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { isCurrency, tabledDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits, isDecimal, toUnits, type Decimal } from '../../../../shared/money/decimal.ts';

/** Normalizes a decimal number of XML: `+0125.500` becomes `125.5`. Null where it is none, or has too many digits for the desk. */
export function decimalIn(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return null;
  const digits = fraction.replace(/0+$/, '');
  const plain = `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
  return isDecimal(plain) ? plain : null;
}

/** An amount with the digits of its currency. Null where it has more digits than the currency. */
export function amountIn(decimal: Decimal, currency: string | undefined): Decimal | null {
  const digits = currency === undefined ? undefined : tabledDigits(currency);
  const written = decimal.split('.')[1]?.length ?? 0;
  if (digits !== undefined && written > digits) return null;
  return fromUnits(toUnits(decimal), digits ?? 2);
}

export const currencyCode = (text: string): string | null =>
  isCurrency(text.trim()) ? text.trim() : null;

/** A day as `YYYY-MM-DD`; a time or zone after it is ignored. */
export function dayIn(text: string): IsoDate | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T|Z|[+-]\d{2}:\d{2}$)/.exec(text.trim())?.[1] ?? '';
  return isIsoDate(day) ? day : null;
}

/** A day as `YYYYMMDD`. */
export function compactDay(text: string): IsoDate | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month}-${day}`;
  return isIsoDate(iso) ? iso : null;
}

/** Reads an account number. `isWrong`: it looks like an IBAN, but its check digits are wrong. */
export function accountIn(text: string): { readonly number: string; readonly isWrong: boolean } {
  const number = compactAccount(text);
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number);
  return { number, isWrong: isIban && !isValidIBAN(number) };
}

export { isValidIBAN as isIban };

/** A BIC in capitals; null where the text is not shaped like one. */
export function bicIn(text: string): string | null {
  const bic = text.replace(/\s+/g, '').toUpperCase();
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null;
}

/** One line of text: controls and runs of spaces are one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** ISO 11649: `RF`, two check digits, up to 21 letters or digits. */
export function isCreditorReference(text: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

const carry = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** A Swiss QR reference: 27 digits, the last of them a check digit (modulo 10, recursive). */
export function isQrReference(text: string): boolean {
  if (!/^\d{27}$/.test(text)) return false;
  let rest = 0;
  for (const digit of text.slice(0, 26)) rest = carry[(rest + Number(digit)) % 10] ?? 0;
  return (10 - rest) % 10 === Number(text[26]);
}
