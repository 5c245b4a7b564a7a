import { writeSync } from 'node:fs';

import type { Migration } from '../../electron/engines/store/migrate.ts';

/** Eight steps of two statements that only make sense together; with `tells`, each says on standard output that it begins. */
export const stepsToKill = ({ tells }: { tells: boolean }): readonly Migration[] =>
  Array.from({ length: 8 }, (_, index) => ({
    name: `step ${String(index + 1)}`,
    up: (database) => {
      if (tells) writeSync(1, `${String(index + 1)}\n`);
      database.connection.exec(
        `CREATE TABLE t${String(index + 1)} (x TEXT) STRICT;
         INSERT INTO t${String(index + 1)} SELECT hex(randomblob(40)) FROM
           (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n)`,
      );
    },
  }));
