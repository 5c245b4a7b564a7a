import { createHash } from 'node:crypto';

/**
 * Shortens a reference to at most `max` characters, so that it stays unique: a UUID without its hyphens where that is enough, else its
 * beginning and a digest of the whole.
 */
export function shortReference(reference: string, max: number): string {
  if (Array.from(reference).length <= max) return reference;
  const bare = reference.replaceAll('-', '');
  if (/^[0-9a-f]{32}$/i.test(bare) && bare.length <= max) return bare;
  const digest = createHash('sha256').update(reference).digest('hex');
  const digits = Math.min(12, max - 4);
  return `${Array.from(reference)
    .slice(0, max - digits)
    .join('')}${digest.slice(0, digits)}`;
}

/** Keeps transliterated references distinct: a changed reference gets a digest of its original. */
export function ownReference(reference: string, plain: string, max: number): string {
  if (plain === reference) return plain;
  const digest = createHash('sha256').update(reference).digest('hex').slice(0, 6);
  return `${plain.slice(0, max - digest.length - 1)}-${digest}`;
}
