import { WrongUse, type Command, type ExitCode, type Global } from '../input/command.ts';

type Subcommand = (args: string[], global: Global) => Promise<ExitCode>;

/** The subcommands, each loaded when it is called. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  found: async (args, global) => (await import('./found.ts')).teamFound(args, global),
  invite: async (args, global) => (await import('./invite.ts')).teamInvite(args, global),
  join: async (args, global) => (await import('./join.ts')).teamJoin(args, global),
  admit: async (args, global) => (await import('./admit.ts')).teamAdmit(args, global),
  status: async (args, global) => (await import('./status.ts')).teamStatus(args, global),
  members: async (args, global) => (await import('./status.ts')).teamMembers(args, global),
  check: async (args, global) => (await import('./upkeep.ts')).teamCheck(args, global),
  log: async (args, global) => (await import('./log.ts')).teamLog(args, global),
  repair: async (args, global) => (await import('./upkeep.ts')).teamRepair(args, global),
  move: async (args, global) => (await import('./move.ts')).teamMove(args, global),
  renew: async (args, global) => (await import('./renew.ts')).teamRenew(args, global),
  revoke: async (args, global) => (await import('./leaving.ts')).teamRevoke(args, global),
  'take-over': async (args, global) => (await import('./take-over.ts')).teamTakeOver(args, global),
  leave: async (args, global) => (await import('./leaving.ts')).teamLeave(args, global),
  end: async (args, global) => (await import('./leaving.ts')).teamEnd(args, global),
  sql: async (args, global) => (await import('./sql.ts')).teamSql(args, global),
};

/** The record that a team shares in PostgreSQL. The first argument names the subcommand. */
export const team: Command = {
  summary:
    'Founds, joins and looks after a team, whose desks claim each payment in one PostgreSQL before they send it.',
  usage:
    'team found --database URL --name NAME --password-file FILE [--ca FILE] [--rules none|two]; or team invite --name NAME [--role ROLE...] --out FILE; or team join --invitation FILE [--wait SECONDS] [--differences-seen]; or team admit --words "W W W W W W"; or team status | members | check | renew | leave | end; or team move --database URL [--ca FILE] [--password-file FILE] [--older]; or team log [--person NAME --kind KIND --from D --to D --amount A..B --search TEXT] [--limit N | --format csv|xlsx|json --out FILE [--replace]]; or team repair [--set-aside MEMBER --looked-at-bank]; or team revoke MEMBER --why TEXT; or team take-over REFERENCE --looked-at-bank [--found-at-bank]; or team sql [--out FILE [--replace]]',
  run: ([name = '', ...args], global) => {
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (!subcommand)
      throw new WrongUse(
        `The first argument of team must be one of ${Object.keys(subcommands).join(', ')}.`,
      );
    return subcommand(args, global);
  },
};
