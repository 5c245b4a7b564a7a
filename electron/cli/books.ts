import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';

import { dayOf, type Period } from '../../shared/calendar.ts';
import { limits } from '../../shared/limits.ts';
import { isDecimal } from '../../shared/money/decimal.ts';
import { ok, type Result } from '../../shared/result.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { putTogether, takeApart } from '../books/hand.ts';
import { ledgerFields, type LedgerField } from '../books/ledger-columns.ts';
import type { LedgerLine, LedgerReading } from '../books/ledger.ts';
import { readLedger } from '../books/read-ledger.ts';
import { reconciled, usualRules, type Reconciled, type Rules } from '../books/reconciled.ts';
import { signedAmount, writeReconciled } from '../books/result-export.ts';
import {
  keepLedger,
  newestLedger,
  sayWord,
  undoWord,
  wordsOf,
  type KeptLedger,
  type Word,
} from '../books/tables.ts';
import { saveShape, shapeFor } from '../columns/shapes.ts';
import type { DeskCopy } from '../desk/copy.ts';
import { problemAsError } from '../files/table.ts';
import { deskClock, timestampNow } from '../machine/context.ts';
import type { Profile } from '../profiles/profiles.ts';
import type { ExportedEntry } from '../statements/incoming.ts';
import { meaningsBy } from '../statements/meanings.ts';
import { batchesOf } from '../statements/statement-export.ts';
import { argumentsOf, countOption, oneOf, periodOptions, required } from './arguments.ts';
import { withHeldCopy } from './copy-access.ts';
import {
  CommandFailed,
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type ExitCode,
  type Global,
} from './command.ts';
import { readRegularFile } from './regular-file.ts';
import { assertKnown } from './statement.ts';

const fields = Object.keys(ledgerFields) as LedgerField[];

/** Matches a ledger of the books with the entries of an account, from the local copy. No network. */
export const reconcile: Command = {
  summary:
    'Matches a ledger (CSV, XLSX, camt.053, MT940) with the entries of an account, says why, and lists what is in the books only and at the bank only. No network.',
  usage:
    'reconcile --account NUMBER --from D --to D [--ledger FILE [--columns FIELD=COLUMN]... [--decimals point|comma] [--dates day-first|month-first] [--remember]] [--days N] [--fees-up-to A] [--match LINE,...=ENTRY,...]... [--apart LINE]... [--take-likely] [--undo] [--matches] [--out FILE.csv]',
  run: (args, global) => {
    const asked = askedOf(args);
    return withHeldCopy(global, (copy, profile) =>
      reconcileBooks({ copy, profile, global }, asked),
    );
  },
};

type Parts = {
  readonly copy: DeskCopy;
  readonly profile: Profile;
  readonly global: Global;
};

type Asked = {
  readonly accountNumber: string;
  readonly period: Period;
  readonly ledger: string | undefined;
  readonly said: LedgerReading['said'];
  readonly remember: boolean;
  readonly rules: Rules;
  readonly together: readonly Pick<Word, 'books' | 'bank'>[];
  readonly apart: readonly number[];
  readonly takeLikely: boolean;
  readonly undo: boolean;
  readonly withMatches: boolean;
  readonly out: string | undefined;
};

