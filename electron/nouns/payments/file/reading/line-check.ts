import { Reference } from '../../../../../shared/bank/operation.ts';
import { addDays, type IsoDate } from '../../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../../shared/calendar/day-labels.ts';
import { readDay } from '../../../../../shared/calendar/typed-day.ts';
import { limits } from '../../../../../shared/limits.ts';
import { plainAmount } from '../../../../engines/columns/decimals.ts';
import type {
  CheckedLine,
  Decimals,
  LineRepair,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarning } from '../../../../../shared/ipc/changes/payments.ts';
import { isCurrency } from '../../../../../shared/money/currencies.ts';
import { readAmount } from '../../../../../shared/money/entered.ts';
import type { Money } from '../../../../../shared/money/money.ts';
import { foldedReference } from '../../../../../shared/reference-likeness.ts';
import { overlayOf, type Overlay } from './repaired-cells.ts';
import { requiredTexts, type RequiredColumns } from './required-columns.ts';
import type { FieldColumns, PaymentField } from './columns.ts';
import { findBeneficiary, type KnownBeneficiary, type BeneficiaryIndex } from './beneficiaries.ts';
import type { Cell, FileRow } from '../../../../engines/files/table.ts';

/** A payment that a line requests. */
export type LineOrder = {
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly amount: Money;
};

/** The desk's data for the check, read once for a whole file. */
export type Ledger = {
  /** Account number -> its currency; empty where it is not known. */
  readonly currencyByAccount: ReadonlyMap<string, string>;
  /** Our account number for an account as the file writes it; null where it is none of ours. */
  readonly accountOf: (written: string, currency: string) => string | null;
  /** The name of one of our accounts in a sentence. */
  readonly accountName: (accountNumber: string) => string;
  readonly beneficiaries: BeneficiaryIndex;
  readonly isReferenceUsed: (reference: string) => boolean;
  /** The warnings that a person must see before this is sent. */
  readonly warningsOf: (order: LineOrder) => readonly PaymentWarning[];
};

/** How the lines of one file are read. */
export type LineReading = {
  readonly columns: FieldColumns;
  readonly columnCount: number;
  readonly defaultAccount: string | null;
  /** The decimal mark that a person chose; null for a file under our own headings. */
  readonly decimals: Decimals | null;
  readonly ledger: Ledger;
  /** The fields that the bank file requires beyond the catalogue. */
  readonly required: RequiredColumns;
  /** Folded reference -> the line that has it; filled as the lines are checked in order. */
  readonly references: Map<string, number>;
  /** A line dated after this day is early. */
  readonly today: IsoDate;
};

/** Characters, as payment messages allow. */
const narrationMax = 140;

/** Control characters such as line breaks, and marks that change the writing direction: they hide what is written. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

type Problems = Partial<Record<PaymentField | 'line', string>> & Record<string, string>;

/** A line with its repairs laid over the cells of the file. */
type ReadLine = {
  readonly row: FileRow;
  readonly cell: (field: PaymentField) => Cell;
  readonly text: (field: PaymentField) => string;
};

/**
 * Checks one line; every problem is a whole sentence. A line without a reference gets `madeReference`. `repairs` take precedence over the
 * cells of the file.
 */
