import { toUnits } from '../../../../shared/money/decimal.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the first field that the bank answers with another value than was sent; null when all agree. Case and blanks do not count, as
 * banks tidy names and addresses; a share must agree to the last digit. A field that the bank leaves out agrees, unless `silenceDiffers`.
 */
export function differingField(
  sent: Fields,
  answered: Fields,
  { silenceDiffers = false }: { silenceDiffers?: boolean } = {},
): string | null {
  const differs = ([field, value]: [string, unknown]): boolean =>
    value !== undefined && !agree(value, answered[field], silenceDiffers);
  return Object.entries(sent).find(differs)?.[0] ?? null;
}

/** Returns why an answer cannot belong to what was sent, in words; null when it can. */
export function echoProblem(sent: Fields, answered: Fields): string | null {
  const field = differingField(sent, answered);
  if (field === null) return null;
  return `The bank’s answer gives ${field} as “${wordsOf(answered[field])}” instead of “${wordsOf(sent[field])}”.`;
}

function agree(sent: unknown, answered: unknown, silenceDiffers: boolean): boolean {
  const [a, b] = [plainOf(sent), plainOf(answered)];
  return a === b || (b === '' && a !== '' && !silenceDiffers);
}

function plainOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainOf).toSorted().join('\n');
  if (typeof value !== 'string') return '';
  if (/^\d{1,14}(\.\d{1,4})?$/.test(value)) return String(unitsOf(value));
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

const unitsOf = (text: string): bigint | string =>
  /^(0|[1-9]\d*)(\.\d+)?$/.test(text) ? toUnits(text) : text;

const wordsOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
