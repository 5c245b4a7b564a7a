import { spelledOut } from '../../../../shared/bank/extras.ts';
import { notedOf, type StatementFormat } from './export-format.ts';
import { exportedEntry, exportedMeanings } from './export-rows.ts';

/**
 * One JSON array with an entry per line, for a program. Amounts are decimal texts; `extras` has the bank's extra fields with every
 * digit.
 */
export const jsonFormat: StatementFormat = {
  name: 'json',
  words: 'JSON, for a program',
  begin: () => '[\n',
  text: (rows, accountNumber, { meanings, isFirst, noted }) => {
    const lines = rows.map((row) => {
      const entry = exportedEntry(row);
      const marked = noted === null ? {} : notedOf(row, noted);
      const fields = { accountNumber, ...entry, ...exportedMeanings(row, meanings), ...marked };
      return JSON.stringify(spelledOut(fields));
    });
    return (isFirst ? '' : ',\n') + lines.join(',\n');
  },
  end: '\n]\n',
};
