import type { LedgerLine } from './ledger.ts';

const namedMax = 5;

/** Notes the lines that a ledger has twice, word for word. They may be booked twice or separate items: a person decides. */
export function repeatedNotes(lines: readonly LedgerLine[]): string[] {
  const contentOf = ({ day, amount, references, text }: LedgerLine): string =>
    JSON.stringify([day, amount, references, text]);
  const isIdentifiable = ({ references, text }: LedgerLine): boolean =>
    references.length > 0 || text !== '';
  const groups = [...Map.groupBy(lines.filter(isIdentifiable), contentOf).values()].filter(
    ({ length }) => length > 1,
  );
  if (groups.length === 0) return [];
  const named = groups
    .slice(0, namedMax)
    .map((group) => group.map(({ line }) => line).join(' and '))
    .join('; ');
  const more = groups.length > namedMax ? ` and ${groups.length - namedMax} more` : '';
  return [`Word for word the same in the books: lines ${named}${more}. They may be booked twice.`];
}
