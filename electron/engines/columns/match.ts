import { plainName } from '../../../shared/bank/required-fields.ts';
import type {
  ColumnMatch,
  Decimals,
  FileColumn,
} from '../../../shared/ipc/changes/payment-files.ts';
import { err, ok, type Err, type Result } from '../../../shared/result.ts';
import type { Cell, FileProblem, FileRow } from '../files/table.ts';
import { decimalsOf, isAmountLike } from './decimals.ts';
import { cellAt, sampleRows, type Outline } from './outline.ts';

/** The column match of a shape, by which later files are read. */
export type SavedMatch = Pick<ColumnMatch, 'columns' | 'decimals'> & {
  /** The rows between the detected first line and the first line that the person chose. */
  readonly offset: number;
  /** Further options for reading files of this kind, set by their noun. */
  readonly reading: Readonly<Record<string, string>>;
  /** A note on who matched the columns, and when. */
  readonly words: string;
};

/** The error for a file whose columns a person has to match. */
export const unknownColumns = (
  message: string,
  missing?: NonNullable<FileProblem['missing']>,
): Err<FileProblem> =>
  err({ code: 'file.columns-unknown', message, ...(missing !== undefined && { missing }) });

/** Describes why the column match is impossible; null where it is possible. */
export function columnsProblem(
  columns: Readonly<Record<string, number>>,
  { known, width, record }: { known: ReadonlySet<string>; width: number; record: string },
): string | null {
  const used = Object.values(columns);
  const stranger = Object.keys(columns).find((field) => !known.has(field));
  if (stranger !== undefined) return `no ${record} has a field called ${stranger}.`;
  if (used.some((at) => at >= width)) return 'it has fewer columns than were matched.';
  return new Set(used).size < used.length ? 'one column was given two meanings.' : null;
}

/** The place of a column, from 0, by its heading or its number from 1; why there is none, in words. */
export function columnNamed(headings: readonly string[], named: string): Result<number, string> {
  const [found, other] = headings.flatMap((heading, at) =>
    plainName(heading) === plainName(named) ? [at] : [],
  );
  if (other !== undefined) return err(`two columns are called ${named}: name it by its number.`);
  const at = found ?? Number(/^[1-9]\d{0,2}$/.exec(named)?.[0] ?? 0) - 1;
  return at >= 0 && at < headings.length
    ? ok(at)
    : err(`it has no column ${named}; its columns are ${headings.join(', ')}.`);
}

const undecided = {
  mixed:
    'its amounts are written both ways: choose whether a point or a comma is the decimal separator.',
  ambiguous:
    'a point or comma in its amounts may be thousands or decimals, and no amount decides it: choose which is the decimal separator.',
} as const;

/** The decimal sign of these amounts: the person's choice, or the sign that they show; null where they have none. */
export function decidedDecimals(
  amounts: readonly Cell[],
  chosen: Decimals | null,
): Result<Decimals | null, FileProblem> {
  const found = decimalsOf(amounts);
  if (chosen !== null) return ok(chosen);
  if (found === 'mixed' || found === 'ambiguous')
    return unknownColumns(undecided[found], 'decimals');
  return ok(found === 'whole' ? null : found);
}

/** Returns, as a sentence, why the amounts contradict a saved shape; null where they do not. */
export function againstShape(amounts: readonly Cell[], { decimals }: SavedMatch): string | null {
  const found = decimalsOf(amounts);
  if (decimals === null || found === decimals || found === 'ambiguous' || found === 'whole')
    return null;
  return `its columns are as matched before, but its decimal separator is not a ${decimals}.`;
}

/** The form of a column's values, in words, and the field that they suggest. */
export type Finding<F extends string> = { readonly field: F | null; readonly words: string };

/**
 * Describes the values of each column, and guesses its field: by a known heading, else only where no other column fits the field. A guess
 * is shown to a person, or used directly where headings alone decide.
 */
export function guessedColumns<F extends string>(
  rows: readonly FileRow[],
  { headings, hasHeading }: Outline,
  {
    fieldOf,
    findingOf,
  }: {
    readonly fieldOf: (heading: string) => F | undefined;
    readonly findingOf: (cells: readonly Cell[]) => Finding<F>;
  },
): (Omit<FileColumn, 'guess'> & { readonly guess: F | null })[] {
  const sampled = rows.slice(0, sampleRows);
  const columns = headings.map((heading, at) => {
    const cells = sampled.map((row) => cellAt(row, at)).filter(({ text }) => text.trim() !== '');
    const finding = findingOf(cells);
    const named = hasHeading ? fieldOf(heading) : undefined;
    return { heading, cells, words: finding.words, field: named ?? finding.field, named };
  });
  const fits = (field: F) => columns.filter((column) => column.field === field);
  return columns.map(({ heading, cells, words, field, named }) => ({
    heading,
    description: words,
    guess: field !== null && (named !== undefined || fits(field).length === 1) ? field : null,
    decimals: cells.some(isAmountLike) ? decimalsOf(cells) : 'whole',
  }));
}
