import { DeskFault } from '../../../../shared/errors.ts';
import { csvFormat } from './export-csv.ts';
import type { StatementFormat } from './export-format.ts';
import { jsonFormat } from './export-json.ts';

/** Every format in which a statement can be written. */
export const statementFormats: readonly [StatementFormat, ...StatementFormat[]] = [
  csvFormat,
  jsonFormat,
];

/** The format of that name. Throws `input.invalid` where there is none. */
export function formatNamed(name: string): StatementFormat {
  const format = statementFormats.find((one) => one.name === name);
  if (!format) throw new DeskFault('input.invalid', `A statement cannot be written as ${name}.`);
  return format;
}
