import { isIsoDate } from '../../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../../shared/limits.ts';
import { isCurrency, shownDigits } from '../../../../../shared/money/currencies.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { textOfBytes } from './source-text.ts';
import type { SourceEntry, SourceHead } from './source.ts';
import type { ParsedStatement } from './account-statements.ts';

/** A record with the 88 records that continue it; `pieces` has the text after the code of each. */
type Bai2Record = { readonly code: string; readonly line: number; readonly pieces: string[] };

type Group = {
  readonly day: string;
  readonly currency: string;
  /** May more be booked on its day? */
  readonly isInterim: boolean;
  readonly isLeftOut: boolean;
  /** Did this desk write its file? */
  readonly isOwn: boolean;
  accounts: number;
};

type Open = { sum: bigint | null; records: number };

/** An account while its records are read. */
type Account = {
  readonly number: string;
  readonly currency: string;
  readonly balances: Balances;
  readonly entries: SourceEntry[];
  readonly notes: string[];
  /** The number of entries that cannot be read. */
  unread: number;
} & Open;

/**
 * Reads every statement of a BAI2 file (Cash Management Balance Reporting, version 2), of any account: one per account and group.
 * Amounts are integers in the currency's smallest unit. The totals and counts of 49, 98 and 99 are computed again; one that differs
 * only becomes a note, since banks count differently. A file without its end is refused.
 */
