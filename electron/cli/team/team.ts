import { WrongUse, type Command, type ExitCode, type Global } from '../input/command.ts';

type Subcommand = (args: string[], global: Global) => Promise<ExitCode>;

/** Each is loaded when it is called. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  sql: async (args, global) => (await import('./sql.ts')).teamSql(args, global),
};

/** The record that a team shares in PostgreSQL. The first argument names the subcommand. */
export const team: Command = {
  summary:
    'Prints the SQL that makes the record of a team in PostgreSQL, for whoever administers the database. No network.',
  usage: 'team sql [--out FILE [--replace]]',
  run: ([name = '', ...args], global) => {
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (!subcommand)
      throw new WrongUse(
        `The first argument of team must be one of ${Object.keys(subcommands).join(', ')}.`,
      );
    return subcommand(args, global);
  },
};
