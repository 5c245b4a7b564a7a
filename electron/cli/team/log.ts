import { resolve } from 'node:path';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { TeamLogRow } from '../../../shared/ipc/team-log.ts';
import { isDecimal, toUnits } from '../../../shared/money/decimal.ts';
import { appError } from '../../../shared/errors.ts';
import {
  exportedLog,
  logChoices,
  logFilterOf,
  logPage,
  readLog,
  searchTerms,
} from '../../desk/open-bank/team-log.ts';
import { logFormats } from '../../engines/act-log/log-file.ts';
import type { LogFilter } from '../../engines/act-log/log-table.ts';
import { writeNewFile, writeWholeFile } from '../../engines/exports/whole-file.ts';
import type { AmountRange } from '../../engines/find/amounts.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { argumentsOf, countOption, oneOf, periodOptions, required } from '../input/arguments.ts';
import {
  CommandFailed,
  newContext,
  printFailure,
  WrongUse,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { headView, withTeam } from './team-access.ts';

const limitDefault = 100;
const pageRows = 500;

/**
 * Prints the acts of the record, latest first, one a line; with `--format` writes all of them to a file, in the order of the record. Reads
 * new acts first. Where the record cannot be reached, prints the acts that this desk has read.
 */
export function teamLog(args: string[], global: Global): Promise<ExitCode> {
  const request = requestOf(args);
  return withTeam<ExitCode>(global, async (team, { copy }) => {
    const read = await team.record.catchUp(newContext());
    if (!read.ok) printFailure(global.io, read.error);
    await readLog(team, copy.journal);
    const filter = filterOf(team, request, global);
    if (request.file === null) printRows(team, filter, request.limit, global);
    else await writeLog(team, filter, { ...request, file: request.file }, global);
    return 0;
  });
}

type Request = ReturnType<typeof requestOf>;

function requestOf(args: string[]) {
  const { values } = argumentsOf(args, {
    ...{ person: { type: 'string' }, kind: { type: 'string' }, search: { type: 'string' } },
    ...{ from: { type: 'string' }, to: { type: 'string' }, amount: { type: 'string' } },
    ...{ limit: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' } },
    replace: { type: 'boolean' },
  });
  const format = oneOf(values.format, 'format', logFormats);
  if ((format === undefined) !== (values.out === undefined))
    throw new WrongUse('--format and --out go together.');
  if (format === undefined && values.replace === true)
    throw new WrongUse('--replace belongs to --out.');
  if (format !== undefined && values.limit !== undefined)
    throw new WrongUse('--limit is for what is printed. A file has all that was chosen.');
  return {
    ...{ values, period: periodOptions(values) },
    amount: values.amount === undefined ? null : amountRange(values.amount),
    limit: countOption(values.limit, 'limit') ?? limitDefault,
    file:
      format === undefined
        ? null
        : { format, path: resolve(required(values.out, 'out')), replace: values.replace === true },
  };
}

/** `1000`, `1000..2000`, `1000..` or `..2000`, both ends included. */
function amountRange(text: string): AmountRange {
  const [low = '', high = low, ...more] = text.split('..');
  const ends = [low, high].filter((end) => end !== '');
  const isRange = more.length === 0 && ends.length > 0 && ends.every(isFigure);
  if (!isRange)
    throw new WrongUse(`--amount must be as 1000, 1000..2000, 1000.. or ..2000; it is ${text}.`);
  const range = { low: low === '' ? null : toUnits(low), high: high === '' ? null : toUnits(high) };
  if (range.low !== null && range.high !== null && range.low > range.high)
    throw new WrongUse(`--amount ${text} ends before it begins.`);
  return range;
}

const isFigure = (text: string): boolean => isDecimal(text) && !text.startsWith('-');

/** Fails for a person or a kind that the log does not have: an empty answer would mean that nothing was done. */
function filterOf(team: OpenTeam, { values, period, amount }: Request, { io }: Global): LogFilter {
  const { person = null, kind = null, search = '' } = values;
  const { persons, kinds } = logChoices(team);
  if (person !== null && !persons.includes(person))
    throw invalid(`There is no member ${person}. There are ${persons.join(', ')}.`);
  if (kind !== null && !kinds.some((one) => one.kind === kind))
    throw invalid(
      `The log has no act of the kind ${kind}. It has ${kinds.map((one) => one.kind).join(', ')}.`,
    );
  const terms = searchTerms(search, todayAt(io.clock.now()));
  const filter = logFilterOf(team, { person, kind, search, terms });
  const { from = null, to = null } = period;
  return {
    ...filter,
    days: [...filter.days, { from, to }],
    amounts: [
      ...filter.amounts,
      ...(amount === null ? [] : [{ ranges: [amount], currency: null, orTerm: null }]),
    ],
  };
}

const invalid = (message: string): CommandFailed =>
  new CommandFailed(appError('input.invalid', newContext().correlationId, { message }));

function printRows(team: OpenTeam, filter: LogFilter, limit: number, { io }: Global): void {
  let before: number | undefined;
  for (let left = limit; left > 0 && io.isOutputOpen();) {
    const page = logPage(team, filter, { before, limit: Math.min(left, pageRows) });
    for (const row of page.rows) io.print(JSON.stringify(printed(row)));
    if (!page.hasMore) return;
    left -= page.rows.length;
    before = page.rows.at(-1)?.id;
  }
}

const printed = ({ n, at, person, desk, kind, did, about, money, ...row }: TeamLogRow) => ({
  ...{ n, at, person },
  ...(desk === '' ? {} : { desk }),
  ...{ kind, did, about },
  ...(money === null ? {} : { ...money, amountFrom: row.amountFrom }),
  ...(row.void === null ? {} : { void: row.void }),
});

async function writeLog(
  team: OpenTeam,
  filter: LogFilter,
  { values, file }: Request & { readonly file: NonNullable<Request['file']> },
  { io }: Global,
): Promise<void> {
  const { format, path, replace } = file;
  const { person, kind, search, from, to, amount } = values;
  const wanted = JSON.parse(JSON.stringify({ person, kind, search, from, to, amount })) as Record<
    string,
    string
  >;
  const write = replace ? writeWholeFile : writeNewFile;
  await write(path, exportedLog(team, format, { filter, wanted, at: timestampNow(io.clock) }));
  io.print(JSON.stringify({ file: path, format, head: headView(team.record.head) }));
}