function askedOf(args: string[]): Asked {
  const { values } = argumentsOf(args, {
    account: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    ledger: { type: 'string' },
    columns: { type: 'string', multiple: true },
    decimals: { type: 'string' },
    dates: { type: 'string' },
    remember: { type: 'boolean' },
    days: { type: 'string' },
    'fees-up-to': { type: 'string' },
    match: { type: 'string', multiple: true },
    apart: { type: 'string', multiple: true },
    'take-likely': { type: 'boolean' },
    undo: { type: 'boolean' },
    matches: { type: 'boolean' },
    out: { type: 'string' },
  });
  const { from, to } = periodOptions(values);
  const ofFile = [values.columns, values.decimals, values.dates, values.remember];
  if (values.ledger === undefined && ofFile.some((one) => one !== undefined))
    throw new WrongUse('--columns, --decimals, --dates and --remember belong to --ledger.');
  const decimals = oneOf(values.decimals, 'decimals', ['point', 'comma']);
  const feesUpTo = values['fees-up-to'] ?? usualRules.feesUpTo;
  if (!isDecimal(feesUpTo) || feesUpTo.startsWith('-'))
    throw new WrongUse(`--fees-up-to must be an amount such as 15.50; it is ${feesUpTo}.`);
  return {
    accountNumber: required(values.account, 'account'),
    period: { from: required(from, 'from'), to: required(to, 'to') },
    ledger: values.ledger,
    said: {
      columns: Object.fromEntries((values.columns ?? []).map(columnOption)),
      decimals: decimals ?? null,
      dayOrder: oneOf(values.dates, 'dates', ['day-first', 'month-first']),
    },
    remember: values.remember === true,
    rules: { days: countOption(values.days, 'days') ?? usualRules.days, feesUpTo },
    together: (values.match ?? []).map(matchOption),
    apart: (values.apart ?? []).map((line) => countOption(line, 'apart') ?? 0),
    takeLikely: values['take-likely'] === true,
    undo: values.undo === true,
    withMatches: values.matches === true,
    out: values.out === undefined ? undefined : resolve(required(values.out, 'out')),
  };
}

