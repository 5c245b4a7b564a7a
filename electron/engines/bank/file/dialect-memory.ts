import type { StatementDialect } from './dialect.ts';

/** Which dialects are tried, in order, and the one that was found to fit. */
export type DialectMemory = {
  /** Entries asked for on a page. */
  readonly pageSize: number;
  /** One when the bank file names it; else the one found earlier, then the others. */
  candidates(): readonly StatementDialect[];
  named(name: string): StatementDialect | undefined;
  keep(dialect: StatementDialect): void;
};
