import { argumentsOf, periodOptions, required } from './input/arguments.ts';
import { withCopy } from './input/copy-access.ts';
import type { Command, ExitCode } from './input/command.ts';
import { assertKnown } from './statement.ts';

/** Proves an account again from the entries of the local copy, and prints the verdict. No network. */
export const proof: Command = {
  summary: 'Proves an account again from the local copy. No network.',
  usage: 'proof --account NUMBER [--from D --to D]',
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      account: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    });
    const accountNumber = required(values.account, 'account');
    const period = periodOptions(values);
    return withCopy<ExitCode>(global, async (copy) => {
      assertKnown(copy, accountNumber);
      const verdict = await copy.writer.proveCached(accountNumber, { ...period, anew: true });
      global.io.print(JSON.stringify({ accountNumber, ...period, ...verdict }));
      return 0;
    });
  },
};
