import type { ListedKind, NameQuality } from './list.ts';

/** The parts of a British name in reading order: the sixth is the surname, or the whole name of a company. */
export const namePartOrder = [1, 2, 3, 4, 5, 6] as const;

/** Joins the parts of a name. Some editions write 0 for an empty part. */
export const ukName = (parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '' && part.trim() !== '0').join(' ');

export function ukQuality(type: string, strength: string): NameQuality {
  if (/^primary name$/i.test(type.trim())) return 'primary';
  return /low/i.test(strength) ? 'weak' : 'strong';
}

export function ukKind(text: string): ListedKind {
  if (/^individual/i.test(text.trim())) return 'person';
  if (/^ship/i.test(text.trim())) return 'vessel';
  return /^entity/i.test(text.trim()) ? 'company' : 'unknown';
}
