import { Reference } from '../../../../../shared/bank/operation.ts';
import { isIsoDate, type IsoDate } from '../../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../../shared/calendar/day-labels.ts';
import { plainAmount } from '../../../../engines/columns/decimals.ts';
import type { CheckedLine, Decimals } from '../../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarning } from '../../../../../shared/ipc/changes/payments.ts';
import { isCurrency } from '../../../../../shared/money/currencies.ts';
import { readAmount } from '../../../../../shared/money/entered.ts';
import type { Money } from '../../../../../shared/money/money.ts';
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
  readonly beneficiaries: BeneficiaryIndex;
  readonly isReferenceUsed: (reference: string) => boolean;
  /** What a person must know before this is sent. */
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
  /** Reference -> the line that has it; filled as the lines are checked in order. */
  readonly references: Map<string, number>;
  /** The day by which a line is early. */
  readonly today: IsoDate;
};

/** Characters, as payment messages allow. */
const narrationMax = 140;

/** Line breaks and the like, and marks that turn the direction of writing: they hide what is written. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

type Problems = Partial<Record<PaymentField | 'line', string>> & Record<string, string>;

/** Checks one line, each field with a sentence of its own. `madeReference` serves a line that brings none. */
export function checkLine(row: FileRow, reading: LineReading, madeReference: string): CheckedLine {
  const { columns, ledger } = reading;
  const problems: Problems = shapeProblems(row, reading);
  const text = (field: PaymentField): string => cellOf(row, columns, field).text.trim();
  const written = text('account') || (reading.defaultAccount ?? '');
  const accountNumber = ledger.accountOf(written, text('currency').toUpperCase()) ?? written;
  const currency = currencyOf(accountNumber, text('currency'), ledger, problems);
  const amount =
    currency === null ? null : amountOf(amountText(row, reading, problems), currency, problems);
  const beneficiary = beneficiaryOf(text, ledger, problems);
  const typed = text('reference');
  if (typed !== '') checkReference(typed, row.line, reading, problems);
  if (text('narration').length > narrationMax)
    problems.narration ??= `is longer than ${narrationMax} characters`;
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
    ...(Object.keys(required.more).length === 0 ? {} : { more: required.more }),
    problems,
    warnings:
      order && Object.keys(problems).length === 0
        ? [...early(text('executionDate'), reading), ...ledger.warningsOf(order)]
        : [],
  };
}

/** The warning of a payment that would be sent before the day that its file requests: the bank takes no date. */
const early = (date: string, { today }: LineReading): PaymentWarning[] =>
  isIsoDate(date) && date > today
    ? [{ kind: 'dated', weight: 'confirm', message: datedWords(date), day: date }]
    : [];

const datedWords = (date: string): string =>
  `Its file asks for it on ${fullDay(date)}, and the bank takes no date: sent now, it is paid now.`;

const shownName = ({ name, accountName, entityId }: KnownBeneficiary): string =>
  name || accountName || entityId;

const none: Cell = { text: '' };

const cellOf = ({ cells }: FileRow, columns: FieldColumns, field: PaymentField): Cell =>
  cells[columns[field] ?? -1] ?? none;

/** Problems of the cells themselves: formulas, hidden characters, more values than columns. */
function shapeProblems(row: FileRow, { columns, columnCount }: LineReading): Problems {
  const problems: Problems = {};
  for (const field of Object.keys(columns) as PaymentField[]) {
    const problem = problemIn(cellOf(row, columns, field));
    if (problem !== undefined) problems[field] = problem;
  }
  if (row.cells.slice(columnCount).some(({ text }) => text.trim() !== ''))
    problems.line = 'has more values than the heading has columns: a quote may be missing';
  return problems;
}

const problemIn = ({ text, problem }: Cell): string | undefined =>
  problem ?? (unprintable.test(text.trim()) ? 'holds a line break or a hidden mark' : undefined);

function currencyOf(
  accountNumber: string,
  typed: string,
  { currencyByAccount }: Ledger,
  problems: Problems,
): string | null {
  const wanted = typed.toUpperCase();
  const held = currencyByAccount.get(accountNumber);
  if (accountNumber === '') problems.account ??= 'name the account to pay from';
  else if (held === undefined) problems.account ??= 'is none of our accounts';
  if (wanted !== '' && !isCurrency(wanted)) problems.currency ??= notKnown(typed);
  else if (wanted === '' && held === '') problems.currency ??= 'name the currency';
  else if (wanted !== '' && held !== undefined && held !== '' && held !== wanted)
    problems.currency ??= `the account is kept in ${held}: convert first`;
  const currency = wanted === '' ? (held ?? '') : wanted;
  if (currency !== '' && !isCurrency(currency)) problems.currency ??= notKnown(currency);
  return isCurrency(currency) ? currency : null;
}

const notKnown = (currency: string): string => `${currency} is not a currency known here`;

/** The amount with a decimal point, where a person chose the decimal mark of the column. */
function amountText(row: FileRow, { columns, decimals }: LineReading, problems: Problems): string {
  const cell = cellOf(row, columns, 'amount');
  const typed = cell.text.trim();
  if (decimals === null || typed === '') return typed;
  const plain = plainAmount(cell, decimals);
  if (plain === null) problems.amount ??= `is not written with a ${decimals} before the decimals`;
  return plain ?? typed;
}

/** Refuses a comma without a point: 1,500 is fifteen hundred in one country and one and a half in another. */
function amountOf(typed: string, currency: string, problems: Problems): Money | null {
  if (problems.amount !== undefined) return null;
  if (typed.includes(',') && !typed.includes('.')) {
    problems.amount = 'a comma may be thousands or decimals: write it without';
    return null;
  }
  const read = readAmount(typed, currency);
  if (read.ok) return { amount: read.value, currency };
  problems.amount = read.error;
  return null;
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
  const before = references.get(typed);
  if (!Reference.safeParse(typed).success)
    problems.reference ??= 'must be 1 to 35 letters, digits or / . : + - _';
  else if (before !== undefined) problems.reference ??= `line ${before} has the same reference`;
  else if (ledger.isReferenceUsed(typed)) problems.reference ??= 'was used for an earlier payment';
  if (before === undefined) references.set(typed, line);
}
