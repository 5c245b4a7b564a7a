import { daysOfDelegation, mayStandIn, writeDelegation } from '../../desk/approvals/delegations.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Money } from '../../nouns/approvals/contents.ts';
import { argumentsOf, periodOptions, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, delegationView } from './approvals-access.ts';

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
      const { begins, ends, zone } = daysOfDelegation(open.approvals.state, from, to);
      if (Date.parse(ends) < global.io.clock.now())
        throw new WrongUse('--to is a day that is over.');
      if (!mayStandIn(open, name)) throw new WrongUse('NAME must be another member of the team.');
      const limited = limit === null ? '' : ` up to ${limit.amount} ${limit.currency}`;
      confirmOnTerminal(
        `${name} approves in your place from ${from} to ${to} (${zone})${limited}. Of what ${name} makes you approve nothing meanwhile.`,
        name,
      );
      const wanted = { to: name, begins, ends, limit };
      const made = valueOf(await writeDelegation(open, wanted, newContext()));
      global.io.print(JSON.stringify(delegationView(made)));
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
