import type { NewBeneficiary } from '../../shared/bank/beneficiaries.ts';
import { invalid, type FieldError } from '../server/refusal.ts';

type Rule = readonly [
  field: 'name' | 'accountName' | 'accountNumber' | 'country' | 'bankBicOrCode',
  holds: (text: string, body: NewBeneficiary) => boolean,
  message: string,
];

const rules: readonly Rule[] = [
  ['name', (text) => text.trim() !== '', 'is required'],
  ['accountName', (text) => text.trim() !== '', 'is required'],
  ['country', (text) => /^[A-Z]{3}$/.test(text), 'must be three capital letters'],
  [
    'accountNumber',
    (text) => /^[A-Z0-9 -]{4,42}$/i.test(text),
    'must be 4 to 34 letters and digits',
  ],
  [
    'accountNumber',
    (text, { currencyIso3Code }) => currencyIso3Code !== 'NGN' || /^\d{10}$/.test(text),
    'must have ten digits for NGN',
  ],
  ['accountNumber', (text) => !looksLikeIban(text) || isIban(text), 'is an IBAN with wrong digits'],
  [
    'bankBicOrCode',
    (text) => text === '' || /^[A-Z0-9 -]{3,15}$/i.test(text),
    'must be 3 to 15 letters and digits',
  ],
];

/** Checks a new beneficiary. Throws Refusal 400 that names the first mistake of every field. */
export function refuseUnlikelyNew(body: NewBeneficiary): void {
  const broken = rules.filter(([field, holds]) => !holds(body[field] ?? '', body));
  const errors = new Map<string, FieldError>();
  for (const [field, , message] of broken)
    if (!errors.has(field)) errors.set(field, { field, message });
  if (errors.size > 0) throw invalid(...errors.values());
}

const compact = (text: string): string => text.replace(/[ -]/g, '').toUpperCase();

const looksLikeIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact(text));

/** ISO 13616: the number with its first four characters moved to the end is 1 modulo 97. */
function isIban(text: string): boolean {
  const number = compact(text);
  const moved = `${number.slice(4)}${number.slice(0, 4)}`;
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
