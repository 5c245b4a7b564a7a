import { limits } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { textOfBytes } from './source-text.ts';
import type { SourceEntry } from './source.ts';
import { dayAfter, type ToldStatement } from './tellings.ts';

type Field = { readonly tag: string; readonly value: string };

/**
 * Every statement of an MT940 file, in a SWIFT envelope or bare, of one message or of several that go on from each other, of whatever
 * accounts. Its narration and references are not compared: the format cuts them, and banks rewrite them.
 */
export function statementsInMt940(bytes: Uint8Array): Result<readonly ToldStatement[], string> {
  const statements: ToldStatement[] = [];
  const all = fieldsIn(textOfBytes(bytes));
  if (hasTooMany(all)) return err(tooMany);
  for (const fields of messagesOf(all)) {
    const statement = statementIn(fields);
    if (!statement.ok) return statement;
    statements.push(statement.value);
  }
  return statements.length === 0 ? err('There is no statement in it.') : ok(statements);
}

/** A statement begins with its reference (20) and goes on in further messages while its closing balance is an intermediate one (62M). */
function messagesOf(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = [];
  let goesOn = false;
  for (const field of fields) {
    if (field.tag === '20' && !goesOn) messages.push([]);
    if (field.tag === '62F') goesOn = false;
    if (field.tag === '62M') goesOn = true;
    messages.at(-1)?.push(field);
  }
  return messages;
}

function statementIn(fields: readonly Field[]): Result<ToldStatement, string> {
  if (hasTooMany(fields)) return err(tooMany);
  const opening = balanceIn(fields.find(({ tag }) => tag === '60F' || tag === '60M'));
  const closing = balanceIn(fields.findLast(({ tag }) => tag === '62F' || tag === '62M'));
  const currency = opening?.currency ?? closing?.currency;
  const entries: SourceEntry[] = [];
  for (const [at, { tag, value }] of fields.entries()) {
    if (tag !== '61') continue;
    const entry = entryOf(value, currency, wordsBehind(fields, at));
    if (entry === null)
      return err(`A line of the MT940 file cannot be read: “${value.slice(0, 60)}”.`);
    entries.push(entry);
  }
  return ok({
    toldAccount: accountIn(fields.find(({ tag }) => tag === '25')?.value ?? '', currency),
    head: {
      ...(currency === undefined ? {} : { currency }),
      ...(opening ? { opening: opening.amount } : {}),
      ...(closing ? { closing: closing.amount } : {}),
    },
    ...daysOf({ opening, closing }, entries),
    entries,
    notes: [],
  });
}

const tooMany = 'It has more entries than the desk reads: ask the bank for fewer days in one file.';

/** Behind so many nothing was read: the whole file is refused, whichever statement they are of. */
const hasTooMany = (fields: readonly Field[]): boolean =>
  fields.reduce((count, { tag }) => count + (tag === '61' ? 1 : 0), 0) >
  limits.secondSourceEntriesMax;

type Balances = { readonly opening: Balance | undefined; readonly closing: Balance | undefined };

/** An opening balance is of the evening before, where nothing was booked on its day; the closing balance of the last day. */
function daysOf({ opening, closing }: Balances, entries: readonly SourceEntry[]) {
  const first = [
    ...entries.flatMap(({ date }) => date ?? []),
    ...(closing ? [closing.date] : []),
  ].sort()[0];
  const isEvening = opening !== undefined && first !== undefined && opening.date < first;
  return {
    firstDay: isEvening ? dayAfter(opening.date) : (opening?.date ?? first),
    lastDay: closing?.date,
  };
}

/** Fields that something is read from. */
const readTags: ReadonlySet<string> = new Set([
  ...['20', '25', '60F', '60M', '61', '62F', '62M', '86'],
]);

/** A field goes on until the next tag or the end of its message. Ends behind more entries than are read. */
function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  let open: { tag: string; value: string } | null = null;
  let entries = 0;
  for (const line of linesOf(text)) {
    const [, tag, value] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined && value !== undefined) {
      open = readTags.has(tag) ? { tag, value } : null;
      if (open) fields.push(open);
      if (tag === '61') entries += 1;
      if (entries > limits.secondSourceEntriesMax) return fields;
    } else if (/^-\}?$/.test(line) || line.startsWith('{')) open = null;
    else if (open) open.value += `\n${line}`;
  }
  return fields;
}

/** One after the other: all of them at once are as large as the file again. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    at = end === -1 ? text.length : end + 1;
  }
}

type Balance = { readonly amount: string; readonly currency: string; readonly date: string };

/** `C261119USD1234,50` */
function balanceIn(field: Field | undefined): Balance | undefined {
  const [, mark, date = '', currency = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d+,\d*)/.exec(field?.value ?? '') ?? [];
  if (mark === undefined) return undefined;
  return { amount: `${mark === 'D' ? '-' : ''}${figure(amount)}`, currency, date: dateOf(date) };
}

/** Value date, entry date, mark, funds code, amount, kind, our reference, and behind `//` the bank's own. */
const statementLine = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15},\d*)([A-Z][A-Z0-9]{3})([^\n]*)/;

/** What field 86 says of the line before it, without its codes: `?20` and the like, or `/REMI/`. */
function wordsBehind(fields: readonly Field[], at: number): string {
  const next = fields[at + 1];
  return next?.tag === '86' ? next.value.replace(/\n/g, '').replace(/\?\d{2}/g, ' ') : '';
}

function entryOf(value: string, currency: string | undefined, words: string): SourceEntry | null {
  const [, valueDate, entryDate, mark, , amount, , references = ''] =
    statementLine.exec(value) ?? [];
  if (valueDate === undefined || mark === undefined || amount === undefined) return null;
  const isOut = mark === 'D' || mark === 'RC';
  return {
    id: references.split('//')[1]?.trim() ?? '',
    amount: figure(amount),
    direction: isOut ? 'debit' : 'credit',
    date: entryDate === undefined ? dateOf(valueDate) : booked(dateOf(valueDate), entryDate),
    ...(currency === undefined ? {} : { currency }),
    words: [...references.split('//').slice(0, 1), words].filter(
      (text) => text !== '' && text !== 'NONREF',
    ),
  };
}

/** The booking date has no year: it is the one nearest the value date. */
function booked(valueDate: string, monthDay: string): string {
  const year = Number(valueDate.slice(0, 4));
  const at = Date.parse(valueDate);
  const dates = [year - 1, year, year + 1].map(
    (of) => `${of}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`,
  );
  const far = (date: string): number => Math.abs(Date.parse(date) - at);
  return dates.toSorted((a, b) => far(a) - far(b))[0] ?? valueDate;
}

const dateOf = (text: string): string =>
  `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

const figure = (amount: string): string => amount.replace(/,$/, '').replace(',', '.');

/** Behind the bank's code, without the currency that some write behind it. */
function accountIn(value: string, currency = ''): string {
  const number = (value.split('/').at(-1) ?? '').trim();
  return currency !== '' && number.endsWith(currency) ? number.slice(0, -3).trim() : number;
}
