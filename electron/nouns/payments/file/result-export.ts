import type { PaymentFileLine, CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentFileRecord } from './tables/file-tables.ts';
import type { LineOutcome, PaymentCell } from './tables/line-tables.ts';
import { writeWholeFile } from '../../../engines/exports/whole-file.ts';
import { csvFile, csvLine } from '../../../engines/formats/csv-file.ts';

/** A line of the file with its outcome. */
export type ResultLine = {
  readonly cells: readonly PaymentCell[];
  readonly checked: CheckedLine;
  /** `held`: it could be sent, and requires a confirmation. */
  readonly shown: PaymentFileLine['state'] | 'held';
  readonly outcome: LineOutcome;
};

const added = [
  'line',
  'state',
  'reference sent',
  'submission id',
  'transfer id',
  'error',
  'confirmed',
  'repaired',
] as const;

/**
 * Writes every column of the file under its own heading, followed by the outcome of each line. Writes the whole file or
 * nothing; returns the number of lines. Throws `file.unwritable`.
 */
export async function writeFileResult(
  path: string,
  file: Pick<PaymentFileRecord, 'headings' | 'columns'>,
  lines: AsyncIterable<ResultLine>,
): Promise<number> {
  const counter = { lines: 0 };
  await writeWholeFile(path, text(file, lines, counter));
  return counter.lines;
}

/** `payroll-result.csv` for `payroll.xlsx`, safe on every file system. */
export const resultName = (fileName: string): string =>
  `${fileName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N} ._-]/gu, '-')}-result.csv`;

async function* text(
  { headings, columns }: Pick<PaymentFileRecord, 'headings' | 'columns'>,
  lines: AsyncIterable<ResultLine>,
  counter: { lines: number },
): AsyncGenerator<string> {
  yield csvFile([...headings, ...added]);
  for await (const line of lines) {
    counter.lines += 1;
    const own = headings.map((_, at) =>
      at === columns['amount'] && line.checked.amount !== null
        ? line.checked.amount
        : (line.cells[at]?.text ?? ''),
    );
    yield csvLine([...own, ...resultOf(line)]);
  }
}

function resultOf({ checked, shown, outcome }: ResultLine): string[] {
  const warnings = checked.warnings.map(({ message }) => message);
  const why =
    shown === 'invalid'
      ? [...Object.values(checked.problems), ...warnings].join(' ')
      : (outcome.error ?? '');
  const sent = shown === 'invalid' || shown === 'skipped' ? '' : checked.reference;
  return [
    String(checked.line),
    shown,
    sent,
    outcome.submissionId ?? '',
    outcome.transferId ?? '',
    why,
    outcome.confirmed === null ? '' : outcome.confirmed ? 'yes' : 'no',
    repairsOf(checked),
  ];
}

/** What a person changed in the line after the file was read: `payee was Clearwel Audit GmbH (Ada Merlin, 2026-11-20T09:41:00.000Z)`. */
const repairsOf = ({ repairs = [] }: CheckedLine): string =>
  repairs
    .map(({ field, was, to, actor, at }) =>
      to === null
        ? `${field} again as in the file (${actor.name}, ${at})`
        : `${field} was ${was === '' ? 'empty' : was} (${actor.name}, ${at})`,
    )
    .join('; ');
