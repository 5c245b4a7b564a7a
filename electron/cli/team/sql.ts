import { resolve } from 'node:path';

import { writeNewFile, writeWholeFile } from '../../engines/exports/whole-file.ts';
import { teamSchema } from '../../engines/team-record/postgres/schema.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { WrongUse, type ExitCode, type Global } from '../input/command.ts';

/**
 * Prints the SQL of a team's record as one JSON line, or writes it to a new file. Opens no data folder and no connection. Throws
 * `file.unwritable` for a file that exists, unless `--replace` is given.
 */
export async function teamSql(args: string[], { io }: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, { out: { type: 'string' }, replace: { type: 'boolean' } });
  if (values.out === undefined) {
    if (values.replace === true) throw new WrongUse('--replace belongs to --out.');
    io.print(JSON.stringify({ sql: teamSchema }));
    return 0;
  }
  const file = resolve(required(values.out, 'out'));
  const write = values.replace === true ? writeWholeFile : writeNewFile;
  await write(file, [teamSchema]);
  io.print(JSON.stringify({ file }));
  return 0;
}
