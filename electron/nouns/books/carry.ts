import type { LedgerLine } from './ledger/ledger.ts';

/**
 * Where lines of one ledger stand in a later one of the same days: a line is the same where it says the same, and no other line of the two
 * says so. Null where one of them is gone.
 */
export function carriedWords(before: readonly LedgerLine[], now: readonly LedgerLine[]) {
  const said = ({ day, amount, references, text }: LedgerLine): string =>
    JSON.stringify([day, amount, references, text]);
  const was = new Map(before.map((line) => [line.line, said(line)]));
  const here = new Map(now.map((line) => [line.line, said(line)]));
  const places = Map.groupBy(now, said);
  const alike = Map.groupBy(before, said);
  const lineNow = (line: number): number | null => {
    const words = was.get(line);
    if (words === undefined) return null;
    // Nothing came before it: it stands where it stood, also beside one that is alike.
    if (here.get(line) === words) return line;
    const [only, other] = places.get(words) ?? [];
    return only && !other && alike.get(words)?.length === 1 ? only.line : null;
  };
  const lines = (numbers: readonly number[]): number[] | null => {
    const moved = numbers.map(lineNow);
    return moved.every((line) => line !== null) ? moved : null;
  };
  const place = (told: string): string | null => {
    const line = /^line (\d+)$/.exec(told)?.[1];
    if (line === undefined) return told;
    const moved = lineNow(Number(line));
    return moved === null ? null : placeOfLine(moved);
  };
  return { lines, place };
}

export const placeOfLine = (line: number): string => `line ${String(line)}`;
export const placeOfEntry = (id: string): string => `entry ${id}`;
