import { writeSync } from 'node:fs';

import type { Schema } from '../../electron/engines/store/migrate.ts';

/** One table, and seven steps of two statements that only make sense together. `onStart` gets the version that a step makes. */
export const schemaToKill = (onStart: (version: number) => void = () => undefined): Schema => ({
  baseline: 1,
  tables: 'CREATE TABLE t1 (x TEXT) STRICT',
  steps: Array.from({ length: 7 }, (_, index) => ({
    name: `step ${String(index + 1)}`,
    up: (database) => {
      const version = index + 2;
      onStart(version);
      database.connection.exec(
        `CREATE TABLE t${String(version)} (x TEXT) STRICT;
         INSERT INTO t${String(version)} SELECT hex(randomblob(40)) FROM
           (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n)`,
      );
    },
  })),
});

/** Writes the version on standard output at once. */
export const printVersion = (version: number): void => void writeSync(1, `${String(version)}\n`);
