import { checkRecord } from '../../nouns/people/check.ts';
import { repairRecord, setAside } from '../../nouns/people/repair.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { headView, withTeam } from './team-access.ts';
import { membersGiven } from './leaving.ts';

/** Checks every act again, here and at the server. */
export function teamCheck(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeam<ExitCode>(global, async (team) => {
    const { head, ...checked } = valueOf(await checkRecord(team, newContext()));
    global.io.print(JSON.stringify({ ...checked, head: headView(head) }));
    return 0;
  });
}

/** Restores acts that an older copy of the database lacks; or answers for a desk that cannot confirm that it knows of no more. */
export function teamRepair(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, {
    'set-aside': { type: 'string' },
    'looked-at-bank': { type: 'boolean' },
  });
  const named = values['set-aside'];
  if ((named !== undefined) !== (values['looked-at-bank'] === true))
    throw new WrongUse('--set-aside and --looked-at-bank go together.');
  return withTeam<ExitCode>(global, async (team) => {
    if (named !== undefined) valueOf(await setAside(team, membersGiven(team, named), newContext()));
    const { acts, waitsFor } = valueOf(await repairRecord(team, newContext()));
    const names = waitsFor.map(({ name }) => ({ name }));
    global.io.print(JSON.stringify({ acts, head: headView(team.record.head), waitsFor: names }));
    return 0;
  });
}
