import { resolve } from 'node:path';

import { accountByNumber } from '../accounts/tables.ts';
import { meaningsBy } from '../statements/meanings.ts';
import { formatNamed, statementFormats } from '../statements/export-formats.ts';
import { writeStatement } from '../statements/statement-export.ts';
import { argumentsOf, periodOptions, oneOf, required } from './arguments.ts';
import { withCopy } from './copy-access.ts';
import { WrongUse, type Command, type ExitCode } from './command.ts';
import { assertKnown } from './statement.ts';

const names = statementFormats.map(({ name }) => name);
const choices = names.join('|');

/** Writes the entries of an account from the local copy to a file. No network. */
export const exportCommand: Command = {
  summary: 'Writes the entries of an account to a file. No network.',
  usage: `export --account NUMBER [--from D --to D] --format ${choices} --out FILE`,
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      account: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string' },
    });
    const accountNumber = required(values.account, 'account');
    const format = oneOf(values.format, 'format', names);
    if (!format) throw new WrongUse('--format is missing.');
    const file = resolve(required(values.out, 'out'));
    const filter = periodOptions(values);
    return withCopy<ExitCode>(global, async (copy, { bankFile }) => {
      assertKnown(copy, accountNumber);
      const currency = accountByNumber(copy.reader, accountNumber)?.currency ?? '';
      const view = { accountNumber, filter };
      const { clock } = global.io;
      const { questions } = copy;
      const meanings = meaningsBy(bankFile);
      const exporting = { view, format: formatNamed(format), currency, questions, meanings, clock };
      const entries = await writeStatement(exporting, file);
      global.io.print(JSON.stringify({ file, format, entries }));
      return 0;
    });
  },
};
