import { createHash } from 'node:crypto';

import type { ScreenedParty } from '../../../shared/ipc/review/screening.ts';
import type { ScreenedSubject } from '../../engines/sanctions/screen.ts';

/** A subject known to the desk, with the names to screen. */
export type KnownSubject = ScreenedSubject & { readonly party: ScreenedParty };

/** The names that are not empty, each once. */
export const namesOf = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.replace(/\s+/gu, ' ').trim()))].filter(
    (name) => name !== '',
  );

/** Equal for parties with the same names, country and year of birth. */
export const subjectKeyOf = ({ names, country, birthYear }: ScreenedSubject): string =>
  digest([...namesOf(names).toSorted(), country ?? '', birthYear ?? '']);

export const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
