import type { StatementDialect } from './dialect.ts';

/** The dialects to try, in order, and a store for the one that fits. */
export type DialectMemory = {
  /** Entries requested per page. */
  readonly pageSize: number;
  /** Returns only the dialect that the bank file names; else the one found earlier, then the others. */
  candidates(): readonly StatementDialect[];
  named(name: string): StatementDialect | undefined;
  keep(dialect: StatementDialect): void;
};
