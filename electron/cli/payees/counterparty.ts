import { counterpartyNameMax } from '../../../shared/ipc/counterparties.ts';
import { isUnknown } from '../../../shared/ipc/unknown-counterparty.ts';
import { readCounterparty } from '../../desk/counterparties/counterparty.ts';
import { deskClock } from '../../engines/machine/context.ts';
import { notCached } from '../../engines/submissions/open-bank.ts';
import { beneficiaryById } from '../../nouns/beneficiaries/tables.ts';
import { argumentsOf } from '../input/arguments.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import { WrongUse, type Command, type ExitCode } from '../input/command.ts';

/** Prints all that this desk knows about one counterparty as one JSON object. No network. */
export const counterparty: Command = {
  summary:
    'Prints all that this desk has of one counterparty: paid, received, open, terms, details over time, files and notes. No network.',
  usage: 'counterparty NAME|PAYEE-ID',
  run: (args, global): Promise<ExitCode> => {
    const { positionals } = argumentsOf(args, {}, { positionals: true });
    const text = positionals.join(' ').trim();
    if (text === '') throw new WrongUse('The name or the id of the counterparty is missing.');
    if (text.length > counterpartyNameMax)
      throw new WrongUse(`A name has at most ${String(counterpartyNameMax)} characters.`);
    return withHeldCopy<ExitCode>(global, async (copy, { bankFile }) => {
      const isPayee = beneficiaryById(copy.reader, text) !== null;
      const clock = deskClock(global.io.clock, () => null);
      const found = await readCounterparty(
        { copy, clock, bankFile },
        isPayee ? { payeeId: text } : { name: text },
      );
      if (isUnknown(found)) throw notCached(`A counterparty named ${text}`);
      global.io.print(JSON.stringify(found));
      return 0;
    });
  },
};
