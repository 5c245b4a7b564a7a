import { addDays } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Money } from '../../nouns/approvals/contents.ts';
import type { OpenApprovals } from '../../desk/approvals/requests.ts';
import { startOfDay } from '../../nouns/approvals/judge/local-time.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { argumentsOf, periodOptions, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, delegationView } from './approvals-access.ts';

type Wanted = {
  readonly to: string;
  readonly begins: string;
  readonly ends: string;
  readonly limit: Money | null;
};

/** Lets a colleague approve in the place of this desk's person, on the days from `--from` to `--to`. Asks the person at the terminal. */
export const delegate: Command = {
  summary: 'Lets a colleague approve in your place for some days.',
  usage: 'delegate NAME --from D --to D [--limit AMOUNT:CURRENCY]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { from: { type: 'string' }, to: { type: 'string' }, limit: { type: 'string' } },
      { positionals: true },
    );
    const [name = '', ...more] = positionals;
    if (name === '' || more.length > 0) throw new WrongUse('Name one colleague.');
    periodOptions({ from: required(values.from, 'from'), to: required(values.to, 'to') });
    const { from = '', to = '' } = values;
    const limit = limitOption(values.limit);
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      const zone = open.approvals.state.rules?.zone ?? 'UTC';
      const endMs = Date.parse(startOfDay(addDays(to, 1), zone)) - 1;
      if (endMs < global.io.clock.now()) throw new WrongUse('--to is a day that is over.');
      const ends = new Date(endMs).toISOString();
      const wanted = { to: name, begins: startOfDay(from, zone), ends, limit };
      checkName(open, name);
      const limited = limit === null ? '' : ` up to ${limit.amount} ${limit.currency}`;
      confirmOnTerminal(
        `${name} approves in your place from ${from} to ${to} (${zone})${limited}. Of what ${name} makes you approve nothing meanwhile.`,
        name,
      );
      global.io.print(JSON.stringify(await writeDelegation(open, wanted)));
      return 0;
    });
  },
};

function limitOption(text: string | undefined): Money | null {
  if (text === undefined) return null;
  const [, amount = '', currency = ''] = /^(\d{1,14}(?:\.\d{1,4})?):(.+)$/.exec(text) ?? [];
  if (isCurrency(currency)) return { amount, currency };
  throw new WrongUse('--limit must be AMOUNT:CURRENCY, such as 5000.00:EUR.');
}

/** Throws unless somebody else who may write has this name. */
function checkName({ team: { people, record } }: OpenApprovals, name: string): void {
  const isMember = people.members.some((one) => one.name === name && people.mayWrite(one.key));
  if (!isMember || people.nameOf(record.key) === name)
    throw new WrongUse('NAME must be another member of the team.');
}

/** Writes it, and returns what came of it. Throws `team.refused` where the record does not count it. */
async function writeDelegation({ team, approvals }: OpenApprovals, wanted: Wanted) {
  const before = new Set(approvals.state.delegations.keys());
  const { to, begins, ends, limit } = wanted;
  const content = { to, begins, ends, limit: limit && { ...limit } };
  valueOf(await writeAct(team, { kind: 'delegate', content }, newContext()));
  const own = team.people.nameOf(team.record.key);
  const made = [...approvals.state.delegations].find(
    ([digest, delegation]) => !before.has(digest) && delegation.from === own,
  );
  if (made === undefined) throw new DeskFault('team.refused');
  return delegationView(made);
}
