import { bareReference, referenceCuts } from '../../../../shared/reference-likeness.ts';

/** Returns the texts for a search in the statement. Every text that may resemble our reference begins with one of them. */
export const searchTexts = (ours: string): string[] => [
  ...new Set(
    [ours, bareReference(ours)]
      .map((text) => text.slice(0, referenceCuts[0]))
      .filter((text) => text !== ''),
  ),
];

/**
 * Does finding `probe` show that `ours` would be found in the same lookup? Only if a bank that changes the case of ours, cuts it or
 * fails on one of its signs would have done the same to the probe.
 */
export function isAsDemanding(probe: string, ours: string): boolean {
  const signs = (text: string): string[] => text.match(/[^\p{L}\p{N}]/gu) ?? [];
  const isCutToo = (at: number): boolean => ours.length <= at || probe.length > at;
  return (
    (ours === ours.toUpperCase() || probe !== probe.toUpperCase()) &&
    (ours === ours.toLowerCase() || probe !== probe.toLowerCase()) &&
    [...new Set(signs(ours))].every((sign) => probe.includes(sign)) &&
    probe.length >= Math.min(ours.length, referenceCuts[0]) &&
    referenceCuts.every(isCutToo)
  );
}
