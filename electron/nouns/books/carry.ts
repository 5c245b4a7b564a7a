import type { LedgerLine } from './ledger/ledger.ts';

/**
 * Maps lines of a ledger to those of a later one of the same days. Two lines are the same where their content is equal and
 * unique in both ledgers. Null where a line has no counterpart.
 */
export function carriedWords(before: readonly LedgerLine[], now: readonly LedgerLine[]) {
  const contentOf = ({ day, amount, references, text }: LedgerLine): string =>
    JSON.stringify([day, amount, references, text]);
  const was = new Map(before.map((line) => [line.line, contentOf(line)]));
  const here = new Map(now.map((line) => [line.line, contentOf(line)]));
  const places = Map.groupBy(now, contentOf);
  const alike = Map.groupBy(before, contentOf);
  const lineNow = (line: number): number | null => {
    const words = was.get(line);
    if (words === undefined) return null;
    // A line in its old place is the same, even where another has equal content.
    if (here.get(line) === words) return line;
    const [only, other] = places.get(words) ?? [];
    return only && !other && alike.get(words)?.length === 1 ? only.line : null;
  };
  const lines = (numbers: readonly number[]): number[] | null => {
    const moved = numbers.map(lineNow);
    return moved.every((line) => line !== null) ? moved : null;
  };
  const place = (current: string): string | null => {
    const line = /^line (\d+)$/.exec(current)?.[1];
    if (line === undefined) return current;
    const moved = lineNow(Number(line));
    return moved === null ? null : placeOfLine(moved);
  };
  return { lines, place };
}

export const placeOfLine = (line: number): string => `line ${String(line)}`;
export const placeOfEntry = (id: string): string => `entry ${id}`;