export function statementsInBai2(bytes: Uint8Array): Result<readonly ParsedStatement[], string> {
  const records = recordsIn(textOfBytes(bytes));
  if (records.filter(({ code }) => code === '16').length > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  const reader = new Bai2Reader();
  for (const record of records) {
    const problem = reader.read(record);
    if (problem !== null) return err(problem);
  }
  return reader.end();
}

class Bai2Reader {
  readonly #statements: ParsedStatement[] = [];
  readonly #notes: string[] = [];
  #file: (Open & { groups: number; isOwn: boolean }) | null = null;
  #group: (Group & Open) | null = null;
  #account: Account | null = null;
  #isEnded = false;

  /** Reads a record. Returns a sentence if the file cannot be read on, else null. */
  read(record: Bai2Record): string | null {
    const { code, line } = record;
    const lines = record.pieces.length;
    if (this.#isEnded) return `Line ${line} of the BAI2 file is behind its end.`;
    for (const level of [this.#file, this.#group, this.#account]) if (level) level.records += lines;
    if (code === '01' && !this.#file) return this.#openFile(record);
    if (code === '02' && this.#file && !this.#group) return this.#openGroup(record, this.#file);
    if (code === '03' && this.#group && !this.#account)
      return this.#openAccount(record, this.#group);
    if (code === '16' && this.#account && this.#group)
      return this.#entry(record, this.#account, this.#group);
    if (code === '49' && this.#account && this.#group)
      return this.#closeAccount(record, this.#account, this.#group);
    if (code === '98' && this.#group && !this.#account && this.#file)
      return this.#closeGroup(record, this.#group, this.#file);
    if (code === '99' && this.#file && !this.#group) return this.#closeFile(record, this.#file);
    return `Line ${line} of the BAI2 file is out of its order: “${code}”.`;
  }

  end(): Result<readonly ParsedStatement[], string> {
    if (!this.#isEnded) return err('The BAI2 file has no record 99: its end is missing.');
    const [first, ...others] = this.#statements;
    if (!first) return err(['There is no statement in it.', ...this.#notes].join(' '));
    return ok([{ ...first, notes: [...this.#notes, ...first.notes] }, ...others]);
  }

  #openFile(record: Bai2Record): string | null {
    const [, receiver, , , , , , version = ''] = fieldsOf(record);
    if (version !== '2' && version !== '')
      return `The file is BAI of version ${version}; only version 2 is read.`;
    this.#file = {
      sum: 0n,
      records: record.pieces.length,
      groups: 0,
      isOwn: receiver === 'NOSTRO',
    };
    return null;
  }

  #openGroup(record: Bai2Record, file: { groups: number; readonly isOwn: boolean }): string | null {
    const [, , status = '', asOf = '', , currency = '', modifier = ''] = fieldsOf(record);
    const day = dayOf(asOf);
    if (day === null) return `Line ${record.line} of the BAI2 file has no day: “${asOf}”.`;
    file.groups += 1;
    const leftOut = groupsLeftOut[status];
    if (leftOut !== undefined) this.#notes.push(`Its group of ${day} is ${leftOut}, and left out.`);
    this.#group = {
      ...{ day, currency: currency === '' ? 'USD' : currency.toUpperCase() },
      ...{ isInterim: interimModifiers.has(modifier), isLeftOut: leftOut !== undefined },
      ...{ sum: 0n, records: record.pieces.length, accounts: 0, isOwn: file.isOwn },
    };
    return null;
  }

  #openAccount(record: Bai2Record, group: Group): string | null {
    const [number = '', written = '', ...summary] = fieldsOf(record);
    const currency = written === '' ? group.currency : written.toUpperCase();
    if (!isCurrency(currency))
      return `The BAI2 file writes amounts in the smallest unit of ${currency}, which is not known here.`;
    const head = headOf(summary, currency);
    if (head === null)
      return `The balances on line ${record.line} of the BAI2 file, of account ${number}, cannot be read.`;
    this.#account = {
      ...{ number, currency, balances: head.balances, entries: [], notes: [], unread: 0 },
      ...{ sum: head.sum, records: record.pieces.length },
    };
    group.accounts += 1;
    return null;
  }

  #entry(record: Bai2Record, account: Account, { day, isOwn }: Group): null {
    const read = entryOf(record, { day, account, isOwn });
    account.sum = plus(account.sum, read.minor);
    if (typeof read.entry === 'string') {
      account.unread += 1;
      account.notes.push(
        `Line ${record.line} is left out, as ${read.entry}: “${record.pieces.join(' ').slice(0, 60)}”.`,
      );
    } else if (read.entry) account.entries.push(read.entry);
    return null;
  }

  #closeAccount(record: Bai2Record, account: Account, group: Group & Open): null {
    const { number, currency, balances, entries, notes, unread, sum, records } = account;
    const named = `account ${number} (49)`;
    notes.push(...totalNotes(named, fieldsOf(record), [sum, records]));
    group.sum = plus(group.sum, sum);
    this.#account = null;
    if (group.isLeftOut) return null;
    const days = [group.day, ...entries.flatMap(({ date }) => date ?? [])].sort();
    this.#statements.push({
      ...{ namedAccount: number, head: { currency, ...balances } },
      ...{ firstDay: days[0], lastDay: group.day, entries, notes, unread },
      ...(group.isInterim && { excerpt: 'an interim report (BAI2)' }),
    });
    return null;
  }

  #closeGroup(record: Bai2Record, group: Group & Open, file: Open): null {
    const { day, sum, accounts, records } = group;
    const [total, count, lines] = fieldsOf(record);
    this.#notes.push(
      ...totalNotes(`the group of ${day} (98)`, [total, lines], [sum, records]),
      ...countNotes(`the group of ${day} (98)`, 'accounts', count, accounts),
    );
    file.sum = plus(file.sum, sum);
    this.#group = null;
    return null;
  }

  #closeFile(record: Bai2Record, file: Open & { groups: number }): null {
    const [total, count, lines] = fieldsOf(record);
    this.#notes.push(
      ...totalNotes('the file (99)', [total, lines], [file.sum, file.records]),
      ...countNotes('the file (99)', 'groups', count, file.groups),
    );
    this.#isEnded = true;
    return null;
  }
}

const plus = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one + other;

/** The statuses of groups that are left out. Status 1 is a report; a correction replaces one. */
const groupsLeftOut: Readonly<Record<string, string>> = { 2: 'a deletion', 4: 'a test' };
/** As-of-date modifiers of days that have not ended. */
const interimModifiers: ReadonlySet<string> = new Set(['1', '3']);

/** Notes a wrong control total and a wrong record count. A total of unreadable amounts is not checked. */
function totalNotes(
  of: string,
  [total = '', count = '']: readonly (string | undefined)[],
  [sum, records]: readonly [bigint | null, number],
): string[] {
  const isOther = sum !== null && minorIn(total) !== sum;
  return [
    ...(isOther
      ? [
          `The control total of ${of} is “${total}”, and its amounts add up to ${String(sum)}: the file may be damaged.`,
        ]
      : []),
    ...countNotes(of, 'records', count, records),
  ];
}

const countNotes = (of: string, what: string, written = '', found: number): string[] =>
  written === '' || Number(written) === found
    ? []
    : [`The count of ${what} of ${of} is “${written}”, and there are ${found}.`];

/** Returns the records, each with the line on which it begins. A slash ends a record; only blanks may follow it on the line. */
function recordsIn(text: string): Bai2Record[] {
  const records: Bai2Record[] = [];
  for (const [at, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const line = whole.replace(/[\s\x1a\0]+$/, '');
    if (line === '') continue;
    // Some continuations have a mark other than a comma after their code.
    const found = /^\s*(\d{2})(?:,(.*)|\/)?$/s.exec(line) ?? /^\s*(88)[:;](.*)/s.exec(line);
    const [code, rest] = [found?.[1] ?? line.slice(0, 20), found?.[2] ?? ''];
    const last = records.at(-1);
    if (code === '88' && last) last.pieces.push(rest);
    else records.push({ code, line: at + 1, pieces: [rest] });
  }
  return records;
}

/** Returns the fields of a record without text; its values have neither comma nor slash. */
const fieldsOf = ({ pieces }: Bai2Record): string[] =>
  pieces.flatMap((piece) =>
    piece
      .replace(/\/.*/s, '')
      .split(',')
      .map((field) => field.trim()),
  );

/** Parses an amount without a point, in the smallest unit of its currency. Empty means 0. Null for anything else. */
const minorIn = (text: string): bigint | null =>
  /^(?:[+-]?\d{1,18})?$/.test(text) ? BigInt(text.replace('+', '') || '0') : null;

function figureOf(minor: bigint, currency: string): string {
  const digits = shownDigits(currency);
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${minor < 0n ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : `.${text.slice(point)}`}`;
}

/** Returns how many fields of availability dates follow a funds type. Null for an unknown type. */
function fundsFields(type: string, next: string): number | null {
  if (type === 'S') return 3;
  if (type === 'V') return 2;
  if (type === 'D') return /^\d{1,3}$/.test(next) ? 1 + 2 * Number(next) : null;
  return ['', '0', '1', '2', 'Z'].includes(type) ? 0 : null;
}

type Balances = Pick<SourceHead, 'opening' | 'closing'>;

/** Returns the opening and closing ledger balance of an account, and the sum of all its balances and sums; null if unreadable. */
function headOf(
  fields: readonly string[],
  currency: string,
): { balances: Balances; sum: bigint } | null {
  let balances: Balances = {};
  let sum = 0n;
  for (let at = 0; fields[at] !== undefined;) {
    const [code = '', amount = '', , funds = '', next = ''] = fields.slice(at, at + 5);
    const minor = minorIn(amount);
    const more = fundsFields(funds.toUpperCase(), next);
    if (minor === null || more === null || !/^(\d{3})?$/.test(code)) return null;
    sum += minor;
    if (code === '010' && amount !== '')
      balances = { ...balances, opening: figureOf(minor, currency) };
    if (code === '015' && amount !== '')
      balances = { ...balances, closing: figureOf(minor, currency) };
    at += 4 + more;
  }
  return { balances, sum };
}

/** Returns the direction of an entry by its type, including types that a bank defines; null if the type has none. */
function directionOf(type: string): 'credit' | 'debit' | null {
  const code = /^\d{3}$/.test(type) ? Number(type) : 0;
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 'credit';
  return (code >= 400 && code <= 699) || code >= 960 ? 'debit' : null;
}

/** The type of a message: text without an amount. */
const messageType = '890';

type ReadEntry = {
  /** The amount to add to the totals; null if it cannot be read. */
  readonly minor: bigint | null;
  /** The entry; null for a message; a text if it is left out, with the reason. */
  readonly entry: SourceEntry | string | null;
};

function entryOf(
  record: Bai2Record,
  { day, account, isOwn }: { day: string; account: Account; isOwn: boolean },
): ReadEntry {
  const fields = record.pieces.flatMap((piece, of) =>
    piece
      .replace(/\/$/, '')
      .split(',')
      .map((text) => ({ of, text })),
  );
  const [type = '', amount = '', funds = ''] = fields.map(({ text }) => text.trim());
  const minor = minorIn(amount);
  if (type === messageType)
    return { minor, entry: minor === 0n ? null : 'a message has no amount' };
  if (minor === null || !/^\d/.test(amount))
    return { minor, entry: `its amount “${amount}” is no integer of the smallest unit` };
  const more = fundsFields(funds.toUpperCase(), fields[3]?.text.trim() ?? '');
  if (more === null) return { minor, entry: `its funds type “${funds}” is none` };
  const direction = directionOf(type);
  if (direction === null)
    return { minor, entry: `its type ${type} is neither a credit nor a debit` };
  const [bank = '', customer = ''] = fields.slice(3 + more).map(({ text }) => text.trim());
  const texts = textsOf(fields.slice(5 + more));
  return {
    minor,
    entry: {
      ...{ id: bank, amount: figureOf(minor, account.currency), direction },
      ...{ currency: account.currency, date: (isOwn ? ownDay(texts) : undefined) ?? day },
      words: [customer, ...texts].filter((text) => text !== ''),
    },
  };
}

/** The text of an entry, one piece per record. It may contain commas. */
const textsOf = (fields: readonly { of: number; text: string }[]): string[] =>
  [...Map.groupBy(fields, ({ of }) => of).values()].map((parts) =>
    parts
      .map(({ text }) => text)
      .join(',')
      .trim(),
  );

/** Returns the day of an entry in a file of this desk: it has one group for a whole period, and the moment of each entry in its text. */
const ownDay = (texts: readonly string[]): string | undefined =>
  texts
    .map((text) => /^AT: (\d{4}-\d{2}-\d{2})T/.exec(text)?.[1])
    .find((found) => found !== undefined);

function dayOf(text: string): string | null {
  const iso = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isIsoDate(iso) ? iso : null;
}