export function checkLine(
  row: FileRow,
  reading: LineReading,
  madeReference: string,
  repairs: readonly LineRepair[] = [],
): CheckedLine {
  const { ledger } = reading;
  const line = readLine(row, reading, overlayOf(repairs));
  const { text } = line;
  const problems: Problems = shapeProblems(line, reading);
  const written = text('account') || (reading.defaultAccount ?? '');
  const accountNumber = ledger.accountOf(written, text('currency').toUpperCase()) ?? written;
  const currency = currencyOf(accountNumber, text('currency'), ledger, problems);
  const amount =
    currency === null ? null : amountOf(amountText(line, reading, problems), currency, problems);
  const beneficiary = beneficiaryOf(text, ledger, problems);
  const typed = text('reference');
  if (typed !== '') checkReference(typed, row.line, reading, problems);
  if (text('narration').length > narrationMax)
    problems.narration ??= `The narration is longer than ${narrationMax} characters.`;
  const due = laterDay(text('executionDate'), reading, problems);
  const required = requiredTexts(row, reading.required, problemIn);
  Object.assign(problems, required.problems);
  const reference = typed === '' ? madeReference : typed;
  const order = beneficiary &&
    amount && { reference, accountNumber, beneficiaryId: beneficiary.entityId, amount };
  return {
    line: row.line,
    reference,
    accountNumber,
    beneficiaryId: beneficiary?.entityId ?? text('beneficiaryId'),
    payeeName: beneficiary
      ? shownName(beneficiary)
      : text('beneficiary') || text('beneficiaryAccount'),
    amount,
    amountText: text('amount'),
    narration: text('narration'),
    ...(due === null ? {} : { due: { entered: due, day: due } }),
    ...(Object.keys(required.more).length === 0 ? {} : { more: required.more }),
    problems,
    warnings:
      order && Object.keys(problems).length === 0
        ? [...(due === null ? [] : [dated(due)]), ...ledger.warningsOf(order)]
        : [],
    ...(repairs.length === 0 ? {} : { repairs }),
  };
}

function readLine(row: FileRow, { columns }: LineReading, overlay: Overlay): ReadLine {
  const cell = (field: PaymentField): Cell =>
    overlay[field] ?? row.cells[columns[field] ?? -1] ?? none;
  return { row, cell, text: (field) => cell(field).text.trim() };
}

/** The later day on which a line is to be paid; null where it is paid now, also because its day is past. */
function laterDay(typed: string, { today }: LineReading, problems: Problems): IsoDate | null {
  if (typed === '' || problems.executionDate !== undefined) return null;
  const day = readDay(typed, 'named');
  if (day === null)
    problems.executionDate = `The day “${typed}” cannot be read: write it as 2026-11-30.`;
  else if (day > addDays(today, limits.dueDaysAheadMax))
    problems.executionDate = `The day “${typed}” is more than two years ahead: check the year.`;
  return day !== null && day > today ? day : null;
}

/** The notice about a line that is not paid now: the bank accepts no day. */
const dated = (day: IsoDate): PaymentWarning => ({
  ...{ kind: 'dated', weight: 'notice', day },
  message: `Its file asks for it on ${fullDay(day)}: it is scheduled, and nothing is sent before.`,
});

const shownName = ({ name, accountName, entityId }: KnownBeneficiary): string =>
  name || accountName || entityId;

const none: Cell = { text: '' };

const fieldNames: Readonly<Record<PaymentField, string>> = {
  account: 'account',
  beneficiaryId: 'payee’s ID',
  beneficiary: 'payee',
  beneficiaryAccount: 'payee’s account',
  amount: 'amount',
  currency: 'currency',
  reference: 'reference',
  narration: 'narration',
  executionDate: 'day',
};

/** Problems of the cells themselves: formulas, hidden characters, more values than columns. */
function shapeProblems({ row, cell }: ReadLine, { columns, columnCount }: LineReading): Problems {
  const problems: Problems = {};
  for (const field of Object.keys(columns) as PaymentField[]) {
    const problem = problemIn(cell(field));
    if (problem !== undefined) problems[field] = `The ${fieldNames[field]} ${problem}.`;
  }
  if (row.cells.slice(columnCount).some(({ text }) => text.trim() !== ''))
    problems.line =
      'The line has more values than the heading has columns: a quote may be missing.';
  return problems;
}

const problemIn = ({ text, problem }: Cell): string | undefined =>
  problem ?? (unprintable.test(text.trim()) ? 'holds a line break or a hidden mark' : undefined);

