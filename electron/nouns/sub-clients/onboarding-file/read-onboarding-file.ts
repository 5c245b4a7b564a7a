import type { OnboardingFile } from '../../../../shared/ipc/changes/sub-clients.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import {
  columnsProblem,
  guessedColumns,
  unknownColumns,
  type SavedMatch,
} from '../../../engines/columns/match.ts';
import { outlineOf, type Outline } from '../../../engines/columns/outline.ts';
import { readCsv } from '../../../engines/files/csv-table.ts';
import { kindOf, withAcceptedTypes } from '../../../engines/files/file-kind.ts';
import {
  refuse,
  type FileProblem,
  type FileRow,
  type Table,
} from '../../../engines/files/table.ts';
import { createTurns } from '../../../engines/files/turns.ts';
import { readXlsx } from '../../../engines/files/xlsx-table.ts';
import {
  knownHeadings,
  onboardingFieldOf,
  onboardingFields,
  onboardingFinding,
  type OnboardingColumns,
  type OnboardingField,
} from './onboarding-columns.ts';
import { holdsOwners, onboardingRows, type KnownHere } from './onboarding-rows.ts';

/** Rows above the heading that are searched for it. */
const titleRowsMax = 30;
const acceptedTypes = 'Sub-clients and owners are read from CSV and XLSX.';

/** Reads the rows of a CSV or a workbook, without interpreting them. */
export async function openOnboardingFile(bytes: Uint8Array): Promise<Result<Table, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  const kind = withAcceptedTypes(kindOf(bytes), acceptedTypes);
  if (!kind.ok) return kind;
  if (kind.value === 'xml') return refuse('file.type-unsupported', `it is XML. ${acceptedTypes}`);
  const turns = createTurns();
  const rowsMax = limits.onboardingRowsMax + titleRowsMax;
  const table =
    kind.value === 'zip'
      ? await readXlsx(bytes, { rowsMax, turns, named: /^(sub-?clients|owners|shareholders)$/i })
      : await readCsv(bytes, rowsMax, turns, knownHeadings);
  const read = withAcceptedTypes(table, acceptedTypes);
  if (!read.ok) return read;
  return read.value.rows.length === 0 ? refuse('file.empty', 'there is nothing in it.') : read;
}

/** Identifies the kind of a file by its headings. */
export const shapeOf = (rows: readonly FileRow[]): Outline => {
  const heading = rows
    .slice(0, titleRowsMax)
    .findIndex(({ cells }) => knownHeadings(cells.map(({ text }) => text)) >= 2);
  // Without a known heading the first row is taken for one, as names of companies are no headings.
  const outline = outlineOf(rows, Math.max(0, heading) + 1);
  const above = rows[Math.max(0, heading)];
  const headings = outline.headings.map((heading, at) => {
    const text = above?.cells[at]?.text.trim().replace(/\s+/g, ' ') ?? '';
    return text === '' ? heading : text;
  });
  return { ...outline, headings, hasHeading: true, shape: JSON.stringify(headings) };
};

/**
 * Reads the rows by the columns that a person chose, else by those of the last file of its kind, else by its headings. Sends nothing. Fails
 * with `file.columns-unknown` where no column is the name.
 */
export function readOnboardingFile(
  { rows, notes }: Table,
  chosen: OnboardingColumns | null,
  saved: SavedMatch | null,
  known: KnownHere,
): Result<Omit<OnboardingFile, 'fileName'>, FileProblem> {
  const outline = shapeOf(rows);
  const body = rows.slice(outline.first);
  if (body.length === 0) return refuse('file.empty', 'there is no line under its heading.');
  if (body.length > limits.onboardingRowsMax)
    return refuse('file.too-large', `it has more than ${String(limits.onboardingRowsMax)} lines.`);
  const guessed = guessedColumns(body, outline, {
    fieldOf: onboardingFieldOf,
    findingOf: onboardingFinding,
  });
  const columns = chosen ?? (saved ? saved.columns : named(guessed));
  const problem = columnsProblem(columns, {
    known: new Set(Object.keys(onboardingFields)),
    width: outline.headings.length,
    record: 'sub-client or owner',
  });
  if (problem !== null) return unknownColumns(problem);
  const fieldAt = new Map(Object.entries(columns).map(([field, at]) => [at, field]));
  const hasName =
    columns.name !== undefined || (!holdsOwners(columns) && columns.subClient !== undefined);
  return ok({
    holds: holdsOwners(columns) ? 'owners' : 'sub-clients',
    columns: guessed.map(({ heading, description }, at) => ({
      heading,
      description,
      field: fieldAt.get(at) ?? '',
    })),
    fields: Object.entries(onboardingFields).map(([name, label]) => ({ name, label })),
    rows: hasName ? onboardingRows(body, columns, known) : [],
    notes: [
      ...notes,
      ...(chosen === null && saved ? [saved.words] : []),
      ...(hasName ? [] : ['No column is known to be the name: say which one is.']),
    ],
  });
}

/** Where two headings mean the same, the first counts. */
function named(guessed: readonly { readonly guess: OnboardingField | null }[]): OnboardingColumns {
  const columns: Partial<Record<OnboardingField, number>> = {};
  for (const [at, { guess }] of guessed.entries()) if (guess !== null) columns[guess] ??= at;
  return columns;
}
