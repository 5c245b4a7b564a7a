import type { ChangeFact } from '../../../../shared/ipc/approvals.ts';

/** Texts in a payload by their place, such as `intermediaryBank.bic`, in the payload's order. */
function textsIn(value: unknown, place: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object') return [[place, JSON.stringify(value)]];
  if (Array.isArray(value)) return [[place, value.map(String).join(', ')]];
  return Object.entries(value).flatMap(([field, inner]) =>
    textsIn(inner, place === '' ? field : `${place}.${field}`),
  );
}

/** `intermediaryBank.bic` becomes `Intermediary bank bic`. */
function labelOf(place: string): string {
  const words = place
    .replace(/^(body|path)\.|^(body|path)$/, '')
    .replace(/\./g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * All fields of a payload, in its order: everything that is sent is in it. `now` has the bank's present values by field, as this desk read
 * them.
 */
export const factsOf = (
  input: object,
  now: Readonly<Record<string, string>> | null = null,
): readonly ChangeFact[] =>
  textsIn(input, '').map(([place, value]) => ({
    ...{ label: labelOf(place), value },
    now: now?.[place.replace(/^body\./, '')] ?? null,
  }));
