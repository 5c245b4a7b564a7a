import { DeskFault } from '../../../shared/errors.ts';
import { takeOverTogether } from '../../desk/approvals/decisions.ts';
import { openApprovals } from '../../desk/approvals/requests.ts';
import { transfersUnder } from '../../nouns/payments/list-transfers.ts';
import type { FoundOutcome } from '../../nouns/people/take-over.ts';
import { argumentsOf } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { openOf } from '../../desk/team/join-team.ts';
import { headView } from './team-access.ts';

/**
 * Takes over the claim of a lost desk, after a person has looked for the payment in the bank's own records. Also asks for the bank's list:
 * a listed payment is accepted; one that is neither listed nor found by the person may be sent again. Asks the person at the terminal.
 */
export function teamTakeOver(args: string[], global: Global): Promise<ExitCode> {
  const { values, positionals } = argumentsOf(
    args,
    { 'looked-at-bank': { type: 'boolean' }, 'found-at-bank': { type: 'boolean' } },
    { positionals: true },
  );
  const [reference = ''] = positionals;
  if (reference === '') throw new WrongUse('Name the reference.');
  if (values['looked-at-bank'] !== true)
    throw new WrongUse('--looked-at-bank is missing: look for the payment at the bank first.');
  return withDesk<ExitCode>(global, async ({ copy, changes }) => {
    const team = openOf(copy.team);
    const listed = await transfersUnder(changes, reference, newContext());
    if (listed === null)
      throw new DeskFault('team.not-looked', 'The bank’s list cannot be read to its end.');
    const isFound = listed.length > 0 || values['found-at-bank'] === true;
    confirmOnTerminal(
      isFound
        ? 'The bank has this payment. It is taken over as accepted.'
        : 'The bank does not have this payment. It may be sent again afterwards, by any desk.',
      reference,
    );
    const outcome: FoundOutcome = isFound ? 'accepted' : 'not-found';
    valueOf(
      await takeOverTogether(
        openApprovals(copy.team),
        copy.journal,
        { reference, outcome },
        newContext(),
      ),
    );
    global.io.print(JSON.stringify({ reference, outcome, head: headView(team.record.head) }));
    return 0;
  });
}
