import { admit } from '../../nouns/people/admit.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { newContext, valueOf, type ExitCode, type Global } from '../input/command.ts';
import { memberView, withTeam } from './team-access.ts';

/** Admits the desk whose person has read these six words aloud. */
export function teamAdmit(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, { words: { type: 'string' } });
  const words = required(values.words, 'words');
  return withTeam<ExitCode>(global, async (team) => {
    const member = valueOf(await admit(team, words, global.io.clock, newContext()));
    global.io.print(JSON.stringify({ member: memberView(member) }));
    return 0;
  });
}
