import { spelledOut } from '../../shared/bank/extras.ts';
import { todayAt } from '../../shared/calendar/calendar.ts';
import { unreadNote } from '../../shared/ipc/accounts/chips.ts';
import type { FoundEntry } from '../../shared/ipc/accounts/find.ts';
import type { ReadableDeskCopy } from '../desk/open-bank/copy.ts';
import { understand, type Term } from '../engines/find/understand.ts';
import {
  needsMarks,
  findQuestionOf,
  noMarks,
  surroundingsIn,
} from '../nouns/statements/search/find-runner.ts';
import { meaningsBy, type Places } from '../nouns/statements/entries/meanings.ts';
import { markedEntries } from '../nouns/statements/annotations/marks.ts';
import type { Known } from '../nouns/statements/query/find-question.ts';
import { argumentsOf, countOption, periodOptions } from './input/arguments.ts';
import { withCopy, withHeldCopy } from './input/copy-access.ts';
import { WrongUse, type Command, type ExitCode, type Global } from './input/command.ts';
import { assertKnown } from './statement.ts';

const limitDefault = 100;

/** Prints the entries that match a text, of every account, newest first. No network. */
export const find: Command = {
  summary:
    'Prints the entries that match a text (amounts, dates, words, accounts), newest first, one a line. No network.',
  usage: 'find TEXT [--account NUMBER]... [--from D --to D --limit N]',
  run: async (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        account: { type: 'string', multiple: true },
        from: { type: 'string' },
        to: { type: 'string' },
        limit: { type: 'string' },
      },
      { positionals: true },
    );
    const text = positionals.join(' ');
    if (text.trim() === '') throw new WrongUse('What to find is missing.');
    const request: FindRequest = {
      text,
      accounts: values.account ?? [],
      period: periodTerm(periodOptions(values)),
      limit: countOption(values.limit, 'limit') ?? limitDefault,
    };
    // Whether the question asks for marks can be decided without the local copy.
    const today = todayAt(global.io.clock.now());
    const terms = understand(text, { today, accountNumbers: [], currencies: [] });
    if (!needsMarks(terms))
      return withCopy(global, (copy, { bankFile }) =>
        printFound(global, { copy, ...meaningsBy(bankFile) }, request),
      );
    return withHeldCopy(global, (copy, { bankFile }) =>
      printFound(
        global,
        { copy, ...meaningsBy(bankFile) },
        {
          ...request,
          marked: (mark, words) => markedEntries(copy.journal, mark, words),
        },
      ),
    );
  },
};

type FindRequest = {
  readonly text: string;
  readonly accounts: readonly string[];
  readonly period: readonly Term[];
  readonly limit: number;
  readonly marked?: Known['marked'];
};

/** The days of the options as a term, as if the text contained them. */
const periodTerm = ({ from, to }: ReturnType<typeof periodOptions>): Term[] =>
  from === undefined && to === undefined
    ? []
    : [{ kind: 'days', from: from ?? null, to: to ?? null, unit: 'days', start: 0, end: 0 }];

async function printFound(
  { io }: Global,
  { copy, places }: { copy: Pick<ReadableDeskCopy, 'reader' | 'questions'>; places: Places },
  { text, accounts, period, limit, marked = noMarks }: FindRequest,
): Promise<ExitCode> {
  for (const accountNumber of accounts) assertKnown(copy, accountNumber);
  const surroundings = surroundingsIn(copy.reader, todayAt(io.clock.now()));
  const question = findQuestionOf(copy.reader, [...understand(text, surroundings), ...period], {
    limit,
    partLimit: 0,
    accountNumbers: accounts.length === 0 ? undefined : accounts,
    marked,
    places,
  });
  const { all } = await copy.questions.ask('findEntries', [question]);
  if (all.length === 0 && question.among.isUnread) io.warn(unreadNote);
  for (const entry of all) {
    if (!io.isOutputOpen()) break;
    io.print(JSON.stringify(spelledOut(printed(entry))));
  }
  return 0;
}

/** As `statement` prints an entry, its account in front. */
function printed({
  amount,
  balance,
  extras,
  read: _read,
  day: _day,
  withdrawnAt,
  counterparty,
  ...entry
}: FoundEntry) {
  return {
    ...entry,
    amount: amount.amount,
    currency: amount.currency,
    balance: balance.amount,
    ...(counterparty === null ? {} : { counterparty }),
    ...(withdrawnAt === null ? {} : { withdrawnAt }),
    ...(extras === null ? {} : { extras }),
  };
}
