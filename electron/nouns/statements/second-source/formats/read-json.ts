import { setImmediate } from 'node:timers/promises';

import { JsonNumber } from '../../../../../shared/json/exact-json.ts';
import { limits } from '../../../../../shared/limits.ts';
import { currencyIn } from '../../../../../shared/money/currencies.ts';
import { plainNumber } from '../../../../../shared/money/plain-number.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { readAnswer } from '../../../../engines/bank/mapping/answer.ts';
import { directionIn } from './read-csv.ts';
import type { ReadSource, SourceEntry, SourceHead } from './source.ts';

type Fields = Readonly<Record<string, unknown>>;

const newline = 0x0a;

/** Reads a statement (section 2) from one JSON text with every digit of its numbers. An error states why it cannot be read. */
export function readJsonSource(bytes: Uint8Array): Result<ReadSource, string> {
  const read = readAnswer(bytes);
  return read.ok ? statementIn(read.value) : err(`The file ${read.error}.`);
}

/** Reads the stored pages of a statement, one per line. */
export async function readPagesSource(bytes: Uint8Array): Promise<Result<ReadSource, string>> {
  const entries: SourceEntry[] = [];
  let head: SourceHead | null = null;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    const page = readJsonSource(bytes.subarray(start, end));
    if (!page.ok) return page;
    head ??= page.value.head;
    for (const entry of page.value.entries) entries.push(entry);
    if (entries.length > limits.secondSourceEntriesMax) return err(tooMany);
    start = end + 1;
    await setImmediate();
  }
  return ok({ head: head ?? {}, entries, hasIds: true });
}

const tooMany = 'It has more entries than the desk reads.';

/** Reads a statement, or a plain list of entries. */
function statementIn(value: unknown): Result<ReadSource, string> {
  const statement = fieldsOf(value);
  const list = listIn(value, statement);
  if (list === null)
    return err('The file is no statement: it has no list of entries where one belongs.');
  if (list.length > limits.secondSourceEntriesMax) return err(tooMany);
  const entries = list.map((entry) => entryOf(fieldsOf(entry)));
  const isOther =
    entries.length > 0 && entries.every(({ id, amount }) => !id && amount === undefined);
  if (isOther) return err('The file’s entries have neither an id nor an amount.');
  return ok({ head: headOf(statement), entries, hasIds: true });
}

function listIn(value: unknown, statement: Fields): readonly unknown[] | null {
  const places = [
    value,
    fieldsOf(statement['statement'])['data'],
    statement['statement'],
    statement['data'],
    statement['entries'],
    statement['transactions'],
  ];
  return places.find((place): place is unknown[] => Array.isArray(place)) ?? null;
}

const headOf = (statement: Fields): SourceHead =>
  definedFields({
    account: textOf(statement['accountNumber']),
    currency: currencyOf(statement['currency'] ?? statement['currencyIso3Code']),
    from: textOf(statement['startDate']),
    to: textOf(statement['endDate']),
    opening: figureOf(statement['openingBalance']),
    closing: figureOf(statement['closingBalance']),
  });

function entryOf(entry: Fields): SourceEntry {
  const direction = textOf(entry['direction']);
  return {
    id: textOf(entry['id']) ?? '',
    ...definedFields({
      amount: figureOf(entry['amount']),
      direction: direction === undefined ? undefined : directionIn(direction),
      currency: currencyOf(entry['currency']),
      date: textOf(entry['transactionDate']),
      narration: textOf(entry['narration']),
      reference: textOf(entry['customReference']),
      type: textOf(entry['transactionType']),
      balance: figureOf(entry['balance']),
    }),
  };
}

/** Drops undefined fields. */
const definedFields = <F extends object>(
  fields: F,
): { [K in keyof F]?: Exclude<F[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof F]?: Exclude<F[K], undefined>;
  };

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Expands an exponent, as the statement reader does. */
function figureOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && (plainNumber(text) ?? text);
}

function currencyOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : currencyIn(text);
}

function textOf(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' ? value : undefined;
}
