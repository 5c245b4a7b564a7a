import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import {
  dialectName,
  dialectNamed,
  dialectOf,
  dialectsInOrder,
  pageSizeOf,
} from '../../engines/bank/file/dialect.ts';
import type { DialectMemory } from '../../engines/bank/file/dialect-memory.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';

/** The dialects to try for a bank. The one that fitted is stored in the profile's findings file. */
export function dialectMemory(bankFile: BankFile, findingsFile: string): DialectMemory {
  const fixed = dialectOf(bankFile);
  return {
    pageSize: pageSizeOf(bankFile),
    candidates: () => {
      if (fixed !== 'auto') return [fixed];
      const found = dialectNamed(foundName(findingsFile));
      return found ? [found, ...dialectsInOrder()] : dialectsInOrder();
    },
    named: (name) => dialectNamed(name) ?? undefined,
    keep: (dialect) => {
      const name = dialectName(dialect);
      if (fixed === 'auto' && name !== foundName(findingsFile))
        writeSmallFile(findingsFile, JSON.stringify({ statementDialect: name }));
    },
  };
}

function foundName(findingsFile: string): string {
  const saved = readSmallJson(findingsFile) as { statementDialect?: unknown } | null;
  return typeof saved?.statementDialect === 'string' ? saved.statementDialect : '';
}