function columnOption(text: string): [LedgerField, string] {
  const [, name = '', heading = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const field = fields.find((one) => one === name);
  if (field === undefined)
    throw new WrongUse(
      `--columns is FIELD=COLUMN, a heading or a number, and a field is one of ${fields.join(', ')}.`,
    );
  return [field, heading];
}

function matchOption(text: string): Pick<Word, 'books' | 'bank'> {
  const [, lines = '', entries = ''] = /^([\d,]+)=(.+)$/s.exec(text) ?? [];
  const books = lines
    .split(',')
    .filter((line) => line !== '')
    .map(Number);
  const bank = entries.split(',').filter((id) => id !== '');
  if (books.length === 0 || bank.length === 0)
    throw new WrongUse('--match is LINE,...=ENTRY,...: lines of the ledger, and ids of entries.');
  return { books, bank };
}

async function reconcileBooks(parts: Parts, asked: Asked): Promise<ExitCode> {
  const { copy, global } = parts;
  const { accountNumber, period, rules } = asked;
  assertKnown(copy, accountNumber);
  const currency = accountByNumber(copy.reader, accountNumber)?.currency ?? '';
  const ledger = asked.ledger
    ? await takeLedger(parts, { ...asked, ledger: asked.ledger, currency })
    : newestLedger(copy.journal, accountNumber, period);
  if (!ledger)
    throw new WrongUse(
      'No ledger is kept for this account and these days: name its file with --ledger.',
    );
  const entries = await entriesOf(parts, asked);
  const result = (): Reconciled =>
    reconciled(ledger, entries, {
      ...{ currency, rules },
      words: wordsOf(copy.journal, ledger.ledgerId),
    });
  takeWords(parts, { asked, ledger, result });
  const made = result();
  if (asked.out !== undefined) await writeReconciled(asked.out, made);
  print(parts, { ledger, made, asked });
  return global.io.isHeard() ? 0 : 1;
}

async function takeLedger(
  { copy, global }: Parts,
  asked: Asked & { readonly ledger: string; readonly currency: string },
): Promise<KeptLedger> {
  const { accountNumber, period, currency, rules, said } = asked;
  const { journal } = copy;
  const context = newContext();
  const bytes = valueOf(
    await readRegularFile(resolve(asked.ledger), limits.ledgerBytesMax, context),
  );
  const fileName = basename(asked.ledger);
  const read = await readLedger(bytes, {
    ...{ period, currency, said },
    days: Math.max(rules.days, 31),
    savedFor: (shape) => shapeFor(journal, 'ledger', shape),
  });
  if (!read.ok)
    throw new CommandFailed(problemAsError(read.error, fileName, context.correlationId));
  const { lines, notes, shape, headings = [], columns, decimals = null } = read.value;
  const at = timestampNow(deskClock(global.io.clock, () => null));
  if (asked.remember && shape !== undefined && columns !== undefined)
    saveShape(journal, {
      ...{ kind: 'ledger', shape, headings, fileName, savedAt: at, decimals, offset: 0 },
      columns: Object.fromEntries(Object.entries(columns)),
    });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return keepLedger(
    journal,
    { accountNumber, ...period, fileName, sha256, lines, notes },
    { by: 'command line', at },
  );
}

async function entriesOf(
  { copy, profile: { bankFile } }: Parts,
  { accountNumber, period: filter }: Asked,
): Promise<ExportedEntry[]> {
  const entries: ExportedEntry[] = [];
  const view = { accountNumber, filter };
  const { questions } = copy;
  for await (const rows of batchesOf({ view, questions, meanings: meaningsBy(bankFile) }))
    entries.push(...rows);
  return entries;
}

type Made = {
  readonly asked: Asked;
  readonly ledger: KeptLedger;
  readonly result: () => Reconciled;
};

/** Writes down what the person says: first what they take back, then each word by what came of the ones before it. */
function takeWords({ copy, global }: Parts, { asked, ledger, result }: Made): void {
  const { journal } = copy;
  const at = timestampNow(deskClock(global.io.clock, () => null));
  const say = (said: Result<Omit<Word, 'n'>, string>): void => {
    if (!said.ok) throw new WrongUse(said.error);
    sayWord(journal, ledger.ledgerId, said.value, { by: 'command line', at });
  };
  if (asked.undo) {
    const last = wordsOf(journal, ledger.ledgerId).at(-1);
    if (!last) throw new WrongUse('Nothing was matched or taken apart that could be undone.');
    undoWord(journal, last.n, at);
  }
  for (const line of asked.apart) say(takeApart(result(), line));
  for (const pair of asked.together) say(putTogether(result(), pair));
  if (asked.takeLikely)
    for (const { line, entryId } of result().likely)
      say(ok({ word: 'together', books: [line], bank: [entryId] }));
}

function print(
  { global: { io } }: Parts,
  { ledger, made, asked }: { ledger: KeptLedger; made: Reconciled; asked: Asked },
): void {
  const { matches, booksOnly, bankOnly, likely, notes, currency } = made;
  const byRule: Record<string, number> = {};
  for (const { rule } of matches) byRule[rule] = (byRule[rule] ?? 0) + 1;
  const summary = {
    ...{ account: ledger.accountNumber, from: ledger.from, to: ledger.to, currency },
    ledger: { file: ledger.fileName, lines: ledger.lines.length, addedAt: ledger.addedAt },
    matches: { total: matches.length, ...byRule },
    ...{ booksOnly: booksOnly.length, bankOnly: bankOnly.length, likely: likely.length, notes },
    ...(asked.out === undefined ? {} : { file: asked.out }),
  };
  const rows = [
    summary,
    ...(asked.withMatches
      ? matches.map(({ rule, why, books, bank }) => ({
          match: { rule, why, books: books.map(printedLine), bank: bank.map(printedEntry) },
        }))
      : []),
    ...booksOnly.map((line) => ({
      booksOnly: {
        ...printedLine(line),
        ...perhaps(likely.find((one) => one.line === line.line)),
      },
    })),
    ...bankOnly.map((entry) => ({
      bankOnly: {
        ...printedEntry(entry),
        ...perhaps(likely.find((one) => one.entryId === entry.id)),
      },
    })),
  ];
  for (const row of rows) {
    if (!io.isHeard()) return;
    io.print(JSON.stringify(row));
  }
}

const perhaps = (likely: Reconciled['likely'][number] | undefined) =>
  likely === undefined ? {} : { likely };

const printedLine = ({ references, ...line }: LedgerLine) => ({
  ...line,
  reference: references.join(' '),
});

const printedEntry = (entry: ExportedEntry) => ({
  ...{ id: entry.id, day: dayOf(entry.transactionDate), amount: signedAmount(entry) },
  ...{ reference: entry.customReference, narration: entry.narration },
});
