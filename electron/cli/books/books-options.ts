import { resolve } from 'node:path';

import type { Period } from '../../../shared/calendar/calendar.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { ledgerFields, type LedgerField } from '../../nouns/books/ledger/ledger-columns.ts';
import type { LedgerReading } from '../../nouns/books/ledger/ledger.ts';
import { usualRules, type Rules } from '../../nouns/books/reconciled.ts';
import type { ManualMatch } from '../../nouns/books/tables.ts';
import { argumentsOf, countOption, oneOf, periodOptions, required } from '../input/arguments.ts';
import { WrongUse } from '../input/command.ts';

const fields = Object.keys(ledgerFields) as LedgerField[];

/** The options of the command, checked. */
export type BooksRequest = {
  readonly accountNumber: string;
  readonly period: Period;
  readonly ledger: string | undefined;
  readonly options: LedgerReading['options'];
  readonly remember: boolean;
  readonly rules: Rules;
  readonly together: readonly Pick<ManualMatch, 'books' | 'bank'>[];
  /** Why unequal sums are matched. */
  readonly reason: string | undefined;
  readonly apart: readonly number[];
  readonly takeLikely: boolean;
  readonly undo: boolean;
  readonly withMatches: boolean;
  readonly out: string | undefined;
};

/** Throws `WrongUse` with a sentence for what does not fit. */
export function requestOf(args: string[]): BooksRequest {
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
    reason: { type: 'string' },
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
  if (values.reason !== undefined && values.match === undefined)
    throw new WrongUse('--reason belongs to --match.');
  const decimals = oneOf(values.decimals, 'decimals', ['point', 'comma']);
  const feesUpTo = values['fees-up-to'] ?? usualRules.feesUpTo;
  if (!isDecimal(feesUpTo) || feesUpTo.startsWith('-'))
    throw new WrongUse(`--fees-up-to must be an amount such as 15.50; it is ${feesUpTo}.`);
  return {
    accountNumber: required(values.account, 'account'),
    period: { from: required(from, 'from'), to: required(to, 'to') },
    ledger: values.ledger,
    options: {
      columns: Object.fromEntries((values.columns ?? []).map(columnOption)),
      decimals: decimals ?? null,
      dayOrder: oneOf(values.dates, 'dates', ['day-first', 'month-first']),
    },
    remember: values.remember === true,
    rules: { days: countOption(values.days, 'days') ?? usualRules.days, feesUpTo },
    together: (values.match ?? []).map(matchOption),
    reason: values.reason,
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

function matchOption(text: string): Pick<ManualMatch, 'books' | 'bank'> {
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
