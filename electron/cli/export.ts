import { resolve } from 'node:path';

import type { Journal } from '../engines/store/database.ts';
import { meaningsBy } from '../nouns/statements/entries/meanings.ts';
import { handOver, handOverFormats } from '../nouns/statements/hand-over/hand-over.ts';
import type { HandOver } from '../nouns/statements/hand-over/plan.ts';
import type { ReadableDeskCopy } from '../desk/open-bank/copy.ts';
import type { Profile } from '../connections/profiles/profiles.ts';
import { accountsOption, argumentsOf, periodOptions, oneOf, required } from './input/arguments.ts';
import { withCopy, withHeldCopy } from './input/copy-access.ts';
import { WrongUse, type Command, type ExitCode } from './input/command.ts';
import { assertKnown } from './statement.ts';

const names = handOverFormats.map(({ name }) => name);
const choices = names.join('|');
const splits = ['account', 'day', 'account-day'] as const;
const splitChoices = splits.join('|');

/** Writes the entries of accounts from the local copy to a file, or to several in a folder. No network. */
export const exportCommand: Command = {
  summary:
    'Writes the entries of accounts to a file, or with --per to a folder of files. With --marks also what people noted. No network.',
  usage: `export --account NUMBER...|all [--from D --to D] --format ${choices} [--per ${splitChoices}] [--marks] --out PATH`,
  run: (args, global) => {
    const { request, path } = requestOf(args);
    const write = async (copy: Copy, profile: Profile): Promise<ExitCode> => {
      for (const number of request.accountNumbers ?? []) assertKnown(copy, number);
      const { bankFile } = profile;
      const { clock } = global.io;
      const { places } = meaningsBy(bankFile);
      const parts = { copy, journal: copy.journal ?? null, places, bankName: bankFile.name, clock };
      const { files, entries } = await handOver(parts, request, path);
      const { format } = request;
      if (request.filePerAccount || request.filePerDay)
        global.io.print(
          JSON.stringify({ folder: path, format, entries, files: files.map(fileOutput) }),
        );
      else
        for (const { path: file, name: _, ...report } of files)
          global.io.print(JSON.stringify({ file, format, entries, ...report }));
      return 0;
    };
    return request.withMarks ? withHeldCopy(global, write) : withCopy(global, write);
  },
};

type Copy = ReadableDeskCopy & { readonly journal?: Journal };

const fileOutput = ({
  path: file,
  name: _,
  ...report
}: Awaited<ReturnType<typeof handOver>>['files'][number]) => ({
  file,
  ...report,
});

function requestOf(args: string[]): { request: HandOver; path: string } {
  const { values, positionals, tokens } = argumentsOf(
    args,
    {
      account: { type: 'string', multiple: true },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      per: { type: 'string' },
      marks: { type: 'boolean' },
      out: { type: 'string' },
    },
    { positionals: true },
  );
  assertAccountsOnly(tokens);
  const accountNumbers = accountsOption([...(values.account ?? []), ...positionals]);
  const format = oneOf(values.format, 'format', names);
  if (!format) throw new WrongUse('--format is missing.');
  const per = oneOf(values.per, 'per', splits);
  const path = resolve(required(values.out, 'out'));
  const request: HandOver = {
    accountNumbers,
    ...periodOptions(values),
    format,
    filePerAccount: per === 'account' || per === 'account-day',
    filePerDay: per === 'day' || per === 'account-day',
    withMarks: values.marks === true,
  };
  return { request, path };
}

/** Allows positional arguments only after `--account`, which takes several values: `--account A B C`. */
function assertAccountsOnly(tokens: readonly { kind: string; name?: string }[] | undefined): void {
  let last = '';
  for (const token of tokens ?? []) {
    if (token.kind === 'option') last = token.name ?? '';
    else if (last !== 'account')
      throw new WrongUse('Unexpected argument: only --account takes several values.');
  }
}
