import { spelledOut } from '../../shared/bank/also.ts';
import type { StatementFormat } from './export-format.ts';

/**
 * One JSON array, an entry a line; amounts are decimal texts, and `also` is what else the bank says of it, number for number.
 * For a program.
 */
export const jsonFormat: StatementFormat = {
  name: 'json',
  words: 'JSON, for a program',
  async *write(batches) {
    let before = '[\n';
    for await (const rows of batches) {
      const lines = rows.map((row) => JSON.stringify(spelledOut(row)));
      if (lines.length === 0) continue;
      yield before + lines.join(',\n');
      before = ',\n';
    }
    yield before === ',\n' ? '\n]\n' : `${before}\n]\n`;
  },
};
