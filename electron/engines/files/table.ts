import { appError, type AppError, type ErrorCode } from '../../../shared/errors.ts';
import { err, type Err } from '../../../shared/result.ts';

/** A cell as text. */
export type Cell = {
  readonly text: string;
  /** A number of a workbook: a point in it is the decimal point, even where points mean something else in the column's other texts. */
  readonly isNumber?: true;
  /** Why its text cannot be used, such as a formula. */
  readonly problem?: string;
};

/** One row that is not blank; `line` is its line in the file, from 1. */
export type FileRow = { readonly line: number; readonly cells: readonly Cell[] };

/** The cells of a file before its columns are recognized. */
export type Table = {
  readonly rows: readonly FileRow[];
  /** Remarks for the person on how the file was read. */
  readonly notes: readonly string[];
};

/** Why a file as a whole is refused: a sentence and an error code. */
export type FileProblem = {
  readonly code: ErrorCode;
  readonly message: string;
  /** The value format that a person has to choose, where the columns are known. */
  readonly missing?: 'decimals' | 'days';
};

export const refuse = (code: ErrorCode, message: string): Err<FileProblem> =>
  err({ code, message });

export const problemAsError = (
  { code, message }: FileProblem,
  fileName: string,
  correlationId: string,
): AppError => appError(code, correlationId, { message: `${fileName}: ${message}` });

/** More columns than any payment file has. A file with more is something else. */
export const columnsMax = 100;

export const isBlank = ({ cells }: FileRow): boolean =>
  cells.every(({ text, problem }) => text.trim() === '' && problem === undefined);
