import { spelledOut } from '../../shared/bank/extras.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';
import { accountByNumber } from '../nouns/accounts/tables.ts';
import { DeskFault } from '../../shared/errors.ts';
import { meaningsBy } from '../nouns/statements/entries/meanings.ts';
import { batchesOf } from '../nouns/statements/statement-export.ts';
import type { ReadableDeskCopy } from '../desk/open-bank/copy.ts';
import { argumentsOf, countOption, periodOptions, oneOf, required } from './input/arguments.ts';
import { withCopy } from './input/copy-access.ts';
import type { Command, ExitCode } from './input/command.ts';

/** Prints the entries of an account from the local copy, one a line, oldest first. No network. */
export const statement: Command = {
  summary: 'Prints the entries of an account from the local copy, one a line. No network.',
  usage:
    'statement --account NUMBER [--from D --to D --direction debit|credit --type T --search TEXT --limit N]',
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      account: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      direction: { type: 'string' },
      type: { type: 'string' },
      search: { type: 'string' },
      limit: { type: 'string' },
    });
    const accountNumber = required(values.account, 'account');
    const filter: StatementFilter = {
      ...periodOptions(values),
      direction: oneOf(values.direction, 'direction', ['debit', 'credit']),
      transactionType: values.type,
      search: values.search,
    };
    let left = countOption(values.limit, 'limit') ?? Number.POSITIVE_INFINITY;
    return withCopy<ExitCode>(global, async (copy, { bankFile }) => {
      assertKnown(copy, accountNumber);
      for await (const rows of batchesOf({
        view: { accountNumber, filter },
        questions: copy.questions,
        meanings: meaningsBy(bankFile),
      })) {
        for (const row of rows.slice(0, left)) global.io.print(JSON.stringify(spelledOut(row)));
        left -= rows.length;
        if (left <= 0 || !global.io.isOutputOpen()) break;
      }
      return 0;
    });
  },
};

/** Throws `offline.not-cached` for an account that was never fetched. */
export function assertKnown(
  { reader }: Pick<ReadableDeskCopy, 'reader'>,
  accountNumber: string,
): void {
  if (!accountByNumber(reader, accountNumber))
    throw new DeskFault('offline.not-cached', `Account ${accountNumber} is not in the local copy.`);
}
