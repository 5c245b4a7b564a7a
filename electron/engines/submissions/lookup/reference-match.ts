import { bareReference, referenceCuts } from '../../../../shared/reference-likeness.ts';

/** What to look for in a statement's search: every text that may be near a reference of ours begins with one of these. */
export const searchTexts = (ours: string): string[] => [
  ...new Set(
    [ours, bareReference(ours)]
      .map((text) => text.slice(0, referenceCuts[0]))
      .filter((text) => text !== ''),
  ),
];

/**
 * Does finding `probe` show that `ours` would be found in the same lookup? Only if what a bank may do to ours it would have done
 * to the probe too: change letters' case, cut it, stumble over a sign.
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