function currencyOf(
  accountNumber: string,
  typed: string,
  { currencyByAccount, accountName }: Ledger,
  problems: Problems,
): string | null {
  const wanted = typed.toUpperCase();
  const held = currencyByAccount.get(accountNumber);
  if (accountNumber === '') problems.account ??= 'The line names no account to pay from.';
  else if (held === undefined)
    problems.account ??= `The account ${accountNumber} is none of our accounts.`;
  if (wanted !== '' && !isCurrency(wanted)) problems.currency ??= notKnown(typed);
  else if (wanted === '' && held === '')
    problems.currency ??= 'The line names no currency, and that of the account is not known.';
  else if (wanted !== '' && held !== undefined && held !== '' && held !== wanted)
    problems.currency ??= `${accountName(accountNumber)} cannot pay ${wanted}: it is kept in ${held}.`;
  const currency = wanted === '' ? (held ?? '') : wanted;
  if (currency !== '' && !isCurrency(currency)) problems.currency ??= notKnown(currency);
  return isCurrency(currency) ? currency : null;
}

const notKnown = (currency: string): string => `${currency} is not a currency known here.`;

/** The amount with a decimal point, where a person chose the decimal mark of the column. */
function amountText({ cell }: ReadLine, { decimals }: LineReading, problems: Problems): string {
  const written = cell('amount');
  const typed = written.text.trim();
  if (decimals === null || typed === '') return typed;
  const plain = plainAmount(written, decimals);
  if (plain !== null) return plain;
  problems.amount ??=
    unreadable(typed) ??
    `The amount “${typed}” is not written with a ${decimals} before the decimals.`;
  return typed;
}

/** Refuses a comma without a point: 1,500 is fifteen hundred in one country and one and a half in another. */
function amountOf(typed: string, currency: string, problems: Problems): Money | null {
  if (problems.amount !== undefined) return null;
  if (typed === '') {
    problems.amount = 'The line has no amount.';
    return null;
  }
  if (typed.includes(',') && !typed.includes('.')) {
    problems.amount =
      unreadable(typed) ??
      `The comma of “${typed}” may stand for thousands or decimals: write the amount without it.`;
    return null;
  }
  const read = readAmount(typed, currency);
  if (read.ok) return { amount: read.value, currency };
  problems.amount = unreadable(typed) ?? `The amount “${typed}” cannot be paid: ${read.error}.`;
  return null;
}

/** Characters that are no part of an amount. */
const strangeMarks = /[^\d.,+\-−–'’ \u00A0\u202F]/gu;

/** The sentence about an amount with characters other than digits and marks; null where it has none. */
function unreadable(typed: string): string | null {
  const strange = [...new Set(typed.match(strangeMarks))];
  return strange.length === 0
    ? null
    : `The amount “${typed}” cannot be read: “${strange.join('')}” is no part of an amount.`;
}

function beneficiaryOf(
  text: (field: PaymentField) => string,
  { beneficiaries }: Ledger,
  problems: Problems,
): KnownBeneficiary | null {
  const found = findBeneficiary(beneficiaries, {
    id: text('beneficiaryId'),
    account: text('beneficiaryAccount'),
    name: text('beneficiary'),
  });
  if (found.ok) return found.value;
  problems[found.error.field] ??= found.error.words;
  return null;
}

function checkReference(
  typed: string,
  line: number,
  { references, ledger }: LineReading,
  problems: Problems,
): void {
  const folded = foldedReference(typed);
  const before = references.get(folded);
  if (!Reference.safeParse(typed).success)
    problems.reference ??=
      'The reference is not one of 1 to 35 letters, digits or / . : + - _ characters.';
  else if (before !== undefined) problems.reference ??= `Line ${before} has the same reference.`;
  else if (ledger.isReferenceUsed(typed))
    problems.reference ??= `The reference ${typed} was used for an earlier payment.`;
  if (before === undefined) references.set(folded, line);
}
